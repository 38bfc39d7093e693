import { shellCalls } from '@kontor/contract/kit/api/about'
import { type User, userList, users } from '@kontor/contract/users'
import { IconSettings } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo } from 'react'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { useRoute } from '../../kit/net/useRoute.ts'
import { lazyPart } from '../../kit/router/lazyPart.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'
import { UserDialog } from './UserDialog.tsx'
import { UsersTabs } from './UsersTabs.tsx'

const RolesPage = lazyPart(() => import('./roles/RolesPage.tsx'), 'RolesPage')

const columns = [
  { key: 'name', main: true },
  { key: 'username', width: 220, phone: 'line' },
  { key: 'partner', width: 260, phone: 'below' },
  { key: 'is_active', phone: 'end' },
] as const

/** The users, or with `?tab=roles` what their roles may do. */
export function UsersPage() {
  const { tab }: Record<string, unknown> = useSearch({ strict: false })
  if (tab !== 'roles') return <UserList />
  return (
    <Suspense>
      <RolesPage />
    </Suspense>
  )
}

function UserList() {
  const t = useTexts(texts)
  // The home page calls this screen 'Podešavanja': who looks for one's own finds the way here.
  const own = useMemo(() => ({ to: '/user-profile', label: t('users.own'), icon: IconSettings }), [t])
  return (
    <ListPage
      feature="users"
      heading={t('roles.screen')}
      tabs={<UsersTabs />}
      list={userList}
      rows={users.index}
      columns={columns}
      form={UserDialog}
      routes={users}
      toggle={users.toggle}
      link={own}
      caution={useCaution()}
    />
  )
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
