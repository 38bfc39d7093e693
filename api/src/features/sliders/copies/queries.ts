import { sliderFields } from '@kontor/contract/sliders/form'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { found } from '../../../lib/http/http-error.ts'
import { getSlider, lockSlider, requireFree } from '../queries.ts'
import { publishSlider, today } from '../table.ts'

const { name: _, ...otherFields } = sliderFields
const copied = sql.join(
  ['type', 'image', 'wyswygimg', 'product_id', ...Object.keys(otherFields)].map((column) => sql.ref(column)),
)

/**
 * Adds a hidden slider with the same content: without times, a place, past days and inactive categories, and without sign-ups
 * and orders. Several rows may refer to the same picture files.
 */
export const duplicateSlider = (db: Kysely<Schema>, id: number, name: string) =>
  inTransaction(db, async (tx) => {
    const { product_id } = await lockSlider(tx, id)
    await requireFree(tx, product_id)
    const {
      rows: [copy],
    } = await sql<{ id: number }>`INSERT INTO sliders (name, is_visible, ${copied})
      SELECT ${name}, false, ${copied} FROM sliders WHERE id = ${id} RETURNING id`.execute(tx)
    const made = found(copy)
    await sql`INSERT INTO slider_categories (slider_id, category_id)
      SELECT ${made.id}, category_id FROM slider_categories JOIN categories ON categories.id = category_id
      WHERE slider_id = ${id} AND is_active`.execute(tx)
    await sql`INSERT INTO slider_dates (slider_id, day, places)
      SELECT ${made.id}, day, places FROM slider_dates WHERE slider_id = ${id} AND day >= ${today}`.execute(
      tx,
    )
    await publishSlider(tx, made.id)
    return getSlider(tx, made.id)
  })
