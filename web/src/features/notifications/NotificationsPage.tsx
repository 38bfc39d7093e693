import { type Notification, notificationList, notifications } from '@kontor/contract/notifications'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Col } from '../../kit/table/columns.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { NotificationDialog } from './NotificationDialog.tsx'
import { Sent } from './Sent.tsx'

const columns: readonly Col<Notification>[] = [
  { key: 'updated_at', phone: 'line' },
  { key: 'subject', main: true, phone: 'title' },
  { key: 'notification_text', width: 210 },
  { key: 'category_names', width: 140 },
  { key: 'partner_names', width: 140 },
  { key: 'sent', width: 156, phone: 'end', cell: ({ sent }) => <Sent sent={sent} short /> },
  { key: 'user', optional: true },
]

export function NotificationsPage() {
  return (
    <ListPage
      feature="notifications"
      list={notificationList}
      rows={notifications.index}
      columns={columns}
      nameOf={({ subject }) => subject}
      form={NotificationDialog}
      routes={notifications}
      details={DeliveriesDialog}
    />
  )
}
