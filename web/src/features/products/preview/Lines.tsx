import type { ProductSummary } from '@kontor/contract/products/glance'
import { useTranslations } from 'use-intl'
import { Spark } from '../../../components/charts/Spark.tsx'
import { Section } from '../../../components/data-table/side-panel/Section.tsx'
import { dayOf, formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** Line charts of stock and price; constant ones are omitted. */
export function Lines({ summary }: { summary: ProductSummary }) {
  const t = useTranslations()
  const { euro, integer } = formatOf(useLanguage().locale)
  return (
    <>
      <Line
        title={t('glance.stock_line')}
        name={t('glance.quantity')}
        line={summary.quantity}
        format={(amount) => integer(amount)}
      />
      <Line
        title={t('glance.price_line')}
        name={t('glance.price')}
        line={summary.price}
        format={(amount) => euro(amount.toFixed(2))}
      />
    </>
  )
}

interface LineProps {
  title: string
  name: string
  line: ProductSummary['price']
  format: (amount: number) => string
}

function Line({ title, name, line, format }: LineProps) {
  const t = useTranslations()
  const { date, dateTime } = formatOf(useLanguage().locale)
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.every(({ value }) => value === first.value)) return null
  const params = { from: format(Number(first.value)), to: format(Number(last.value)) }
  return (
    <Section title={title}>
      <Spark
        title={title}
        text={t('glance.line_says', params)}
        headings={[t('glance.moment'), name]}
        points={line.map(({ at, value }) => ({
          ...{ at: Date.parse(at), name: dateTime(at) },
          ...{ amount: Number(value), isStep: true },
        }))}
        ends={[date(dayOf(first.at)), t('glance.now')]}
        format={format}
      />
    </Section>
  )
}
