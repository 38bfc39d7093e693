import { LEAST_ROLE, roleLabels, roles, shellRoutes } from '@kontor/contract/lib/http/about'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { session } from '@kontor/contract/session'
import { type User, userList, users } from '@kontor/contract/users'
import { rolePermissions } from '@kontor/contract/users/roles'
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { SelectField } from '../../components/form/fields/choices.tsx'
import { FirstPassword } from '../../components/form/fields/FirstPassword.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { ConfirmPasswordField, PasswordField } from '../../components/form/fields/PasswordField.tsx'
import { passwordProblems } from '../../components/form/fields/passwordProblems.ts'
import { FormRow } from '../../components/form/layout.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'

const newUser: Values = { role: LEAST_ROLE, invite: false, has_partner: false }

/** A user is not saved without the partner that is to be chosen: it would be one of the office. */
const missingPartner = ({ has_partner, partner_id }: Values): FieldErrors =>
  has_partner === true && !partner_id ? { partner_id: ['validation.field'] } : {}

export function UserDialog({ row, onClose }: RecordDialogProps<User>) {
  const t = useTranslations()
  const maySetRole = usePermission()(rolePermissions.update.permission)
  const about = useApiQuery(session.about, {}, { staleTime: Number.POSITIVE_INFINITY })
  const me = useApiQuery(shellRoutes.me, {}, { staleTime: Number.POSITIVE_INFINITY }).data
  const min = about.data?.password_min_length ?? 4
  const isOwn = row !== null && row.username === me?.username
  const [question, confirm] = useConfirm()
  const askToMove = async ({ partner_id }: Values) => {
    if (!row || row.partner_id !== null || !partner_id) return true
    return await confirm({
      title: t('users.moved_title', { name: row.name }),
      text: t('users.moved_text'),
      action: t('users.moved_action'),
    })
  }
  return (
    <>
      <FormDialog
        row={row}
        routes={users}
        list={userList}
        initialValues={row ? { has_partner: row.partner_id !== null } : newUser}
        omittedFields={maySetRole ? [] : ['role']}
        check={(values) => ({ ...passwordProblems(values, min, row === null), ...missingPartner(values) })}
        params={{ min }}
        success={(saved) =>
          !row && 'invited_at' in saved && saved.invited_at && 'email' in saved
            ? { text: t('users.added_invited', { email: String(saved.email) }) }
            : undefined
        }
        subtitle={row?.username}
        confirmSave={askToMove}
        onClose={onClose}
      >
        <TextField name="name" />
        {isOwn ? <OwnSignIn of={row} /> : <SignIn of={row} min={min} />}
        {me && !isOwn && (
          <>
            {maySetRole && <RoleField />}
            <SuperiorPartner />
          </>
        )}
      </FormDialog>
      {question}
    </>
  )
}

/** The credentials of a user. */
function SignIn({ of, min }: { of: User | null; min: number }) {
  const t = useTranslations()
  const isInvited = useFormField('invite').value === true
  return (
    <>
      <TextField name="username" />
      <TextField
        name="email"
        help={t(isInvited ? 'users.email_help_invited' : 'users.email_help')}
        required={isInvited}
      />
      {of ? (
        <FormRow>
          <PasswordField name="password" label={t('users.password')} help={t('form.password_keep')} />
          <ConfirmPasswordField label={t('settings.confirm_password')} />
        </FormRow>
      ) : (
        <FirstPassword label={t('users.password')} confirm={t('settings.confirm_password')} min={min} inRow />
      )}
    </>
  )
}

/** The user's own password is changed in the settings, which ask for the current one. */
function OwnSignIn({ of: { email } }: { of: User }) {
  const t = useTranslations()
  const where = t('validation.own_sign_in')
  return (
    <>
      <TextField name="username" readOnly help={email ? undefined : where} />
      {email && <TextField name="email" readOnly help={where} />}
    </>
  )
}

/** The role of the user. */
function RoleField() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { value } = useFormField('role')
  const role = roles.find((one) => one === value)
  return (
    <SelectField
      name="role"
      required
      label={t('users.role')}
      help={role && t(`users.${role}`)}
      options={roles.map((value) => ({ value, label: roleLabels[value][locale] }))}
    />
  )
}

/** The partner of a user; with the switch off there is none. */
function SuperiorPartner() {
  const t = useTranslations()
  const { value, set } = useFormField('partner_id')
  const isOpen = useFormField('has_partner')
  const on = isOpen.value === true || Boolean(value)
  return (
    <>
      <Switch
        mb={14}
        label={t('users.superior')}
        description={t('users.superior_help')}
        checked={on}
        onChange={(event) => {
          isOpen.set(event.target.checked)
          if (!event.target.checked) set(null)
        }}
      />
      {on && <ReferenceSelect name="partner_id" to="partners" required />}
    </>
  )
}
