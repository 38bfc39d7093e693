import type { ListRequest } from '@kontor/contract/lib/lists/list'
import type { BulkChange, BulkFields, bulkRoutes } from '@kontor/contract/lib/resources/bulk'
import type { AppContext } from '../../context.ts'
import { type CurrentUser, requirePermission } from '../auth/guard.ts'
import { applyBulk, type BulkDefinition, planBulk, undoBulk } from './bulk-edit.ts'
import { editableFields, findLastBulk } from './bulk-history.ts'

interface BulkRouteOptions<Row, C extends string> extends BulkDefinition<Row, C> {
  /** The fields of the contract; some need further permissions. */
  fields: BulkFields
  /** Throws 403 for filters by fields that the user may not see. */
  requireFilters?: (user: CurrentUser, filters: ListRequest['filters']) => void
  /** Called after an edit or an undo that has changed records. */
  onChanged?: () => Promise<void>
}

/** Registers the bulk edits of a list: plan, apply, the last one, and undo. */
export function registerBulkEdits<Row, C extends string>(
  context: AppContext,
  calls: ReturnType<typeof bulkRoutes<string, string, BulkFields>>,
  { fields, requireFilters, onChanged, ...bulkDefinition }: BulkRouteOptions<Row, C>,
) {
  const { registerRoute, db } = context
  const requireFor = (user: CurrentUser, { field }: BulkChange) => {
    for (const permission of fields[field]?.permission ?? []) requirePermission(user, permission)
  }
  registerRoute(calls.bulkPlan, ({ user, body }) => {
    requireFor(user, body.change)
    requireFilters?.(user, body.filters)
    return planBulk(db, bulkDefinition, body.change, body)
  })
  registerRoute(calls.bulk, async ({ user, body, idempotency }) => {
    requireFor(user, body.change)
    const result = await applyBulk({ db, bulkDefinition, user }, body, idempotency)
    if (result.changed > 0) await onChanged?.()
    return result
  })
  registerRoute(calls.lastBulk, ({ user }) =>
    findLastBulk(context, bulkDefinition.list, editableFields(user, fields)),
  )
  registerRoute(calls.undoBulk, async ({ user, body, idempotency }) => {
    const requireUndo = (change: BulkChange) => requireFor(user, change)
    const result = await undoBulk({ db, bulkDefinition, user }, body.id, requireUndo, idempotency)
    if (result.changed > 0) await onChanged?.()
    return result
  })
}
