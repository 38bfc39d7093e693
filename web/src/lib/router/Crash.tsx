import { IconCloudOff, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '../../components/ui/Notice.tsx'
import { PlainButton } from '../../components/ui/PlainButton.tsx'
import { connection } from '../realtime/connection.ts'
import { useIsDisconnected } from '../realtime/useConnection.ts'
import { newBuild } from './newBuild.ts'

/** Shown for a screen that threw or whose code did not load. The shell around it keeps working. */
export function Crash() {
  const t = useTranslations()
  const router = useRouter()
  const isStale = useSyncExternalStore(newBuild.subscribe, newBuild.isAvailable)
  const isDisconnected = useIsDisconnected()
  const retry = () => (isStale && !isDisconnected ? location.reload() : void router.invalidate())
  // Some browsers do not request a failed module again; a reload does.
  useEffect(() => connection.onReturn(() => location.reload()), [])
  const reason = isDisconnected ? 'cut' : isStale ? 'stale' : 'crash_text'
  return (
    <Notice
      icon={isDisconnected ? IconCloudOff : IconPlugConnectedX}
      level={1}
      title={t('pages.crash')}
      text={t(`pages.${reason}`)}
    >
      <PlainButton onClick={() => void router.navigate({ to: '/' })}>{t('pages.to_home')}</PlainButton>
      <PlainButton icon={IconRefresh} onClick={retry}>
        {t(isStale && !isDisconnected ? 'shell.reload' : 'common.retry')}
      </PlainButton>
    </Notice>
  )
}
