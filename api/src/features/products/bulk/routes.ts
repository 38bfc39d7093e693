import type { BulkChange, BulkFields } from '@kontor/contract/lib/resources/bulk'
import { bulkProducts, productBulk } from '@kontor/contract/products/bulk'
import type { AppContext } from '../../../context.ts'
import { type CurrentUser, requirePermission } from '../../../lib/auth/guard.ts'
import { applyBulk, planBulk, undoBulk } from '../../../lib/resources/bulk-edit.ts'
import { findLastBulk } from '../../../lib/resources/bulk-history.ts'
import { publishProducts } from '../../catalogue/table.ts'
import { productBulkDefinition as importDefinition } from './queries.ts'

const fields: BulkFields = productBulk
const needsOf = (field: string) => fields[field]?.permission ?? []

/** Bulk edits of products. Putting products into the catalogue needs the permission to change it. */
export function bulkProductRoutes(context: AppContext) {
  const { registerRoute, db } = context
  registerRoute(bulkProducts.bulkPlan, ({ user, body }) => {
    requireFor(user, body.change)
    return planBulk(db, importDefinition, body.change, body)
  })
  registerRoute(bulkProducts.bulk, async ({ body, user, attempt }) => {
    requireFor(user, body.change)
    const result = await applyBulk(db, importDefinition, user, body, attempt)
    await publishProducts(context)
    return result
  })
  registerRoute(bulkProducts.lastBulk, ({ user }) =>
    findLastBulk(
      context,
      importDefinition.list,
      Object.keys(importDefinition.sets).filter((field) =>
        needsOf(field).every((permission) => user.permissions.has(permission)),
      ),
    ),
  )
  registerRoute(bulkProducts.undoBulk, async ({ body, user, attempt }) => {
    const result = await undoBulk(
      db,
      importDefinition,
      user,
      body.id,
      (change) => requireFor(user, change),
      attempt,
    )
    await publishProducts(context)
    return result
  })
}

function requireFor(user: CurrentUser, { field }: Pick<BulkChange, 'field'>) {
  for (const permission of needsOf(field)) requirePermission(user, permission)
}
