import { daysBetween, officeToday } from '@kontor/contract/lib/text/locales'
import type { Partner } from '@kontor/contract/partners'
import type { PartnerOverview } from '@kontor/contract/partners/page'
import { partnerTimeline, type TimelineEntry, type TimelineKind } from '@kontor/contract/partners/timeline'
import { Button, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failed, Notice } from '../../../components/ui/Notice.tsx'
import { Segments } from '../../../components/ui/tabs/Segments.tsx'
import { useNextPage } from '../../../components/ui/useNextPage.ts'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { pagesKey } from '../../../lib/api/useApiQuery.ts'
import { dayOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './Activity.module.css'
import { Event } from './Event.tsx'

const kinds = ['all', 'orders', 'messages', 'changes'] as const

interface ActivityProps {
  partner: Partner
  opened: PartnerOverview['opened'] | undefined
}

/** The timeline of a partner by day, newest first; filtered by kind. */
export function Activity({ partner, opened }: ActivityProps) {
  const t = useTranslations()
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  return (
    <section aria-label={t('partner.activity.title')}>
      <header className={classes.head}>
        <h2>{t('partner.activity.title')}</h2>
        <Segments
          label={t('partner.activity.filter')}
          segments={kinds.map((key) => ({ key, label: t(`partner.activity.${key}`) }))}
          current={kind}
          onChoose={setKind}
        />
      </header>
      <Timeline key={kind} id={partner.id} kind={kind === 'all' ? undefined : kind} opened={opened} />
    </section>
  )
}

/** The change history of a partner in its own tab. */
export function PartnerHistory({ partner }: { partner: Pick<Partner, 'id'> }) {
  return (
    <div className={classes.alone}>
      <Timeline id={partner.id} kind="changes" opened={undefined} />
    </div>
  )
}

interface TimelineProps {
  id: number
  kind: TimelineKind | undefined
  opened: PartnerOverview['opened'] | undefined
}

/** The loaded part of the timeline; its start is shown at the end. */
function Timeline({ id, kind, opened }: TimelineProps) {
  const t = useTranslations()
  const query = useTimeline(id, kind)
  const { data, isError, refetch, hasNextPage, isFetchingNextPage } = query
  const { date } = useFormat()
  const { end, more } = useNextPage(query, '200px')
  if (isError && !data) return <Failed title={t('partner.activity.failed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingSkeleton />
  const all = data.pages.flatMap(({ result }) => result)
  if (all.length === 0 && !opened)
    return <Notice icon={IconHistory} title={t('partner.activity.none')} text="" />
  return (
    <>
      {[...Map.groupBy(all, ({ at }) => dayOf(at))].map(([day, events]) => (
        <Day key={day} day={day} events={events} partner={id} />
      ))}
      {hasNextPage && (
        <div ref={end} className={classes.loadMore}>
          <Button variant="subtle" loading={isFetchingNextPage} onClick={more}>
            {t('partner.activity.older')}
          </Button>
        </div>
      )}
      {!hasNextPage && opened && (
        <p className={classes.opened}>
          {opened.person
            ? t('partner.activity.opened_by', { at: date(dayOf(opened.at)), person: opened.person })
            : t('partner.activity.opened', { at: date(dayOf(opened.at)) })}
        </p>
      )}
    </>
  )
}

const FIRST: string | null = null

function useTimeline(id: number, kind: TimelineKind | undefined) {
  return useInfiniteQuery({
    queryKey: pagesKey(partnerTimeline.index, [id, kind ?? 'all']),
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) =>
      apiRequest(
        partnerTimeline.index,
        {
          params: { id: String(id) },
          query: { ...(kind && { kind }), ...(pageParam !== null && { before: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
}

interface DayProps {
  day: string
  events: readonly TimelineEntry[]
  partner: number
}

function Day({ day, events, partner }: DayProps) {
  const t = useTranslations()
  const format = useFormat()
  const recent = [t('partner.activity.today'), t('partner.activity.yesterday')]
  return (
    <section className={classes.day}>
      <h3>{[recent[daysBetween(day, officeToday())], format.day(day)].filter(Boolean).join(', ')}</h3>
      <ol>
        {events.map((event) => (
          <Event key={event.key} event={event} partner={partner} />
        ))}
      </ol>
    </section>
  )
}

const LoadingSkeleton = () => (
  <div className={classes.skeletons} aria-hidden>
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <Skeleton key={n} height={32} />
    ))}
  </div>
)
