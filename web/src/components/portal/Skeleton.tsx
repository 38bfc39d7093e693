import classes from './card.module.css'

/** Outlines of what is about to come: so many, each so high (in pixels). */
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
    <div className={className ?? classes.bones}>
      {Array.from({ length: count }, (_, place) => `bone ${place}`).map((key) => (
        <div key={key} className={classes.bone} style={{ height }} />
      ))}
    </div>
  )
}
