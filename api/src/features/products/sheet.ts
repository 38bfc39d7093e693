import { defaultValues } from '@kontor/contract/lib/resources/import-columns'
import { productFields, productSheet } from '@kontor/contract/products'
import { sql } from 'kysely'
import { compileQuery } from '../../lib/database/compiled-query.ts'
import type { ImportDefinition } from '../../lib/imports/import-definition.ts'
import {
  type Imported,
  insertImported,
  loadImported,
  storedBy,
  updateImported,
} from '../../lib/imports/records/record-sql.ts'
import { importReferences } from '../../lib/imports/records/references.ts'
import { dryRunTest, fieldOrderErrorsOf, neededColumns } from '../../lib/imports/records/resource-importer.ts'
import { chooseServer } from '../../lib/lists/choose-server.ts'
import type { ListDatabase } from '../../lib/lists/replica/replica-router.ts'
import { selectedColumns, selectRecords } from '../../lib/resources/field-columns.ts'
import { inCampaigns } from '../campaigns/table.ts'
import '../sliders/table.ts'
import { productSource } from './queries.ts'
import './table.ts'

/**
 * Required fields that a sheet may lack for new products: a missing price is a question, a missing quantity a
 * warning.
 */
const lacking = ['erp_code', 'price', 'quantity']

const productRecords: Imported = { table: 'products', fields: productFields, key: 'erp_code' }

/** One import of products: known codes are changed, unknown ones created if the sheet has names. */
export function productImport(): ImportDefinition<typeof productSheet> {
  let offered = new Set<number>()
  const references = importReferences(productFields)
  return {
    list: 'products',
    sheet: productSheet,
    rules: {
      key: 'erp_code',
      requiredToCreate: neededColumns(productFields).filter((column) => !lacking.includes(column)),
      unknown: 'import.unknown_code',
      confirmIfMissing: ['price'],
      warnIfMissing: ['quantity'],
      defaults: { ...defaultValues(productFields), is_active: true },
      validate: fieldOrderErrorsOf(productFields),
      converters: {
        ...references.converters,
        is_active: (typed, before, record) =>
          record && before === true && typed === false && offered.has(record.id)
            ? { reason: 'validation.product_offered' }
            : { value: typed },
      },
    },
    needsDryRun: dryRunTest(productFields, 'erp_code'),
    shown: references.shown,
    references,
    // Checks the rule products_in_use row by row before anything is written.
    async begin(db) {
      const shown = db.selectFrom('sliders').select('product_id').where('is_active', '=', true)
      const rows = await shown.where('is_visible', '=', true).union(inCampaigns(db)).execute()
      offered = new Set(rows.flatMap(({ product_id }) => product_id ?? []))
    },
    load: async (db, keys, lock) =>
      storedBy(await loadImported(db, productRecords, keys, lock), 'erp_code', productSheet),
    insert: (tx, rows) => insertImported(tx, productRecords, rows),
    update: (tx, changes) => updateImported(tx, productRecords, changes),
    async remove(tx, ids) {
      await sql`DELETE FROM products WHERE id = ANY(${ids}::int[])`.execute(tx) // one parameter, however many ids
    },
  }
}

/** Rows read at once; small, so that V8 frees them in its young generation. */
const PORTION = 500

/** Every product in the layout of the sheet, in portions, by code. */
export async function* productRows(from: ListDatabase) {
  const read = await chooseServer(from, productSource)
  const after = (code: string) => read((db) => rowsAfter(db, code))
  for (let last = ''; ; ) {
    const rows = await after(last)
    yield rows.map((row) => (Number(row.price) === 0 ? { ...row, price: null } : row))
    if (rows.length < PORTION) return
    last = rows.at(-1)?.erp_code ?? ''
  }
}

const rowsAfter = compileQuery(
  (db) =>
    selectRecords(db, 'products', productFields)
      .clearSelect() // of each row only what the sheet has
      .select('products.is_active')
      .select(selectedColumns('products', productFields))
      .orderBy('products.erp_code')
      .limit(sql.lit(PORTION))
      .where('products.erp_code', '>', ''), // no code is empty
)
