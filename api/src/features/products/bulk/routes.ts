import type { BulkChange, BulkFields } from '@kontor/contract/kit/bulk/bulk'
import { bulkProducts, productBulk } from '@kontor/contract/products/bulk'
import { requireRight, type SignedIn } from '../../../kit/auth/guard.ts'
import { applyBulk, planBulk, undoBulk } from '../../../kit/bulk/bulk.ts'
import { findLastBulk } from '../../../kit/bulk/kept.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { tellOfProducts } from '../../catalogue/table.ts'
import { productBulkRecipe as recipe } from './queries.ts'

const fields: BulkFields = productBulk
const needsOf = (field: string) => fields[field]?.needs ?? []

/** One change of many products. What is put into the catalogue needs the right to change that. */
export function bulkProductRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(bulkProducts.bulkPlan, ({ user, body }) => {
    requireFor(user, body.change)
    return planBulk(db, recipe, body.change, body)
  })
  serve(bulkProducts.bulk, async ({ body, user, attempt }) => {
    requireFor(user, body.change)
    const result = await applyBulk(db, recipe, user, body, attempt)
    await tellOfProducts(kontor)
    return result
  })
  serve(bulkProducts.lastBulk, ({ user }) =>
    findLastBulk(
      kontor,
      recipe.list,
      Object.keys(recipe.sets).filter((field) => needsOf(field).every((right) => user.rights.has(right))),
    ),
  )
  serve(bulkProducts.undoBulk, async ({ body, user, attempt }) => {
    const result = await undoBulk(db, recipe, user, body.id, (change) => requireFor(user, change), attempt)
    await tellOfProducts(kontor)
    return result
  })
}

function requireFor(user: SignedIn, { field }: Pick<BulkChange, 'field'>) {
  for (const right of needsOf(field)) requireRight(user, right)
}
