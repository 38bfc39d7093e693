import type { BulkChange, BulkField, BulkPlan } from '@kontor/contract/lib/resources/bulk'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'
import classes from './bulk.module.css'

interface PlanProps {
  change: BulkChange
  plan: BulkPlan
  kind: BulkField['kind'] | undefined
  /** Name of the record whose link is added or removed. */
  linked: string
}

/**
 * Preview of a bulk edit: the number of rows, the first ones with old and new values, and the rows that
 * fail.
 */
export function Plan({ change, plan, kind, linked }: PlanProps) {
  const t = useTranslations()
  const message = useMessage()
  const { euro, integer } = formatOf(useLanguage().locale)
  const shown = (value: string | null) =>
    kind === 'count' ? integer(Number(value ?? 0)) : euro(value ?? '0')
  return (
    <section className={classes.plan} aria-live="polite">
      <p>
        <b>{plan.changed > 0 ? t('bulk.changed', { count: plan.changed }) : t('bulk.none')}</b>
        {plan.same > 0 && <span>{t('bulk.same', { count: plan.same })}</span>}
        {plan.wrong > 0 && <span data-bad>{t('bulk.wrong', { count: plan.wrong })}</span>}
      </p>
      <ul>
        {plan.problems.map(({ id, name, reason }) => (
          <li key={id}>
            <span>{name}</span>
            <span data-bad>{message(reason)}</span>
          </li>
        ))}
        {plan.rows.map(({ id, name, before, after }) => (
          <li key={id}>
            <span>{name}</span>
            {kind === 'links' ? (
              <span>
                {change.how === 'add' ? '+' : '−'} {linked}
              </span>
            ) : (
              <span>
                <del>{shown(before)}</del> → <b>{shown(after)}</b>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
