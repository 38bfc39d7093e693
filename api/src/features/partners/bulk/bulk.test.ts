import { history } from '@kontor/contract/history'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { bulkPartners } from '@kontor/contract/partners/bulk'
import { partnerPage } from '@kontor/contract/partners/page'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCategory, makePartner, makeUserWithout } from '../../../../test/make.ts'
import '../../users/roles/table.ts'

const { db, call, signIn } = await startApp()

const set = (field: 'debt' | 'debitLimit' | 'outOfCurrency', value: string) =>
  ({ field, how: 'set', value }) as const
const link = (how: 'add' | 'remove', id: number) => ({ field: 'categories', how, value: String(id) }) as const
type Change =
  | ReturnType<typeof set>
  | ReturnType<typeof link>
  | { field: 'debt'; how: 'percent'; value: string }

const planned = (change: Change, ids: number[], as?: string) =>
  call(bulkPartners.bulkPlan, { body: { change, ids } }, as)
async function done(change: Change, ids: number[]) {
  const { body } = await planned(change, ids)
  return call(bulkPartners.bulk, { body: { change, ids: body.ids, versions: body.versions } })
}
const undone = (id: number | null) => call(bulkPartners.undoBulk, { body: { id: id ?? 0 } })
const linked = async (id: number) =>
  (await db.selectFrom('partner_categories').selectAll().where('partner_id', '=', id).execute())
    .map(({ category_id }) => category_id)
    .sort((a, b) => a - b)

/** A token of a user without some permissions. */
const without = async (...revoked: Permission[]) =>
  signIn((await makeUserWithout(db, revoked, 'user_financier')).username)

test('requires permission to change, undo and filter by debts', async () => {
  const blind = await without('figures.see', 'figures.change', 'figures.import', 'figures.export')
  const { id } = await makePartner(db, { debt: '50', debit_limit: '10' })
  const { body } = await done(set('debt', '60'), [id])
  expect((await planned(set('debt', '70'), [id], blind)).status).toBe(403)
  const change = set('debt', '70')
  expect((await call(bulkPartners.bulk, { body: { change, ids: [id], versions: [2] } }, blind)).status).toBe(
    403,
  )
  expect((await call(bulkPartners.undoBulk, { body: { id: body.id ?? 0 } }, blind)).status).toBe(403)
  expect((await call(bulkPartners.lastBulk, {})).body.last?.field).toBe('debt')
  expect((await call(bulkPartners.lastBulk, {}, blind)).body.last).toBe(null)
  const category = await makeCategory(db)
  for (const filters of [{ over_limit: 'true' }, { debt: '>55' }]) {
    const input = { body: { change: link('add', category.id), filters } }
    expect((await call(bulkPartners.bulkPlan, input, blind)).status).toBe(403)
  }
  expect((await planned(link('add', category.id), [id], blind)).body.changed).toBe(1)
  // The history offers the undo to those who may undo it.
  const entries = db.selectFrom('history').select('id').where('import_id', '=', body.id)
  const params = { id: String((await entries.executeTakeFirst())?.id) }
  const offered = async (as?: string) => (await call(history.rows, { params, query: {} }, as)).body.bulk_id
  expect([await offered(), await offered(blind)]).toEqual([body.id, null])
})

test('a percentage can be set but not changed by percent', async () => {
  const one = await makePartner(db, { debt: '5', debt_percent: true })
  const other = await makePartner(db, { debt: '10.005' })
  const ids = [one.id, other.id]
  const plan = await planned({ field: 'debt', how: 'percent', value: '10' }, ids)
  expect(plan.body.problems.map(({ reason }) => reason)).toEqual(['validation.bulk_of_percent'])
  expect(plan.body.rows).toMatchObject([{ before: '10.005', after: '11.006' }])
  const { body } = await done(set('debt', '7%'), ids)
  expect(body.changed).toBe(2)
  await undone(body.id)
  const rows = await db
    .selectFrom('partners')
    .select(['debt', 'debt_percent'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  expect(rows.map(({ debt, debt_percent }) => [Number(debt), debt_percent])).toEqual([
    [5, true],
    [10.005, false],
  ])
})

test('adds and removes a category, never the last one, and undoes that', async () => {
  const old = await makeCategory(db)
  const added = await makeCategory(db)
  const { id } = await makePartner(db, { category_ids: [old.id] })
  expect(await linked(id)).toEqual([old.id])
  const { problems } = (await planned(link('remove', old.id), [id])).body
  expect(problems.map(({ reason }) => reason)).toEqual(['validation.categoryCountException'])
  const first = await done(link('add', added.id), [id])
  expect(await linked(id)).toEqual([old.id, added.id])
  const second = await done(link('remove', old.id), [id])
  expect(await linked(id)).toEqual([added.id])
  expect((await undone(first.body.id)).body).toMatchObject({ changed: 0, not_done: [{ id }] })
  await undone(second.body.id)
  expect(await linked(id)).toEqual([old.id, added.id])
})

test('rejects an inactive or missing category, and changes nothing', async () => {
  const { id } = await makePartner(db)
  const before = await linked(id)
  const gone = await makeCategory(db, { is_active: false })
  const refused = await done(link('add', gone.id), [id])
  expect([refused.status, refused.body.errors]).toEqual([422, { categories: ['validation.inactive'] }])
  expect((await done(link('add', 2_000_000), [id])).status).toBe(422)
  expect(await linked(id)).toEqual(before)
})

test('the debt over time on a partner’s page includes a bulk edit and its undo', async () => {
  const { id } = await makePartner(db, { debt: '30' })
  const points = async () => {
    const { body } = await call(partnerPage.overview, { params: { id: String(id) } })
    // Before them is a point without a debt, unless the partner was added within the same millisecond.
    return (body.debts ?? []).slice(-3).map(({ at, debt }) => ({ at: Date.parse(at), debt: Number(debt) }))
  }
  const { body } = await done(set('debt', '0'), [id])
  const edited = await points()
  expect(edited.map(({ debt }) => debt)).toEqual([30, 0, 0])
  await undone(body.id)
  const restored = await points()
  expect(restored.map(({ debt }) => debt)).toEqual([30, 30, 30])
  expect(restored[1]?.at).toBeGreaterThan(edited[1]?.at ?? Number.POSITIVE_INFINITY)
})
