import type { ListRequest } from '@kontor/contract/lib/lists/list'
import type { BulkChange } from '@kontor/contract/lib/resources/bulk'
import { bulkPartners } from '@kontor/contract/partners/bulk'
import { figureFields } from '@kontor/contract/partners/fields'
import type { AppContext } from '../../../context.ts'
import { type CurrentUser, requirePermission } from '../../../lib/auth/guard.ts'
import { applyBulk, planBulk, undoBulk } from '../../../lib/resources/bulk-edit.ts'
import { findLastBulk } from '../../../lib/resources/bulk-history.ts'
import { requireFigures } from '../figures/rules.ts'
import { partnerBulkDefinition as importDefinition } from './queries.ts'

/**
 * Bulk edits of partners. Money-or-percent fields need the permission to change them; filters by them need the
 * permission to see them.
 */
export function bulkPartnerRoutes(context: AppContext) {
  const { registerRoute, db } = context
  registerRoute(bulkPartners.bulkPlan, ({ user, body }) => {
    requireFor(user, body.change)
    requireFigures(user, { filters: body.filters } satisfies ListRequest)
    return planBulk(db, importDefinition, body.change, body)
  })
  registerRoute(bulkPartners.bulk, async ({ user, body, attempt }) => {
    requireFor(user, body.change)
    return applyBulk(db, importDefinition, user, body, attempt)
  })
  registerRoute(bulkPartners.lastBulk, ({ user }) =>
    findLastBulk(
      context,
      importDefinition.list,
      Object.keys(importDefinition.sets).filter(
        (field) => !(field in figureFields) || mayChangeFigures(user),
      ),
    ),
  )
  registerRoute(bulkPartners.undoBulk, ({ user, body, attempt }) =>
    undoBulk(db, importDefinition, user, body.id, (change) => requireFor(user, change), attempt),
  )
}

function requireFor(user: CurrentUser, { field }: BulkChange) {
  if (!(field in figureFields)) return
  requirePermission(user, 'figures.see')
  requirePermission(user, 'figures.change')
}

const mayChangeFigures = ({ permissions }: CurrentUser) =>
  permissions.has('figures.see') && permissions.has('figures.change')
