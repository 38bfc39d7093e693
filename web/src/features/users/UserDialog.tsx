import { LEAST_ROLE, roleLabels, roles, shellCalls } from '@kontor/contract/kit/api/about'
import { session } from '@kontor/contract/session'
import { type User, userList, users } from '@kontor/contract/users'
import { roleRights } from '@kontor/contract/users/roles'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../../kit/fields/choices.tsx'
import { TextField } from '../../kit/fields/fields.tsx'
import { ConfirmPasswordField, PasswordField } from '../../kit/fields/PasswordField.tsx'
import { passwordProblems } from '../../kit/fields/passwordProblems.ts'
import { useFormField } from '../../kit/form/FormContext.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FormRow } from '../../kit/form/layout.tsx'
import type { Values } from '../../kit/form/recordForm.ts'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { ReferenceSelect } from '../../kit/pick/ReferenceSelect.tsx'
import { useMay } from '../../kit/rights/useMay.ts'
import { shellTexts } from '../../kit/shell/texts.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const newUser: Values = { role: LEAST_ROLE }

export function UserDialog({ row, onClose }: RecordDialogProps<User>) {
  const about = useRoute(session.about, {}, { fresh: Number.POSITIVE_INFINITY })
  const me = useRoute(shellCalls.me, {}, { fresh: Number.POSITIVE_INFINITY }).data
  const min = about.data?.password_min_length ?? 4
  return (
    <FormDialog
      feature="users"
      row={row}
      routes={users}
      list={userList}
      {...(!row && { start: newUser })}
      check={(values) => passwordProblems(values, min, row === null)}
      params={{ min }}
      about={row?.username}
      onClose={onClose}
    >
      <TextField name="name" />
      {row && row.username === me?.username ? <OwnSignIn of={row} /> : <SignIn of={row} min={min} />}
      <RoleField of={row} />
      <SuperiorPartner />
    </FormDialog>
  )
}

/** By what somebody signs in. */
function SignIn({ of, min }: { of: User | null; min: number }) {
  const t = useTexts(texts)
  return (
    <>
      <TextField name="username" />
      <TextField name="email" help={t('users.email_help')} />
      <FormRow>
        <PasswordField
          name="password"
          label={t('users.password')}
          help={of ? t('form.password_keep') : t('form.password_help', { min })}
        />
        <ConfirmPasswordField label={t('users.confirm')} required={!of} />
      </FormRow>
    </>
  )
}

/** One's own is changed in the own settings, where the current password is asked for. */
function OwnSignIn({ of: { email } }: { of: User }) {
  const t = useTexts(texts, shellTexts)
  const where = t('validation.own_sign_in')
  return (
    <>
      <TextField name="username" readOnly help={email ? undefined : where} />
      {email && <TextField name="email" readOnly help={where} />}
    </>
  )
}

/** What the user may do. It is given by whoever may give rights, and by nobody to oneself. */
function RoleField({ of }: { of: User | null }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const may = useMay()
  const me = useRoute(shellCalls.me, {}, { fresh: Number.POSITIVE_INFINITY }).data
  const { value } = useFormField('role')
  const role = roles.find((one) => one === value)
  if (!may(roleRights.update.needs) || !me || me.username === of?.username) return null
  return (
    <SelectField
      name="role"
      label={t('users.role')}
      help={role && t(`users.${role}`)}
      options={roles.map((value) => ({ value, label: roleLabels[value][locale] }))}
    />
  )
}

/** A user may belong to a partner; without the switch there is none. */
function SuperiorPartner() {
  const t = useTexts(texts)
  const { value, set } = useFormField('partner_id')
  const [isOpen, setOpen] = useState(Boolean(value))
  const on = isOpen || Boolean(value)
  return (
    <>
      <Switch
        mb={14}
        label={t('users.superior')}
        checked={on}
        onChange={(event) => {
          setOpen(event.target.checked)
          if (!event.target.checked) set(null)
        }}
      />
      {on && <ReferenceSelect name="partner_id" to="partners" />}
    </>
  )
}
