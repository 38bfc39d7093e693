// The order of sliders in the partners' app.
import type { SortedSlider } from '@kontor/contract/sliders/sorting'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { invalidField } from '../../../lib/http/http-error.ts'
import { type Outbox, publishWhenShown } from '../schedule/queries.ts'
import { automaticOrder, publishSlider, stateNow } from '../table.ts'

/** The active sliders, also those that partners do not see now, in the partners' order. */
export const listInOrder = (db: Kysely<Schema>): Promise<SortedSlider[]> =>
  db
    .selectFrom('sliders')
    .select(['id', 'name', 'type', 'image', 'visible_from', 'position', stateNow.as('state')])
    .select(sql<number>`row_number() OVER (ORDER BY ${automaticOrder})`.as('automatic'))
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy(automaticOrder)
    .execute()

/**
 * Gives these sliders the positions from 1 on; all others lose theirs. The same order again changes nothing. Of two
 * simultaneous orders the later one replaces the earlier one. Throws 422 at `ids` when one does not exist or is inactive.
 */
export const saveOrder = (db: Kysely<Schema>, push: Outbox, ids: readonly number[]) =>
  inTransaction(db, async (tx) => {
    // Row locks are not enough: another order may give a position to a slider that has none yet.
    await sql`SELECT pg_advisory_xact_lock(hashtext('order of sliders'))`.execute(tx)
    const rows = await tx
      .selectFrom('sliders')
      .select(['id', 'is_active', 'position', 'is_push_due'])
      .where(sql<boolean>`(position IS NOT NULL OR id = ANY(${ids}::int[]))`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const stored = new Map(rows.map((row) => [row.id, row]))
    if (ids.some((id) => !stored.has(id))) throw invalidField('ids', 'validation.not_found')
    if (ids.some((id) => !stored.get(id)?.is_active)) throw invalidField('ids', 'validation.inactive')
    const places = new Map(ids.map((id, index) => [id, index + 1]))
    const changed = rows
      .map((row) => ({ ...row, place: places.get(row.id) ?? null }))
      .filter(({ position, place }) => position !== place)
    const [first] = changed
    if (!first) return listInOrder(tx)
    await sql`UPDATE sliders SET position = wanted.place
      FROM unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ place }) => place)}::int[])
        AS wanted(id, place)
      WHERE sliders.id = wanted.id`.execute(tx)
    const sliders = await listInOrder(tx)
    // The update has stored the states of now: who begins just now would not be found by the check of the clock.
    for (const { id } of changed.filter(({ is_push_due }) => is_push_due))
      await publishWhenShown(tx, push, id)
    await publishSlider(tx, first.id) // one event for all: browsers read the whole order again
    return sliders
  })
