import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconDeviceMobileShare } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import {
  type DeviceState,
  deviceState,
  disableDevice,
  enableDevice,
} from '../../../components/portal/device.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import classes from './InboxPage.module.css'

/** The push state of this device, with buttons to change it. */
export function DeviceCard() {
  const t = useTranslations()
  const { state, isBusy, enable, disable } = useDevice()
  if (state === null || state === 'unable') return null
  if (state === 'on') {
    return (
      <p className={classes.muted}>
        <IconBellRinging size={16} stroke={1.6} aria-hidden />
        {t('portal.device.on')}
        <button type="button" className={classes.off} disabled={isBusy} onClick={disable}>
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
          <Button loading={isBusy} onClick={enable}>
            {t('portal.device.enable')}
          </Button>
        )}
      </div>
    </section>
  )
}

function useDevice() {
  const t = useTranslations()
  const [state, setState] = useState<DeviceState | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    void deviceState().then(setState)
  }, [])
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      notify.error(t('portal.device.failed')) // the browser's push service or our server was not reached
    }
    setState(await deviceState())
    setBusy(false)
  }
  return {
    state,
    isBusy,
    enable: () => void change(enableDevice),
    disable: () => void change(disableDevice),
  }
}
