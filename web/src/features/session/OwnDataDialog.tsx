import type { FieldErrors, MessageParams } from '@kontor/contract/lib/http/errors'
import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { underField } from '../../components/form/FieldMessage.tsx'
import { SubmitDialog } from '../../components/ui/dialog/SubmitDialog.tsx'
import { useUnsaved } from '../../components/ui/dialog/useUnsaved.ts'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import type { ApiError } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useExclusiveCall } from '../../lib/api/useExclusiveCall.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import classes from './Settings.module.css'

export type OwnValues = Readonly<Record<string, string>>

interface OwnField {
  name: string
  label: string
  autoComplete: string
  inputMode?: 'numeric'
  start?: string
  isSecret?: boolean
  /** The value may be empty. */
  isOptional?: boolean
  /** Help text by the typed value. */
  help?: (typed: string) => string | undefined
  /** Whether the other values require this field; always when absent. */
  when?: (values: OwnValues) => boolean
}

/** The field of the current password. */
export function useCurrentPassword(): OwnField {
  const label = useTranslations()('settings.current_password')
  return { name: 'current_password', label, isSecret: true, autoComplete: 'current-password' }
}

interface OwnDataDialogProps {
  title: string
  note?: string
  /** Introduction above the fields. */
  above?: ReactNode
  /** Label of the button instead of 'save'. */
  action?: string
  /** Text of the snackbar, if any. */
  success?: string
  fields: OwnField[]
  /** Validation before sending, besides empty fields. */
  check?: (values: OwnValues) => FieldErrors
  send: (values: OwnValues) => Promise<unknown>
  /** Arguments of the messages. */
  params?: MessageParams
  onClose: () => void
}

/** A form for the signed-in user's own data. */
export function OwnDataDialog({
  title,
  note,
  above,
  action,
  fields,
  params,
  onClose,
  ...rest
}: OwnDataDialogProps) {
  const t = useTranslations()
  const message = useMessage()
  const { form, shown, values, set, errors, isSaving, submit, requestClose } = useOwnForm({
    fields,
    onClose,
    ...rest,
  })
  return (
    <SubmitDialog
      title={title}
      width={440}
      isBusy={isSaving}
      submit={{ children: action }}
      ref={form}
      className={classes.form}
      onSubmit={submit}
      onClose={requestClose}
    >
      {above}
      {shown.map(({ name, label, autoComplete, inputMode, isSecret, isOptional, help }, index) => {
        const Input = isSecret ? PasswordInput : TextInput
        const typed = values[name] ?? ''
        const wrong = errors[name]?.[0]
        return (
          <Input
            key={name}
            name={name}
            label={label}
            required={!isOptional}
            autoComplete={autoComplete}
            {...(inputMode && { inputMode })}
            value={typed}
            aria-invalid={wrong ? true : undefined} // Mantine sets it on a password's wrapper only
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
            {...(index === 0 && { 'data-autofocus': true })}
            {...(isSecret && {
              visibilityToggleButtonProps: { 'aria-label': t('common.show_password'), tabIndex: 0 },
            })}
            {...underField(wrong && message(wrong, params), help?.(typed))}
          />
        )
      })}
      {note && <Text c="dimmed">{note}</Text>}
    </SubmitDialog>
  )
}

/** Milliseconds of this dialog's snackbar, as documented. */
const DURATION = 5000

function useOwnForm({
  fields,
  check,
  send,
  success,
  onClose,
}: Omit<OwnDataDialogProps, 'title' | 'note' | 'above' | 'action' | 'params'>) {
  const [values, setValues] = useState<OwnValues>(() =>
    Object.fromEntries(fields.map(({ name, start = '' }) => [name, start])),
  )
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = Object.keys(errors).length > 0 && form.current?.querySelector('[aria-invalid=true]')
    if (first instanceof HTMLElement) first.focus()
  }, [errors])
  const queries = useQueryClient()
  const mutation = useMutation<unknown, ApiError, OwnValues>({
    mutationFn: send,
    onSuccess: () => {
      onClose()
      if (success) notify.success(success, { duration: DURATION })
      return queries.invalidateQueries()
    },
    onError: (error) => (error.body.errors ? setErrors(error.body.errors) : shownError.show(error)),
  })
  const shown = fields.filter(({ when }) => when?.(values) ?? true)
  const once = useExclusiveCall(mutation.mutate)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = shown
      .filter(({ name, isOptional }) => !isOptional && !values[name]?.trim())
      .map(({ name }) => [name, ['validation.field']])
    const wrong: FieldErrors = { ...check?.(values), ...Object.fromEntries(empty) }
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) once(values)
    else notify.error('form.snackbar_required')
  }
  const set = (name: string, value: string) => setValues((last) => ({ ...last, [name]: value }))
  const isDirty = fields.some(({ name, start = '' }) => values[name] !== start)
  const requestClose = useUnsaved(isDirty, { onLeave: onClose })
  return { form, shown, values, set, errors, isSaving: mutation.isPending, submit, requestClose }
}
