import { catalogueOrders, type OrderTotals } from '@kontor/contract/catalogueOrders'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { dayIs } from '../../../../test/clock.ts'
import { makePartner, makeProduct, makeUser } from '../../../../test/make.ts'

const { db, call } = await startApp()
await dayIs(db, '2026-11-21')
const partners = [await makePartner(db), await makePartner(db), await makePartner(db)]
const products = [await makeProduct(db, { name: 'Guma' }), await makeProduct(db, { name: 'Ulje' })]
const user = await makeUser(db)
const totals = async (body: object) => (await call(catalogueOrders.totals, { body })).body

interface Row {
  day: string
  partner_id: number
  product_id: number
  name: string
  quantity: number
  total: string
  ignore_quantity: boolean
  is_active: boolean
}
const readRows = async () =>
  (
    await sql<Row>`SELECT (catalogue_orders.created_at AT TIME ZONE 'Europe/Podgorica')::date AS day, partner_id, product_id,
      products.name, catalogue_orders.quantity, catalogue_orders.price * catalogue_orders.quantity AS total,
      ignore_quantity, catalogue_orders.is_active
      FROM catalogue_orders JOIN products ON products.id = product_id`.execute(db)
  ).rows

const sums = (rows: readonly Row[]) => ({
  orders: rows.length,
  pieces: rows.reduce((sum, { quantity }) => sum + quantity, 0),
  total: sumOf(['0.000', ...rows.map(({ total }) => total)]),
})
const isIn = ({ day }: Row, from: string, to: string) => from <= day && day <= to

/** The expected totals, computed from all rows. */
function expected(rows: readonly Row[], from: string, to: string) {
  const found = rows.filter((row) => isIn(row, from, to))
  const active = found.filter(({ is_active }) => is_active)
  const short = active.filter((row) => row.ignore_quantity)
  const stocked = active.filter((row) => !row.ignore_quantity)
  const days = [...new Set(active.map(({ day }) => day))].sort()
  const of = (some: readonly Row[], day: string) => sums(some.filter((row) => row.day === day))
  return {
    date_from: from,
    date_to: to,
    ...sums(active),
    partners: new Set(active.map(({ partner_id }) => partner_id)).size,
    out_of_stock: { ...sums(short), products: new Set(short.map(({ product_id }) => product_id)).size },
    inactive: sums(found.filter(({ is_active }) => !is_active)),
    days: days.map((day) => ({ day, in_stock: of(stocked, day), out_of_stock: of(short, day) })),
  }
}

/** Days of orders, up to the current one: all of October, and parts of the months before and after. */
const DAYS = 58
/** One of these days, by index. */
const dayAt = (place: number) => new Date(Date.UTC(2026, 8, 25 + place)).toISOString().slice(0, 10)
const anOrder = fc.record({
  minutes: fc.integer({ min: 0, max: DAYS * 24 * 60 - 1 }),
  partner: fc.nat(2),
  product: fc.nat(1),
  cents: fc.integer({ min: 0, max: 9_999_999_999 }),
  quantity: fc.integer({ min: 1, max: 9999 }),
  ignore_quantity: fc.boolean(),
})
/** The first and the last day of a question: any, October, the month so far, or both with days before them. */
const aRange = fc.oneof(
  fc.tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1)),
  fc.constantFrom([6, 36], [37, DAYS - 1], [3, DAYS - 1], [6, 40]),
)
const aStep = fc.oneof(
  fc.record({ add: fc.array(anOrder, { minLength: 1, maxLength: 8 }) }),
  fc.record({ toggle: fc.nat(30) }),
  fc.record({ remove: fc.nat(30) }),
)
const aFilter = fc.constantFrom<Record<string, string | boolean>>(
  {},
  { is_active: true },
  { is_active: 'false' },
  { ignore_quantity: true },
  { ignore_quantity: '0', is_active: '1' },
  { product_name: 'guma' },
  { partner_id: String(partners[0]?.id), ignore_quantity: 'true' },
)

