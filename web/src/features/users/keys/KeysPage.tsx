import { type ApiKey, apiKeyList, apiKeys } from '@kontor/contract/users/keys'
import { IconBan } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPage } from '../../../components/data-table/list-page/ListPage.tsx'
import type { RecordDialogProps } from '../../../components/data-table/list-page/listPageProps.ts'
import { DetailsDialog } from '../../../components/form/DetailsDialog.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { NotForRole } from '../../../lib/permissions/NotForRole.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { UsersTabs } from '../UsersTabs.tsx'
import { CurlLines } from './CurlLines.tsx'
import { useKeyColumns } from './KeyColumns.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyMade, type MadeKey } from './KeyMade.tsx'

/** The API keys of client programs. */
export function KeysPage() {
  const can = usePermission()
  return can(apiKeys.index.permission) ? <Keys /> : <NotForRole />
}

function Keys() {
  const t = useTranslations()
  const columns = useKeyColumns()
  const [made, setMade] = useState<MadeKey | null>(null)
  const Form = useCallback(
    (props: RecordDialogProps<ApiKey>) => <KeyDialog {...props} onMade={setMade} />,
    [],
  )
  const [question, revoke] = useRevoking()
  const actions = useMemo(
    () => [
      {
        ...{ key: 'revoke', icon: IconBan, label: t('keys.revoke'), permission: apiKeys.revoke.permission },
        when: ({ is_active }: ApiKey) => is_active,
        run: (key: ApiKey) => void revoke(key),
      },
    ],
    [t, revoke],
  )
  return (
    <>
      <ListPage
        feature="apiKeys"
        heading={t('roles.screen')}
        above={<UsersTabs />}
        list={apiKeyList}
        rows={apiKeys.index}
        columns={columns}
        form={Form}
        routes={apiKeys}
        details={KeyDetails}
        actions={actions}
      />
      {question}
      {made && <KeyMade made={made} onClose={() => setMade(null)} />}
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
        ...{ title: t('keys.revoke_title', { name }), text: t('keys.revoke_text') },
        ...{ action: t('keys.revoke'), danger: true },
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
      feature="apiKeys"
      row={row}
      list={apiKeyList}
      fields={columns}
      subtitle={row.name}
      width={640}
      onClose={onClose}
    >
      {row.is_active && <CurlLines rights={row.rights} />}
    </DetailsDialog>
  )
}
