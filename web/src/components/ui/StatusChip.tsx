import classes from './StatusChip.module.css'

interface StatusChipProps {
  /** A filled dot for true, a hollow one for false. */
  on: boolean
  label: string
  /** The label may wrap in a narrow cell. */
  wraps?: boolean
  tone?: 'ok' | 'change' | 'warn' | 'bad'
}

/** A state as a dot with a label, so that it does not depend on colour. */
export function StatusChip({ on, label, wraps, tone = 'ok' }: StatusChipProps) {
  return (
    <span className={classes.chip} data-tone={on ? tone : 'no'} data-wraps={wraps}>
      <i />
      {label}
    </span>
  )
}
