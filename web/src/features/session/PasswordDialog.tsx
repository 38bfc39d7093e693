import { isShortPassword } from '@kontor/contract/lib/fields/short-password'
import { useTranslations } from 'use-intl'
import { OwnDataDialog, type OwnValues, useCurrentPassword } from './OwnDataDialog.tsx'

/** From this length on a password has no warning. */
const STRONG = 8

interface PasswordDialogProps {
  send: (passwords: { current_password: string; password: string }) => Promise<unknown>
  /** Minimum length set on the server. */
  min: number
  onClose: () => void
}

/** Changes the user's password, which ends all other sessions. */
export function PasswordDialog({ send, min, onClose }: PasswordDialogProps) {
  const t = useTranslations()
  const help = (typed: string) => {
    if (isShortPassword(typed, min)) return t('form.password_help', { min })
    return isShortPassword(typed, STRONG) ? t('settings.password_weak') : undefined
  }
  const check = ({ password = '', confirm }: OwnValues) => ({
    ...(isShortPassword(password, min) && { password: ['validation.short_password'] }),
    ...(password !== confirm && { confirm: ['validation.password_match'] }),
  })
  const secret = { isSecret: true, autoComplete: 'new-password' }
  return (
    <OwnDataDialog
      title={t('login.change')}
      note={t('settings.other_sessions')}
      success={t('settings.password_changed')}
      fields={[
        useCurrentPassword(),
        { name: 'password', label: t('settings.new_password'), help, ...secret },
        { name: 'confirm', label: t('settings.confirm_password'), ...secret },
      ]}
      check={check}
      send={({ password = '', current_password = '' }) => send({ password, current_password })}
      params={{ min }}
      onClose={onClose}
    />
  )
}
