import { type Partner, partnerList, partners } from '@kontor/contract/partners'
import type { PartnerOverview } from '@kontor/contract/partners/page'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { readListState, writeListState } from '../../../components/data-table/list-page/listState.ts'
import { useRows } from '../../../components/data-table/list-page/useRows.ts'
import { useSavedViews } from '../../../components/data-table/saved-views/useSavedViews.ts'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { RecordTitle } from '../../../components/ui/page-header/RecordTitle.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { percentOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import { eurosOf } from './amounts.ts'
import classes from './PartnerPage.module.css'
import { PartnerTools } from './PartnerTools.tsx'

/** A date of the greatest width, which reserves the space of one that is not loaded yet. */
const LONG_AGO = '2000-12-28T12:00:00Z'

interface PartnerHeadProps {
  partner: Partner
  /** Whether the next partner is still loading: this one's actions are off. */
  isPrevious: boolean
  overview: PartnerOverview | undefined
}

/** The header of a partner: name, previous and next in the list, and actions. */
export function PartnerHeader({ partner, isPrevious, overview }: PartnerHeadProps) {
  const t = useTranslations()
  const { flag } = useLabels(partnerList)
  const { dateTime } = useFormat()
  const can = usePermission()
  const list = previousListSearch()
  const { id, name, city, phone, is_active } = partner
  const last = overview?.last_order_at
  return (
    <header className={classes.head}>
      <RecordTitle name={name} back={{ to: '/partners', search: list ?? {}, label: t('partner.back') }}>
        <StatusChip on={is_active} label={flag[is_active ? 'yes' : 'no']} />
        {can('figures.see') && <LimitChip partner={partner} />}
      </RecordTitle>
      <p className={classes.subtitle}>
        <span>{id}</span>
        {city && <span>{city.name}</span>}
        {phone && <a href={phoneLink(phone)}>{phone}</a>}
        {/* Keeps its room until it is known, because it can take a second line. */}
        {(last !== undefined || !overview) && (
          <span className={classes.muted} style={overview ? undefined : { visibility: 'hidden' }}>
            {last === null
              ? t('partner.no_order')
              : t('partner.last_order', { at: dateTime(last ?? LONG_AGO) })}
          </span>
        )}
      </p>
      <div className={classes.tools}>
        {list && can(partners.index.permission) && <Neighbours id={id} list={list} />}
        <div inert={isPrevious} style={{ display: 'contents' }}>
          <PartnerTools key={id} partner={partner} isPrevious={isPrevious} />
        </div>
      </div>
    </header>
  )
}

/** Percentage of the limit from which the debt is flagged. */
const NEAR_PERCENT = 90

/** A chip when the debt is near or above its limit. */
export function LimitChip({ partner }: { partner: Partner }) {
  const t = useTranslations()
  const debt = eurosOf(partner.debt)
  const limit = eurosOf(partner.debitLimit)
  if (debt === null || !limit) return null
  const percent = percentOf(debt, limit)
  if (debt > limit) return <StatusChip on tone="bad" label={t('partner.over_limit')} />
  if (percent < NEAR_PERCENT) return null
  return <StatusChip on tone="warn" label={t('partner.near_limit', { percent: String(percent) })} />
}

/** Links to the previous and next partner of the list, also by J and K. */
function Neighbours({ id, list }: { id: number; list: Record<string, string> }) {
  const t = useTranslations()
  const found = useNeighbours(id, list)
  useShortcuts(
    [
      {
        key: 'j',
        label: t('partner.next'),
        repeats: true,
        when: found?.next !== undefined,
        run: () => found?.next?.(),
      },
      {
        key: 'k',
        label: t('partner.previous'),
        repeats: true,
        when: found?.previous !== undefined,
        run: () => found?.previous?.(),
      },
    ],
    'row',
  )
  if (!found) return null
  const { position, total, previous, next } = found
  return (
    <div className={classes.neighbours}>
      <span>{t('partner.of_list', { position, total })}</span>
      <IconButton
        icon={IconChevronUp}
        label={t('partner.previous')}
        disabled={!previous}
        onClick={() => previous?.()}
      />
      <IconButton
        icon={IconChevronDown}
        label={t('partner.next')}
        disabled={!next}
        onClick={() => next?.()}
      />
    </div>
  )
}

/** The search params of the list that the user came from; undefined otherwise. */
const previousListSearch = (): Record<string, string> | undefined => history.state?.list

/**
 * The position of a partner in the list that the user came from, with functions to open the previous and
 * next one; undefined while unknown. Loads its page of the list, and the adjacent page at an edge.
 */
function useNeighbours(id: number, list: Record<string, string>) {
  const written = JSON.stringify(list)
  const { preferences, isAwaited } = useSavedViews(partners.index, partnerList, false)
  const state = useMemo(
    () => readListState(JSON.parse(written), partnerList, '', preferences),
    [written, preferences],
  )
  const { page, size } = state
  const ownPage = useRows(partners.index, partnerList, state, undefined, !isAwaited)
  const at = ownPage.rows.findIndex((row) => row.id === id)
  const isFirst = at === 0 && page > 1
  const isLast = at === ownPage.rows.length - 1 && page * size < ownPage.total
  // When no adjacent page is needed it is the page itself, which is cached.
  const before = useRows(
    partners.index,
    partnerList,
    usePage(state, isFirst ? page - 1 : page),
    undefined,
    !isAwaited,
  )
  const after = useRows(
    partners.index,
    partnerList,
    usePage(state, isLast ? page + 1 : page),
    undefined,
    !isAwaited,
  )
  const go = useGo()
  if (at < 0) return null
  const opener = (row: { id: number } | undefined, on: number, isLoaded: boolean) =>
    row && isLoaded
      ? () => go(row.id, writeListState({ ...state, page: on }, partnerList, '', preferences))
      : undefined
  return {
    position: (page - 1) * size + at + 1,
    total: ownPage.total,
    previous: isFirst
      ? opener(before.rows.at(-1), page - 1, !before.isPlaceholderData)
      : opener(ownPage.rows[at - 1], page, at > 0),
    next: isLast
      ? opener(after.rows[0], page + 1, !after.isPlaceholderData)
      : opener(ownPage.rows[at + 1], page, true),
  }
}

const usePage = (state: ReturnType<typeof readListState>, page: number) =>
  useMemo(() => ({ ...state, page }), [state, page])

/** Opens another partner with the same tab; back still returns to the list. */
function useGo() {
  const navigate = useNavigate()
  const { tab }: Record<string, string> = useSearch({ strict: false })
  return (id: number, list: Record<string, string>) =>
    void navigate({
      to: `/partners/${id}`,
      search: tab ? { tab } : {},
      state: (state) => ({ ...state, list }),
      replace: true,
    })
}
