import {
  attemptText,
  type Webhook,
  webhookFailing,
  webhookList,
  webhookStates,
  webhooks,
} from '@kontor/contract/webhooks'
import { webhookEventNames, webhookEvents } from '@kontor/contract/webhooks/events'
import { IconKey, IconList, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import { UsersTabs } from '../../components/shell/UsersTabs.tsx'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { guardUnsaved } from '../../components/ui/dialog/useUnsaved.ts'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { Warning } from '../../components/ui/secret-dialog/Warning.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookLog } from './WebhookLog.tsx'
import { showWebhookSecret } from './WebhookSecret.tsx'
import classes from './Webhooks.module.css'

const paramsOf = ({ id }: Webhook) => ({ params: { id: String(id) } })

/** The list of webhooks. */
export function WebhooksPage() {
  const columns = useWebhookColumns()
  const [log, setLog] = useState<Webhook | null>(null)
  const { actions, question } = useWebhookActions(setLog)
  useRefresh('webhooks', [webhooks.index])
  return (
    <>
      <ListPage
        above={<Above />}
        list={webhookList}
        listRoute={webhooks.index}
        columns={columns}
        form={WebhookDialog}
        routes={webhooks}
        actions={actions}
      />
      {question}
      {log && <WebhookLog row={log} onClose={() => setLog(null)} />}
    </>
  )
}

/** The tabs of the screen of users, of which it is one, and which webhooks were disabled. */
function Above() {
  const t = useTranslations()
  const { data } = useApiQuery(webhooks.index, { body: { filters: { state: 'off' } } })
  const off = data?.result ?? []
  return (
    <>
      <UsersTabs />
      {off.length > 0 && (
        <div className={classes.notices} role="status">
          {off.map(({ id, name, last_status }) => (
            <Warning key={id}>
              {t(last_status === 410 ? 'webhooks.gone_notice' : 'webhooks.off_notice', { name })}
            </Warning>
          ))}
        </div>
      )}
    </>
  )
}

const tones = { on: 'ok', paused: 'warn', off: 'bad' } as const

function useWebhookColumns(): Col<Webhook>[] {
  const t = useTranslations()
  const { locale } = useLanguage()
  return useMemo(
    () => [
      { key: 'name', main: true, width: 160 },
      { key: 'url', width: 130, code: true },
      {
        key: 'events',
        width: 140,
        wraps: true,
        cell: ({ events }) =>
          events.length === webhookEventNames.length
            ? t('webhooks.all')
            : events.map((event) => webhookEvents[event].label[locale]).join(', '),
      },
      {
        key: 'state',
        width: 208,
        phone: 'line',
        wraps: true,
        cell: (row, { shortDateTime }) => {
          const { state, failing_since: since, last_status, last_error } = row
          if (state !== 'on' || !since)
            return (
              <StatusChip on={state !== 'paused'} tone={tones[state]} label={webhookStates[state][locale]} />
            )
          const why = attemptText({ status: last_status, error: last_error }, locale)
          return (
            <>
              <StatusChip on tone="warn" label={webhookFailing[locale]} />{' '}
              <span>{t('webhooks.failing', { time: shortDateTime(since), why })}</span>
            </>
          )
        },
      },
      {
        key: 'waiting',
        width: 150,
        wraps: true,
        cell: ({ waiting, next_at, failing_since }, { shortDateTime }) =>
          failing_since && next_at
            ? t('webhooks.waiting_next', { count: waiting, time: shortDateTime(next_at) })
            : t('webhooks.waiting', { count: waiting }),
      },
      {
        key: 'succeeded_at',
        cell: ({ succeeded_at }, { shortDateTime }) =>
          succeeded_at ? shortDateTime(succeeded_at) : t('webhooks.never'),
      },
      { key: 'created_at' },
    ],
    [t, locale],
  )
}

/** Confirmation before operations that cannot be undone or that affect the receiver. */
function useConfirmedActions() {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const queries = useQueryClient()
  const { mutate: removeIt } = useApiMutation(webhooks.remove, { success: t('webhooks.removed') })
  const renew = useCallback(
    async (row: Webhook) => {
      const question = { title: t('webhooks.renew_title', row), text: t('webhooks.renew_text') }
      if (!(await confirm({ ...question, action: t('webhooks.renew') }))) return
      const release = guardUnsaved({ isUnsaved: true, within: 'app' }) // a document that is left could not show it
      try {
        // Shown at once: a mutation would first wait for everything on screen.
        const { secret } = await apiRequest(webhooks.renewSecret, paramsOf(row))
        showWebhookSecret({ name: row.name, secret })
      } catch (error) {
        shownError.show(error)
      }
      release()
      void queries.invalidateQueries()
    },
    [t, confirm, queries],
  )
  const remove = useCallback(
    async (row: Webhook) => {
      const question = { title: t('webhooks.remove_title', row), text: t('webhooks.remove_text') }
      if (await confirm({ ...question, action: t('webhooks.remove'), danger: true })) removeIt(paramsOf(row))
    },
    [t, confirm, removeIt],
  )
  return { question, renew, remove }
}

/** The row actions of a webhook. */
function useWebhookActions(setLog: (row: Webhook) => void) {
  const t = useTranslations()
  const { mutate: sendPing } = useApiMutation(webhooks.ping)
  const { mutate: setState } = useApiMutation(webhooks.setState, {})
  const { question, renew, remove } = useConfirmedActions()
  const { permission } = webhooks.update
  const actions = useMemo(
    () => [
      { key: 'log', icon: IconList, label: t('webhooks.log'), run: setLog },
      {
        key: 'ping',
        icon: IconSend,
        label: t('webhooks.test'),
        permission,
        run: (row: Webhook) =>
          sendPing(paramsOf(row), {
            onSuccess: () => notify.success(t(row.state === 'on' ? 'webhooks.tested' : 'webhooks.waits')),
          }),
      },
      {
        key: 'pause',
        slot: 'state',
        icon: IconPlayerPause,
        label: t('webhooks.pause'),
        permission,
        when: (row: Webhook) => row.state === 'on',
        run: (row: Webhook) => setState({ ...paramsOf(row), body: { state: 'paused' } }),
      },
      {
        key: 'go_on',
        slot: 'state',
        icon: IconPlayerPlay,
        label: t('webhooks.go_on'),
        permission,
        when: (row: Webhook) => row.state !== 'on',
        run: (row: Webhook) => setState({ ...paramsOf(row), body: { state: 'on' } }),
      },
      {
        key: 'renew',
        icon: IconKey,
        label: t('webhooks.renew'),
        permission,
        run: (row: Webhook) => void renew(row),
      },
      {
        key: 'remove',
        icon: IconTrash,
        label: t('webhooks.remove'),
        permission,
        run: (row: Webhook) => void remove(row),
      },
    ],
    [t, permission, setLog, sendPing, setState, renew, remove],
  )
  return { actions, question }
}
