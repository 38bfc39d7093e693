import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTypedNumber } from '../../../components/form/fields/useTypedNumber.ts'
import input from '../../../components/ui/input.module.css'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import classes from './FillForm.module.css'

interface FillFormProps {
  label: string
  placeholder: string
  /** Label of the button. */
  action: string
  isDisabled: boolean
  isPending?: boolean
  /** The message of a value that cannot be filled in; null when it can. */
  problemOf: (value: string) => string | null
  /** Gets the canonical value; may return a promise until it has been filled in, which rejects when it was not. */
  onFill: (value: string, form: HTMLFormElement) => unknown
}

/**
 * A labelled number and a button that fills it in for several rows. Enter does too, and the keys of the stepper as long
 * as the value has not been filled in (`data-unfilled`): they would save without it.
 */
export function FillForm({ label, placeholder, action, isDisabled, isPending, ...props }: FillFormProps) {
  const message = useMessage()
  const id = useId()
  const [value, setValue] = useState('')
  const [isTried, setTried] = useState(false)
  const [filled, setFilled] = useState('')
  const number = useTypedNumber(value, setValue)
  const problem = props.problemOf(value)
  const isInvalid = isTried && problem !== null
  const isFilled = value === '' || (value === filled && !isPending)
  return (
    <form
      className={classes.fill}
      data-unfilled={!(isFilled || isDisabled) || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setTried(problem !== null)
        if (problem !== null || isDisabled || isPending) return
        setFilled('') // at once: the next key may come before `isPending`
        Promise.resolve(props.onFill(value, event.currentTarget)).then(
          () => setFilled(value),
          () => {},
        )
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${input.input} ${classes.input}`}
        data-fill
        aria-keyshortcuts="F6"
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        aria-invalid={isInvalid || undefined}
        title={isInvalid ? message(problem) : 'F6'}
        value={number.text}
        onChange={(event) => {
          setTried(false)
          number.type(event.target.value)
        }}
      />
      <Button type="submit" variant="default" disabled={isDisabled} loading={isPending ?? false}>
        {action}
      </Button>
      {isInvalid && (
        <span className={classes.problem} role="alert">
          {message(problem)}
        </span>
      )}
    </form>
  )
}
