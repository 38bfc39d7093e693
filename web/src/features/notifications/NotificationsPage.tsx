import { optionLabel } from '@kontor/contract/lib/lists/list'
import { type Notification, notificationList, notifications } from '@kontor/contract/notifications'
import { IconCalendarOff, IconPencil, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import type { RowAction } from '../../components/data-table/rowAction.ts'
import { useDuplicateAction } from '../../components/publishing/useDuplicate.tsx'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { type ApiError, apiRequest } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { NotificationDialog, withAllRecipients } from './NotificationDialog.tsx'
import { Sent } from './Sent.tsx'
import { useRecipientsText } from './useRecipientsText.ts'

const columns: readonly Col<Notification>[] = [
  { key: 'updated_at', width: 112, phone: 'line' },
  { key: 'subject', main: true, width: 200, phone: 'title' },
  { key: 'notification_text', width: 180, grows: true },
  { key: 'category_names', width: 116 },
  { key: 'partner_names', width: 116 },
  { key: 'sent', width: 204, phone: 'end', cell: (row) => <NotificationState row={row} /> },
  { key: 'slider' },
  { key: 'product' },
  { key: 'campaign' },
  { key: 'state' },
  { key: 'send_at' },
  { key: 'user' },
]
const isWaiting = ({ state }: Notification) => state === 'scheduled'
const hasDetails = ({ state }: Notification) => state === 'sent'
const nameOf = ({ subject }: Notification) => subject

/** The open form: of a scheduled notification, or of a new one that starts as a copy. */
type Opened = Omit<Parameters<typeof NotificationDialog>[0], 'onClose'>

export function NotificationsPage() {
  const [opened, open] = useState<Opened | null>(null)
  const [question, actions] = useActions(open)
  useRefresh('notifications', [notifications.index])
  return (
    <>
      <ListPage
        list={notificationList}
        listRoute={notifications.index}
        columns={columns}
        nameOf={nameOf}
        form={NewNotification}
        routes={NEW}
        details={DeliveriesDialog}
        hasDetails={hasDetails}
        actions={actions}
      />
      {question}
      {opened && <NotificationDialog {...opened} onClose={() => open(null)} />}
    </>
  )
}

/** Only scheduled notifications can be edited, by an action of their own. */
const NEW = { create: notifications.create }
const NewNotification = ({ onClose }: { onClose: () => void }) => <NotificationDialog onClose={onClose} />

/** The start of a copy. A new one takes active recipients only. */
async function copyOf({ id, subject, notification_text }: Notification): Promise<Opened> {
  const chosen = await apiRequest(notifications.chosen, { params: { id: String(id) } })
  const [categories, partners] = [chosen.categories, chosen.partners].map((all) =>
    all.filter(({ is_active }) => is_active),
  )
  return { ...chosen, categories, partners, subject, notification_text }
}

/** The row actions besides deliveries. Render the first returned element. */
function useActions(open: (opened: Opened) => void) {
  const t = useTranslations()
  const [question, ask] = useSendOrCancel()
  const latest = useRef<Promise<Opened>>(undefined)
  /** Opens what was chosen last: an earlier one that comes later would replace it while it is edited. */
  const openLatest = useCallback(
    async (loading: Promise<Opened>) => {
      latest.current = loading
      try {
        const opened = await loading
        if (latest.current === loading) open(opened)
      } catch (error) {
        shownError.show(error)
      }
    },
    [open],
  )
  const edit = useCallback(
    (row: Notification) => void openLatest(withAllRecipients(row).then((row) => ({ row }))),
    [openLatest],
  )
  const copy = useCallback((row: Notification) => void openLatest(copyOf(row)), [openLatest])
  const duplicate = useDuplicateAction(notifications.create.permission, copy)
  const actions = useMemo<RowAction<Notification>[]>(() => {
    const { permission } = notifications.update
    return [
      {
        key: 'edit',
        icon: IconPencil,
        label: t('notifications.edit'),
        permission,
        when: isWaiting,
        run: edit,
      },
      {
        key: 'send',
        icon: IconSend,
        label: t('notifications.send_now'),
        permission,
        when: isWaiting,
        run: (row) => void ask(row, 'send_now').catch(shownError.show),
      },
      {
        key: 'cancel',
        icon: IconCalendarOff,
        label: t('notifications.cancel'),
        permission,
        when: isWaiting,
        run: (row) => void ask(row, 'cancel'),
      },
      duplicate,
    ]
  }, [t, edit, ask, duplicate])
  return [question, actions] as const
}

/** Sends or cancels a scheduled notification, with confirmation. Render the first returned element. */
function useSendOrCancel() {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const whom = useRecipientsText()
  const queries = useQueryClient()
  const { mutate: send } = useApiMutation(notifications.send, {
    onDone: (row) => notify.success(whom.sent(row)),
    onFailed: (error: ApiError) => {
      shownError.show(error)
      void queries.invalidateQueries() // 491: some devices failed, but it was sent
    },
  })
  const { mutate: cancel } = useApiMutation(notifications.cancel, { success: t('notifications.cancelled') })
  const ask = useCallback(
    async (row: Notification, what: 'send_now' | 'cancel') => {
      const text = t(`notifications.${what}_text`)
      const params = { id: String(row.id) }
      const reach = async () => whom.reach(await withAllRecipients(row))
      const yes = await confirm({
        title: t(`notifications.${what}_one`, { name: row.subject }),
        text: what === 'cancel' ? text : `${await reach()} ${text}`,
        action: t(`notifications.${what}`),
        cancel: t('notifications.leave'),
      })
      if (!yes) return
      const call = { params, body: { version: row.version } }
      if (what === 'cancel') cancel(call)
      else send(call)
    },
    [t, confirm, send, cancel, whom],
  )
  return [question, ask] as const
}

/** The state of a notification: how many devices it reached, or when it will be sent. */
function NotificationState({ row }: { row: Notification }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { state, send_at } = row
  if (state === 'sent') return <Sent sent={row.sent} short />
  if (state === 'scheduled' && send_at) {
    const at = formatOf(locale).shortDateTime(send_at)
    return <StatusChip on tone="change" label={t('notifications.scheduled', { at })} />
  }
  return <StatusChip on={false} label={optionLabel(notificationList.columns.state, state, locale) ?? ''} />
}
