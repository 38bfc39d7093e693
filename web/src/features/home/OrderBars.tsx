import { type DayOrders, type Source, sources } from '@kontor/contract/home/day'
import { barLinks } from '@kontor/contract/home/links'
import { keysOf } from '@kontor/contract/lib/lists/keys'
import { addDays, daysBetween, type Locale } from '@kontor/contract/lib/text/locales'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { StackedBar } from '../../components/charts/BarPlot.tsx'
import { DayBars } from '../../components/charts/DayBars.tsx'
import { Legend } from '../../components/charts/Legend.tsx'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './Orders.module.css'

interface OrderBarsProps {
  orders: DayOrders
  measure: 'orders' | 'total'
}

type Amounts = Readonly<Record<OrderBarsProps['measure'], number>>
const NOTHING: Amounts = { orders: 0, total: 0 }

/** A bar chart per day. */
export function OrderBars({ orders, measure }: OrderBarsProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const format = formatOf(locale)
  const navigate = useNavigate()
  const shown = keysOf(sources).filter((source) => orders.sources[source])
  const byDay = new Map(shown.map((source) => [source, amountsOf(orders, source)]))
  const on = (day: string, source: Source) => byDay.get(source)?.get(day) ?? NOTHING
  const write = (amount: number) =>
    measure === 'total' ? format.euro(amount.toFixed(2)) : format.integer(amount)
  const days = daysOf(orders)
  const bars = days.map(
    (day, index): StackedBar => ({
      key: day,
      name: capitalize(format.day(day)),
      isNow: day === orders.until,
      label: day === orders.until ? t('home.orders.today') : labelOf(day, index, days.length, locale),
      parts: shown.map((source) => on(day, source)[measure]),
    }),
  )
  const sumOf = (source: Source) => days.reduce((all, day) => all + on(day, source)[measure], 0)
  const open = (day: string, source: Source = 'promotions') => {
    const { to, search } = barLinks[source]
    return navigate({ to, search: search(day) })
  }
  return (
    <>
      <Legend className={classes.legend}>
        {shown.map((source) => (
          <li key={source}>
            <i data-source={source} />
            {t(`home.orders.source.${source}`)} <b>{write(sumOf(source))}</b>
          </li>
        ))}
        <li>
          {t('home.orders.all')} <b>{write(shown.reduce((all, source) => all + sumOf(source), 0))}</b>
        </li>
      </Legend>
      <DayBars
        title={t('home.orders.title')}
        heading={t('home.orders.day')}
        series={shown.map((source) => t(`home.orders.source.${source}`))}
        bars={bars}
        format={write}
        summaryOf={({ key }) => {
          const all = (of: keyof Amounts) => shown.reduce((sum, source) => sum + on(key, source)[of], 0)
          return t('home.orders.says', { count: all('orders'), total: format.euro(all('total').toFixed(2)) })
        }}
        onPick={(day, series) => void open(day, shown[series])}
      />
    </>
  )
}

/** The amounts of a source per day. For drawing only; the lists have the exact ones. */
const amountsOf = ({ sources: of }: DayOrders, source: Source) =>
  new Map(
    (of[source] ?? []).map(({ day, orders, total }): [string, Amounts] => [
      day,
      { orders, total: Number(total) },
    ]),
  )

/** Every day from the first to the last. */
const daysOf = ({ from, until }: DayOrders) =>
  Array.from({ length: daysBetween(from, until) + 1 }, (_, index) => addDays(from, index))

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The label below Mondays, unless today's label would overlap it. */
function labelOf(day: string, index: number, count: number, locale: Locale) {
  if (new Date(day).getUTCDay() !== 1 || index > count - 3) return undefined
  const [, month, date] = day.split('-').map(Number)
  return locale === 'cnr' ? `${date}. ${month}.` : `${date}/${month}`
}
