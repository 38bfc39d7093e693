// Campaigns that begin and end by their days, with a simulated clock, on two nodes.
import { campaigns } from '@kontor/contract/campaigns'
import { history } from '@kontor/contract/history'
import { home } from '@kontor/contract/home'
import { views } from '@kontor/contract/lib/lists/saved-views'
import { products } from '@kontor/contract/products'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { dayIs, maintenance } from '../../../test/clock.ts'
import { makeCategory, makeProduct } from '../../../test/make.ts'
import { makeCampaign } from '../../../test/make-campaign.ts'
import { withoutRules } from '../../lib/database/triggers.ts'
import { publishCampaignDays } from './queries.ts'

const { db, another, anotherPool, call } = await startApp({}, { maintenance })
const second = await anotherPool()

const itIs = (day: string) => dayIs(db, day)
/** The periodic task of each node, on both at once. */
const minutePasses = () =>
  Promise.all([db, second.db, db, second.db].map((node) => publishCampaignDays(node)))
async function changesCounted() {
  const counted = sql<{ changes: string }>`SELECT sum(changes) AS changes FROM change_counters
    WHERE table_name = 'campaigns'`
  return (await counted.execute(db)).rows[0]?.changes
}
const one = async (campaign: { id: number }) => (await call(campaigns.one, { params: idOf(campaign) })).body
async function eventsOf({ id }: { id: number }) {
  const published = db.selectFrom('events').select('to_partners').where('type', '=', 'campaigns')
  const rows = await published.where('data', '@>', { id }).orderBy('id').execute()
  return rows.map(({ to_partners }) => (to_partners ? 'partners' : 'office'))
}
async function changesOf({ id }: { id: number }) {
  const params = { table: 'campaigns', id: String(id) } as const
  const { result } = (await call(history.ofRecord, { params, query: {} })).body
  const shown = result.filter(({ values }) => values.some(({ column }) => column === 'is_shown'))
  return shown.map(({ person, action, values }) => ({ person, action, values }))
}

test('shows a campaign on its first day and hides it after its last, published once by two nodes', async () => {
  await itIs('2026-11-30')
  const days = { visible_from: '2026-12-01', visible_until: '2026-12-02' }
  const campaign = await makeCampaign(db, days)
  const other = await makeCampaign(db)
  const counted = await changesCounted()
  expect(await minutePasses()).toEqual([0, 0, 0, 0])
  expect(await changesCounted(), 'a minute in which nothing turns writes nothing').toBe(counted)
  const before = await one(campaign)
  expect(before).toMatchObject({ is_visible: true, is_shown: false, version: 1 })

  const view = { list: 'campaigns', name: 'Vidljive', is_shared: false, filters: { is_shown: 'true' } }
  const rest = { search: '', sort: null, columns: null, size: null }
  const { id } = (await call(views.create, { body: { ...view, ...rest } })).body
  const shownNow = async () => (await call(views.totals, { query: { list: 'campaigns' } })).body.totals[id]
  expect(await shownNow()).toBe(1)

  await itIs('2026-12-01')
  expect((await one(campaign)).is_shown).toBe(true) // before any event was published
  expect(await shownNow()).toBe(2)
  expect((await minutePasses()).sort()).toEqual([0, 0, 0, 1])
  expect(await eventsOf(campaign)).toEqual(['office', 'partners'])
  const shown = { column: 'is_shown', before: false, after: true }
  expect(await changesOf(campaign)).toEqual([
    { person: null, action: 'update', values: [shown] },
    expect.objectContaining({ action: 'create' }),
  ])

  await itIs('2026-12-02')
  expect((await minutePasses()).sort()).toEqual([0, 0, 0, 0])
  await itIs('2026-12-03')
  expect((await one(campaign)).is_shown).toBe(false)
  await minutePasses()
  expect(await eventsOf(campaign)).toEqual(['office', 'partners', 'office', 'partners'])
  expect(await changesOf(campaign)).toMatchObject([
    { values: [{ ...shown, before: true, after: false }] },
    { values: [shown] },
    { action: 'create' },
  ])
  expect(await eventsOf(other)).toEqual([])

  // A form that was opened days ago has no version conflict.
  expect(await one(campaign)).toEqual(before)
  const body = {
    name: 'Novi naziv',
    description: 'Opis',
    campaign_type_id: 2,
    version: before.version,
  } as const
  expect((await call(campaigns.updateJson, { params: idOf(campaign), body })).status).toBe(200)
})

test('nodes that were stopped on the day publish it once at their start', async () => {
  await itIs('2027-01-10')
  const campaign = await makeCampaign(db, { visible_from: '2027-01-11' })
  await itIs('2027-01-11')
  const nodes = await Promise.all([another(), another({ database: second })])
  await Promise.all(nodes.map((node) => node.ready()))
  expect(await eventsOf(campaign)).toEqual(['office', 'partners'])
})

test('a campaign protects its products from deactivation until its last day, also before its first', async () => {
  await itIs('2027-02-01')
  const product = await makeProduct(db)
  const category_id = (await makeCategory(db)).id
  const campaign = await makeCampaign(db, {
    category_ids: [category_id],
    products: [product],
    visible_from: '2027-02-05',
    visible_until: '2027-02-06',
  })
  const off = () => call(products.toggle, { params: idOf(product), body: { is_active: false } })
  for (const day of ['2027-02-01', '2027-02-06']) {
    await itIs(day)
    const { status, body } = await off()
    expect([status, body.used_by]).toEqual([
      435,
      { table: 'campaigns', count: 1, records: [{ id: campaign.id, name: campaign.name }] },
    ])
  }
  await itIs('2027-02-07')
  expect((await off()).status).toBe(200)
  // It cannot be shown again with a product that is inactive by now.
  const body = {
    name: 'Opet',
    description: 'Opis',
    campaign_type_id: 2,
    visible_until: '2027-03-01',
  } as const
  const again = await call(campaigns.updateJson, { params: idOf(campaign), body })
  expect([again.status, again.body.errors]).toEqual([
    422,
    { products: ['validation.campaign_inactive_products'] },
  ])
})

test("the home page counts by the office's day", async () => {
  await itIs('2027-04-01')
  const figures = async () => (await call(home.figures, {})).body.campaigns
  const before = await figures()
  await makeCampaign(db, { visible_from: '2027-04-02' })
  expect(await figures()).toEqual({ shown: before?.shown, hidden: (before?.hidden ?? 0) + 1 })
  await itIs('2027-04-02')
  expect(await figures()).toEqual({ shown: (before?.shown ?? 0) + 1, hidden: before?.hidden })
})

test('a restored backup has its former state, also when a day has passed since', async () => {
  const campaign = await makeCampaign(db, { is_visible: false })
  const shown = await db.transaction().execute(async (tx) => {
    await withoutRules(tx)
    await tx.updateTable('campaigns').set({ is_shown: true }).where('id', '=', campaign.id).execute()
    const restored = tx.selectFrom('campaigns').select('is_shown').where('id', '=', campaign.id)
    return (await restored.executeTakeFirstOrThrow()).is_shown
  })
  expect(shown).toBe(true)
  await publishCampaignDays(db)
  expect(await one(campaign)).toMatchObject({ is_shown: false })
})
