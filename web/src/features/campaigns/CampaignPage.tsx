import { type Campaign, campaigns } from '@kontor/contract/campaigns'
import { cart } from '@kontor/contract/campaigns/cart'
import { campaignCategories } from '@kontor/contract/campaigns/details'
import { campaignTypes } from '@kontor/contract/campaigns/kinds'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import type { Needs } from '@kontor/contract/kit/api/rights'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useRefresh } from '../../kit/live/useEvents.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { lazyPart } from '../../kit/router/lazyPart.tsx'
import { NotFound } from '../../kit/router/NotFound.tsx'
import { NotLoaded } from '../../kit/router/NotLoaded.tsx'
import { useSearchHere } from '../../kit/router/useSearchHere.ts'
import { Tabs } from '../../kit/tabs/Tabs.tsx'
import { formatOf } from '../../kit/texts/format.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { RecordTitle } from '../../kit/title/RecordTitle.tsx'
import { AddDetails } from './AddDetails.tsx'
import { Announce } from './Announce.tsx'
import { CampaignContext } from './CampaignContext.tsx'
import { CampaignDialog } from './CampaignDialog.tsx'
import classes from './CampaignPage.module.css'
import { CampaignVisibility } from './CampaignVisibility.tsx'
import { CategoriesPanel } from './CategoriesPanel.tsx'
import { PartnersPanel } from './PartnersPanel.tsx'
import { ProductsPanel } from './ProductsPanel.tsx'
import { texts } from './texts.ts'

const parts = ['categories', 'partners', 'products', 'cart', 'progress'] as const
type Part = (typeof parts)[number]
const panels: Record<Part, ComponentType<{ campaign: Campaign }>> = {
  categories: CategoriesPanel,
  partners: PartnersPanel,
  products: ProductsPanel,
  cart: lazyPart(() => import('./cart/CartPanel.tsx'), 'CartPanel'),
  progress: lazyPart(() => import('./cart/ProgressPanel.tsx'), 'ProgressPanel'),
}
/** What of it belongs to an area of its own. */
const needs: { [part in Part]?: Needs } = { cart: cart.index.needs, progress: cart.progress.needs }
const isPart = (named: unknown): named is Part => typeof named === 'string' && named in panels

/** One campaign at an address of its own: what it is, and under tabs what is linked with it. */
export function CampaignPage() {
  const params: Record<string, unknown> = useParams({ strict: false })
  const id = String(params.id)
  const { data, error, refetch } = useRoute(campaigns.one, { params: { id } })
  useRefresh('campaigns', [
    ...[campaigns.one, campaignCategories.index],
    ...[campaignPartners.index, campaignProducts.index],
  ])
  if (error && [404, 422].includes(error.status)) return <NotFound />
  if (error && !data) return <NotLoaded error={error} onRetry={() => void refetch()} />
  return data ? <Opened key={id} campaign={data} /> : null
}

function Opened({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts)
  const goTo = useSearchHere()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const may = useMay()
  const current = isPart(query.tab) && may(needs[query.tab]) ? query.tab : 'partners'
  const Panel = panels[current]
  const tabs = parts
    .filter((key) => may(needs[key]))
    .map((key) => ({
      ...{ key, label: t(`campaigns.${key}`) },
      ...(key !== 'progress' && { count: campaign.counts[key] }),
    }))
  return (
    <CampaignContext value={campaign}>
      <Head campaign={campaign} tab={current} />
      <Tabs label={t('campaigns.parts')} tabs={tabs} current={current} onChoose={(tab) => goTo({ tab })}>
        <Panel key={current} campaign={campaign} />
      </Tabs>
    </CampaignContext>
  )
}

function Head({ campaign, tab }: { campaign: Campaign; tab: Part }) {
  const t = useTexts(texts)
  const may = useMay()
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
        <Announce campaign={campaign} />
        {may(campaigns.update.needs) && (
          <Button
            variant="default"
            aria-label={t('campaigns.edit')}
            leftSection={<IconPencil size={16} stroke={1.6} />}
            onClick={() => setEditing(true)}
          >
            <span className={classes.label}>{t('campaigns.edit')}</span>
          </Button>
        )}
        <AddDetails campaign={campaign} tab={tab} />
      </div>
      {isEditing && <CampaignDialog row={campaign} onClose={() => setEditing(false)} />}
    </header>
  )
}
