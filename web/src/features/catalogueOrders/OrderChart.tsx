import { catalogueOrderList, type OrderTotals } from '@kontor/contract/catalogueOrders'
import { type Locale, locales } from '@kontor/contract/lib/text/locales'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StackedBar } from '../../components/charts/BarPlot.tsx'
import { StackedBars } from '../../components/charts/StackedBars.tsx'
import type { DayRange } from '../../components/date-range/ranges.ts'
import { type SpanBy, spanKey, spansOf } from '../../components/date-range/spans.ts'
import { Segments } from '../../components/ui/tabs/Segments.tsx'
import { type Format, formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

interface OrderChartProps {
  totals: OrderTotals
  range: DayRange
  today: string
  onRange: (range: DayRange) => void
}

/** Orders per day in euros or pieces, in and out of stock; a long range by months or years. */
export function OrderChart({ totals, range, today, onRange }: OrderChartProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const format = formatOf(locale)
  const [measure, setMeasure] = useState<'total' | 'pieces'>('total')
  const { by, spans } = useMemo(() => spansOf(range), [range])
  const sums = useMemo(() => sumsOf(totals, by, measure), [totals, by, measure])
  const write = (amount: number) =>
    measure === 'total' ? format.euro(String(amount)) : format.integer(amount)
  const bars = spans.map(({ key, from, to }, index): StackedBar => {
    const isNow = from <= today && today <= to
    return {
      key,
      isNow,
      parts: sums.get(key) ?? [0, 0],
      name: by === 'day' ? format.day(from) : format.days(from, to),
      label:
        isNow && by === 'day' ? t('catalogueOrders.today') : labelOf(from, by, spans.length, index, locale),
    }
  })
  const units = t(`catalogueOrders.unit_${measure}`)
  return (
    <StackedBars
      title={t(`catalogueOrders.${measure}_by_${by}`)}
      unit={{
        1: measure === 'total' ? units : '',
        1000: t('catalogueOrders.thousands', { units }),
        1000000: t('catalogueOrders.millions', { units }),
      }}
      text={summaryOf(totals, measure, format)}
      heading={t(`catalogueOrders.${by}`)}
      series={(catalogueOrderList.columns.ignore_quantity.options ?? []).map(({ label }) => label[locale])}
      bars={bars}
      format={write}
      onPick={(key) => {
        const span = spans.find((one) => one.key === key)
        if (span) onRange({ from: span.from, to: span.to })
      }}
    >
      <Segments
        label={t('catalogueOrders.measure')}
        segments={[
          { key: 'total', label: t('catalogueOrders.total') },
          { key: 'pieces', label: t('catalogueOrders.pieces') },
        ]}
        current={measure}
        onChoose={setMeasure}
      />
    </StackedBars>
  )
}

/**
 * The sums per part of the range, in and out of stock. For drawing only: displayed numbers come from the
 * server.
 */
function sumsOf({ days }: OrderTotals, by: SpanBy, measure: 'total' | 'pieces') {
  const sums = new Map<string, [number, number]>()
  for (const { day, in_stock, out_of_stock } of days) {
    const sum = sums.get(spanKey(by, day)) ?? [0, 0]
    sums.set(spanKey(by, day), [
      cents(sum[0] + Number(in_stock[measure])),
      cents(sum[1] + Number(out_of_stock[measure])),
    ])
  }
  return sums
}
/** Removes floating-point error. */
const cents = (sum: number) => Math.round(sum * 1000) / 1000

const summaryOf = ({ date_from, date_to, total, pieces }: OrderTotals, measure: string, format: Format) =>
  `${format.days(date_from, date_to)}: ${measure === 'total' ? format.sum(total) : format.integer(pieces)}`

/** The label below a bar: Mondays, in long ranges months or years. */
function labelOf(day: string, by: SpanBy, count: number, index: number, locale: Locale) {
  const [year, month, date] = day.split('-').map(Number)
  if (by === 'year') return String(year)
  if (by === 'month') return month === 1 || index === 0 ? String(year) : undefined
  if (count > 62) return date === 1 ? monthOf(day, locale) : undefined
  if (index === 0) return locale === 'cnr' ? `${date}. ${month}.` : `${date}/${month}`
  const isMonday = new Date(day).getUTCDay() === 1
  return isMonday || count < 12 ? `${date}${locale === 'cnr' ? '.' : ''}` : undefined
}

const monthOf = (day: string, locale: Locale) =>
  new Intl.DateTimeFormat(locales[locale], { month: 'short', timeZone: 'UTC' }).format(new Date(day))
