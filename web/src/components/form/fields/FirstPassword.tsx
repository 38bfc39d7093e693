import { INVITATION_DAYS } from '@kontor/contract/lib/fields/identity'
import { shellRoutes } from '@kontor/contract/lib/http/about'
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useField, useFormField } from '../FormContext.ts'
import { FormRow } from '../layout.tsx'
import { ConfirmPasswordField, PasswordField } from './PasswordField.tsx'

interface FirstPasswordProps {
  /** Labels of the password and its confirmation. */
  label: string
  confirm: string
  /** The minimum length. */
  min: number
  /** Both fields in a row; otherwise they are cells of a group. */
  inRow?: true
}

/** The first password of an account: typed here, or set by its user after an invitation by mail. */
export function FirstPassword({ label, confirm, min, inRow }: FirstPasswordProps) {
  const t = useTranslations()
  const about = useApiQuery(shellRoutes.about, {}, { staleTime: Number.POSITIVE_INFINITY }).data
  const invite = useField({ name: 'invite', label: t('form.invite') })
  const password = useFormField('password')
  const confirmation = useFormField('confirmPassword')
  const choose = (on: boolean) => {
    password.set('')
    confirmation.set('')
    invite.set(on)
  }
  const fields = (
    <>
      <PasswordField name="password" label={label} help={t('form.password_help', { min })} required />
      <ConfirmPasswordField label={confirm} required />
    </>
  )
  const canMail = about?.mails_links !== false
  return (
    <>
      <Switch
        py={8}
        label={invite.label}
        description={canMail ? t('form.invite_help', { days: INVITATION_DAYS }) : t('users.no_mail')}
        disabled={!canMail}
        error={invite.error}
        checked={invite.value === true}
        onChange={({ target }) => choose(target.checked)}
      />
      {invite.value !== true && (inRow ? <FormRow>{fields}</FormRow> : fields)}
    </>
  )
}
