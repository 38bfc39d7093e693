import { campaigns } from '@kontor/contract/campaigns'
import { details } from '@kontor/contract/campaigns/details'
import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { products } from '@kontor/contract/products'
import { categories } from '@kontor/contract/resources/categories'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import {
  deactivateInUse,
  makeCategory,
  makePartner,
  makePicture,
  makeProduct,
  makeSlider,
} from '../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../test/make-campaign.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { picturesInUse } from './queries.ts'

const { db, call, config, makeCustomer } = await startApp()
const image = await makePicture()
const form = { name: 'Zimski cash', description: 'Gume po posebnim cijenama', campaign_type_id: '2' }

type Fields = Record<string, string | undefined>
const create = (fields: Fields) => call(campaigns.create, { form: fields, files: { image } } as never)
const update = (campaign: { id: number }, fields: Fields, files: object = {}) =>
  call(campaigns.update, { params: idOf(campaign), form: fields, files } as never)
const put = (campaign: { id: number }, body: object) =>
  call(campaigns.updateJson, { params: idOf(campaign), body: body as never })
const one = async (campaign: { id: number }) => (await call(campaigns.one, { params: idOf(campaign) })).body
const show = (campaign: { id: number }, is_visible?: boolean) =>
  call(campaigns.setVisibility, {
    params: idOf(campaign),
    body: is_visible === undefined ? null : { is_visible },
  })
const toggle = (campaign: { id: number }, is_active?: boolean) =>
  call(campaigns.toggle, { params: idOf(campaign), body: is_active === undefined ? null : { is_active } })

describe('adding a campaign', () => {
  test('rejects all invalid fields at once, including a missing picture', async () => {
    const wrong = { name: 'X', description: ' ', campaign_type_id: '3', is_visible: 'true' }
    const days = { visible_from: '2026-12-02', visible_until: '2026-12-01' }
    const { status, body } = await call(campaigns.create, { form: { ...wrong, ...days }, files: {} } as never)
    expect([status, body.errors]).toEqual([
      422,
      {
        name: ['validation.campaign_name'],
        description: ['validation.field'],
        campaign_type_id: ['validation.campaign_type'],
        visible_until: ['validation.day_order'],
        is_visible: ['validation.unknown_field'],
        image: ['validation.file'],
      },
    ])
    expect((await call(campaigns.all, { query: {} })).body).toEqual([])
  })

  test('rejects invalid days, and a type that is no digit', async () => {
    for (const visible_from of ['2026-02-30', '01.12.2026', 'x']) {
      const { status, body } = await create({ ...form, visible_from })
      expect([status, body.errors]).toEqual([436, { visible_from: ['validation.day'] }])
    }
    for (const campaign_type_id of ['', '0', '1.0', ' 1', undefined])
      expect((await create({ ...form, campaign_type_id })).body.errors).toHaveProperty('campaign_type_id')
  })

  test('returns the added campaign as a list row', async () => {
    const { status, body } = await create({ ...form, visible_from: '', visible_until: '2099-01-31' })
    expect([status, body]).toMatchObject([
      200,
      {
        name: 'Zimski cash',
        description: form.description,
        campaign_type_id: 2,
        campaign_type: { id: 2, name: 'Cjenovna' },
        visible_from: null,
        visible_until: '2099-01-31',
        is_visible: true,
        is_shown: true,
        is_active: true,
        version: 1,
        details_version: 1,
        categories: [],
        category_names: '',
        counts: { categories: 0, partners: 0, products: 0, cart: 0, undelivered: 0, notifications: 0 },
      },
    ])
    expect(body.image).toMatch(/^[\w-]{22}\.jpg$/)
    expect((await call(campaigns.picture, { params: { image: body.image } }, null)).status).toBe(200)
    expect(await one(body)).toEqual(body)
  })

  test('labels the types as the documents do', async () => {
    expect((await call(campaigns.types, {})).body).toEqual([
      { id: 1, name: 'Količinska' },
      { id: 2, name: 'Cjenovna' },
    ])
  })
})

