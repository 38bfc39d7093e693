import { shellRoutes } from '@kontor/contract/lib/http/about'
import { type User, userList, userSheet, users } from '@kontor/contract/users'
import { IconMailForward, IconSettings, IconShieldOff } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import type { RowAction } from '../../components/data-table/rowAction.ts'
import { hasLogins, NewLogins } from '../../components/import-wizard/NewLogins.tsx'
import { useSheets } from '../../components/import-wizard/useSheets.ts'
import { NotForRole } from '../../components/shell/NotForRole.tsx'
import { canSeeTab, UsersTabs } from '../../components/shell/UsersTabs.tsx'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLabels } from '../../lib/i18n/words.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { PartnerLink } from '../partners/PartnerLink.tsx'

// Loaded with the first opened record.
const UserDialog = lazyPart(() => import('./UserDialog.tsx'), 'UserDialog')

const columns: readonly Col<User>[] = [
  { key: 'name', main: true, width: 180 },
  { key: 'username', width: 118, phone: 'line' },
  { key: 'email', width: 220 },
  {
    key: 'partner',
    width: 180,
    grows: true,
    phone: 'below',
    cell: ({ partner }) => partner && <PartnerLink {...partner} />,
  },
  { key: 'staff_role', width: 126 },
  { key: 'second_factor', width: 114, cell: ({ partner }, _, plain) => !partner && plain() },
  { key: 'last_sign_in_at', width: 122 },
  { key: 'invited_at', width: 140 },
  { key: 'is_active', width: 104, phone: 'end', cell: (row, _, plain) => <State row={row} plain={plain} /> },
]

/** Whether the user is active, or was invited and has no password yet. */
function State({ row, plain }: { row: User; plain: () => ReactNode }) {
  const t = useTranslations()
  return row.is_active && row.invited_at ? (
    <StatusChip on tone="change" label={t('users.invited')} />
  ) : (
    plain()
  )
}

const parts: Readonly<Record<string, ComponentType>> = {
  roles: lazyPart(() => import('./roles/RolesPage.tsx'), 'RolesPage'),
  keys: lazyPart(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
  sign_ins: lazyPart(() => import('./signIns/SignInsPage.tsx'), 'SignInsPage'),
  jobs: lazyPart(() => import('./jobs/JobsPage.tsx'), 'JobsPage'),
  office: lazyPart(() => import('./settings/OfficePage.tsx'), 'OfficePage'),
}

/** The users, or the tab of `?tab=`. */
export function UsersPage() {
  const { tab }: Record<string, unknown> = useSearch({ strict: false })
  const can = usePermission()
  if (!canSeeTab(can, tab)) return <NotForRole />
  const Part = (typeof tab === 'string' && parts[tab]) || UserList
  return <Part />
}

function UserList() {
  const t = useTranslations()
  // The home page calls this screen 'Podešavanja': a link to the user's own settings for those who look
  // for them here.
  const settingsLink = useMemo(
    () => ({ to: '/user-profile', label: t('users.own'), icon: IconSettings }),
    [t],
  )
  const { imports, files } = useSheets(useLabels(userList).title, users, userSheet)
  const withLogins = useMemo(() => ({ ...imports, more: NewLogins, toSave: hasLogins }), [imports])
  const [question, lostFactor] = useLostFactor()
  const invitation = useInvitation()
  const actions = useMemo(() => [invitation, ...lostFactor], [invitation, lostFactor])
  return (
    <>
      <ListPage
        imports={withLogins}
        files={files}
        heading={t('roles.screen')}
        above={<UsersTabs />}
        list={userList}
        listRoute={users.index}
        columns={columns}
        form={UserDialog}
        routes={users}
        actions={actions}
        toggle={users.toggle}
        link={settingsLink}
        deactivationWarning={useDeactivationWarning()}
      />
      {question}
    </>
  )
}

/** Mails an invited user a new link. */
function useInvitation(): RowAction<User> {
  const t = useTranslations()
  const { mutate } = useApiMutation(users.invite, {
    onDone: ({ email }) => notify.success(t('users.invited_again', { email: email ?? '' })),
  })
  return useMemo(
    () => ({
      key: 'invite',
      icon: IconMailForward,
      label: t('users.invite_again'),
      permission: users.invite.permission,
      when: ({ invited_at, is_active, email }) => invited_at !== null && is_active && email !== null,
      run: ({ id }) => mutate({ params: { id: String(id) } }),
    }),
    [t, mutate],
  )
}

/** Removes the lost second factor of another user, who then signs in with the password alone. */
function useLostFactor(): [ReactNode, RowAction<User>[]] {
  const t = useTranslations()
  const me = useApiQuery(shellRoutes.me, {}).data?.username
  const [question, confirm] = useConfirm()
  const { mutate } = useApiMutation(users.removeFactor, { success: t('users.factor_removed') })
  const actions = useMemo<RowAction<User>[]>(() => {
    const ask = async ({ id, name }: User) => {
      const title = t('users.factor_title', { name })
      const isConfirmed = await confirm({
        title,
        text: t('users.factor_text'),
        action: t('users.factor_action'),
      })
      if (isConfirmed) mutate({ params: { id: String(id) } })
    }
    return [
      {
        key: 'factor',
        icon: IconShieldOff,
        label: t('users.factor_remove'),
        permission: users.removeFactor.permission,
        when: ({ second_factor, username }) => second_factor && username !== me,
        run: (row) => void ask(row),
      },
    ]
  }, [t, me, confirm, mutate])
  return [question, actions]
}

/** A user who deactivates their own account signs themselves out, and cannot undo it. */
function useDeactivationWarning() {
  const t = useTranslations()
  const me = useApiQuery(shellRoutes.me, {}).data?.username
  return useCallback(
    (rows: readonly User[]) => {
      const ownRow = rows.find(({ username }) => username === me)
      if (!ownRow) return undefined
      return { ownRow, text: t('users.self_text', { count: rows.length }), cancel: t('users.self_cancel') }
    },
    [me, t],
  )
}
