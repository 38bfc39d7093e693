import type { BulkChange } from '@kontor/contract/kit/bulk/bulk'
import type { ListRequest } from '@kontor/contract/kit/list/list'
import { bulkPartners } from '@kontor/contract/partners/bulk'
import { figureFields } from '@kontor/contract/partners/fields'
import { requireRight, type SignedIn } from '../../../kit/auth/guard.ts'
import { applyBulk, planBulk, undoBulk } from '../../../kit/bulk/bulk.ts'
import { findLastBulk } from '../../../kit/bulk/kept.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { requireFigures } from '../figures/rules.ts'
import { partnerBulkRecipe as recipe } from './queries.ts'

/** One change of many partners. Of figures it needs the right to change them; who may not see them cannot ask by them. */
export function bulkPartnerRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(bulkPartners.bulkPlan, ({ user, body }) => {
    requireFor(user, body.change)
    requireFigures(user, { filters: body.filters } satisfies ListRequest)
    return planBulk(db, recipe, body.change, body)
  })
  serve(bulkPartners.bulk, async ({ user, body, attempt }) => {
    requireFor(user, body.change)
    return applyBulk(db, recipe, user, body, attempt)
  })
  serve(bulkPartners.lastBulk, ({ user }) =>
    findLastBulk(
      kontor,
      recipe.list,
      Object.keys(recipe.sets).filter((field) => !(field in figureFields) || mayChangeFigures(user)),
    ),
  )
  serve(bulkPartners.undoBulk, ({ user, body, attempt }) =>
    undoBulk(db, recipe, user, body.id, (change) => requireFor(user, change), attempt),
  )
}

function requireFor(user: SignedIn, { field }: BulkChange) {
  if (!(field in figureFields)) return
  requireRight(user, 'figures.see')
  requireRight(user, 'figures.change')
}

const mayChangeFigures = ({ rights }: SignedIn) => rights.has('figures.see') && rights.has('figures.change')
