import { shellRoutes } from '@kontor/contract/lib/http/about'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../components/ui/Notice.tsx'
import { routeKey, useApiQuery } from '../../lib/api/useApiQuery.ts'
import { permissionsLost } from '../../lib/permissions/permissionsLost.ts'
import { HiddenContext, PermissionsContext } from '../../lib/permissions/usePermission.ts'
import { useEvents } from '../../lib/realtime/useEvents.ts'
import { session } from '../../lib/session/session.ts'

/**
 * Provides the permissions of the user. Starts with the stored ones and fetches them on mount, after
 * signing in again, on a change event, and after a permission error.
 */
export function PermissionsProvider({ children }: { children: ReactNode }) {
  const { data, isError, refetch } = useApiQuery(shellRoutes.me, {})
  const known = data?.rights.join(' ') ?? session.permissions()
  useStoredPermissions(known)
  const permissions = useMemo(() => known !== null && new Set(known.split(' ')), [known])
  const hidden = data?.hidden_resources.join(' ') ?? session.hidden()
  useEffect(() => session.saveHidden(hidden), [hidden])
  const hiddenResources = useMemo(() => new Set(hidden.split(' ').filter(Boolean)), [hidden])
  if (permissions)
    return (
      <HiddenContext value={hiddenResources}>
        <PermissionsContext value={permissions}>{children}</PermissionsContext>
      </HiddenContext>
    )
  return isError ? <Unknown onRetry={() => void refetch()} /> : null
}

/**
 * Stores the permissions, refetches them when they may have changed, and then refetches everything that
 * depends on them.
 */
function useStoredPermissions(known: string | null) {
  const queries = useQueryClient()
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: routeKey(shellRoutes.me) })
    const stops = [
      permissionsLost.subscribe(ask),
      session.subscribe(() => session.token() && !session.demand() && ask()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
  useEvents('rights', () => void queries.invalidateQueries({ queryKey: routeKey(shellRoutes.me) }))
  const last = useRef(known)
  useEffect(() => {
    if (known !== null) session.savePermissions(known)
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
