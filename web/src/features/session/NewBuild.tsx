import { shellRoutes } from '@kontor/contract/lib/http/about'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Bar } from '../../components/ui/Bar.tsx'
import { PlainButton } from '../../components/ui/PlainButton.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { newBuild } from '../../lib/router/newBuild.ts'
import { unsaved } from '../../lib/router/unsaved.ts'

/** Least milliseconds between two checks, which run when the window gets the focus. */
const CHECK_INTERVAL_MS = 60_000

/** Offers to reload when the server has a newer build. */
export function NewBuild() {
  const t = useTranslations()
  const isThere = useSyncExternalStore(newBuild.subscribe, newBuild.isAvailable)
  useWatch()
  if (!isThere) return null
  return (
    <div role="status">
      <Bar>
        <span>{t('shell.new_build')}</span>
        <PlainButton small icon={IconRefresh} onClick={() => void reload()}>
          {t('shell.reload')}
        </PlainButton>
      </Bar>
    </div>
  )
}

const reload = async () => {
  if (await unsaved.mayLeave()) location.reload()
}

function useWatch() {
  const { data } = useQuery({
    queryKey: ['build'],
    queryFn: ({ signal }) => apiRequest(shellRoutes.about, {}, { signal }),
    staleTime: CHECK_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
  useEffect(() => {
    const { revision } = document.documentElement.dataset // written by the build; none in development
    if (data && revision && data.revision !== revision) newBuild.announce()
  }, [data])
}
