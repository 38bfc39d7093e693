import classes from './card.module.css'

/** Placeholders while loading: `count` boxes of `height` pixels. */
export function LoadingSkeleton({
  count,
  height,
  className,
}: {
  count: number
  height: number
  className?: string
}) {
  return (
    <div className={className ?? classes.skeletons}>
      {Array.from({ length: count }, (_, index) => `bone ${index}`).map((key) => (
        <div key={key} className={classes.skeleton} style={{ height }} />
      ))}
    </div>
  )
}
