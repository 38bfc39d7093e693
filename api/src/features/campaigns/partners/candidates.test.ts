import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCategory, makePartner, makeProduct } from '../../../../test/make.ts'

const { db, call, tokenWithout } = await startApp()
const tyres = await makeCategory(db, { name: 'Gume' })
const oils = await makeCategory(db, { name: 'Ulja' })

const partnerOf = (name: string, categories: { id: number }[], is_active = true) =>
  makePartner(db, { name, is_active, category_ids: categories.map(({ id }) => id) })
const both = await partnerOf('Žuti servis', [tyres, oils])
const tyre = await partnerOf('Crveni servis', [tyres])
const oil = await partnerOf('Plavi servis', [oils])
await partnerOf('Bivši', [tyres, oils], false)

test('are offered only to users who may change campaigns', async () => {
  const reader = await tokenWithout('campaigns.change')
  for (const response of [
    await call(campaignPartners.candidates, { body: { categories: [tyres.id] } }, reader),
    await call(campaignPartners.candidateIds, { body: { categories: [tyres.id] } }, reader),
    await call(campaignPartners.apart, { body: { categories: [], partners: [tyre.id] } }, reader),
    await call(campaignProducts.candidateIds, { body: {} }, reader),
    await call(campaignProducts.usualPrices, { body: { ids: [1] } }, reader),
  ])
    expect(response.status).toBe(403)
})

test('returns the active partners with one of the categories', async () => {
  type Body = Parameters<typeof call<typeof campaignPartners.candidates>>[1]['body']
  const page = async (body: Body) => (await call(campaignPartners.candidates, { body })).body
  const idsFor = async (categories: number[], filters?: { search: string }) =>
    (await call(campaignPartners.candidateIds, { body: { categories, filters } })).body.ids
  expect(await page({ categories: [] })).toEqual({ result: [], total_rows: 0 })
  expect(await page({ categories: [tyres.id], options: { itemsPerPage: 8 } })).toEqual({
    result: [
      expect.objectContaining({ id: both.id, category_names: 'Gume; Ulja', city: null }),
      expect.objectContaining({ id: tyre.id, category_names: 'Gume' }),
    ],
    total_rows: 2,
  })
  const all = { categories: [oils.id, tyres.id], options: { sortBy: ['name' as const], sortDesc: [true] } }
  expect((await page(all)).result.map(({ id }) => id)).toEqual([both.id, oil.id, tyre.id])
  expect((await page({ ...all, only: [oil.id, 2_000_000_000] })).result.map(({ id }) => id)).toEqual([oil.id])
  expect(await idsFor([tyres.id, oils.id])).toEqual([both.id, tyre.id, oil.id])
  expect(await idsFor([oils.id], { search: 'zuti' })).toEqual([both.id])
})

test('returns partners without a shared category by name before saving', async () => {
  const partners = [both.id, tyre.id, oil.id]
  const apart = async (...categories: { id: number }[]) => {
    const body = { partners, categories: categories.map(({ id }) => id) }
    return (await call(campaignPartners.apart, { body })).body.partners.map(({ name }) => name)
  }
  expect(await apart(oils)).toEqual(['Crveni servis'])
  expect(await apart(oils, tyres)).toEqual([])
  expect(await apart()).toEqual(['Crveni servis', 'Plavi servis', 'Žuti servis'])
})

test('returns the active products that match a filter', async () => {
  const cheap = await makeProduct(db, { name: 'Ulje A', price: '5' })
  const dear = await makeProduct(db, { name: 'Ulje B', price: '50' })
  await makeProduct(db, { name: 'Ulje C', is_active: false })
  const ids = async (filters: Record<string, string>) =>
    (await call(campaignProducts.candidateIds, { body: { filters } })).body.ids
  expect(await ids({ search: 'ulje' })).toEqual([cheap.id, dear.id])
  expect(await ids({ search: 'ulje', price: '>10' })).toEqual([dear.id])
})

test('returns the usual prices of active products', async () => {
  const own = await makeProduct(db, { name: 'Filter', price: '12.345' })
  const gone = await makeProduct(db, { name: 'Stari filter', is_active: false })
  const prices = (ids: number[]) => call(campaignProducts.usualPrices, { body: { ids } })
  expect((await prices(['x' as never])).status).toBe(422)
  expect((await prices([])).body).toEqual({ prices: [] })
  expect((await prices([gone.id, own.id, 2_000_000_000])).body).toEqual({
    prices: [{ id: own.id, price: '12.345' }],
  })
})
