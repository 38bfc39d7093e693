import { bulkProducts } from '@kontor/contract/products/bulk'
import { applyBulk, planBulk, undoBulk } from '../../../kit/bulk/bulk.ts'
import { findLastBulk } from '../../../kit/bulk/kept.ts'
import { countSet, moneySet } from '../../../kit/bulk/sets.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { tellOfProducts } from '../../catalogue/table.ts'
import { productSource } from '../queries.ts'

const recipe = {
  list: 'products',
  source: productSource,
  sets: { price: moneySet('price', 'validation.valid_price'), quantity: countSet('quantity') },
} as const

/** One change of many products. */
export function bulkProductRoutes(kontor: Kontor) {
  const { serve, db, maintenance } = kontor
  serve(bulkProducts.bulkPlan, ({ body }) => planBulk(db, recipe, body.change, body))
  serve(bulkProducts.bulk, async ({ body, user }) => {
    const result = await applyBulk(db, recipe, user, body)
    maintenance.vacuumSoon()
    await tellOfProducts(kontor)
    return result
  })
  serve(bulkProducts.lastBulk, () => findLastBulk(db, recipe.list, Object.keys(recipe.sets)))
  serve(bulkProducts.undoBulk, async ({ body, user }) => {
    const result = await undoBulk(db, recipe, user, body.id, () => undefined)
    await tellOfProducts(kontor)
    return result
  })
}
