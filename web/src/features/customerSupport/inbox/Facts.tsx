import type { SupportConversation } from '@kontor/contract/customerSupport/inbox'
import { useTranslations } from 'use-intl'
import { dayOf, formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './Facts.module.css'

/** Facts about the partner for answering, as far as the user has permission. */
export function Facts({ row: { figures, written, last_order } }: { row: SupportConversation }) {
  const t = useTranslations()
  const { euro, date } = formatOf(useLanguage().locale)
  const facts = [
    ...(figures
      ? [
          { text: t('support.debt'), value: euro(figures.debt), is: ofFigure(figures.debt, '') },
          {
            ...{ text: t('support.overdue'), value: euro(figures.outOfCurrency) },
            is: ofFigure(figures.outOfCurrency, 'bad'),
          },
        ]
      : []),
    { text: t('support.written'), value: t('support.written_count', { ...written }), is: '' },
    ...(last_order
      ? [
          {
            text: t('support.last_order'),
            value: `${date(dayOf(last_order.at))}, ${last_order.product}, ${t('support.pieces', { count: last_order.quantity })}`,
            is: '',
          },
        ]
      : []),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(({ text, value, is }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd data-is={is || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** No debt is muted. */
const ofFigure = (text: string, otherwise: string) => (Number.parseFloat(text) === 0 ? 'none' : otherwise)
