import {
  attemptText,
  deliveryStates,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveryList,
  webhooks,
} from '@kontor/contract/webhooks'
import { IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListDialog } from '../../components/data-table/list-page/ListDialog.tsx'
import { CloseButton } from '../../components/ui/dialog/FooterButtons.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefetching } from '../../lib/realtime/useEvents.ts'
import { typeOf, WebhookPost } from './WebhookPost.tsx'

const tones = { waiting: 'change', delivered: 'ok', failed: 'bad' } as const
const SHOWN = [webhooks.deliveries, webhooks.delivery]

/** The deliveries of a webhook: result, response, and retry. */
export function WebhookLog({ row, onClose }: { row: Webhook; onClose: () => void }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const columns = useLogColumns()
  const [opened, setOpened] = useState<WebhookDelivery | null>(null)
  const can = usePermission()
  const { mutate } = useApiMutation(webhooks.resend, {
    success: t(row.state === 'on' ? 'webhooks.resent' : 'webhooks.waits'),
  })
  useRefetching(SHOWN)
  const actions = useMemo(
    () => [
      { key: 'open', icon: IconInfoCircle, label: t('webhooks.open'), run: setOpened },
      ...(can(webhooks.resend.permission)
        ? [
            {
              key: 'resend',
              icon: IconRefresh,
              label: t('webhooks.resend'),
              when: ({ state }: WebhookDelivery) => state !== 'waiting',
              run: ({ id }: WebhookDelivery) => mutate({ params: { id: String(id) } }),
            },
          ]
        : []),
    ],
    [t, can, mutate],
  )
  return (
    <ListDialog
      title={t('webhooks.log_of', { name: row.name })}
      list={webhookDeliveryList}
      listRoute={webhooks.deliveries}
      scope={{ params: { id: String(row.id) } }}
      columns={columns}
      nameOf={(delivery) => typeOf(delivery, locale)}
      actions={actions}
      buttons={<CloseButton variant="filled" onClick={onClose} />}
      onClose={onClose}
    >
      {opened && <WebhookPost id={opened.id} onClose={() => setOpened(null)} />}
    </ListDialog>
  )
}

function useLogColumns(): Col<WebhookDelivery>[] {
  const { locale } = useLanguage()
  return useMemo(
    () => [
      { key: 'type', main: true },
      { key: 'created_at', phone: 'below' },
      {
        key: 'state',
        width: 130,
        phone: 'end',
        cell: ({ state }) => <StatusChip on tone={tones[state]} label={deliveryStates[state][locale]} />,
      },
      { key: 'record', width: 190, phone: 'line' },
      { key: 'attempts', width: 96 },
      { key: 'status', width: 190, wraps: true, cell: (row) => attemptText(row, locale) },
      { key: 'next_at', cell: ({ next_at }, { shortDateTime }) => next_at && shortDateTime(next_at) },
    ],
    [locale],
  )
}
