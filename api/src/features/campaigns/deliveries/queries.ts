import type { cart } from '@kontor/contract/campaigns/cart'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { changedByUndo } from '../../../lib/database/triggers.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { cartSource } from '../cart/queries.ts'
import { publishCart } from '../table.ts'

type Line = Awaited<ReturnType<typeof lockLines>>[number]

/** Locks the existing lines among these until the end of the transaction. */
const lockLines = (tx: Transaction<Schema>, ids: readonly number[]) =>
  tx
    .selectFrom('campaign_cart_items as line')
    .innerJoin('campaigns', 'campaigns.id', 'line.campaign_id')
    .select(['line.id', 'campaign_id', 'campaign_type_id', 'partner_id', 'is_delivered', 'line.version'])
    .where(sql<boolean>`line.id = ANY(${ids})`)
    .orderBy('line.id')
    .forUpdate('line')
    .execute()

/** Sets the state of the lines that differ, and publishes them. */
async function mark(
  tx: Transaction<Schema>,
  lines: readonly Line[],
  is_delivered: boolean,
  undo: boolean | undefined,
) {
  const others = lines.filter((line) => line.is_delivered !== is_delivered)
  if (others.length === 0) return
  const ids = others.map(({ id }) => id)
  if (undo) await changedByUndo(tx)
  await tx
    .updateTable('campaign_cart_items')
    .set({ is_delivered })
    .where(sql<boolean>`id = ANY(${ids})`)
    .execute()
  await publishCart(tx, others)
}

interface Delivery {
  is_delivered?: 0 | 1 | undefined
  version?: number | undefined
  undo?: boolean | undefined
}

/**
 * Marks a line delivered or undelivered: the requested state, or the opposite of the current one. Throws 404 and 409.
 */
export const deliver = (db: Kysely<Schema>, id: number, { is_delivered, version, undo }: Delivery = {}) =>
  inTransaction(db, async (tx) => {
    const line = orNotFound((await lockLines(tx, [id]))[0])
    if (version !== undefined && version !== line.version)
      throw new HttpError('error.conflict', { current: await getRow(tx, cartSource, id) })
    await mark(tx, [line], is_delivered === undefined ? !line.is_delivered : is_delivered === 1, undo)
    return getRow(tx, cartSource, id)
  })

/**
 * Marks many lines delivered or undelivered in one transaction; lines that have changed or no longer exist are reported
 * and skipped.
 */
export const deliverMany = (
  db: Kysely<Schema>,
  { ids, versions, is_delivered, undo }: HandlerCall<typeof cart.deliverMany>['body'],
) =>
  inTransaction(db, async (tx) => {
    const lines = await lockLines(tx, ids)
    const read = new Map(ids.map((id, index) => [id, versions?.[index]]))
    const isSuperseded = ({ id, version }: Line) => (read.get(id) ?? version) !== version
    await mark(
      tx,
      lines.filter((line) => !isSuperseded(line)),
      is_delivered === 1,
      undo,
    )
    const before = new Map(lines.map((line) => [line.id, line]))
    const rows = await cartSource.rows(tx).where(sql<boolean>`campaign_cart_items.id = ANY(${ids})`).execute()
    const now = new Map(rows.map((row) => [row.id, row]))
    const outcomeOf = (id: number) => {
      const line = before.get(id)
      if (!line) return 'missing'
      if (Number(line.is_delivered) === is_delivered) return 'unchanged'
      return isSuperseded(line) ? 'overtaken' : 'changed'
    }
    const result = [...read.keys()].map((id) => ({
      ...({ id, outcome: outcomeOf(id) } as const),
      item: now.get(id) ?? null,
    }))
    return { result }
  })
