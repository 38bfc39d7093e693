import { categoryList } from '@kontor/contract/categories'
import { type Kysely, sql } from 'kysely'
import { requireUnlocked } from '../../kit/list-lock.ts'
import { column, listSource } from '../../kit/list-source.ts'
import { refuseWhileUsed, toggleRecord } from '../../kit/records.ts'
import type { Schema } from '../../kit/schema.ts'
import { inTransaction } from '../../kit/transaction.ts'
import '../partners/table.ts'
import '../sliders/table.ts'
import './table.ts'

export const categorySource = listSource({
  definition: categoryList,
  id: sql.ref('categories.id'),
  columns: {
    id: column('categories', 'id'),
    name: column('categories', 'name', 'name_folded'),
    is_active: column('categories', 'is_active'),
  },
  tables: ['categories'],
  rows: (db) => db.selectFrom('categories').select(['id', 'name', 'is_active', 'version', 'updated_at']),
})

/** A category of active partners or sliders stays active: 435. */
export const toggleCategory = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'partners') // an import may be about to use it
    const category = await toggleRecord(tx, 'categories', id, target)
    if (!category.is_active) await refuseWhileUsed(activePartnersIn(tx, id), activeSlidersIn(tx, id))
    return category
  })

const activePartnersIn = (tx: Kysely<Schema>, id: number) =>
  tx
    .selectFrom('partner_categories')
    .innerJoin('partners', 'partners.id', 'partner_categories.partner_id')
    .select('partners.id')
    .where('category_id', '=', id)
    .where('partners.is_active', '=', true)

const activeSlidersIn = (tx: Kysely<Schema>, id: number) =>
  tx
    .selectFrom('slider_categories')
    .innerJoin('sliders', 'sliders.id', 'slider_categories.slider_id')
    .select('sliders.id')
    .where('category_id', '=', id)
    .where('sliders.is_active', '=', true)
