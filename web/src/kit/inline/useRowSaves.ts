import type { Route } from '@kontor/contract/kit/api/route'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { routeKey } from '../net/useRoute.ts'

interface Versioned {
  id: number
  version: number
}

/** Sends a value from this version on; of calls that send the whole row, with what the save before has left of it. */
type Send = (version: number, last: object | undefined) => Promise<{ version: number }>

/** Some of what a row holds: a call takes no more than it knows. */
export const partOf = <Row extends object, const Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

/**
 * Saves values of rows: in one row one after the other, each from the version that the one before has left, in
 * different rows at once. Resolves when the list shows what was saved.
 */
export function useRowSaves(list: Route) {
  const queries = useQueryClient()
  const running = useRef(new Map<number, Promise<unknown>>())
  const saves = useRef(new Map<number, { version: number }>())
  return useCallback(
    (row: Versioned, send: Send) => {
      const run = async () => {
        try {
          const last = saves.current.get(row.id)
          const isLater = last !== undefined && last.version > row.version
          saves.current.set(
            row.id,
            await send(isLater ? last.version : row.version, isLater ? last : undefined),
          )
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
