import type { Route } from '@kontor/contract/kit/api/route'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { routeKey } from '../net/useRoute.ts'

interface Versioned {
  id: number
  version: number
}

/**
 * Saves values of rows: in one row one after the other, each from the version that the one before has left, in
 * different rows at once. Resolves when the list shows what was saved.
 */
export function useRowSaves(list: Route) {
  const queries = useQueryClient()
  const running = useRef(new Map<number, Promise<unknown>>())
  const versions = useRef(new Map<number, number>())
  return useCallback(
    (row: Versioned, send: (version: number) => Promise<{ version: number }>) => {
      const run = async () => {
        try {
          const { version } = await send(Math.max(row.version, versions.current.get(row.id) ?? 0))
          versions.current.set(row.id, version)
        } finally {
          void queries.invalidateQueries()
          await queries.invalidateQueries({ queryKey: routeKey(list) })
        }
      }
      const before = running.current.get(row.id)
      const saved = before ? before.then(run, run) : run()
      running.current.set(row.id, saved)
      return saved
    },
    [queries, list],
  )
}
