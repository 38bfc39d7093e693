import { booleanWords } from '@kontor/contract/lib/imports/columns'
import type { FlagField } from '@kontor/contract/lib/resources/fields'
import { NativeSelect, Switch } from '@mantine/core'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { type FieldProps, useField, useTextProps } from '../FormContext.ts'

/** One of a few. */
export function SelectField({
  options,
  ...props
}: FieldProps & { options: { value: string; label: string }[] }) {
  const show = (value: unknown) => options.find((option) => option.value === String(value))?.label ?? ''
  return <NativeSelect {...useTextProps(props, show)} data={options} />
}

interface SwitchFieldProps extends FieldProps {
  /** Where 'da' and 'ne' do not say it. */
  words?: FlagField['words']
}

/** Yes or no. */
export function SwitchField({ words, ...props }: SwitchFieldProps) {
  const { locale } = useLanguage()
  const { yes, no } = booleanWords[locale]
  const say = (on: unknown) => (on === true ? (words?.yes[locale] ?? yes) : (words?.no[locale] ?? no))
  const { label, value, set } = useField(props, say)
  return (
    <Switch py={8} label={label} checked={value === true} onChange={(event) => set(event.target.checked)} />
  )
}
