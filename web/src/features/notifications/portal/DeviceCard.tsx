import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconDeviceMobileShare } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { useDevice } from '../../../lib/push/useDevice.ts'
import classes from './InboxPage.module.css'

/** The push state of this device, with buttons to change it. */
export function DeviceCard() {
  const t = useTranslations()
  const { state, isBusy, enable, disable } = useDevice(t('portal.device.failed'))
  if (state === null || state === 'unable') return null
  if (state === 'on') {
    return (
      <p className={classes.muted}>
        <IconBellRinging size={16} stroke={1.6} aria-hidden />
        {t('portal.device.on')}
        <button type="button" className={classes.off} disabled={isBusy} onClick={() => void disable()}>
          {t('portal.device.disable')}
        </button>
      </p>
    )
  }
  const Icon = { off: IconBellRinging, denied: IconBellOff, install: IconDeviceMobileShare }[state]
  return (
    <section
      className={`${cards.card} ${cards.padded} ${classes.card}`}
      aria-label={t('portal.device.title')}
    >
      <Icon size={22} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <h2 className={cards.strong}>{t('portal.device.title')}</h2>
        <p>{t(`portal.device.${state}`)}</p>
        {state === 'off' && (
          <Button loading={isBusy} onClick={() => void enable()}>
            {t('portal.device.enable')}
          </Button>
        )}
      </div>
    </section>
  )
}
