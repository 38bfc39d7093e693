import { TextInput } from '@mantine/core'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { FallbackContext, lazyPart } from '../../lib/router/lazyPart.tsx'
import type { FieldProps } from '../form/FormContext.ts'
import { useTextProps } from '../form/FormContext.ts'
import { futureDays, pastTimeError } from './pastTime.ts'
import { oneDay } from './typedDay.ts'

/** Loaded on demand: few forms have a date. */
export const DayInput = lazyPart(() => import('./DayInput.tsx'), 'DayInput')

interface DayFieldProps extends FieldProps {
  futureOnly?: boolean
}

/** A date field (`2026-11-21`), typed in the user's format or chosen in a calendar. */
export function DayField({ futureOnly = false, ...props }: DayFieldProps) {
  const { date } = useFormat()
  const checkOnBlur = futureOnly ? pastTimeError : undefined
  const input = useTextProps({ ...props, checkOnBlur }, (value) => {
    const typed = String(value ?? '')
    return oneDay(typed) === typed ? date(typed) : typed
  })
  const set = (value: string) => input.onChange({ target: { value } })
  return (
    <FallbackContext value={<TextInput {...input} readOnly />}>
      <DayInput {...input} {...(futureOnly && futureDays)} onChange={set} onInvalidText={set} />
    </FallbackContext>
  )
}
