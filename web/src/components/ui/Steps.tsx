import { IconCheck } from '@tabler/icons-react'
import type { RefObject } from 'react'
import classes from './Steps.module.css'

/** A step; one with `run` can be opened at any time. */
interface Step {
  name: string
  /** Secondary text after the name, such as a count. */
  note?: string
  run?: () => void
}

interface StepsProps {
  /** A string is a step with only a name. */
  steps: readonly (string | Step)[]
  current: number
  listRef?: RefObject<HTMLOListElement | null>
}

/** A progress indicator of steps: completed ones are checked, the current one is filled. */
export function Steps({ steps, current, listRef }: StepsProps) {
  return (
    <ol ref={listRef} className={classes.steps}>
      {steps.map(asStep).map((step, index) => (
        <li
          key={step.name}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          {step.run ? (
            <button type="button" onClick={step.run}>
              <StepText {...step} isDone={index < current} number={index + 1} />
            </button>
          ) : (
            <StepText {...step} isDone={index < current} number={index + 1} />
          )}
        </li>
      ))}
    </ol>
  )
}

const asStep = (step: string | Step): Step => (typeof step === 'string' ? { name: step } : step)

const StepText = ({ name, note, isDone, number }: Step & { isDone: boolean; number: number }) => (
  <>
    <span className={classes.icon} aria-hidden>
      {isDone ? <IconCheck size={14} stroke={1.8} /> : number}
    </span>
    <span className={classes.name}>
      {name}
      {note && ' '}
    </span>
    {note && <small>{note}</small>}
  </>
)
