import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { BarTable, type BarTableProps } from './BarTable.tsx'
import classes from './chart.module.css'
import { Legend } from './Legend.tsx'
import { unitOf } from './unitOf.ts'

const BarPlot = lazyPart(() => import('./BarPlot.tsx'), 'BarPlot')

const COLORS = ['var(--a5)', 'var(--dot-warn)']

interface StackedBarsProps extends Omit<BarTableProps, 'isBySeries' | 'onPick'> {
  title: string
  /** The unit after the title, by the divisor of the numbers at the axis. */
  unit: Readonly<Record<1 | 1000 | 1_000_000, string>>
  /** Accessible name: a summary of the chart in one sentence. */
  text: string
  onPick: (key: string) => void
  /** Shown before the button that opens the table. */
  children?: ReactNode
}

/**
 * A stacked bar chart with a table of the same data. A click on a bar calls `onPick`; the keyboard uses
 * the table.
 */
export function StackedBars(props: StackedBarsProps) {
  const { title, text, series, bars, format, onPick, children } = props
  const t = useTranslations()
  const [isTable, setTable] = useState(false)
  const unit = unitOf(bars)
  return (
    <section className={classes.chart} aria-label={title}>
      <header>
        <h2>
          {title} {!isTable && <span>{props.unit[unit]}</span>}
        </h2>
        <Legend>
          {series.map((name, index) => (
            <li key={name}>
              <i style={{ background: COLORS[index] }} />
              {name}
            </li>
          ))}
        </Legend>
        {children}
        <IconButton
          size="small"
          icon={isTable ? IconChartBar : IconTable}
          label={t(isTable ? 'chart.as_bars' : 'chart.as_table')}
          onClick={() => setTable(!isTable)}
        />
      </header>
      {isTable ? (
        <div className={classes.scroll}>
          <BarTable {...props} />
        </div>
      ) : (
        <div className={classes.plot} role="img" aria-label={`${title}. ${text}`}>
          <BarPlot colors={COLORS} bars={bars} series={series} format={format} unit={unit} onPick={onPick} />
        </div>
      )}
    </section>
  )
}
