import type { BulkChange, BulkFields, BulkPlan, BulkResult, bulkCalls } from '@kontor/contract/kit/bulk/bulk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, call } from '../net/call.ts'
import { newKey } from '../net/newKey.ts'
import { notify } from '../notify/notify.tsx'
import { useMessage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { bulkTexts } from './texts.ts'
import { useBulkUndo } from './useBulkUndo.ts'

export type BulkRoutes = ReturnType<typeof bulkCalls<string, string, BulkFields>>

/** Which rows: those that are picked, or all that the filters find. */
type Which = { ids: number[] } | { filters: Record<string, string> }

interface Given {
  routes: BulkRoutes
  onDone: () => void
}

/** A change of many rows: what it would do, doing it, and the way back. */
export function useBulkEdit({ routes, onDone }: Given) {
  const t = useTexts(bulkTexts)
  const message = useMessage()
  const queries = useQueryClient()
  /** Under its key it is done once, also when its answer is lost and it is applied again. */
  const [planned, setPlanned] = useState<{ change: BulkChange; plan: BulkPlan; key: string } | null>(null)
  const [result, setResult] = useState<BulkResult | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  /** One call at a time; what is refused is said at the value. */
  const busy = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setWrong(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError) || !error.body.errors) notify.failure(error)
      else
        setWrong(message(Object.values(error.body.errors)[0]?.[0] ?? error.body.message, error.body.params))
    } finally {
      setBusy(false)
    }
  }
  const undo = useBulkUndo(routes)
  return {
    ...{ planned, result, wrong, isBusy },
    forget: () => {
      setPlanned(null)
      setWrong(undefined)
    },
    plan: (change: BulkChange, which: Which) =>
      busy(async () =>
        setPlanned({
          ...{ change, key: newKey() },
          plan: await call(routes.bulkPlan, { body: { change, ...which } }),
        }),
      ),
    apply: () =>
      busy(async () => {
        if (!planned) return
        const { change, plan, key } = planned
        const body = { change, ids: plan.ids, versions: plan.versions }
        const done = await call(routes.bulk, { body, idempotencyKey: key })
        await queries.invalidateQueries()
        const { id } = done
        notify.success(t('bulk.done', { count: done.changed }), {
          ...(id !== null && { undo: () => void undo(id), duration: 10_000 }),
        })
        if (done.not_done.length > 0) setResult(done)
        else onDone()
      }),
  }
}
