import { booleanWords } from '@kontor/contract/lib/imports/columns'
import type { FlagField } from '@kontor/contract/lib/resources/fields'
import { NativeSelect, Switch } from '@mantine/core'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { type FieldProps, useField, useTextProps } from '../FormContext.ts'

/** A select with a few options. */
export function SelectField({
  options,
  ...props
}: FieldProps & { options: { value: string; label: string }[] }) {
  const show = (value: unknown) => options.find((option) => option.value === String(value))?.label ?? ''
  return <NativeSelect {...useTextProps(props, show)} data={options} />
}

interface SwitchFieldProps extends FieldProps {
  /** Labels instead of 'da' and 'ne'. */
  words?: FlagField['words']
}

/** A switch for a boolean. */
export function SwitchField({ words, ...props }: SwitchFieldProps) {
  const { locale } = useLanguage()
  const { yes, no } = booleanWords[locale]
  const labelFor = (on: unknown) => (on === true ? (words?.yes[locale] ?? yes) : (words?.no[locale] ?? no))
  const { label, value, set } = useField(props, labelFor)
  return (
    <Switch py={8} label={label} checked={value === true} onChange={(event) => set(event.target.checked)} />
  )
}
