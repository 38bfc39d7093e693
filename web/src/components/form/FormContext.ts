import type { MessageParams } from '@kontor/contract/lib/http/errors'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { createContext, use, useEffect } from 'react'
import { useLanguage, useMessage } from '../../lib/i18n/i18n.tsx'
import { underField } from './FieldMessage.tsx'
import { isRequired } from './formRules.ts'
import type { useRecordForm } from './useRecordForm.ts'

/** What the fields of a form share. */
interface FormContent {
  form: ReturnType<typeof useRecordForm>
  list: ListDefinition
  row: object | null
  params: MessageParams
  /** The fields on screen by name, each as it shows itself. */
  shown: Map<string, ShownField>
}

/** The label of a field, and its value as text. */
export interface ShownField {
  label: string
  show?: ((value: unknown) => string) | undefined
}

export const FormContext = createContext<FormContent | null>(null)

/** The label of a field: that of the list's column of the same name by default. */
export interface FieldProps {
  name: string
  label?: string
  /** When the field's own rule does not tell, for it depends on another field. */
  required?: boolean
  /** A quiet line under the field; a message takes its place. */
  help?: string | undefined
  /** To be read alone. */
  readOnly?: boolean | undefined
}

function useForm(): FormContent {
  const content = use(FormContext)
  if (!content) throw new Error('a field needs a FormDialog around it')
  return content
}

/** A value of the form around it, for what is not a field itself. */
export function useFormField(name: string) {
  const { form } = useForm()
  return { value: form.values[name], set: (value: unknown) => form.set(name, value) }
}

/** All values of the form around it, for what shows them together. */
export const useFormValues = () => useForm().form.values

/** A field of the form around it as it is declared. */
export function useDeclared(name: string) {
  const { form } = useForm()
  const field = form.rules.declared[name]
  if (!field) throw new Error(`the form has no declared field ${name}`)
  return field
}

/** What the list calls a field: `city_id` as its column `city`. */
export const columnLabel = ({ columns }: ListDefinition, name: string, locale: Locale) =>
  columns[name.replace(/_id$/, '')]?.label[locale] ?? name

/** One field of the form around it. `show` formats a value that is neither a text nor a record. */
export function useField({ name, label: own, required, help }: FieldProps, show?: ShownField['show']) {
  const { form, list, params, row, shown } = useForm()
  const { locale } = useLanguage()
  const message = useMessage()
  const key = form.errors[name]?.[0]
  const declared = form.rules.declared[name]
  const label = own ?? declared?.label[locale] ?? columnLabel(list, name, locale)
  useEffect(() => void shown.set(name, { label, show })) // whenever it is drawn: the words may be another language's
  return {
    label,
    help: help ?? declared?.help?.[locale],
    required: required ?? isRequired(form.rules, name),
    error: key && message(key, { ...params, ...form.failure?.body.params }),
    value: form.values[name],
    row,
    set: (value: unknown) => form.set(name, value),
    blur: () => form.blur(name),
    bring: (work: Promise<boolean>) => form.bring(name, work),
  }
}

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