describe('changing a campaign', () => {
  test('keeps the picture without a new one, and rejects an invalid one', async () => {
    const { body } = await create(form)
    expect((await update(body, { ...form, name: 'Bez slike' })).body).toMatchObject({ image: body.image })
    const wrong = await update(body, form, { image: new File(['x'], 'slika.png') })
    expect([wrong.status, wrong.body.errors]).toEqual([422, { image: ['validation.image'] }])
    const changed = await update(body, form, { image: await makePicture('png') })
    expect(changed.body.image).toMatch(/\.png$/)
  })

  test('as JSON does not change omitted days, and rejects days that contradict stored ones', async () => {
    const campaign = await makeCampaign(db, { visible_from: '2026-12-01', visible_until: '2026-12-31' })
    const body = { name: 'Kampanja', description: 'Opis', campaign_type_id: 2 }
    const wrong = await put(campaign, { ...body, visible_until: '2026-11-30' })
    expect([wrong.status, wrong.body.errors]).toEqual([436, { visible_until: ['validation.day_order'] }])
    expect((await put(campaign, body)).body).toMatchObject({
      visible_from: '2026-12-01',
      visible_until: '2026-12-31',
    })
    expect((await put(campaign, { ...body, visible_from: null })).body).toMatchObject({ visible_from: null })
  })

  test('does not change the type once partners have ordered', async () => {
    const product = await makeProduct(db)
    const campaign = await makeCampaign(db, { products: [product] })
    expect((await update(campaign, { ...form, campaign_type_id: '1' })).body).toMatchObject({
      campaign_type_id: 1,
      campaign_type: { id: 1, name: 'Količinska' },
    })
    await makeCartItem(db, { campaign_id: campaign.id, product_id: product.id })
    const { status, body } = await update(campaign, form)
    expect([status, body.errors]).toEqual([422, { campaign_type_id: ['validation.campaign_ordered'] }])
    expect((await update(campaign, { ...form, campaign_type_id: '1', name: 'Novi' })).status).toBe(200)
  })
})

describe('a change of the type', () => {
  test('of a Cjenovna removes its prices, which a Količinska does not show, and keeps the quantities', async () => {
    const { token, partner } = await makeCustomer({})
    const product = await makeProduct(db, { price: '10', quantity: 3 })
    const campaign = await makeCampaign(db, {
      partners: [{ id: partner.id, cash: '50' }],
      products: [{ id: product.id, price: '6', quantity: 7 }],
    })
    const offered = async () =>
      (await call(portalCampaigns.products, { params: idOf(campaign), query: {} }, token)).body.result
    const inOffice = async () => (await call(details.one, { params: idOf(campaign) })).body
    expect(await offered()).toMatchObject([{ price: '6.000', quantity: null }])
    const { details_version } = (await update(campaign, { ...form, campaign_type_id: '1' })).body
    expect(await offered()).toMatchObject([{ price: '10.000', regular_price: null, quantity: 7 }])
    const products = [{ product_id: product.id, price: null, quantity: 7 }]
    expect(await inOffice()).toMatchObject({ version: details_version, products })
    expect((await update(campaign, form)).status).toBe(200)
    expect(await offered()).toMatchObject([{ price: '10.000', quantity: null, pieces: 3 }])
    expect(await inOffice()).toMatchObject({ products, partners: [{ cash: '50.000' }] })
  })
})

describe('showing and deactivating a campaign', () => {
  test('toggles the state, or sets the requested one', async () => {
    expect((await show({ id: 2_000_000_000 })).status).toBe(404)
    const campaign = await makeCampaign(db)
    expect((await show(campaign)).body).toMatchObject({ is_visible: false, is_shown: false, version: 2 })
    for (let again = 0; again < 2; again++)
      expect((await show(campaign, true)).body).toMatchObject({
        is_visible: true,
        is_shown: true,
        version: 3,
      })
    expect((await toggle(campaign)).body).toMatchObject({ is_active: false, version: 4 })
    expect(await one(campaign)).toMatchObject({ is_visible: true, is_shown: false })
    expect((await toggle(campaign, true)).body).toMatchObject({ is_active: true, version: 5 })
  })

  test('is rejected with a message while one of its products, or all its categories, are inactive', async () => {
    const product = await makeProduct(db)
    const category = await makeCategory(db)
    const values = { category_ids: [category.id], products: [product], is_visible: false }
    const campaign = await makeCampaign(db, values)
    await deactivateInUse(db, 'products', product.id)
    const refused = await show(campaign)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { products: ['validation.campaign_inactive_products'] },
    ])
    await db.updateTable('products').set({ is_active: true }).where('id', '=', product.id).execute()
    await deactivateInUse(db, 'categories', category.id)
    const empty = await show(campaign, true)
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      { categories: ['validation.campaign_inactive_categories'] },
    ])
    expect(await one(campaign)).toMatchObject({ is_visible: false, version: 1 })
  })
})

