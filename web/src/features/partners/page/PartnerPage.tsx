import type { Route } from '@kontor/contract/lib/http/route'
import { type Partner, partners } from '@kontor/contract/partners'
import { type PartnerOverview, partnerPage } from '@kontor/contract/partners/page'
import { partnerTimeline } from '@kontor/contract/partners/timeline'
import { bank_accounts } from '@kontor/contract/resources/bankAccounts'
import { child_partners } from '@kontor/contract/resources/childPartners'
import { contacts } from '@kontor/contract/resources/contacts'
import { contracts } from '@kontor/contract/resources/contracts'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useTrackRecent } from '../../../components/command-palette/useTrackRecent.ts'
import { ChildTabs } from '../../../components/resource/ChildTabs.tsx'
import { NotFound, NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useRefresh, useRefreshOf } from '../../../lib/realtime/useEvents.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { useSearchHere } from '../../../lib/router/useSearchHere.ts'
import { Activity, PartnerHistory } from './Activity.tsx'
import { Aside } from './Aside.tsx'
import { Figures } from './Figures.tsx'
import { OpenStrip } from './OpenStrip.tsx'
import classes from './Overview.module.css'
import { PartnerHeader } from './PartnerHeader.tsx'

const children = [contacts, bank_accounts, contracts, child_partners]

/** Tabs of a partner besides the lists of child records, each with its permission. */
const parts = {
  orders: { permission: 'catalogueOrders.see', Part: lazyPart(() => import('./PartLists.tsx'), 'Orders') },
  campaigns: { permission: 'campaigns.see', Part: lazyPart(() => import('./Campaigns.tsx'), 'Campaigns') },
  chats: { permission: 'sliders.see', Part: lazyPart(() => import('./Chats.tsx'), 'Chats') },
  support: { permission: 'customerSupport.see', Part: lazyPart(() => import('./PartLists.tsx'), 'Support') },
  notes: { permission: 'partners.see', Part: lazyPart(() => import('./Notes.tsx'), 'Notes') },
  users: { permission: 'users.see', Part: lazyPart(() => import('./PartLists.tsx'), 'Users') },
  history: { permission: 'history.see', Part: PartnerHistory },
} as const satisfies Record<
  string,
  { permission: Route['permission']; Part: ComponentType<{ partner: Partner }> }
>
const partNames = ['orders', 'campaigns', 'chats', 'support', 'notes', 'users', 'history'] as const

/** The page of one partner. */
export function PartnerPage() {
  const t = useTranslations()
  const params: Record<string, unknown> = useParams({ strict: false })
  const id = String(params.id)
  // The previous partner stays on screen until the next one has loaded.
  const one = useApiQuery(partners.one, { params: { id } }, { keepPrevious: true })
  const { data, error, refetch, isPlaceholderData: isPrevious } = one
  const overview = useApiQuery(partnerPage.overview, { params: { id } })
  useRefetchOnEvents()
  if (error && [404, 422].includes(error.status)) return <NotFound missing={t('partner.missing', { id })} />
  if (error && !data) return <NotLoaded level={1} error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { data: known, error: reason } = overview
  const failed = reason && !known && { error: reason, onRetry: () => void overview.refetch() }
  return (
    <Opened
      partner={data}
      isPrevious={isPrevious}
      isWaiting={!isPrevious && !overview.isFetched}
      overview={isPrevious ? undefined : known}
      failed={isPrevious ? null : failed}
    />
  )
}

/** Refetches on every event, because all of them may concern the partner. */
function useRefetchOnEvents() {
  const shown = [partnerPage.overview, partnerTimeline.index]
  useRefreshOf('partners', [...shown, partners.one])
  useRefresh('messages', [...shown, partnerPage.chats])
  useRefresh('cart', [...shown, partnerPage.campaigns])
  useRefresh('campaigns', [partnerPage.campaigns])
  useRefresh(['catalogueOrders', 'support_message'], shown)
  useRefresh('partner_notes', [partnerPage.overview])
}

interface OpenedProps {
  partner: Partner
  /** Whether the next partner is still loading. */
  isPrevious: boolean
  isWaiting: boolean
  overview: PartnerOverview | undefined
  failed: OverviewProps['failed']
}

function Opened({ partner, isPrevious, isWaiting, overview, failed }: OpenedProps) {
  useTrackRecent(partner)
  const t = useTranslations()
  const can = usePermission()
  const goTo = useSearchHere()
  const { tab }: Record<string, unknown> = useSearch({ strict: false })
  const more = partNames
    .filter((key) => can(parts[key].permission))
    .map((key) => {
      const { Part } = parts[key]
      return {
        key,
        label: t(`partner.tabs.${key}`),
        count: key === 'history' ? undefined : overview?.counts[key],
        content: <Part partner={partner} />,
      }
    })
  return (
    <>
      <PartnerHeader partner={partner} isPrevious={isPrevious} overview={overview} />
      <ChildTabs
        key={partner.id}
        label={t('partner.parts')}
        first={{
          label: t('partner.overview'),
          content: <Overview partner={partner} isWaiting={isWaiting} overview={overview} failed={failed} />,
        }}
        resources={children}
        more={more}
        parent={partner.id}
        current={typeof tab === 'string' ? tab : undefined}
        onChoose={(chosen) => goTo({ tab: chosen }, { instead: true, leaves: true })}
        keyLabel={(number, name) => t('partner.tab_key', { number: String(number), name })}
      />
    </>
  )
}

interface OverviewProps {
  partner: Partner
  /** The overview has neither arrived nor failed. Nothing is shown yet that the strip above would move. */
  isWaiting: boolean
  overview: PartnerOverview | undefined
  /** The overview could not be loaded. */
  failed: ComponentProps<typeof NotLoaded> | false | null
}

/** Three columns: figures, timeline, master data. */
function Overview({ partner, isWaiting, overview, failed }: OverviewProps) {
  const sees = usePermission()('figures.see')
  return (
    <div className={classes.overview} data-figures={sees || undefined}>
      {sees && <Figures partner={partner} overview={overview} />}
      <div className={classes.middle} data-waiting={isWaiting || undefined}>
        {overview && <OpenStrip partner={partner} overview={overview} />}
        {failed && <NotLoaded {...failed} />}
        <Activity partner={partner} opened={overview?.opened} />
      </div>
      <Aside partner={partner} overview={overview} />
    </div>
  )
}
