import { underField } from './FieldMessage.tsx'
import { type FieldProps, type ShownField, useField } from './FormContext.ts'

/** What text-like fields have in common. */
export function useTextProps(props: FieldProps, show?: ShownField['show']) {
  const { label, help, required, error, value, set, blur } = useField(props, show)
  return {
    name: props.name,
    label,
    required,
    value: String(value ?? ''),
    onChange: (event: { target: { value: string } }) => set(event.target.value),
    onBlur: blur,
    autoComplete: 'off',
    ...(props.readOnly && { readOnly: true, required: false }),
    ...underField(error, help),
  }
}