describe('records in use by a campaign cannot be deactivated', () => {
  const off = { is_active: false }
  const deactivated = (product: { id: number }) => call(products.toggle, { params: idOf(product), body: off })
  const closed = (category: { id: number }) =>
    call(routesOf(categories).toggle, { params: idOf(category), body: off })

  test('its products while it is visible', async () => {
    const product = await makeProduct(db)
    const campaign = await makeCampaign(db, { products: [product] })
    const { status, body } = await deactivated(product)
    expect([status, body.message, body.used_by]).toEqual([
      435,
      'validation.in_use',
      { table: 'campaigns', count: 1, records: [{ id: campaign.id, name: campaign.name }] },
    ])
    await show(campaign, false)
    expect((await deactivated(product)).status).toBe(200)
  })

  test('its categories while it is active', async () => {
    const category = await makeCategory(db)
    const campaign = await makeCampaign(db, { category_ids: [category.id], is_visible: false })
    const { status, body } = await closed(category)
    expect([status, body.used_by]).toEqual([
      435,
      { table: 'campaigns', count: 1, records: [{ id: campaign.id, name: campaign.name }] },
    ])
    await toggle(campaign, false)
    expect((await closed(category)).status).toBe(200)
  })
})

describe('a duplicate', () => {
  test('requires a name and an existing campaign', async () => {
    const campaign = await makeCampaign(db)
    const copy = (id: number, name: string) =>
      call(campaigns.duplicate, { params: { id: String(id) }, body: { name } })
    expect((await copy(campaign.id, 'X')).body.errors).toEqual({ name: ['validation.campaign_name'] })
    expect((await copy(2_000_000_000, 'Kopija')).status).toBe(404)
  })

  test('is hidden and has the same details without days and cart', async () => {
    const partner = await makePartner(db)
    const product = await makeProduct(db)
    const campaign = await makeCampaign(db, {
      campaign_type_id: 1,
      visible_from: '2026-11-01',
      visible_until: '2099-12-31',
      partners: [{ id: partner.id, cash: '5%' }],
      products: [{ id: product.id, price: '9.5', quantity: 7 }],
    })
    await makeCartItem(db, { campaign_id: campaign.id, product_id: product.id })
    const before = await one(campaign)
    const { status, body } = await call(campaigns.duplicate, {
      params: idOf(campaign),
      body: { name: 'Kopija' },
    })
    expect([status, body]).toEqual([
      200,
      {
        ...before,
        id: body.id,
        name: 'Kopija',
        is_visible: false,
        is_shown: false,
        visible_from: null,
        visible_until: null,
        version: 1,
        details_version: expect.any(Number),
        updated_at: expect.any(String),
        counts: { categories: 1, partners: 1, products: 1, cart: 0, undelivered: 0, notifications: 0 },
      },
    ])
    const linesOf = async (id: number) => {
      const partners = db.selectFrom('campaign_partners').select(['partner_id', 'cash', 'cash_percent'])
      const products = db.selectFrom('campaign_products').select(['product_id', 'price', 'quantity'])
      return [
        await partners.where('campaign_id', '=', id).execute(),
        await products.where('campaign_id', '=', id).execute(),
      ]
    }
    expect(await linesOf(body.id)).toEqual(await linesOf(campaign.id))
    expect(await one(campaign)).toEqual(before)
  })

  test('leaves out inactive records', async () => {
    const left = await makeCategory(db)
    const gone = await makeCategory(db)
    const stays = await makePartner(db)
    const apart = await makePartner(db, { category_ids: [gone.id] })
    const inactive = await makePartner(db)
    const sold = await makeProduct(db)
    const unsold = await makeProduct(db)
    const campaign = await makeCampaign(db, {
      category_ids: [left.id, gone.id],
      partners: [stays, apart, inactive],
      products: [sold, unsold],
    })
    await deactivateInUse(db, 'categories', gone.id)
    await deactivateInUse(db, 'products', unsold.id)
    await sql`UPDATE partners SET is_active = false WHERE id = ${inactive.id}`.execute(db)
    const { body } = await call(campaigns.duplicate, { params: idOf(campaign), body: { name: 'Kopija' } })
    expect(body.counts).toMatchObject({ categories: 1, partners: 1, products: 1 })
    expect(body.category_names).toBe(left.name)
  })

  test('is not open to others when none of its partners is left', async () => {
    const category = await makeCategory(db)
    const only = await makePartner(db, { category_ids: [category.id] })
    const campaign = await makeCampaign(db, { category_ids: [category.id], partners: [only] })
    await sql`UPDATE partners SET is_active = false WHERE id = ${only.id}`.execute(db)
    const { body } = await call(campaigns.duplicate, { params: idOf(campaign), body: { name: 'Kopija' } })
    expect(body.counts).toMatchObject({ categories: 0, partners: 0 })
  })
})

