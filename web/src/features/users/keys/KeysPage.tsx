import { type ApiKey, apiKeyList, apiKeys } from '@kontor/contract/users/keys'
import { IconBan } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useConfirm } from '../../../kit/dialog/useConfirm.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { RecordDialogProps } from '../../../kit/list/useListPage.ts'
import { useAct } from '../../../kit/net/useAct.ts'
import { NotForRole } from '../../../kit/rights/NotForRole.tsx'
import { useMay } from '../../../kit/rights/useMay.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import { UsersTabs } from '../UsersTabs.tsx'
import { useKeyColumns } from './KeyColumns.tsx'
import { KeyDetails } from './KeyDetails.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyMade, type MadeKey } from './KeyMade.tsx'

/** The programs that may call, each with a key of its own. */
export function KeysPage() {
  const may = useMay()
  return may(apiKeys.index.needs) ? <Keys /> : <NotForRole />
}

function Keys() {
  const t = useTexts(texts)
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
        ...{ key: 'revoke', icon: IconBan, label: t('keys.revoke'), needs: apiKeys.revoke.needs },
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

/** Asks, and ends a key for good. */
function useRevoking() {
  const t = useTexts(texts)
  const [question, confirm] = useConfirm()
  const { mutate } = useAct(apiKeys.revoke, { success: t('keys.revoked') })
  const revoke = useCallback(
    async ({ id, name }: ApiKey) => {
      const asked = {
        ...{ title: t('keys.revoke_title', { name }), text: t('keys.revoke_text') },
        ...{ action: t('keys.revoke'), danger: true },
      }
      if (await confirm(asked)) mutate({ params: { id: String(id) } })
    },
    [t, confirm, mutate],
  )
  return [question, revoke] as const
}
