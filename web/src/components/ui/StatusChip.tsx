import classes from './StatusChip.module.css'

interface StatusChipProps {
  /** Full dot for true, hollow for false; the word says the same. */
  on: boolean
  label: string
  /** It has more words than a cell may have room for. */
  wraps?: boolean
  tone?: 'ok' | 'change' | 'warn' | 'bad'
}

/** A state as a dot and a word, so that it reads without colour. */
export function StatusChip({ on, label, wraps, tone = 'ok' }: StatusChipProps) {
  return (
    <span className={classes.chip} data-tone={on ? tone : 'no'} data-wraps={wraps}>
      <i />
      {label}
    </span>
  )
}