test('keeps a picture as long as a campaign or the text of a slider refers to it, also an inactive one', async () => {
  const HOUR = 3_600_000
  const pictures = openFileStore(config, 'campaigns')
  const shown = await pictures.save(Buffer.from('x'), 'png')
  const inText = await pictures.save(Buffer.from('x'), 'png')
  const orphan = await pictures.save(Buffer.from('x'), 'png')
  await makeCampaign(db, { image: shown, is_active: false })
  const page_content = `<p><img src="/api/images/campaigns/${inText}" alt="" /></p>`
  await makeSlider(db, { type: 3, page_content, is_active: false })
  for (const at of [Date.now(), Date.now() + 2 * HOUR])
    await pictures.sweep((names) => picturesInUse(db, names), at)
  const statusOf = async (image: string) =>
    (await call(campaigns.picture, { params: { image } }, null)).status
  expect([await statusOf(shown), await statusOf(inText), await statusOf(orphan)]).toEqual([200, 200, 404])
})

describe('the list', () => {
  test('has twenty rows per page, the last changed first, filtered by every column', async () => {
    const quantity = await makeCampaign(db, {
      name: 'Proljećna ponuda',
      description: 'Ulja',
      campaign_type_id: 1,
    })
    const hidden = await makeCampaign(db, { name: 'Sajam', is_visible: false, visible_from: '2031-05-01' })
    for (let i = 0; i < 19; i++) await makeCampaign(db, { name: `Ostala ${i}` })
    const page = async (filters: Record<string, string>) =>
      (await call(campaigns.index, { body: { filters } as never })).body
    const all = await page({})
    expect(all.result).toHaveLength(20)
    expect(all.total_rows).toBeGreaterThan(20)
    expect(all.result.map(({ updated_at }) => updated_at)).toEqual(
      all.result
        .map(({ updated_at }) => updated_at)
        .sort()
        .reverse(),
    )
    for (const is_visible of [true, false])
      await makeCampaign(db, { name: 'Stari sajam', is_visible, is_active: false })
    const found = async (filters: Record<string, string>) => (await page(filters)).result.map(({ id }) => id)
    expect(await found({ name: 'proljecna' })).toEqual([quantity.id])
    expect(await found({ description: 'ulja' })).toEqual([quantity.id])
    expect(await found({ search: 'sajam', is_active: 'true' })).toEqual([hidden.id])
    expect(await found({ name: 'sajam', is_visible: 'true' })).toEqual([])
    expect(await found({ name: 'sajam', is_visible: 'false' })).toEqual([hidden.id])
    expect(await found({ visible_from: '2031' })).toEqual([hidden.id])
    expect(await found({ name: 'proljecna', campaign_type_id: '2' })).toEqual([])
  })

  test('counts the details of each row', async () => {
    const product = await makeProduct(db)
    const categories = [await makeCategory(db, { name: 'Ulja' }), await makeCategory(db, { name: 'Gume' })]
    const campaign = await makeCampaign(db, {
      category_ids: categories.map(({ id }) => id),
      products: [product],
      partners: [await makePartner(db), await makePartner(db), await makePartner(db)],
    })
    const line = { campaign_id: campaign.id, product_id: product.id }
    await makeCartItem(db, { ...line, is_delivered: true })
    await makeCartItem(db, line)
    const { body } = await call(campaigns.index, { body: { filters: { name: campaign.name } } })
    expect(body.result).toEqual([
      expect.objectContaining({
        counts: { categories: 2, partners: 3, products: 1, cart: 2, undelivered: 1, notifications: 0 },
        category_names: 'Gume; Ulja',
        categories: categories.reverse().map(({ id, name }) => ({ id, name })),
      }),
    ])
  })

  test('publishes every change once, and none that is rejected or changes nothing', async () => {
    const published = async () =>
      await db
        .selectFrom('events')
        .select(['permission', 'to_partners', 'data'])
        .where('type', '=', 'campaigns')
        .execute()
    const campaign = await makeCampaign(db)
    const before = (await published()).length
    await update(campaign, { ...form, name: 'X' })
    await show({ id: 2_000_000_000 })
    expect(await published()).toHaveLength(before)
    await update(campaign, form)
    await update(campaign, form)
    await show(campaign, false)
    await show(campaign, false)
    await toggle(campaign)
    await call(campaigns.toggle, { params: idOf(campaign), body: { is_active: false } })
    expect((await published()).slice(before)).toEqual(
      Array.from({ length: 3 }, () => [
        { permission: 'campaigns.see', to_partners: false, data: { id: campaign.id } },
        { permission: null, to_partners: true, data: { id: campaign.id } },
      ]).flat(),
    )
  })
})
