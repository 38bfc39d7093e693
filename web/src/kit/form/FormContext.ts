import type { MessageParams } from '@kontor/contract/kit/errors'
import type { ListDefinition } from '@kontor/contract/kit/list'
import { createContext, use } from 'react'
import { useLanguage, useMessage } from '../i18n.tsx'
import { isRequired } from './recordForm.ts'
import type { useRecordForm } from './useRecordForm.ts'

/** What the fields of a form share. */
export interface FormContent {
  form: ReturnType<typeof useRecordForm>
  list: ListDefinition
  row: object | null
  params: MessageParams
}

export const FormContext = createContext<FormContent | null>(null)

/** What a field is called on screen: as the list's column of that name, unless it says otherwise. */
export interface FieldProps {
  name: string
  label?: string
  /** A quiet line under the field; a message takes its place. */
  help?: string | undefined
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

/** One field of the form around it. */
export function useField({ name, label }: FieldProps) {
  const content = useForm()
  const { form, list, params, row } = content
  const { locale } = useLanguage()
  const message = useMessage()
  const key = form.errors[name]?.[0]
  return {
    label: label ?? list.columns[name.replace(/_id$/, '')]?.label[locale] ?? name,
    required: isRequired(form.route, name),
    error: key && message(key, { ...params, ...form.failure?.params }),
    value: form.values[name],
    row,
    set: (value: unknown) => form.set(name, value),
    blur: () => form.blur(name),
  }
}
