import { IconCheck, IconClockPause, IconCloudOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { type Connection, connection, useConnection } from '../../lib/realtime/connection.ts'
import { Bar } from './Bar.tsx'
import { PlainButton } from './PlainButton.tsx'

/**
 * A banner while the server is slow or unreachable, and when it is back. The same on every screen and in
 * every dialog; `brief` on screens that show the age of their data.
 */
export function ConnectionBar({ brief = false }: { brief?: boolean }) {
  const state = useConnection()
  if (state === 'there') return null
  return (
    <div role="status" style={{ position: 'relative', flex: 'none' }}>
      <Banner state={state} brief={brief} />
    </div>
  )
}

function Banner({ state, brief }: { state: Exclude<Connection, 'there'>; brief: boolean }) {
  const t = useTranslations()
  if (state === 'waiting')
    return (
      <Bar floats icon={IconClockPause}>
        {t('connection.waiting')}
      </Bar>
    )
  if (state === 'back') {
    return <Bar icon={IconCheck}>{t('connection.back')}</Bar>
  }
  return (
    <Bar icon={IconCloudOff} tone="warn">
      <span>
        {t(`connection.${state}`)} {!brief && t('connection.kept')}
      </span>
      <PlainButton small onClick={() => void connection.ping()}>
        {t('common.retry')}
      </PlainButton>
    </Bar>
  )
}
