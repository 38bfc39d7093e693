import { campaignCategories } from '@kontor/contract/campaigns/details'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCategory, makeCity, makePartner, makeProduct, makeUserWithout } from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'
import { readRows } from '../../../../test/sheets.ts'

const { db, call, inject, signIn, staff, tokenWithout } = await startApp()
const panels = { categories: campaignCategories, partners: campaignPartners, products: campaignProducts }
const ofCampaign = ({ id }: { id: number }) => ({ campaign_id: String(id) })
// one of three lists
const get = <const R extends Route>(route: R, input: unknown) => call(route, input as RequestInput<R>)

describe.each(Object.keys(panels) as (keyof typeof panels)[])('the %s of a campaign', (name) => {
  const { all, allByQuery, index } = panels[name]

  test('return 404 for a missing campaign', async () => {
    const params = { campaign_id: '2000000000' }
    const requests = [
      await get(all, { params, query: {} }),
      await get(allByQuery, { query: params }),
      await get(index, { params, body: {} }),
    ]
    expect(requests.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await get(allByQuery, { query: {} })).status).toBe(422)
  })

  test('contain nothing of another campaign, by path, by query and by page', async () => {
    const product = await makeProduct(db)
    const partner = await makePartner(db)
    await makeCampaign(db, { partners: [partner], products: [product] })
    const empty = await makeCampaign(db, { category_ids: [] })
    const params = ofCampaign(empty)
    expect((await get(all, { params, query: {} })).body).toEqual([])
    expect((await get(allByQuery, { query: params })).body).toEqual([])
    expect((await get(index, { params, body: {} })).body).toEqual({ result: [], total_rows: 0 })
  })

  test('are exported as a file on request', async () => {
    const campaign = await makeCampaign(db, {
      partners: [await makePartner(db)],
      products: [await makeProduct(db)],
    })
    const params = ofCampaign(campaign)
    const report = (format: string) => ({ name: 'Kampanja', format })
    const pdf = await get(index, { params, body: { report_data: report('pdf') } })
    const xlsx = await get(all, { params, query: { report_data: JSON.stringify(report('xlsx')) } })
    expect([pdf.bytes.subarray(0, 4).toString(), xlsx.bytes.subarray(0, 2).toString()]).toEqual([
      '%PDF',
      'PK',
    ])
  })
})

test('partners have their own columns and their cash as typed', async () => {
  const city = await makeCity(db, { name: 'Bar' })
  const category = await makeCategory(db, { name: 'Gume' })
  const first = await makePartner(db, { name: 'Šarac', phone: '+382 30 1', city_id: city.id })
  const second = await makePartner(db, { name: 'Auto moto' })
  const campaign = await makeCampaign(db, {
    category_ids: [category.id],
    partners: [
      { id: first.id, cash: '12.5' },
      { id: second.id, cash: '5%' },
    ],
  })
  const params = ofCampaign(campaign)
  const { body } = await call(campaignPartners.all, { params, query: {} })
  expect(body).toEqual([
    {
      id: first.id,
      name: 'Šarac',
      phone: '+382 30 1',
      category_names: 'Gume',
      is_active: true,
      city: { id: city.id, name: 'Bar' },
      cash: '12.500',
      spent: '0.000',
      version: 1,
      pivot: { campaign_id: campaign.id, partner_id: first.id, cash: '12.500' },
    },
    expect.objectContaining({ id: second.id, phone: null, city: null, cash: '5%' }),
  ])
  const byQuery = await inject({
    method: 'GET',
    url: `/api/campaignDetailsById/partners?campaign_id=${campaign.id}`,
    headers: { authorization: `Bearer ${staff}` },
  })
  expect(byQuery.body).toEqual(body)
  const page = async (filters: object, options = {}) =>
    (await call(campaignPartners.index, { params, body: { filters, options } })).body
  const idsOf = ({ result }: { result: { id: number }[] }) => result.map(({ id }) => id)
  expect(idsOf(await page({ search: 'sarac' }))).toEqual([first.id])
  expect(idsOf(await page({ city: 'bar' }))).toEqual([first.id])
  expect(idsOf(await page({ cash: '>10' }))).toEqual([first.id])
  expect(idsOf(await page({ id: String(second.id) }))).toEqual([second.id])
  expect(idsOf(await page({}, { sortBy: ['name'], sortDesc: [false] }))).toEqual([second.id, first.id])
  expect(idsOf(await page({}, { sortBy: ['id'], sortDesc: [true] }))).toEqual([second.id, first.id])
})

