import {
  deliveryStatusText,
  type Notification,
  type NotificationDelivery,
  notificationDeliveryList,
  notifications,
  platformLabels,
} from '@kontor/contract/notifications'
import { openedBy } from '@kontor/contract/notifications/form'
import { Button } from '@mantine/core'
import { IconBrandAndroid, IconBrandApple, IconRefresh, IconWorldWww } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListDialog } from '../../components/data-table/list-page/ListDialog.tsx'
import { CloseButton } from '../../components/ui/dialog/FooterButtons.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import type { ApiError } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { routeKey, useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import classes from './DeliveriesDialog.module.css'
import { Sent } from './Sent.tsx'

const tones = {
  accepted: 'ok',
  pending: 'change',
  logged: 'warn',
  failed: 'bad',
  removed: 'bad',
  no_device: 'ok',
} as const

/** The result on a device, with the reason of a failure. */
function DeliveryStatus(row: Pick<NotificationDelivery, 'status' | 'error'>) {
  const { locale } = useLanguage()
  const { status } = row
  return (
    <StatusChip on={status !== 'no_device'} tone={tones[status]} label={deliveryStatusText(row, locale)} />
  )
}

const icons = { android: IconBrandAndroid, ios: IconBrandApple, web: IconWorldWww }

/** The kind of device. */
function Platform({ platform }: { platform: NonNullable<NotificationDelivery['platform']> }) {
  const { locale } = useLanguage()
  const Icon = icons[platform]
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, verticalAlign: 'middle' }}>
      <Icon size={16} aria-hidden />
      {platformLabels[platform][locale]}
    </span>
  )
}

const columns: readonly Col<NotificationDelivery>[] = [
  { key: 'partner', main: true, cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'user', width: 200 },
  { key: 'platform', width: 130, cell: ({ platform }) => platform && <Platform platform={platform} /> },
  { key: 'status', width: 300, cell: (row) => <DeliveryStatus {...row} /> },
  { key: 'updated_at' },
  { key: 'read_at' },
]
const nameOf = ({ user }: NotificationDelivery) => user
const POLL_MS = 3000

/** A notification with its result per device; failed ones can be sent again. */
export function DeliveriesDialog({ row, onClose }: { row: Notification; onClose: () => void }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const { sent, retryable, resend } = useDelivery(row)
  const canSend = usePermission()(notifications.resend.permission)
  const opened = openedOf(row)
  return (
    <ListDialog
      title={row.subject}
      list={notificationDeliveryList}
      listRoute={notifications.deliveries}
      columns={columns}
      scope={{ params: { id: String(row.id) } }}
      nameOf={nameOf}
      intro={
        <div className={classes.intro}>
          <p className={classes.text}>{row.notification_text}</p>
          <p className={classes.facts}>
            <Sent sent={sent} />
            {row.is_late && row.send_at && (
              <span>
                {t('notifications.late', { planned: dateTime(row.send_at), at: dateTime(row.updated_at) })}
              </span>
            )}
            {opened && <span>{t('notifications.opens_what', opened)}</span>}
            <span>{t('notifications.users', { users: sent.users })}</span>
            <span>{t('notifications.read', { read: sent.read })}</span>
          </p>
        </div>
      }
      buttons={
        <>
          {canSend && retryable > 0 && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconRefresh size={16} />}
              loading={resend.isPending}
              onClick={() => resend.mutate({ params: { id: String(row.id) } })}
            >
              {t('notifications.resend')}
            </Button>
          )}
          <CloseButton variant="filled" onClick={onClose} />
        </>
      }
      onClose={onClose}
    />
  )
}

/** The kind and name of what it opens. */
function openedOf(row: Notification) {
  const kind = openedBy(row)?.kind
  return kind && { kind, name: row[kind]?.name ?? '' }
}

/** The current counts, polled while sending, and sending again. */
function useDelivery(row: Notification) {
  const t = useTranslations()
  const queries = useQueryClient()
  const { data } = useApiQuery(
    notifications.one,
    { params: { id: String(row.id) } },
    { refetchInterval: (last) => ((last ?? row).sent.pending > 0 ? POLL_MS : false) },
  )
  const { sent, retryable } = data ?? { ...row, retryable: 0 }
  const { accepted, failed, removed, logged, pending } = sent
  const counts = [accepted, failed, removed, logged, pending].join()
  useEffect(() => {
    if (counts) void queries.invalidateQueries({ queryKey: routeKey(notifications.deliveries) })
  }, [counts, queries])
  const resend = useApiMutation(notifications.resend, {
    success: t('notifications.resent'),
    onFailed: (error: ApiError) => {
      shownError.show(error)
      void queries.invalidateQueries() // 491: some devices failed, but it was sent
    },
  })
  return { sent, retryable, resend }
}
