import type { BulkFields, bulkCalls } from '@kontor/contract/lib/resources/bulk'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError, apiRequest, isUnanswered } from '../../../lib/api/apiRequest.ts'
import { newKey } from '../../../lib/api/newKey.ts'
import { notify } from '../../ui/snackbar/notify.tsx'

export type BulkRoutes = ReturnType<typeof bulkCalls<string, string, BulkFields>>

/** The key of an undoing that has not been answered yet, by the bulk edit: under it it is done once. */
const attempts = new Map<number, string>()

/** So many of the rows that were left are named. */
const NAMED = 3

/** Undoes a bulk edit in rows that nobody has changed since; reports how many those were, and which were left. */
export function useBulkUndo(routes: Pick<BulkRoutes, 'undoBulk'>) {
  const t = useTranslations()
  const queries = useQueryClient()
  return async (id: number) => {
    const key = attempts.get(id) ?? newKey()
    attempts.set(id, key)
    try {
      const back = await apiRequest(routes.undoBulk, { body: { id }, idempotencyKey: key })
      attempts.delete(id)
      notify.success(t('bulk.undone', { count: back.changed }))
      const left = back.not_done
      const names = left.slice(0, NAMED).map(({ name }) => name)
      if (left.length > 0)
        notify.error(t('bulk.left', { names: names.join(', '), more: left.length - names.length }), {
          duration: 10_000,
        })
    } catch (error) {
      if (!(error instanceof ApiError && isUnanswered(error))) attempts.delete(id)
      notify.failure(error)
    }
    await queries.invalidateQueries()
  }
}
