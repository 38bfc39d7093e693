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
  /** The mounted fields by name, with their label and formatter. */
  shown: Map<string, ShownField>
}

/** The label of a field, and a formatter for its value. */
export interface ShownField {
  label: string
  show?: ((value: unknown) => string) | undefined
}

export const FormContext = createContext<FormContent | null>(null)

/** Label of the field; that of the list column with the same name by default. */
export interface FieldProps {
  name: string
  label?: string
  /** Overrides the rule, for a field that depends on another one. */
  required?: boolean
  /** Help text below the field; an error replaces it. */
  help?: string | undefined
  /** Read-only. */
  readOnly?: boolean | undefined
  /** An error to show when the field is left. It does not prevent saving. */
  checkOnBlur?: ((value: unknown) => string | undefined) | undefined
}

function useForm(): FormContent {
  const content = use(FormContext)
  if (!content) throw new Error('a field needs a FormDialog around it')
  return content
}

/** The value of a field, for components that are not inputs themselves. */
export function useFormField(name: string) {
  const { form } = useForm()
  return { value: form.values[name], set: (value: unknown) => form.set(name, value) }
}

/** All values of the form. */
export const useFormValues = () => useForm().form.values

/** The declaration of a field. */
export function useDeclared(name: string) {
  const { form } = useForm()
  const field = form.rules.declared[name]
  if (!field) throw new Error(`the form has no declared field ${name}`)
  return field
}

/** Label of a field's list column; the column of `city_id` is `city`. */
export const columnLabel = ({ columns }: ListDefinition, name: string, locale: Locale) =>
  columns[name.replace(/_id$/, '')]?.label[locale] ?? name

/** State of one field. `show` formats a value that is neither a text nor a record. */
export function useField(props: FieldProps, show?: ShownField['show']) {
  const { name, label: ownLabel, required, help, checkOnBlur } = props
  const { form, list, params, row, shown } = useForm()
  const { locale } = useLanguage()
  const message = useMessage()
  const key = form.errors[name]?.[0]
  const declared = form.rules.declared[name]
  const label = ownLabel ?? declared?.label[locale] ?? columnLabel(list, name, locale)
  useEffect(() => void shown.set(name, { label, show })) // After every render: the language may have changed.
  return {
    label,
    help: help ?? declared?.help?.[locale],
    required: required ?? isRequired(form.rules, name),
    error: key && message(key, { ...params, ...form.failure?.body.params }),
    value: form.values[name],
    row,
    set: (value: unknown) => form.set(name, value),
    blur: () => form.blur(name, checkOnBlur),
    trackUpload: (work: Promise<boolean>) => form.trackUpload(name, work),
  }
}

/** Props shared by text-like inputs. */
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
