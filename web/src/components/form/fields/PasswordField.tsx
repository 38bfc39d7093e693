import { PasswordInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { type FieldProps, useFormField, useTextProps } from '../FormContext.ts'

const hidden = (value: unknown) => (value ? '••••••••' : '')

/** A new password, hidden unless revealed. */
export function PasswordField(props: FieldProps) {
  const t = useTranslations()
  const text = useTextProps(props, hidden)
  return (
    <PasswordInput
      {...text}
      aria-invalid={text.error ? true : undefined} // Mantine sets it on the wrapper only
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common.show_password'), tabIndex: 0 }}
    />
  )
}

/** The repeated password: required when a password is required or typed. */
export function ConfirmPasswordField({ label, required = false }: Pick<FieldProps, 'label' | 'required'>) {
  const { value } = useFormField('password')
  return (
    <PasswordField name="confirmPassword" {...(label && { label })} required={required || Boolean(value)} />
  )
}
