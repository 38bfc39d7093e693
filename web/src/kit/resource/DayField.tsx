import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import type { FieldProps } from '../form/FormContext.ts'
import { useTextProps } from '../form/FormContext.ts'
import { lazyPart } from '../router/lazyPart.ts'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'

/** A day with its calendar. A chunk of its own: few forms ask for a day. */
export const DayInput = lazyPart(() => import('./DayInput.tsx'), 'DayInput')

/** A day (`2026-11-21`), typed as the language has it or chosen in a calendar. */
export function DayField(props: FieldProps) {
  const { date } = formatOf(useLanguage().locale)
  const input = useTextProps(props, (value) => (value ? date(String(value)) : ''))
  const set = (day: string | null) => input.onChange({ target: { value: day ?? '' } })
  return (
    <Suspense fallback={<TextInput {...input} readOnly />}>
      <DayInput {...input} onChange={set} />
    </Suspense>
  )
}
