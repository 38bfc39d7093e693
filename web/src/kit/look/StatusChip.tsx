import classes from './StatusChip.module.css'

interface StatusChipProps {
  /** Full dot for true, hollow for false; the word says the same. */
  on: boolean
  label: string
  tone?: 'ok' | 'change' | 'warn' | 'bad'
}

/** A state as a dot and a word, so that it reads without colour. */
export function StatusChip({ on, label, tone = 'ok' }: StatusChipProps) {
  return (
    <span className={classes.chip} data-tone={on ? tone : 'no'}>
      <i />
      {label}
    </span>
  )
}
