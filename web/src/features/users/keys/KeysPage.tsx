import { LEAST_ROLE, roleLabels, roles } from '@kontor/contract/lib/http/about'
import { type ApiKey, apiKeyList, apiKeys } from '@kontor/contract/users/keys'
import { IconBan } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ListPage } from '../../../components/data-table/list-page/ListPage.tsx'
import type { RecordDialogProps } from '../../../components/data-table/list-page/listPageProps.ts'
import { DetailsDialog } from '../../../components/form/DetailsDialog.tsx'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { SelectField } from '../../../components/form/fields/choices.tsx'
import { TextField } from '../../../components/form/fields/fields.tsx'
import type { FormRecord, Values } from '../../../components/form/recordForm.ts'
import { DayField } from '../../../components/resource/DayField.tsx'
import { UsersTabs } from '../../../components/shell/UsersTabs.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { SecretDialog } from '../../../components/ui/secret-dialog/SecretDialog.tsx'
import { shownSecret } from '../../../components/ui/secret-dialog/shownSecret.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { CurlLines } from './CurlLines.tsx'
import { useKeyColumns } from './KeyColumns.tsx'
import { KeyPermissions } from './KeyPermissions.tsx'

const newKey: Values = { role: LEAST_ROLE, rights: null }

const isCreated = (row: FormRecord): row is CreatedKey => 'token' in row

/**
 * Creates a key, or renames one: permissions cannot be changed later, so that no client changes
 * unnoticed.
 */
function KeyDialog({ row, onClose }: RecordDialogProps<ApiKey>) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const shown = (created: FormRecord) =>
    isCreated(created) && shownSecret.show(<CreatedKeyDialog key={created.token} created={created} />)
  return (
    <FormDialog
      row={row}
      routes={apiKeys}
      list={apiKeyList}
      {...(!row && { initialValues: newKey, width: 640, onSaved: shown })}
      subtitle={row?.name}
      onClose={onClose}
    >
      <TextField name="name" help={t('keys.name_help')} />
      {!row && (
        <>
          <SelectField
            name="role"
            help={t('keys.role_help')}
            options={roles.map((value) => ({ value, label: roleLabels[value][locale] }))}
          />
          <KeyPermissions />
          <DayField name="ends_on" futureOnly help={t('keys.ends_help')} />
        </>
      )}
    </FormDialog>
  )
}

/** The API keys of client programs. */
export function KeysPage() {
  const t = useTranslations()
  const columns = useKeyColumns()
  const [question, revoke] = useRevoking()
  const actions = useMemo(
    () => [
      {
        key: 'revoke',
        icon: IconBan,
        label: t('keys.revoke'),
        permission: apiKeys.revoke.permission,
        when: ({ is_active }: ApiKey) => is_active,
        run: (key: ApiKey) => void revoke(key),
      },
    ],
    [t, revoke],
  )
  return (
    <>
      <ListPage
        heading={t('roles.screen')}
        above={<UsersTabs />}
        list={apiKeyList}
        listRoute={apiKeys.index}
        columns={columns}
        form={KeyDialog}
        routes={apiKeys}
        details={KeyDetails}
        actions={actions}
      />
      {question}
    </>
  )
}

/** Revokes a key for good, after a confirmation. */
function useRevoking() {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const { mutate } = useApiMutation(apiKeys.revoke, { success: t('keys.revoked') })
  const revoke = useCallback(
    async ({ id, name }: ApiKey) => {
      const question = {
        title: t('keys.revoke_title', { name }),
        text: t('keys.revoke_text'),
        action: t('keys.revoke'),
        danger: true,
      }
      if (await confirm(question)) mutate({ params: { id: String(id) } })
    },
    [t, confirm, mutate],
  )
  return [question, revoke] as const
}

/** A read-only dialog of a key: permissions, owner and usage. */
function KeyDetails({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const columns = useKeyColumns()
  return (
    <DetailsDialog
      row={row}
      list={apiKeyList}
      fields={columns}
      subtitle={row.name}
      width={640}
      onClose={onClose}
    >
      {row.is_active && <CurlLines of={row} />}
    </DetailsDialog>
  )
}

type CreatedKey = ApiKey & { token: string }

/** A new key, shown once, with example commands. */
function CreatedKeyDialog({ created }: { created: CreatedKey }) {
  const t = useTranslations()
  return (
    <SecretDialog
      title={t('keys.created')}
      subtitle={created.name}
      secret={created.token}
      label={t('keys.token')}
      text={{ once: t('keys.once'), lost: t('keys.not_copied_text'), back: t('keys.back') }}
      onClose={shownSecret.close}
    >
      {(onCopied) => <CurlLines token={created.token} of={created} onCopied={onCopied} />}
    </SecretDialog>
  )
}
