import { useQueryClient } from '@tanstack/react-query'
import { call } from '../net/call.ts'
import { notify } from '../notify/notify.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { bulkTexts } from './texts.ts'
import type { BulkRoutes } from './useBulkEdit.ts'

/** Takes a bulk edit back, wherever nobody has changed the row since, and says how many rows that were. */
export function useBulkUndo(routes: Pick<BulkRoutes, 'undoBulk'>) {
  const t = useTexts(bulkTexts)
  const queries = useQueryClient()
  return async (id: number) => {
    try {
      const back = await call(routes.undoBulk, { body: { id }, idempotencyKey: `bulk-undo-${id}` })
      notify.success(t('bulk.undone', { count: back.changed }))
      if (back.not_done.length > 0) notify.error(t('bulk.left', { count: back.not_done.length }))
    } catch (error) {
      notify.failure(error)
    }
    await queries.invalidateQueries()
  }
}
