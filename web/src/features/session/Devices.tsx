import { type OpenSession, session as routes } from '@kontor/contract/session'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import classes from './Devices.module.css'

/** The sessions of the signed-in user, each with a button to end it. */
export function Devices() {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const title = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useApiQuery(routes.sessions, {})
  const sessions = data ?? []
  // The focused button is unmounted then.
  const onDone = () => title.current?.focus()
  const endOne = useApiMutation(routes.endSession, { success: t('settings.device_ended'), onDone })
  const endOthers = useApiMutation(routes.endOtherSessions, { success: t('settings.devices_ended'), onDone })
  const askOthers = async () => {
    const isConfirmed = await confirm({
      title: t('settings.end_others_title'),
      text: t('settings.end_others_text'),
      action: t('settings.end_others'),
    })
    if (isConfirmed) endOthers.mutate({})
  }
  return (
    <section className={classes.card} aria-labelledby="devices">
      <header className={classes.head}>
        <h2 id="devices" ref={title} tabIndex={-1}>
          {t('settings.devices')}
        </h2>
        <p>{t('settings.devices_text')}</p>
      </header>
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      <ul>
        {sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            isBusy={endOne.isPending || endOthers.isPending}
            onEnd={() => endOne.mutate({ params: { id: String(session.id) } })}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className={classes.foot}>
          <Button variant="default" loading={endOthers.isPending} onClick={() => void askOthers()}>
            {t('settings.end_others')}
          </Button>
        </div>
      )}
      {question}
    </section>
  )
}

interface DeviceProps {
  session: OpenSession
  isBusy: boolean
  onEnd: () => void
}

function Device({ session, isBusy, onEnd }: DeviceProps) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const { browser, system, address, is_current } = session
  const device = t('settings.device', {
    browser: browser ?? t('settings.other_browser'),
    system: system ? t(`settings.system.${system}`) : '',
  }).trim()
  const Icon = isHandheld(system) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.device}>
      <Icon size={20} aria-hidden />
      <div className={classes.words}>
        <p className={classes.name}>
          {device}
          {is_current && <StatusChip on label={t('settings.this_device')} />}
        </p>
        <p className={classes.facts}>
          <span>{address}</span>
          <span>{t('settings.signed_in_at', { at: dateTime(session.created_at) })}</span>
          {!is_current && <span>{t('settings.last_used_at', { at: dateTime(session.last_used_at) })}</span>}
        </p>
      </div>
      {!is_current && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('settings.end_one', { device, address })}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onEnd()}
        >
          {t('settings.end')}
        </Button>
      )}
    </li>
  )
}

const isHandheld = (system: OpenSession['system']) =>
  system === 'iphone' || system === 'ipad' || system === 'android'
