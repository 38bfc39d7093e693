import { booleanWords } from '@kontor/contract/kit/imports/sheet'
import { NativeSelect, Switch } from '@mantine/core'
import { type FieldProps, useField } from '../form/FormContext.ts'
import { useTextProps } from '../form/useTextProps.ts'
import { useLanguage } from '../texts/i18n.tsx'

/** One of a few. */
export function SelectField({
  options,
  ...props
}: FieldProps & { options: { value: string; label: string }[] }) {
  const show = (value: unknown) => options.find((option) => option.value === String(value))?.label ?? ''
  return <NativeSelect {...useTextProps(props, show)} data={options} />
}

/** Yes or no. */
export function SwitchField(props: FieldProps) {
  const { yes, no } = booleanWords[useLanguage().locale]
  const { label, value, set } = useField(props, (on) => (on === true ? yes : no))
  return (
    <Switch py={8} label={label} checked={value === true} onChange={(event) => set(event.target.checked)} />
  )
}
