import { shellCalls } from '@kontor/contract/kit/api/about'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { unsaved } from '../../kit/dialog/unsaved.ts'
import { Bar } from '../../kit/look/Bar.tsx'
import { PlainButton } from '../../kit/look/PlainButton.tsx'
import { call } from '../../kit/net/call.ts'
import { newBuild } from '../../kit/router/newBuild.ts'

/** Milliseconds between two looks, which are taken when the window gets the focus. */
const PAUSE = 60_000

/** Offers to reload once the server has a newer build than the one that runs here. */
export function NewBuild() {
  const t = useTranslations()
  const isThere = useSyncExternalStore(newBuild.subscribe, newBuild.isThere)
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
    queryFn: ({ signal }) => call(shellCalls.about, {}, { signal }),
    staleTime: PAUSE,
    refetchOnWindowFocus: true,
  })
  const first = useRef<string>(undefined)
  useEffect(() => {
    if (!data) return
    first.current ??= data.revision
    if (data.revision !== first.current) newBuild.announce()
  }, [data])
}
