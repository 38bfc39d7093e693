import classes from './transfers.module.css'

/** Progress bar of an upload. */
export function TransferBar({ share, name }: { share: number; name: string }) {
  return (
    <span
      className={classes.bar}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <i style={{ width: `${share * 100}%` }} />
    </span>
  )
}
