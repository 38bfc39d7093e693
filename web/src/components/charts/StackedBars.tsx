// Amounts drawn, and the same as a table.
import { useElementSize } from '@mantine/hooks'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { BarDrawing, type StackedBarsProps } from './BarDrawing.tsx'
import { BarTable } from './BarTable.tsx'
import classes from './chart.module.css'
import { unitOf } from './scale.ts'
import { chartTexts } from './texts.ts'

/** Bars side by side, each of some parts. A click on one picks it; the keyboard finds the same in the table. */
export function StackedBars(props: StackedBarsProps) {
  const { title, series, bars, children } = props
  const t = useTexts(chartTexts)
  const [isTable, setTable] = useState(false)
  const { ref, width } = useElementSize()
  const most = Math.max(0, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)))
  const unit = unitOf(most)
  return (
    <section className={classes.chart} aria-label={title}>
      <header>
        <h2>
          {title} {!isTable && <span>{props.unit[unit]}</span>}
        </h2>
        <ul className={classes.legend}>
          {series.map((name, index) => (
            <li key={name} data-series={index}>
              <i />
              {name}
            </li>
          ))}
        </ul>
        {children}
        <IconButton
          size="small"
          icon={isTable ? IconChartBar : IconTable}
          label={t(isTable ? 'chart.as_bars' : 'chart.as_table')}
          onClick={() => setTable(!isTable)}
        />
      </header>
      <div ref={ref} className={classes.plot}>
        {isTable ? (
          <BarTable {...props} />
        ) : (
          width > 0 && <BarDrawing {...props} width={width} most={most} unit={unit} />
        )}
      </div>
    </section>
  )
}
