import { campaigns } from '@kontor/contract/campaigns'
import { details } from '@kontor/contract/campaigns/details'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { makeCategory, makePartner, makeProduct } from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'

const { db, call } = await startApp()
const tyres = await makeCategory(db, { name: 'Gume' })
const oils = await makeCategory(db, { name: 'Ulja' })

type Body = Parameters<typeof call<typeof details.save>>[1]['body']
const save = (campaign: { id: number }, body: Body) => call(details.save, { params: idOf(campaign), body })
const stored = async (campaign: { id: number }) => (await call(details.one, { params: idOf(campaign) })).body
const partnerOf = (name: string, ...categories: { id: number }[]) =>
  makePartner(db, { name, category_ids: categories.map(({ id }) => id) })
const entries = async () => {
  const counted = db.selectFrom('history').select(sql<number>`count(*)`.as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}
const ids = (rows: readonly { partner_id: number }[]) => rows.map(({ partner_id }) => partner_id)

describe('a save of the details', () => {
  test('returns 404 for a missing campaign, and so does reading them', async () => {
    expect((await save({ id: 2_000_000_000 }, { partners: [] })).status).toBe(404)
    expect((await call(details.one, { params: { id: '2000000000' } })).status).toBe(404)
  })

  test('accepts twenty thousand partners as their list returns them', async () => {
    const whole = (id: number) => ({
      id,
      name: 'Autoservis Žarković',
      phone: '+382 67 492 397',
      is_active: true,
      city: { id: 7, name: 'Bar' },
      category_names: 'Filteri; Ulja',
      version: 1,
      cash: '3%',
      pivot: { campaign_id: 2_000_000_000, partner_id: id, cash: '3%' },
    })
    const partners = Array.from({ length: 20_000 }, (_, place) => whole(10_000 + place))
    const sent = await call(campaignPartners.replace, { body: { campaign_id: 2_000_000_000, partners } })
    expect(sent.status).toBe(404) // valid, but of a campaign that does not exist
  })

  test('reports errors by index, and changes nothing', async () => {
    const stays = await partnerOf('Stari', tyres)
    const campaign = await makeCampaign(db, { category_ids: [tyres.id], partners: [{ ...stays, cash: '3' }] })
    const apart = await partnerOf('Bez kategorije', oils)
    const former = await partnerOf('Bivši', tyres)
    const idle = await makeProduct(db, { is_active: false })
    const known = await makeProduct(db)
    await db.updateTable('partners').set({ is_active: false }).where('id', '=', former.id).execute()
    const before = await stored(campaign)
    const twice = { partner_id: stays.id, cash: '4' }
    const { status, body } = await save(campaign, {
      partners: [
        twice,
        { partner_id: apart.id, cash: '1' },
        { partner_id: former.id, cash: '1' },
        { partner_id: 2_000_000_000, cash: '1' },
        twice,
      ],
      products: [
        { product_id: known.id },
        { product_id: idle.id },
        { product_id: 2_000_000_000 },
        { product_id: known.id },
      ],
    })
    expect([status, body.errors]).toEqual([
      422,
      {
        'partners.1': ['validation.campaign_partner_apart'],
        'partners.2': ['validation.inactive'],
        'partners.3': ['validation.not_found'],
        'partners.4': ['validation.twice'],
        'products.1': ['validation.inactive'],
        'products.2': ['validation.not_found'],
        'products.3': ['validation.twice'],
      },
    ])
    const former_category = await makeCategory(db, { is_active: false })
    const categories = [tyres, former_category, { id: 2_000_000_000 }, tyres]
    const wrong = await save(campaign, { categories: categories.map(({ id }) => ({ category_id: id })) })
    expect(wrong.body.errors).toEqual({
      'categories.1': ['validation.inactive'],
      'categories.2': ['validation.not_found'],
      'categories.3': ['validation.twice'],
    })
    expect(await stored(campaign)).toEqual(before)
  })

  test('requires the cash of a price campaign, which must not be negative', async () => {
    const partner = await partnerOf('Bez casha', tyres)
    const campaign = await makeCampaign(db, { category_ids: [tyres.id], partners: [partner] })
    const errorsWith = async (cash: unknown) =>
      (await save(campaign, { partners: [{ partner_id: partner.id, cash }] } as Body)).body.errors
    expect(await errorsWith(undefined)).toEqual({ 'partners.0.cash': ['validation.valid_price'] })
    expect(await errorsWith(null)).toEqual({ 'partners.0.cash': ['validation.valid_price'] })
    expect(await errorsWith('-1')).toEqual({ 'partners.0.cash': ['validation.not_negative'] })
    expect(await errorsWith('12345678901')).toEqual({ 'partners.0.cash': ['validation.too_many_digits'] })
    expect(await errorsWith('1,2345')).toEqual({ 'partners.0.cash': ['validation.too_many_decimals'] })
    expect(await errorsWith('pet')).toEqual({ 'partners.0.cash': ['validation.not_a_number'] })
  })

  test('replaces the three sets, and keeps omitted ones', async () => {
    const one = await partnerOf('Prvi', tyres)
    const two = await partnerOf('Drugi', oils, tyres)
    const oil = await makeProduct(db)
    const tyre = await makeProduct(db)
    const campaign = await makeCampaign(db, {
      category_ids: [tyres.id],
      partners: [one],
      products: [{ id: oil.id }],
    })
    const { status, body } = await save(campaign, {
      categories: [{ category_id: tyres.id }, { category_id: oils.id }],
      partners: [
        { partner_id: two.id, cash: '7,5' },
        { partner_id: one.id, cash: '5%' },
      ],
      products: [{ product_id: tyre.id, price: '9.9', quantity: 4 }, { product_id: oil.id }],
    })
    const expected = {
      id: campaign.id,
      categories: [{ category_id: tyres.id }, { category_id: oils.id }],
      partners: [
        { partner_id: one.id, cash: '5%' },
        { partner_id: two.id, cash: '7.500' },
      ],
      products: [
        { product_id: oil.id, price: null, quantity: null },
        { product_id: tyre.id, price: '9.900', quantity: 4 },
      ],
      removed: { count: 0, partners: [] },
      delivered: [],
    }
    expect([status, body]).toEqual([200, { ...expected, version: expect.any(Number) }])
    const products = [{ product_id: tyre.id, price: null }]
    expect((await save(campaign, { products })).body).toMatchObject({
      categories: expected.categories,
      partners: expected.partners,
      products: [{ product_id: tyre.id, price: null, quantity: 4 }],
    })
  })

  test('of a quantity campaign ignores cash, and keeps stored cash', async () => {
    const had = await partnerOf('Imao', tyres)
    const comes = await partnerOf('Količinski', tyres)
    const campaign = await makeCampaign(db, {
      category_ids: [tyres.id],
      partners: [{ ...had, cash: '7.5%' }],
    })
    const become = (campaign_type_id: 1 | 2) =>
      call(campaigns.updateJson, {
        params: idOf(campaign),
        body: { name: 'Akcija', description: 'Opis', campaign_type_id },
      })
    expect((await become(1)).status).toBe(200)
    const submitted = [
      { partner_id: had.id, cash: '1' },
      { partner_id: comes.id, cash: '50%' },
    ]
    for (const partners of [submitted, submitted.map(({ partner_id }) => ({ partner_id }))])
      expect((await save(campaign, { partners })).status).toBe(200)
    expect((await become(2)).status).toBe(200)
    expect((await stored(campaign)).partners).toEqual([
      { partner_id: had.id, cash: '7.5%' },
      { partner_id: comes.id, cash: '0.000' },
    ])
  })

  test('without changes writes no version and no history entry, and publishes nothing', async () => {
    const partner = await partnerOf('Isti', tyres)
    const product = await makeProduct(db)
    const campaign = await makeCampaign(db, {
      category_ids: [tyres.id],
      partners: [{ ...partner, cash: '12.5' }],
      products: [{ id: product.id, price: '3', quantity: 1 }],
    })
    const before = await stored(campaign)
    const countEvents = () => db.selectFrom('events').select(sql<number>`count(*)`.as('count')).execute()
    const all = [await entries(), await countEvents()]
    const { body } = await save(campaign, {
      categories: [{ category_id: tyres.id }],
      partners: [{ partner_id: partner.id, cash: '12,50' }],
      products: [{ product_id: product.id, price: 3, quantity: 1 }],
      version: before.version,
    })
    expect(body).toEqual(before)
    expect([await entries(), await countEvents()]).toEqual(all)
  })

  test('that removes a category removes partners that share none of the others, and returns their names', async () => {
    const both = await partnerOf('Oba', tyres, oils)
    const gone = [await partnerOf('Šumar', oils), await partnerOf('Bojan', oils)]
    const campaign = await makeCampaign(db, {
      category_ids: [tyres.id, oils.id],
      partners: [both, ...gone].map(({ id }) => ({ id, cash: '1' })),
    })
    const { body } = await save(campaign, {
      categories: [{ category_id: tyres.id }],
      partners: [both, ...gone].map(({ id }) => ({ partner_id: id, cash: '2' })),
    })
    expect(ids(body.partners)).toEqual([both.id])
    expect(body.removed).toEqual({
      count: 2,
      partners: [
        { id: gone[1]?.id, name: 'Bojan' },
        { id: gone[0]?.id, name: 'Šumar' },
      ],
    })
    const without = await save(campaign, { categories: [] })
    expect([without.body.partners, without.body.removed.count]).toEqual([[], 1])
  })

  test('keeps a partner that has lost its categories elsewhere until a category of the campaign is removed', async () => {
    const partner = await partnerOf('Odlutao', tyres)
    const campaign = await makeCampaign(db, { category_ids: [tyres.id], partners: [partner] })
    await db.deleteFrom('partner_categories').where('partner_id', '=', partner.id).execute()
    const { body } = await save(campaign, { partners: [{ partner_id: partner.id, cash: '8' }] })
    expect([body.partners, body.removed.count]).toEqual([[{ partner_id: partner.id, cash: '8.000' }], 0])
  })

  test('with an outdated version is rejected with the current details', async () => {
    const partner = await partnerOf('Sukob', tyres)
    const campaign = await makeCampaign(db, { category_ids: [tyres.id] })
    const { version } = await stored(campaign)
    await save(campaign, { partners: [{ partner_id: partner.id, cash: '1' }], version })
    const late = await save(campaign, { partners: [], version })
    expect([late.status, late.body.current]).toEqual([409, await stored(campaign)])
    expect((await save(campaign, { partners: [], version: (await stored(campaign)).version })).status).toBe(
      200,
    )
  })

  test('waits for another one: of many at once each is complete, and the last one remains', async () => {
    const partners = await Promise.all([1, 2, 3, 4].map((i) => partnerOf(`Istovremeni ${i}`, tyres)))
    const campaign = await makeCampaign(db, { category_ids: [tyres.id] })
    const saves = partners.flatMap((_, i) => {
      const rotated = [...partners.slice(i), ...partners.slice(0, i)].slice(0, 3)
      return [rotated, rotated.toReversed()].map((some) =>
        save(campaign, { partners: some.map(({ id }) => ({ partner_id: id, cash: String(i + 1) })) }),
      )
    })
    const answers = await Promise.all(saves)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { partners: now } = await stored(campaign)
    expect([now.length, new Set(now.map(({ cash }) => cash)).size]).toEqual([3, 1])
    const { version } = await stored(campaign)
    const first = [
      save(campaign, { partners: [], version }),
      save(campaign, { products: [], partners: [], version }),
    ]
    expect((await Promise.all(first)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('the partners of a campaign', () => {
  test('are replaced by the submitted ones, and returned', async () => {
    const one = await partnerOf('Jedan', tyres)
    const two = await partnerOf('Dva', tyres)
    const campaign = await makeCampaign(db, { category_ids: [tyres.id], partners: [one] })
    const replace = (partners: { id: number; cash?: string | null }[], version?: number) =>
      call(campaignPartners.replace, { body: { campaign_id: campaign.id, partners, version } })
    expect((await replace([{ id: two.id }])).body.errors).toEqual({
      'partners.0.cash': ['validation.valid_price'],
    })
    expect((await replace([two as { id: number; cash?: string }], 1)).status).toBe(409)
    const { body } = await replace([{ ...two, cash: '5%' }])
    expect(body.map(({ id, cash }) => [id, cash])).toEqual([[two.id, '5%']])
    const missing = { campaign_id: 2_000_000_000, partners: [] }
    expect((await call(campaignPartners.replace, { body: missing })).status).toBe(404)
  })

  test('have their cash changed one by one, in campaigns with cash and for their partners', async () => {
    const partner = await partnerOf('Jedan', tyres)
    const campaign = await makeCampaign(db, { category_ids: [tyres.id], partners: [partner] })
    const quantity = await makeCampaign(db, {
      campaign_type_id: 1,
      category_ids: [tyres.id],
      partners: [partner],
    })
    const change = (id: number, partner_id: number, cash: string, version?: number) =>
      call(campaignPartners.changeCash, {
        params: { campaign_id: String(id) },
        body: { partner_id, cash, version },
      })
    expect((await change(2_000_000_000, partner.id, '1')).status).toBe(404)
    expect((await change(campaign.id, (await partnerOf('Drugi', tyres)).id, '1')).status).toBe(404)
    expect((await change(quantity.id, partner.id, '1')).body.errors).toEqual({
      cash: ['validation.campaign_no_cash'],
    })
    expect((await change(campaign.id, partner.id, '1.2345')).status).toBe(422)
    const { status, body } = await change(campaign.id, partner.id, '2,5%', 1)
    expect([status, body]).toEqual([200, { id: partner.id, cash: '2.5%', version: 2 }])
    expect((await change(campaign.id, partner.id, '2.50%')).body).toMatchObject({ version: 2 })
    const late = await change(campaign.id, partner.id, '9', 1)
    expect([late.status, late.body.current]).toEqual([
      409,
      expect.objectContaining({ id: partner.id, cash: '2.5%', version: 2 }),
    ])
  })
})

describe('the products of a campaign', () => {
  test('are replaced by the submitted ones, by id or whole record; own prices and quantities are kept', async () => {
    const oil = await makeProduct(db, { name: 'A' })
    const tyre = await makeProduct(db, { name: 'B' })
    const campaign = await makeCampaign(db, { products: [{ id: oil.id, price: '4', quantity: 2 }] })
    const replace = (products: (number | { id: number })[], version?: number) =>
      call(campaignProducts.replace, { body: { campaign_id: campaign.id, products, version } })
    expect((await replace([oil.id, oil.id])).body.errors).toEqual({ 'products.1': ['validation.twice'] })
    expect((await replace([oil.id], 1)).status).toBe(409)
    const { body } = await replace([{ ...tyre }, oil.id])
    expect(body.map(({ id, own_price }) => [id, own_price])).toEqual([
      [oil.id, '4.000'],
      [tyre.id, null],
    ])
  })

  test('have an own price and quantity, which is never less than the ordered pieces', async () => {
    const product = await makeProduct(db, { price: '10', quantity: 3 })
    const campaign = await makeCampaign(db, {
      campaign_type_id: 1,
      products: [{ id: product.id, quantity: 50 }],
    })
    await makeCartItem(db, { campaign_id: campaign.id, product_id: product.id, quantity: 20 })
    const update = (
      body: Parameters<typeof call<typeof campaignProducts.update>>[1]['body'],
      product_id = product.id,
    ) =>
      call(campaignProducts.update, {
        params: { campaign_id: String(campaign.id), product_id: String(product_id) },
        body,
      })
    expect((await update({ price: '1' }, 2_000_000_000)).status).toBe(404)
    expect((await update({ price: '0' })).body.errors).toEqual({ price: ['validation.valid_price'] })
    expect((await update({ quantity: -1 })).body.errors).toEqual({ quantity: ['validation.valid_quantity'] })
    for (const quantity of [19, null]) {
      const { status, body } = await update({ quantity })
      expect([status, body.message, body.errors, body.params]).toEqual([
        422,
        'validation.ordered',
        { quantity: ['validation.ordered'] },
        { ordered: 20 },
      ])
    }
    const { body } = await update({ price: '8,5', quantity: 20, version: 1 })
    expect(body).toMatchObject({ price: '8.500', quantity: 20, ordered: 20, version: 2 })
    const published = () => db.selectFrom('events').select('id').orderBy('id').execute()
    const before = await published()
    expect((await update({ price: '8.5', quantity: 20, version: 2 })).body).toEqual(body)
    expect(await published()).toEqual(before)
    expect(await update({ price: null })).toMatchObject({
      body: { price: '10.000', own_price: null, own_quantity: 20 },
    })
    expect((await update({ price: '1', version: 2 })).body.current).toMatchObject({
      own_price: null,
      version: 3,
    })
  })

  test('can be added again, but not with fewer pieces than were ordered', async () => {
    const product = await makeProduct(db, { quantity: 3 })
    const campaign = await makeCampaign(db, {
      campaign_type_id: 1,
      products: [{ id: product.id, quantity: 50 }],
    })
    await makeCartItem(db, { campaign_id: campaign.id, product_id: product.id, quantity: 50 })
    const params = { campaign_id: String(campaign.id), product_id: String(product.id) }
    await call(campaignProducts.remove, { params })
    const back = (quantity: number) => save(campaign, { products: [{ product_id: product.id, quantity }] })
    const { status, body } = await back(10)
    expect([status, body.message, body.params]).toEqual([422, 'validation.ordered', { ordered: 50 }])
    expect((await stored(campaign)).products).toEqual([])
    expect((await back(50)).body.products).toMatchObject([{ quantity: 50 }])
  })

  test('are removed one by one', async () => {
    const product = await makeProduct(db)
    const campaign = await makeCampaign(db, { products: [product] })
    const params = { campaign_id: String(campaign.id), product_id: String(product.id) }
    expect((await call(campaignProducts.remove, { params })).body).toEqual({ id: product.id })
    expect((await call(campaignProducts.remove, { params })).status).toBe(404)
    expect((await stored(campaign)).products).toEqual([])
  })
})
