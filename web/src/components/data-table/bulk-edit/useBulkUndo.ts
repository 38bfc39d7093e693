import type { BulkFields, bulkRoutes } from '@kontor/contract/lib/resources/bulk'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiRequest, newKey } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { notify } from '../../ui/snackbar/notify.tsx'

export type BulkRoutes = ReturnType<typeof bulkRoutes<string, string, BulkFields>>

/** Idempotency keys of undo calls that have not succeeded yet, by bulk edit id. */
const attempts = new Map<number, string>()

/** The subject of the snackbar of a bulk edit. */
export const bulkSubject = (id: number) => `bulk ${id}`

/** Most skipped rows that are named. */
const MAX_NAMES = 3

/**
 * Undoes a bulk edit in rows that have not changed since; reports how many were undone and which were
 * skipped. Resolves with whether it succeeded.
 */
export function useBulkUndo(routes: Pick<BulkRoutes, 'undoBulk'>) {
  const t = useTranslations()
  const queries = useQueryClient()
  return async (id: number) => {
    const key = attempts.get(id) ?? newKey()
    attempts.set(id, key)
    notify.hide(bulkSubject(id)) // its own undo
    let isDone = false
    try {
      const back = await apiRequest(routes.undoBulk, { body: { id }, idempotencyKey: key })
      attempts.delete(id)
      isDone = true
      notify.success(t('bulk.undone', { count: back.changed }))
      const skipped = back.not_done
      const names = skipped.slice(0, MAX_NAMES).map(({ name }) => name)
      if (skipped.length > 0)
        notify.error(t('bulk.left', { names: names.join(', '), more: skipped.length - names.length }), {
          duration: 10_000,
        })
    } catch (error) {
      shownError.show(error)
    }
    await queries.invalidateQueries()
    return isDone
  }
}
