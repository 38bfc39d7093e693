import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from './Notice.tsx'
import { newBuild } from './newBuild.ts'

/** A screen that threw or whose code did not load. The shell around it keeps working. */
export function Crash() {
  const t = useTranslations()
  const router = useRouter()
  const isStale = useSyncExternalStore(newBuild.subscribe, newBuild.isThere)
  const retry = () => (isStale ? location.reload() : void router.invalidate())
  return (
    <Notice
      icon={IconPlugConnectedX}
      level={1}
      title={t('pages.crash')}
      text={t(isStale ? 'pages.stale' : 'pages.crash_text')}
    >
      <Button variant="default" onClick={() => void router.navigate({ to: '/' })}>
        {t('pages.to_home')}
      </Button>
      <Button leftSection={<IconRefresh size={16} />} onClick={retry}>
        {t(isStale ? 'shell.reload' : 'common.retry')}
      </Button>
    </Notice>
  )
}
