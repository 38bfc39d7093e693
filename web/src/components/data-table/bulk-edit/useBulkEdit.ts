import type { BulkChange, BulkPlan, BulkResult } from '@kontor/contract/lib/resources/bulk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, apiRequest, newKey } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { notify } from '../../ui/snackbar/notify.tsx'
import { type BulkRoutes, bulkSubject, useBulkUndo } from './useBulkUndo.ts'

/** The target: the selected rows, or all rows that match the filters. */
type Which = { ids: number[] } | { filters: Record<string, string> }

interface BulkEditOptions {
  routes: BulkRoutes
  onDone: () => void
}

interface Planned {
  change: BulkChange
  plan: BulkPlan
  /** Idempotency key: applying again after a lost response changes nothing more. */
  key: string
}

/** Previews, applies and undoes a bulk edit. */
export function useBulkEdit({ routes, onDone }: BulkEditOptions) {
  const fieldError = useFieldError()
  const { planned, isPlanning, plan, forget } = usePlan(routes, fieldError)
  const { result, isApplying, apply } = useApply({ routes, onDone }, fieldError)
  return {
    planned,
    plan,
    forget,
    result,
    wrong: fieldError.wrong,
    isBusy: isPlanning || isApplying,
    isApplying,
    apply: () => planned && void apply(planned),
  }
}

type FieldError = ReturnType<typeof useFieldError>

/** The message of a rejected call, shown at the field. Other errors open the error dialog. */
function useFieldError() {
  const message = useMessage()
  const [wrong, setWrong] = useState<string>()
  const show = (error: unknown) => {
    if (!(error instanceof ApiError) || !error.body.errors) return shownError.show(error)
    setWrong(message(Object.values(error.body.errors)[0]?.[0] ?? error.body.message, error.body.params))
  }
  return { wrong, show, clear: () => setWrong(undefined) }
}

/** Keeps the latest preview only: the fields may have changed since an earlier request. */
function usePlan(routes: BulkRoutes, fieldError: FieldError) {
  const [planned, setPlanned] = useState<Planned | null>(null)
  const [isPlanning, setPlanning] = useState(false)
  const latestRequest = useRef(0)
  const forget = () => {
    latestRequest.current += 1
    setPlanning(false)
    setPlanned(null)
    fieldError.clear()
  }
  const plan = async (change: BulkChange, which: Which) => {
    forget()
    const requestId = latestRequest.current
    setPlanning(true)
    try {
      const plan = await apiRequest(routes.bulkPlan, { body: { change, ...which } })
      if (requestId === latestRequest.current) setPlanned({ change, plan, key: newKey() })
    } catch (error) {
      if (requestId === latestRequest.current) fieldError.show(error)
    } finally {
      if (requestId === latestRequest.current) setPlanning(false)
    }
  }
  return { planned, isPlanning, plan, forget }
}

function useApply({ routes, onDone }: BulkEditOptions, fieldError: FieldError) {
  const t = useTranslations()
  const queries = useQueryClient()
  const undo = useBulkUndo(routes)
  const [result, setResult] = useState<BulkResult | null>(null)
  const [isApplying, setApplying] = useState(false)
  const apply = async ({ change, plan, key }: Planned) => {
    if (isApplying) return
    setApplying(true)
    fieldError.clear()
    try {
      const body = { change, ids: plan.ids, versions: plan.versions }
      const done = await apiRequest(routes.bulk, { body, idempotencyKey: key })
      await queries.invalidateQueries()
      const { id } = done
      notify.success(t('bulk.done', { count: done.changed }), {
        ...(id !== null && { undo: () => void undo(id), duration: 10_000, subject: bulkSubject(id) }),
      })
      if (done.not_done.length > 0) setResult(done)
      else onDone()
    } catch (error) {
      fieldError.show(error)
    } finally {
      setApplying(false)
    }
  }
  return { result, isApplying, apply }
}
