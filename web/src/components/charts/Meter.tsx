import classes from './Meter.module.css'

interface MeterProps {
  /** Accessible name: what is measured, such as a debt. */
  label: string
  /** The value as text: `10.924 € of 29.000 €`. */
  text: string
  /** Amounts of the filled parts from the left, dark to light. */
  parts: readonly number[]
  /** Amount of the full track. */
  whole: number
  /** A mark across the track, such as a plan or a limit. */
  mark?: number | undefined
  /** The mark is a limit: the part beyond it is red. */
  isLimit?: boolean
  /** Dark even with a single part. */
  isStrong?: boolean
  /** 8 pixels high instead of 6, for a meter without a table around it. */
  isLarge?: boolean
}

/** A horizontal bar of one or more filled parts, with an optional mark. */
export function Meter({ label, text, parts, whole, mark, isLimit, isStrong, isLarge }: MeterProps) {
  const share = (amount: number) => `${whole > 0 ? Math.min(100, Math.max(0, (100 * amount) / whole)) : 0}%`
  const filled = parts.reduce((sum, part) => sum + part, 0)
  const exceedsLimit = isLimit && mark !== undefined && filled > mark
  return (
    // biome-ignore lint/a11y/useSemanticElements: no browser draws parts and a mark in a <meter>
    <div
      className={classes.meter}
      data-big={isLarge || undefined}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={Math.min(whole, Math.max(0, filled))}
      aria-valuetext={text}
    >
      {exceedsLimit && <i data-part="over" style={{ width: share(filled) }} />}
      {parts
        .map((_, index) => {
          const end = parts.slice(0, index + 1).reduce((sum, part) => sum + part, 0)
          return (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts are static and have no ids
              key={index}
              data-part={parts.length > 1 || isStrong ? index : 'only'}
              style={{ width: share(exceedsLimit ? Math.min(end, mark) : end) }}
            />
          )
        })
        .reverse()}
      {mark !== undefined && <b style={{ left: share(mark) }} />}
    </div>
  )
}
