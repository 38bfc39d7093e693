// Orders of a promotion that the office has handled.
import { history } from '@kontor/contract/history'
import { sliders } from '@kontor/contract/sliders'
import { portalSliders } from '@kontor/contract/sliders/portal'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeProduct, makeSlider, UNKNOWN_ID } from '../../../../test/make.ts'

const { db, call, partner, partnerUser, staffUser } = await startApp()
const partner_id = partnerUser.partner_id ?? 0

/** An order of the partner, in a promotion of its own. */
async function makeOrder() {
  const product = await makeProduct(db)
  const slider = await makeSlider(db, { type: 2, product_id: product.id, name: 'Zimska promocija' })
  const row = {
    slider_id: slider.id,
    partner_id,
    user_id: partnerUser.id,
    product_id: product.id,
    quantity: 4,
  }
  const order = await db.insertInto('slider_orders').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...order, slider }
}
const mark = ({ id }: { id: number }, body: object = {}, as?: string) =>
  call(sliders.handle, { params: { id: String(id) }, body }, as)
const listed = async ({ id }: { id: number }, filters: object = {}) => {
  const query = { filters: JSON.stringify(filters) }
  return (await call(sliders.orders, { params: { id: String(id) }, query })).body
}

test('cannot be marked when it is unknown, or with another field', async () => {
  const order = await makeOrder()
  expect((await mark({ id: UNKNOWN_ID })).status).toBe(404)
  expect((await mark(order, { is_handled: 'da' })).status).toBe(422)
  expect((await mark(order, { quantity: 1 })).status).toBe(422)
  expect(await listed(order.slider)).toMatchObject([
    { is_handled: false, handled_at: null, handled_by: null },
  ])
})

test('is marked and taken back, by name or as a toggle, and says who did it', async () => {
  const order = await makeOrder()
  const by = { id: staffUser.id, name: staffUser.name }
  const handled = await mark(order, { is_handled: true })
  expect([handled.status, handled.body]).toMatchObject([200, { is_handled: true, handled_by: by }])
  const first = handled.body.handled_at
  expect((await mark(order, { is_handled: true })).body.handled_at).toBe(first)
  expect(await listed(order.slider, { is_handled: 'true', handled_by: by.name })).toHaveLength(1)
  expect(await listed(order.slider, { is_handled: 'false' })).toEqual([])
  expect((await mark(order)).body).toMatchObject({ is_handled: false, handled_at: null, handled_by: null })
  expect((await mark(order)).body.is_handled).toBe(true)
})

test('the partner sees its state with the picture of the promotion, and is told of a change', async () => {
  const order = await makeOrder()
  const own = async () =>
    (await call(portalSliders.orders, {}, partner)).body.find(({ id }) => id === order.id)
  const { id, name, image } = order.slider
  expect(await own()).toMatchObject({ is_handled: false, slider: { id, name, image } })
  const events = async () => {
    const { rows } = await sql<{
      user_id: number | null
      permission: string | null
    }>`SELECT user_id, permission
      FROM events WHERE type = 'sliders' AND data ->> 'id' = ${String(id)} ORDER BY user_id NULLS FIRST`.execute(
      db,
    )
    return rows
  }
  await mark(order, { is_handled: true })
  expect((await own())?.is_handled).toBe(true)
  expect(await events()).toEqual([
    { user_id: null, permission: 'sliders.see' },
    { user_id: partnerUser.id, permission: null },
  ])
})

test('is in the history of the slider, with who handled it', async () => {
  const order = await makeOrder()
  await mark(order, { is_handled: true })
  const params = { table: 'sliders' as const, id: String(order.slider.id) }
  const { result } = (await call(history.ofRecord, { params, query: {} })).body
  const [entry] = result.filter(({ table }) => table === 'slider_orders')
  expect(entry).toMatchObject({ person: { id: staffUser.id } })
  const by = entry?.values.find(({ column }) => column === 'handled_by')
  expect([by?.before, by?.after]).toEqual([null, staffUser.name])
})
