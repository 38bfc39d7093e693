import { useTexts } from '../texts/useTexts.ts'
import classes from './chart.module.css'
import type { StackedBarsProps } from './StackedBars.tsx'
import { chartTexts } from './texts.ts'

/** The bars that have something, in words and numbers; their names pick them. */
export function BarTable({ head, series, bars, write, onPick }: StackedBarsProps) {
  const t = useTexts(chartTexts)
  const filled = bars.filter(({ parts }) => parts.some((part) => part !== 0))
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {[head, ...series, t('chart.sum')].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {filled.map(({ key, name, parts }) => (
          <tr key={key}>
            <th scope="row">
              <button type="button" onClick={() => onPick(key)}>
                {name}
              </button>
            </th>
            {parts.map((part, index) => (
              <td key={series[index]}>{write(part)}</td>
            ))}
            <td>{write(parts.reduce((sum, part) => sum + part, 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
