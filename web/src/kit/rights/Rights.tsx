import { shellCalls } from '@kontor/contract/kit/api/about'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useEvents } from '../live/useEvents.ts'
import { Failed } from '../look/Notice.tsx'
import { routeKey, useRoute } from '../net/useRoute.ts'
import { session } from '../session/session.ts'
import { rightsLost } from './lost.ts'
import { HiddenContext } from './useHidden.ts'
import { RightsContext } from './useMay.ts'

/**
 * Tells everything inside what the user may do. Begins with what was known last and asks anew as it opens, after
 * signing in again, when the server says that they have changed, and when the server has refused something for want of a right.
 */
export function Rights({ children }: { children: ReactNode }) {
  const { data, isError, refetch } = useRoute(shellCalls.me, {})
  const known = data?.rights.join(' ') ?? session.rights()
  useKept(known)
  const rights = useMemo(() => known !== null && new Set(known.split(' ')), [known])
  const hidden = data?.hidden_resources.join(' ') ?? session.hidden()
  useEffect(() => session.keepHidden(hidden), [hidden])
  const left = useMemo(() => new Set(hidden.split(' ').filter(Boolean)), [hidden])
  if (rights)
    return (
      <HiddenContext value={left}>
        <RightsContext value={rights}>{children}</RightsContext>
      </HiddenContext>
    )
  return isError ? <Unknown onRetry={() => void refetch()} /> : null
}

/** Remembers the rights, asks for them again when they may have changed, and then for all that hangs on them. */
function useKept(known: string | null) {
  const queries = useQueryClient()
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: routeKey(shellCalls.me) })
    const stops = [
      rightsLost.subscribe(ask),
      session.subscribe(() => session.token() && !session.demand() && ask()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
  useEvents('rights', () => void queries.invalidateQueries({ queryKey: routeKey(shellCalls.me) }))
  const last = useRef(known)
  useEffect(() => {
    if (known !== null) session.keepRights(known)
    if (last.current !== null && last.current !== known) {
      queries.removeQueries({ type: 'inactive' })
      void queries.invalidateQueries()
    }
    last.current = known
  }, [known, queries])
}

function Unknown({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations()
  return <Failed level={1} title={t('pages.crash')} text={t('pages.crash_text')} onRetry={onRetry} />
}
