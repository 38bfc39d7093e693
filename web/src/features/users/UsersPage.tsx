import { shellCalls } from '@kontor/contract/kit/api/about'
import { type User, userList, userSheet, users } from '@kontor/contract/users'
import { IconSettings, IconShieldOff } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useMemo } from 'react'
import { useConfirm } from '../../kit/dialog/useConfirm.tsx'
import { hasLogins, NewLogins } from '../../kit/import/NewLogins.tsx'
import { useSheets } from '../../kit/import/useSheets.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { useAct } from '../../kit/net/useAct.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { lazyPart } from '../../kit/router/lazyPart.tsx'
import type { Col } from '../../kit/table/columns.tsx'
import type { RowAction } from '../../kit/table/TableBody.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { useWords } from '../../kit/texts/words.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { texts } from './texts.ts'
import { UsersTabs } from './UsersTabs.tsx'

// It comes with the first record that is opened.
const UserDialog = lazyPart(() => import('./UserDialog.tsx'), 'UserDialog')

const columns: readonly Col<User>[] = [
  { key: 'name', main: true },
  { key: 'username', width: 220, phone: 'line' },
  { key: 'email', width: 220 },
  {
    ...{ key: 'partner', width: 260, phone: 'below' },
    cell: ({ partner }) => partner && <PartnerLink {...partner} />,
  },
  { key: 'second_factor', width: 130 },
  { key: 'is_active', phone: 'end' },
]

const parts: Readonly<Record<string, ComponentType>> = {
  roles: lazyPart(() => import('./roles/RolesPage.tsx'), 'RolesPage'),
  keys: lazyPart(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
  sign_ins: lazyPart(() => import('./signIns/SignInsPage.tsx'), 'SignInsPage'),
  office: lazyPart(() => import('./settings/OfficePage.tsx'), 'OfficePage'),
}

/** The users, or with `?tab=` another part of the screen. */
export function UsersPage() {
  const { tab }: Record<string, unknown> = useSearch({ strict: false })
  const Part = (typeof tab === 'string' && parts[tab]) || UserList
  return <Part />
}

function UserList() {
  const t = useTexts(texts)
  // The home page calls this screen 'Podešavanja': who looks for one's own finds the way here.
  const own = useMemo(() => ({ to: '/user-profile', label: t('users.own'), icon: IconSettings }), [t])
  const { imports, files } = useSheets(useWords('users').say('title'), users, userSheet)
  const withLogins = useMemo(() => ({ ...imports, more: NewLogins, toSave: hasLogins }), [imports])
  const [question, actions] = useLostFactor()
  return (
    <>
      <ListPage
        imports={withLogins}
        files={files}
        feature="users"
        heading={t('roles.screen')}
        above={<UsersTabs />}
        list={userList}
        rows={users.index}
        columns={columns}
        form={UserDialog}
        routes={users}
        actions={actions}
        toggle={users.toggle}
        link={own}
        caution={useCaution()}
      />
      {question}
    </>
  )
}

/** Takes a lost second factor off somebody else, who is then asked for the password alone. */
function useLostFactor(): [ReactNode, RowAction<User>[]] {
  const t = useTexts(texts)
  const me = useRoute(shellCalls.me, {}).data?.username
  const [question, confirm] = useConfirm()
  const { mutate } = useAct(users.removeFactor, { success: t('users.factor_removed') })
  const actions = useMemo<RowAction<User>[]>(() => {
    const ask = async ({ id, name }: User) => {
      const title = t('users.factor_title', { name })
      const sure = await confirm({ title, text: t('users.factor_text'), action: t('users.factor_action') })
      if (sure) mutate({ params: { id: String(id) } })
    }
    return [
      {
        ...{ key: 'factor', icon: IconShieldOff, label: t('users.factor_remove') },
        needs: users.removeFactor.needs,
        when: ({ second_factor, username }) => second_factor && username !== me,
        run: (row) => void ask(row),
      },
    ]
  }, [t, me, confirm, mutate])
  return [question, actions]
}

/** Nobody shuts himself out by accident: the own account is asked about once more. */
function useCaution() {
  const t = useTexts(texts)
  const me = useRoute(shellCalls.me, {}).data?.username
  return useCallback(
    (rows: readonly User[]) => {
      if (!rows.some(({ username }) => username === me)) return undefined
      return { title: t('users.self_title'), text: t('users.self_text'), cancel: t('users.self_cancel') }
    },
    [me, t],
  )
}
