import { notifications } from '@kontor/contract/notifications'
import { notificationTest } from '@kontor/contract/notifications/form'
import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useFormValues } from '../../components/form/FormContext.ts'
import { toInput, type Values } from '../../components/form/recordForm.ts'
import { PlainButton } from '../../components/ui/PlainButton.tsx'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { Sent } from './Sent.tsx'
import classes from './TestPush.module.css'
import { useDevice } from './useDevice.ts'

/** The content of the form as a test sends it; undefined while it is incomplete. */
function contentOf({ subject, notification_text, slider_id, product_id, campaign_id }: Values) {
  const idOf = (record: unknown) => toInput(record) || null
  const opened = { slider_id: idOf(slider_id), product_id: idOf(product_id), campaign_id: idOf(campaign_id) }
  const content = z.safeParse(notificationTest, { subject, notification_text, ...opened })
  return content.success ? content.data : undefined
}

/** Sends the notification to the own devices, and says how many it reached or how to get one. */
export function TestPush() {
  const t = useTranslations()
  const body = contentOf(useFormValues())
  const { mutate, isPending, data, variables } = useApiMutation(notifications.test)
  // The result of another text is not shown.
  const sent = body && JSON.stringify(body) === JSON.stringify(variables?.body) ? data : undefined
  const { state, ...device } = useDevice(t('notifications.test.failed'))
  const send = () => body && mutate({ body })
  const isUsable = state === 'on' || state === 'off'
  const obstacle = state === null || isUsable ? null : state
  const enable = async () => {
    if ((await device.enable()) === 'on') send()
  }
  return (
    <section className={classes.test} aria-label={t('notifications.test.send')}>
      <Button
        variant="default"
        leftSection={<IconBellRinging size={16} />}
        disabled={!body}
        loading={isPending || device.isBusy}
        onClick={send}
      >
        {t('notifications.test.send')}
      </Button>
      <div className={classes.result} role="status">
        {!body && <p>{t('notifications.test.incomplete')}</p>}
        {body && !sent && <p>{t('notifications.test.help')}</p>}
        {sent && sent.devices > 0 && <Sent sent={sent} />}
        {sent?.devices === 0 && (
          <>
            <p>{t('notifications.test.no_device')}</p>
            {obstacle && <p>{t(`notifications.test.${obstacle}`)}</p>}
            {isUsable && <p>{t('notifications.test.one_user')}</p>}
          </>
        )}
      </div>
      {sent?.devices === 0 && isUsable && (
        <Button variant="default" loading={device.isBusy} onClick={() => void enable()}>
          {t('notifications.test.enable')}
        </Button>
      )}
      {sent && sent.devices > 0 && state === 'on' && (
        <PlainButton disabled={device.isBusy} onClick={() => void device.disable()}>
          {t('notifications.test.disable')}
        </PlainButton>
      )}
    </section>
  )
}
