import classes from './StatusChip.module.css'

interface StatusChipProps {
  /** A filled dot for true, a hollow one for false. */
  on: boolean
  label: string
  tone?: 'ok' | 'change' | 'warn' | 'bad'
}

/** A state as a dot with a label, so that it does not depend on colour. */
export function StatusChip({ on, label, tone = 'ok' }: StatusChipProps) {
  return (
    <span className={classes.chip} data-tone={on ? tone : 'no'}>
      <i />
      <span title={label}>{label}</span>
    </span>
  )
}
