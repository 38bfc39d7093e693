import { productSheet } from '@kontor/contract/products'
import { type Kysely, sql } from 'kysely'
import { compiledOnce } from '../../kit/db/compiled.ts'
import type { Schema } from '../../kit/db/schema.ts'
import type { ImportRecipe, Written } from '../../kit/imports/imports.ts'
import type { Values } from '../../kit/imports/plan.ts'
import '../sliders/table.ts'
import './table.ts'

const FIELDS = Object.keys(productSheet)

// The same columns as json brings them in and as they are compared: 89.900 in the table is 89.9 in a sheet.
const recordset = (rows: unknown) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(
  id int, erp_code text, name text, description text, price numeric, quantity int, is_active boolean)`

/** One import of products: known codes are changed, unknown ones created if the sheet names them. */
export function productImport(): ImportRecipe<typeof productSheet> {
  let offered = new Set<number>()
  return {
    list: 'products',
    sheet: productSheet,
    ruled: ['is_active'],
    rules: {
      key: 'erp_code',
      createsWith: ['name'],
      unknown: 'import.unknown_code',
      asksWithout: ['price'],
      blank: { description: null, price: '0', quantity: 0, is_active: true },
      reads: {
        is_active: (typed, before, record) =>
          record && before === true && typed === false && offered.has(record.id)
            ? { reason: 'validation.product_offered' }
            : { value: typed },
      },
    },
    // The same as the rule products_in_use, said by row before anything is written.
    async begin(db) {
      const shown = db.selectFrom('sliders').select('product_id').where('is_active', '=', true)
      const rows = await shown.where('is_visible', '=', true).execute()
      offered = new Set(rows.flatMap(({ product_id }) => product_id ?? []))
    },
    async load(db, keys, lock) {
      const { rows } = await sql<Values & { id: number; erp_code: string }>`
      SELECT id, erp_code, name, description, trim_scale(price)::text AS price, quantity, is_active
      FROM products WHERE erp_code = ANY(${keys}) ORDER BY id ${lock ? sql`FOR UPDATE` : sql``}`.execute(db)
      return new Map(rows.map((row) => [row.erp_code, { id: row.id, values: valuesOf(row) }]))
    },
    async insert(tx, values) {
      const { rows } = await sql<Written & { key: string }>`
      INSERT INTO products (erp_code, name, description, price, quantity, is_active)
      SELECT erp_code, name, description, price, quantity, is_active FROM ${recordset(values)}
      RETURNING id, version, erp_code AS key`.execute(tx)
      return rows
    },
    async update(tx, changes) {
      const { rows } = await sql<Written>`
      UPDATE products SET name = given.name, description = given.description, price = given.price,
        quantity = given.quantity, is_active = given.is_active
      FROM ${recordset(changes.map(({ id, values }) => ({ id, ...values })))}
      WHERE products.id = given.id
      RETURNING products.id, products.version`.execute(tx)
      return rows
    },
    async remove(tx, ids) {
      await tx.deleteFrom('products').where('id', 'in', ids).execute()
    },
  }
}

const valuesOf = (row: Values) => Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? null]))

/** Rows read at once: so few that they are forgotten again before V8 counts them among what lasts. */
const PORTION = 500

/** Every product in the layout of the sheet, in portions, by code. */
export async function* productRows(db: Kysely<Schema>) {
  for (let last = ''; ; ) {
    const rows = await rowsAfter(db, last)
    for (const row of rows) yield Object.values(row)
    if (rows.length < PORTION) return
    last = rows.at(-1)?.erp_code ?? ''
  }
}

const rowsAfter = compiledOnce(
  (db) =>
    db
      .selectFrom('products')
      .select(['erp_code', 'name', 'description'])
      .select([sql<string | null>`nullif(price, 0)`.as('price'), 'quantity', 'is_active'])
      .orderBy('erp_code')
      .limit(sql.lit(PORTION))
      .where('erp_code', '>', ''), // no code is empty
)
