import { TextInput } from '@mantine/core'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { FallbackContext, lazyPart } from '../../lib/router/lazyPart.tsx'
import type { FieldProps } from '../form/FormContext.ts'
import { useTextProps } from '../form/FormContext.ts'
import { isPastDay } from './passedTime.ts'
import { oneDay } from './typedDay.ts'

/** Loaded on demand: few forms have a date. */
export const DayInput = lazyPart(() => import('./DayInput.tsx'), 'DayInput')

/**
 * A date field (`2026-11-21`), typed in the user's format or chosen in a calendar, in that of a `future` one not from
 * past days.
 */
export function DayField({ future = false, ...props }: FieldProps & { future?: boolean }) {
  const { date } = formatOf(useLanguage().locale)
  const input = useTextProps(props, (value) => {
    const typed = String(value ?? '')
    return oneDay(typed) === typed ? date(typed) : typed
  })
  const set = (value: string) => input.onChange({ target: { value } })
  return (
    <FallbackContext value={<TextInput {...input} readOnly />}>
      <DayInput {...input} {...(future && { excludeDate: isPastDay })} onChange={set} onInvalidText={set} />
    </FallbackContext>
  )
}
