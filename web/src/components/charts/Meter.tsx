import classes from './Meter.module.css'

interface MeterProps {
  /** Accessible name: what is measured, such as a debt. */
  label: string
  /** The same in words and numbers: `10.924 € of 29.000 €`. */
  text: string
  /** What is filled, in parts from the left, dark to light. */
  parts: readonly number[]
  /** How much the whole track is. */
  whole: number
  /** A line across it, such as a plan or a limit. */
  mark?: number | undefined
  /** The mark is a limit: what is filled beyond it is red. */
  isLimit?: boolean
  /** Dark also where it has one part. */
  isStrong?: boolean
  /** 8 pixels high in place of 6, where it stands alone. */
  big?: boolean
}

/** How much of something there is, as one bar. */
export function Meter({ label, text, parts, whole, mark, isLimit, isStrong, big }: MeterProps) {
  const share = (amount: number) => `${whole > 0 ? Math.min(100, Math.max(0, (100 * amount) / whole)) : 0}%`
  const filled = parts.reduce((sum, part) => sum + part, 0)
  const isOver = isLimit && mark !== undefined && filled > mark
  return (
    // biome-ignore lint/a11y/useSemanticElements: no browser draws parts and a mark in a <meter>
    <div
      className={classes.meter}
      data-big={big || undefined}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={Math.min(whole, Math.max(0, filled))}
      aria-valuetext={text}
    >
      {isOver && <i data-part="over" style={{ width: share(filled) }} />}
      {parts
        .map((_, index) => {
          const end = parts.slice(0, index + 1).reduce((sum, part) => sum + part, 0)
          return (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: which part it is is all that it is
              key={index}
              data-part={parts.length > 1 || isStrong ? index : 'only'}
              style={{ width: share(isOver ? Math.min(end, mark) : end) }}
            />
          )
        })
        .reverse()}
      {mark !== undefined && <b style={{ left: share(mark) }} />}
    </div>
  )
}