test('partners have the sum of their orders, only with permission to see carts', async () => {
  const one = await makePartner(db)
  const other = await makePartner(db)
  const campaign = await makeCampaign(db, { partners: [one, other] })
  const product_id = (await makeProduct(db)).id
  await makeCartItem(db, {
    campaign_id: campaign.id,
    partner_id: one.id,
    price: '12.345',
    quantity: 2,
    product_id,
  })
  await makeCartItem(db, {
    campaign_id: campaign.id,
    partner_id: one.id,
    price: '1',
    quantity: 3,
    product_id,
  })
  const elsewhere = await makeCampaign(db)
  await makeCartItem(db, { campaign_id: elsewhere.id, partner_id: one.id, price: '100', product_id })
  const page = async (filters: object, token?: string) =>
    (await call(campaignPartners.index, { params: ofCampaign(campaign), body: { filters } }, token)).body
      .result
  const spentIn = async (filters: object, token?: string) =>
    (await page(filters, token)).map(({ id, spent }) => [id, spent])
  const blind = await tokenWithout('cart.see')
  expect(await spentIn({}, blind)).toEqual([
    [one.id, null],
    [other.id, null],
  ])
  expect(await spentIn({ spent: '>10' }, blind)).toEqual([])
  expect(await spentIn({ spent: '>10' })).toEqual([[one.id, '27.690']])
  const report_data = { name: 'Partneri', format: 'xlsx' as const, columns: ['spent' as const] }
  const fileFor = async (token?: string) =>
    readRows(
      (await call(campaignPartners.index, { params: ofCampaign(campaign), body: { report_data } }, token))
        .bytes,
    )
  expect((await fileFor()).flat()).toContain(27.69)
  const { username } = await makeUserWithout(db, ['cart.export'], 'user_manager')
  expect(await fileFor(await signIn(username))).toEqual([['Iskorišćeno']])
})

test('partners are removed one by one; what they have ordered stays', async () => {
  const partner = await makePartner(db)
  const campaign = await makeCampaign(db, { partners: [partner] })
  const product_id = (await makeProduct(db)).id
  const line = await makeCartItem(db, { campaign_id: campaign.id, partner_id: partner.id, product_id })
  const params = { ...ofCampaign(campaign), partner_id: String(partner.id) }
  const blind = await tokenWithout('campaigns.change')
  expect((await call(campaignPartners.remove, { params }, blind)).status).toBe(403)
  expect((await call(campaignPartners.remove, { params })).body).toEqual({ id: partner.id })
  expect((await call(campaignPartners.remove, { params })).status).toBe(404)
  const lines = await db.selectFrom('campaign_cart_items').select('id').where('id', '=', line.id).execute()
  expect(lines).toEqual([{ id: line.id }])
})

test('a page has the right total after a partner was added elsewhere', async () => {
  const category = await makeCategory(db)
  const campaign = await makeCampaign(db, {
    category_ids: [category.id],
    partners: [await makePartner(db)],
  })
  const params = ofCampaign(campaign)
  const total = async () => (await call(campaignPartners.index, { params, body: {} })).body.total_rows
  expect([await total(), await total()]).toEqual([1, 1])
  const partner_id = (await makePartner(db, { category_ids: [category.id] })).id
  await db.insertInto('campaign_partners').values({ campaign_id: campaign.id, partner_id }).execute()
  expect(await total()).toBe(2)
})

test('products have the values of the campaign, their own and ordered quantities', async () => {
  const oil = await makeProduct(db, { erp_code: 'ULJE', name: 'Ulje', price: '20', quantity: 7 })
  const tyre = await makeProduct(db, { erp_code: 'GUMA', name: 'Guma', price: '80.5', quantity: 4 })
  const campaign = await makeCampaign(db, {
    products: [{ id: oil.id, price: '15.25', quantity: 50 }, { id: tyre.id }],
  })
  await makeCartItem(db, { campaign_id: campaign.id, product_id: oil.id, quantity: 3 })
  await makeCartItem(db, { campaign_id: campaign.id, product_id: oil.id, quantity: 2 })
  const params = ofCampaign(campaign)
  const { body } = await call(campaignProducts.all, { params, query: {} })
  expect(body).toEqual([
    {
      id: tyre.id,
      erp_code: 'GUMA',
      name: 'Guma',
      description: null,
      image: null,
      is_active: true,
      price: '80.500',
      quantity: 4,
      own_price: null,
      own_quantity: null,
      product_price: '80.500',
      product_quantity: 4,
      ordered: 0,
      version: 1,
    },
    expect.objectContaining({
      id: oil.id,
      price: '15.250',
      quantity: 50,
      own_price: '15.250',
      own_quantity: 50,
      product_price: '20.000',
      product_quantity: 7,
      ordered: 5,
    }),
  ])
  const filters = { price: '<20' }
  const { result } = (await call(campaignProducts.index, { params, body: { filters } })).body
  expect(result.map(({ id }) => id)).toEqual([oil.id])
})

test('categories have names', async () => {
  const ids = [
    (await makeCategory(db, { name: 'Žarulje' })).id,
    (await makeCategory(db, { name: 'Akumulatori' })).id,
  ]
  const campaign = await makeCampaign(db, { category_ids: ids })
  const { body } = await call(campaignCategories.all, { params: ofCampaign(campaign), query: {} })
  expect(body.map(({ name }) => name)).toEqual(['Akumulatori', 'Žarulje'])
})
