import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import classes from './Segments.module.css'

interface SegmentsProps<Key extends string> {
  /** Accessible name of the group. */
  label: string
  segments: readonly { key: Key; label: string }[]
  /** None is on where what is shown is none of them. */
  current: Key | undefined
  onChoose: (key: Key) => void
}

/** A few ways to show the same, one of which is on; arrows go from one to the next. */
export function Segments<const Key extends string>({
  label,
  segments,
  current,
  onChoose,
}: SegmentsProps<Key>) {
  const name = useId()
  return (
    <fieldset className={classes.segments}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {segments.map((segment) => (
        <label key={segment.key}>
          <input
            type="radio"
            name={name}
            checked={segment.key === current}
            onChange={() => onChoose(segment.key)}
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  )
}
