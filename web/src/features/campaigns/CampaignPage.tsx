import { type Campaign, campaigns } from '@kontor/contract/campaigns'
import { cart } from '@kontor/contract/campaigns/cart'
import { campaignCategories } from '@kontor/contract/campaigns/details'
import { campaignTypes } from '@kontor/contract/campaigns/kinds'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NotFound, NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { RecordTitle } from '../../components/ui/page-header/RecordTitle.tsx'
import { Tabs } from '../../components/ui/tabs/Tabs.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import { AddDetails } from './AddDetails.tsx'
import { Announce, type Announcement, useAnnounce } from './Announce.tsx'
import { CampaignContext } from './CampaignContext.tsx'
import { CampaignDialog } from './CampaignDialog.tsx'
import classes from './CampaignPage.module.css'
import { CampaignVisibility } from './CampaignVisibility.tsx'
import { CategoriesPanel } from './CategoriesPanel.tsx'
import { NextStep, useNextStep } from './NextStep.tsx'
import { PartnersPanel } from './PartnersPanel.tsx'
import { ProductsPanel } from './ProductsPanel.tsx'

const parts = ['categories', 'partners', 'products', 'cart', 'progress'] as const
type Part = (typeof parts)[number]
const panels: Record<Part, ComponentType> = {
  categories: CategoriesPanel,
  partners: PartnersPanel,
  products: ProductsPanel,
  cart: lazyPart(() => import('./cart/CartList.tsx'), 'CartPanel'),
  progress: lazyPart(() => import('./cart/ProgressPanel.tsx'), 'ProgressPanel'),
}
/** Tabs with a permission of their own. */
const permission: { [part in Part]?: RequiredPermission } = {
  cart: cart.index.permission,
  progress: cart.progress.permission,
}
const isPart = (named: unknown): named is Part => typeof named === 'string' && named in panels

/** The page of a campaign: its details, and linked records in tabs. */
export function CampaignPage() {
  const t = useTranslations()
  const params: Record<string, unknown> = useParams({ strict: false })
  const id = String(params.id)
  const { data, error, refetch } = useApiQuery(campaigns.one, { params: { id } })
  useRefresh('campaigns', [
    campaigns.one,
    campaignCategories.index,
    campaignPartners.index,
    campaignProducts.index,
  ])
  useRefresh('cart', [campaigns.one, campaignPartners.index, campaignProducts.index])
  useRefresh('notifications', [campaigns.one])
  if (error && [404, 422].includes(error.status)) return <NotFound missing={t('campaigns.missing', { id })} />
  if (error && !data) return <NotLoaded level={1} error={error} onRetry={() => void refetch()} />
  return data ? <Opened key={id} campaign={data} /> : null
}

function Opened({ campaign }: { campaign: Campaign }) {
  const t = useTranslations()
  const goTo = useSearchHere()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const can = usePermission()
  const current = isPart(query.tab) && can(permission[query.tab]) ? query.tab : 'partners'
  const Panel = panels[current]
  const tabs = parts
    .filter((key) => can(permission[key]))
    .map((key) => ({
      key,
      label: t(`campaigns.${key}`),
      ...(key !== 'progress' && { count: campaign.counts[key] }),
    }))
  const [announcing, announcement] = useAnnounce(campaign)
  const next = useNextStep(campaign, announcement !== null)
  return (
    <CampaignContext value={campaign}>
      <Head campaign={campaign} tab={current} next={next} announcement={announcement} />
      <NextStep campaign={campaign} next={next} announcement={announcement} />
      {announcing}
      <Tabs
        label={t('campaigns.parts')}
        tabs={tabs}
        current={current}
        onChoose={(tab) => goTo({ tab }, { leaves: true })}
      >
        <Panel key={current} />
      </Tabs>
    </CampaignContext>
  )
}

interface HeadProps {
  campaign: Campaign
  tab: Part
  next: ReturnType<typeof useNextStep>
  announcement: Announcement
}

function Head({ campaign, tab, next, announcement }: HeadProps) {
  const t = useTranslations()
  const can = usePermission()
  const { locale } = useLanguage()
  const [isEditing, setEditing] = useState(false)
  const { name, campaign_type_id, visible_until } = campaign
  return (
    <header className={classes.head}>
      <RecordTitle
        name={name}
        back={{ to: '/campaigns', search: history.state?.list ?? {}, label: t('campaigns.back') }}
      >
        <span className={classes.type}>{campaignTypes[campaign_type_id][locale]}</span>
        <CampaignVisibility campaign={campaign} />
        {visible_until && (
          <span className={classes.until}>
            {t('campaigns.until', { day: formatOf(locale).date(visible_until) })}
          </span>
        )}
      </RecordTitle>
      <div className={classes.tools}>
        {announcement && next !== 'notify' && <Announce {...announcement} />}
        {can(campaigns.update.permission) && (
          <Button
            variant="default"
            aria-label={t('table.edit')}
            leftSection={<IconPencil size={16} />}
            onClick={() => setEditing(true)}
          >
            <span className={classes.label}>{t('table.edit')}</span>
          </Button>
        )}
        <AddDetails campaign={campaign} tab={tab} filled={!next} />
      </div>
      {isEditing && <CampaignDialog row={campaign} onClose={() => setEditing(false)} />}
    </header>
  )
}
