import { type Partner, partners } from '@kontor/contract/partners'
import type { PartnerOverview } from '@kontor/contract/partners/page'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { RecordTitle } from '../../../components/ui/page-header/RecordTitle.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { formatOf, percentOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import { eurosOf } from './amounts.ts'
import classes from './PartnerPage.module.css'
import { PartnerTools } from './PartnerTools.tsx'
import { previousListSearch, useNeighbours } from './useNeighbours.ts'

/** A date with two digits each, for the room of one that is not known yet. */
const LONG_AGO = '2000-12-28T12:00:00Z'

interface PartnerHeadProps {
  partner: Partner
  overview: PartnerOverview | undefined
}

/** The header of a partner: name, previous and next in the list, and actions. */
export function PartnerHead({ partner, overview }: PartnerHeadProps) {
  const t = useTranslations()
  const { dateTime } = formatOf(useLanguage().locale)
  const can = usePermission()
  const list = previousListSearch()
  const { id, name, city, phone, is_active } = partner
  const last = overview?.last_order_at
  return (
    <header className={classes.head}>
      <RecordTitle name={name} back={{ to: '/partners', search: list ?? {}, label: t('partner.back') }}>
        <StatusChip
          on={is_active}
          label={t(is_active ? 'features.partners.active' : 'features.partners.inactive')}
        />
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
        <PartnerTools partner={partner} />
      </div>
    </header>
  )
}

/** Percentage of the limit from which the debt is flagged. */
const NEAR_PERCENT = 90

/** A chip when the debt is near or above its limit. */
export function LimitChip({ partner }: { partner: Partner }) {
  const t = useTranslations()
  const [debt, limit] = [eurosOf(partner.debt), eurosOf(partner.debitLimit)]
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
        ...{ key: 'j', label: t('partner.next'), repeats: true },
        ...{ when: found?.next !== undefined, run: () => found?.next?.() },
      },
      {
        ...{ key: 'k', label: t('partner.previous'), repeats: true },
        ...{ when: found?.previous !== undefined, run: () => found?.previous?.() },
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
