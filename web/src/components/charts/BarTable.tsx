import { useTranslations } from 'use-intl'
import type { StackedBar } from './BarPlot.tsx'
import classes from './chart.module.css'

export interface BarTableProps {
  /** Column heading of the bars, such as days. */
  heading: string
  series: readonly string[]
  bars: readonly StackedBar[]
  format: (amount: number) => string
  /** `series` is given when each series has its own detail. */
  onPick: (key: string, series: number) => void
  isBySeries?: boolean
}

/** The bars as a table, including empty ones. Clicking a name, or an amount of a series, calls `onPick`. */
export function BarTable({ heading, series, bars, format, onPick, isBySeries }: BarTableProps) {
  const t = useTranslations()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {[heading, ...series, t('chart.sum')].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, parts }) => (
          <tr key={key}>
            <th scope="row">{isBySeries ? name : <Pick onClick={() => onPick(key, 0)}>{name}</Pick>}</th>
            {parts.map((part, index) => (
              <td key={series[index]}>
                {isBySeries && part !== 0 ? (
                  <Pick
                    name={`${name}, ${series[index]}: ${format(part)}`}
                    onClick={() => onPick(key, index)}
                  >
                    {format(part)}
                  </Pick>
                ) : (
                  format(part)
                )}
              </td>
            ))}
            <td>{format(parts.reduce((sum, part) => sum + part, 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Pick = ({ name, ...rest }: { name?: string; onClick: () => void; children: string }) => (
  <button type="button" aria-label={name} {...rest} />
)
