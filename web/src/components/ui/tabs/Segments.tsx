import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import classes from './Segments.module.css'

interface SegmentsProps<Key extends string> {
  /** Accessible name of the group. */
  label: string
  segments: readonly { key: Key; label: string }[]
  /** Undefined when no option is active. */
  current: Key | undefined
  onChoose: (key: Key) => void
}

/** A segmented control; arrow keys move between options. */
export function Segments<const Key extends string>({
  label,
  segments,
  current,
  onChoose,
}: SegmentsProps<Key>) {
  const name = useId()
  return (
    <fieldset className={classes.segments} data-segments>
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
