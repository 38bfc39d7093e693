import { PasswordInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { type FieldProps, useFormField, useTextProps } from '../FormContext.ts'

const hidden = (value: unknown) => (value ? '••••••••' : '')

/** A new password, never shown unless asked for. */
export function PasswordField(props: FieldProps) {
  const t = useTranslations()
  const text = useTextProps(props, hidden)
  return (
    <PasswordInput
      {...text}
      aria-invalid={text.error ? true : undefined} // Mantine marks only the box around it
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common.show_password'), tabIndex: 0 }}
    />
  )
}

/** The same password once more: asked for when there has to be one, or one is typed. */
export function ConfirmPasswordField({ label, required = false }: Pick<FieldProps, 'label' | 'required'>) {
  const { value } = useFormField('password')
  return (
    <PasswordField name="confirmPassword" {...(label && { label })} required={required || Boolean(value)} />
  )
}
