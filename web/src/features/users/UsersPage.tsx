import { userList, users } from '@kontor/contract/users'
import { ListPage } from '../../kit/ListPage.tsx'
import { UserDialog } from './UserDialog.tsx'

const columns = [
  { key: 'name', main: true },
  { key: 'username', width: 220, phone: 'line' },
  { key: 'partner', width: 260, phone: 'below' },
  { key: 'is_active', phone: 'end' },
] as const

export function UsersPage() {
  return (
    <ListPage
      room="users"
      list={userList}
      rows={users.index}
      columns={columns}
      form={UserDialog}
      toggle={users.toggle}
    />
  )
}