async function take(step: typeof aStep extends fc.Arbitrary<infer S> ? S : never) {
  if ('add' in step) {
    const rows = step.add.map(({ minutes, partner, product, cents, quantity, ignore_quantity }) => ({
      created_at:
        sql`'2026-09-25'::timestamp AT TIME ZONE 'Europe/Podgorica' + ${minutes} * interval '1 minute'` as never,
      partner_id: partners[partner]?.id ?? 0,
      product_id: products[product]?.id ?? 0,
      user_id: user.id,
      quantity,
      ignore_quantity,
      price: (cents / 1000).toFixed(3),
    }))
    return db.insertInto('catalogue_orders').values(rows).execute()
  }
  const ids = (await db.selectFrom('catalogue_orders').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
  const id = ids[('toggle' in step ? step.toggle : step.remove) % ids.length]
  if (id === undefined) return
  if ('toggle' in step) return call(catalogueOrders.toggle, { params: { id: String(id) }, body: null })
  return db.deleteFrom('catalogue_orders').where('id', '=', id).execute()
}

const flag = (value: string | boolean) => /^(1|true)$/.test(String(value))
const passes = (row: Row, filters: Record<string, string | boolean>) =>
  Object.entries(filters).every(([name, value]) => {
    if (name === 'product_name') return row.name === 'Guma'
    if (name === 'partner_id') return row.partner_id === Number(value)
    return row[name as 'is_active'] === flag(value)
  })

test('sums equal those of the orders after random changes, for any days and filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aStep, { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(aRange, aFilter), { minLength: 1, maxLength: 4 }),
      async (steps, questions) => {
        for (const step of steps) await take(step)
        const rows = await readRows()
        for (const [[one = 0, two = 0], filters] of questions) {
          const from = dayAt(Math.min(one, two))
          const to = dayAt(Math.max(one, two))
          const range = { date_from: from, date_to: to, filters }
          const { before, ...sums } = await totals(range)
          const passing = rows.filter((row) => passes(row, filters))
          expect(sums).toEqual(expected(passing, from, to))
          const { body } = await call(catalogueOrders.index, {
            body: { ...range, filters: filters as never },
          })
          expect(body.total_rows).toBe(passing.filter((row) => isIn(row, from, to)).length)
          if ('product_name' in filters || 'partner_id' in filters) expect(before).toBeNull()
          else expect(before).toMatchObject(expectedBefore(passing, before))
        }
      },
    ),
    { numRuns: 25 },
  )
})

function expectedBefore(rows: readonly Row[], before: OrderTotals['before']) {
  const earlier = rows.filter(
    (row) => isIn(row, before?.date_from ?? '', before?.date_to ?? '') && row.is_active,
  )
  return sums(earlier)
}

test('cached totals are recomputed after every change, also of filtered tables', async () => {
  const range = { date_from: dayAt(0), date_to: '2026-11-21' }
  const questions = [
    { ...range, filters: {} },
    { ...range, filters: { product_name: 'guma' } },
  ]
  const change = async (name: string) => {
    await sql`UPDATE products SET name = ${name} WHERE id = ${products[0]?.id}`.execute(db)
  }
  for (const step of [
    { add: fc.sample(anOrder, 3) },
    { toggle: 0 },
    'Kolo',
    { remove: 0 },
    'Guma',
  ] as const) {
    for (const question of questions) expect(await totals(question)).toEqual(await totals(question))
    await (typeof step === 'string' ? change(step) : take(step))
    const rows = await readRows()
    for (const { filters } of questions) {
      const passing = rows.filter((row) => passes(row, filters as Record<string, string>))
      expect(await totals({ ...range, filters })).toMatchObject(
        expected(passing, range.date_from, range.date_to),
      )
    }
  }
})

test.each([
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
])('from %s to %s are compared with the preceding period', async (date_from, date_to, ...days) => {
  const { before } = await totals({ date_from, date_to })
  expect([before?.date_from, before?.date_to]).toEqual(days)
})
