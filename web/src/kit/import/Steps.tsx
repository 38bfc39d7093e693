import { IconCheck } from '@tabler/icons-react'
import type { RefObject } from 'react'
import classes from './import.module.css'

interface StepsProps {
  names: readonly string[]
  current: number
  place: RefObject<HTMLOListElement | null>
}

/** Where one is on the way: steps done are checked, the current one is filled. */
export function Steps({ names, current, place }: StepsProps) {
  return (
    <ol ref={place} className={classes.steps}>
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span>{index < current ? <IconCheck size={14} stroke={1.8} aria-hidden /> : index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  )
}
