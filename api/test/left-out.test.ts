// Omitted fields of an update are not changed: generated from the contract, so that every record and field is tested.
import { campaigns } from '@kontor/contract/campaigns'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { catalogue } from '@kontor/contract/catalogue'
import type { Role } from '@kontor/contract/lib/http/about'
import type { Route } from '@kontor/contract/lib/http/route'
import { views } from '@kontor/contract/lib/lists/saved-views'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { notifications } from '@kontor/contract/notifications'
import { partners } from '@kontor/contract/partners'
import { partnerNotes } from '@kontor/contract/partners/notes'
import { products } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { sliders } from '@kontor/contract/sliders'
import { IMAGE, SEMINAR, TRAINING } from '@kontor/contract/sliders/kinds'
import { storeContacts, stores } from '@kontor/contract/stores'
import { technicalSupport } from '@kontor/contract/technicalSupport'
import { users } from '@kontor/contract/users'
import { apiKeys } from '@kontor/contract/users/keys'
import { rolePermissions } from '@kontor/contract/users/roles'
import { settings } from '@kontor/contract/users/settings'
import { webhooks } from '@kontor/contract/webhooks'
import { webhookEventNames } from '@kontor/contract/webhooks/events'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requestOf, startApp } from './app.ts'
import { contractRoutes } from './contract-routes.ts'
import { makeCategory, makePartner, makeProduct, makeSlider, UNKNOWN_ID } from './make.ts'
import { makeCampaign } from './make-campaign.ts'
import { makesOf } from './make-changeable.ts'
import { makeRecord } from './make-record.ts'

const { db, call, inject, staff } = await startApp()

type Row = Record<string, unknown> & { id: number; version: number; errors?: Record<string, string[]> }
/** The path parameters of a record. */
type Place = { [name: string]: unknown }
/**
 * The PATCH of a record, its other update routes, how one is created, fields that are skipped, and the path parameters
 * of a record that does not exist, null where all exist.
 */
type Case = [
  patch: Route,
  whole: Route[],
  make: () => Promise<Place>,
  alone?: string[],
  none?: (one: Place) => Place | null,
]

async function madeBy(route: Route, input: object): Promise<Row> {
  const { status, body } = await inject<Row>(await requestOf(route, input, staff))
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
let count = 0
const next = () => (count += 1)
const makes = makesOf(db)

const changing: Role[] = ['user_manager', 'user_engineer']
const nextRole = () => changing[next() % 2]
async function nextView() {
  const number = next()
  return {
    name: `Pogled ${number}`,
    filters: { name: `Guma ${number}` },
    search: `ulje ${number}`,
    sort: { by: 'name', desc: number % 2 === 0 },
    columns: { order: ['name'], hidden: number % 2 === 0 ? ['price'] : ['quantity'] },
    size: number % 2 === 0 ? 50 : 20,
  }
}

const cases: Case[] = [
  ...Object.values(resources).map((resource): Case => {
    const { patch, update } = routesOf(resource)
    return [patch, [update], () => makeRecord(db, resource)]
  }),
  [products.patch, [products.update], makes.product],
  [partners.patch, [partners.update, partners.updatePost], makes.partner],
  [stores.patch, [stores.update], makes.store],
  [storeContacts.patch, [storeContacts.update], makes.contact, ['store_id']],
  [users.patch, [users.update], makes.user, ['partner_id']],
  [campaigns.patch, [campaigns.updateJson, campaigns.update], makes.campaign],
  [
    sliders.patch,
    [sliders.updateJson, sliders.update],
    makes.slider,
    ['type', 'url', 'welcome_message', 'product_id', 'push_notification'],
  ],
  [catalogue.patch, [catalogue.update], makes.node],
  [
    technicalSupport.patch,
    [technicalSupport.update],
    async () =>
      madeBy(technicalSupport.create, {
        form: {
          name: `Link ${next()}`,
          description: 'Opis',
          categories: JSON.stringify([(await makeCategory(db)).id]),
          is_item: 'true',
          link: 'https://kontor.me',
        },
      }),
  ],
  [
    apiKeys.patch,
    [apiKeys.update],
    async () => madeBy(apiKeys.create, { body: { name: `Ključ ${next()}`, role: 'user_engineer' } }),
  ],
  [
    webhooks.patch,
    [webhooks.update],
    async () =>
      madeBy(webhooks.create, {
        body: { name: `Veza ${next()}`, url: 'https://kontor.me/a', events: [webhookEventNames[0]] },
      }),
  ],
  [
    notifications.patch,
    [notifications.update],
    async () =>
      madeBy(notifications.create, {
        body: {
          subject: 'Naslov',
          notification_text: 'Tekst',
          send_by_category: true,
          send_at: '2099-01-02T10:00:00Z',
          categories: [(await makeCategory(db)).id],
        },
      }),
    ['send_by_category', 'partners', 'product_id', 'campaign_id'], // it opens one record alone
  ],
  [
    views.patch,
    [views.update],
    async () => madeBy(views.create, { body: { list: 'products', is_shared: false, ...(await nextView()) } }),
  ],
  // The roles are fixed, and there is one row of settings.
  [rolePermissions.patch, [rolePermissions.update], async () => ({ role: nextRole() }), [], () => null],
  [settings.patch, [settings.update], async () => ({}), [], () => null],
  [
    campaignProducts.patch,
    [campaignProducts.update],
    async () => {
      const product = await makeProduct(db)
      const { id } = await makeCampaign(db, { products: [{ id: product.id }] })
      return { campaign_id: id, product_id: product.id }
    },
    [],
    ({ campaign_id }) => ({ campaign_id, product_id: UNKNOWN_ID }),
  ],
  [
    partnerNotes.patch,
    [partnerNotes.update],
    async () =>
      madeBy(partnerNotes.create, { params: { id: (await makePartner(db)).id }, body: { note: 'Prva' } }),
  ],
]

const fieldsOf = ({ body }: Route) => Object.keys((body as unknown as { shape: object }).shape)
const send = async (route: Route, params: Place, fields: object) =>
  inject<Row>(
    await requestOf(route, route.form ? { params, form: asTexts(fields) } : { params, body: fields }, staff),
  )
const asTexts = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

/** Fields that follow from another field: names of references, and states. */
const following: Record<string, string[]> = {
  categories: ['category_names'],
  visible_from: ['state', 'is_shown'],
  visible_until: ['state', 'is_shown'],
  send_at: ['state'],
  page_content: ['page_content_details'],
  dates: ['available_dates'],
  price: ['own_price'],
  quantity: ['own_quantity'],
  role: ['staff_role'],
}
const related = (row: Row, field: string) => {
  const ownFields = [field, field.replace(/_id$/, ''), 'version', 'updated_at', ...(following[field] ?? [])]
  return Object.fromEntries(Object.entries(row).filter(([name]) => !ownFields.includes(name)))
}

/** The rule of a field. */
const ruleOf = ({ body, form }: Route, field: string) =>
  ((body ?? form) as unknown as { shape: Record<string, z.ZodMiniType> }).shape[field] as z.ZodMiniType
/** A row in the form of an input. */
const rowOf = (row: Row): Row => ({
  ...row,
  ...(row.available_dates ? { dates: row.available_dates } : {}),
  ...('own_price' in row ? { price: row.own_price, quantity: row.own_quantity } : {}),
})

/** Null, an empty text or list, or the zero of an amount. */
const isBlank = (value: unknown) => value === null || value === false || /^[0.]*%?$/.test(String(value))

const MOMENTS = ['2099-06-01T10:00:00Z', '2099-07-01T10:00:00Z']
/**
 * Candidates for another value of a field, another record's first; the first valid one is used. The first role is the
 * caller’s own.
 */
function others(rule: z.ZodMiniType, now: unknown, otherValue: unknown, id: unknown): unknown[] {
  const {
    enum: listed = [],
    anyOf = [],
    items,
  } = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })
  const { enum: ofItems = [] } = (items ?? {}) as { enum?: unknown[] }
  return [
    ...(typeof now === 'string'
      ? [`${now}2`, '2020-06-01', '2099-06-01', '7', `9${now.slice(1)}`, '2099-06-01T10:00:00Z']
      : []),
    ...(now === otherValue ? [] : [otherValue]),
    ...(typeof now === 'number' ? [now + 1] : []),
    ...(typeof now === 'boolean' ? [!now] : []),
    ...(now === null ? ['7', '123', '12345678', 'Nešto', 'ime@kontor.me', '2099-06-01', ...MOMENTS] : []),
    ...(Array.isArray(now) ? [...ofItems.toReversed().map((one) => [one]), ['2099-03-04']] : []),
    ...[...listed, ...anyOf.flatMap((one) => (one as { enum?: unknown[] }).enum ?? [])].filter(
      (one) => one !== now && one !== '',
    ),
    id,
  ]
}

/** Why a route needs no PATCH, by kind. */
const needless: Record<string, string[]> = {
  'it sets a state, which is no field of a form': [
    'PUT /api/campaigns/activate/:id',
    'PUT /api/sliders/activate/:id',
    'PUT /api/catalogue/activateDeactivate/:id',
    'PUT /api/technical_support/activate/:id',
    'PUT /api/stores/activateDeactivate/:id',
    'PUT /api/stores/activateDeactivate',
    'PUT /api/stores/contacts/activateDeactivate/:id',
    'PUT /api/stores/contacts/activateDeactivate',
    'PUT /api/changeDeliveryCampaignItemCart/:id',
    'PUT /api/changeDeliveryCampaignItemCart',
    'PUT /api/partnerSliders/handled/:id',
    'PUT /api/app/notifications/read/:id',
    'PUT /api/app/notifications/read',
  ],
  'it moves or brings back what it names': [
    'PUT /api/catalogue/move/:id',
    'PUT /api/catalogue/restore/:id',
    'PUT /api/technical_support/move/:id',
    'PUT /api/technical_support/restore/:id',
    'PUT /api/technical_support/version/:id',
  ],
  'it changes one field alone, and asks for it': [
    'POST /api/partnerCampaignsCash/:campaign_id',
    'PUT /api/app/cart/:id',
    'PUT /api/second_factor/passkeys/:id',
    'PUT /api/sliders/:id/days',
  ],
  'it is the same as another that has a PATCH, with the id in its body': [
    'POST /api/stores/update',
    'POST /api/stores/contacts/update',
  ],
  'what it leaves out stays': ['PUT /api/campaignDetails/:id', 'PUT /api/preferences'],
  'it puts a whole in the place of another: a file, a set, a password': [
    'PUT /api/services/:id/template',
    'PUT /api/password_links',
    'PUT /api/sliders/order',
    'POST /api/partnerCampaigns',
    'POST /api/productCampaigns',
  ],
  'it takes lines, each of which changes what it names': ['PUT /api/sync/partners', 'PUT /api/sync/products'],
}

describe('every record that can be changed', () => {
  const named = ({ method, path }: Route) => `${method} ${path}`
  test('has a PATCH, which is tested here', async () => {
    const patches = (await contractRoutes()).filter(({ route }) => route.method === 'PATCH')
    expect(cases.map(([{ path }]) => path).sort()).toEqual(patches.map(({ route }) => route.path).sort())
  })

  test('by a route without a PATCH has a reason', async () => {
    const all = (await contractRoutes()).map(({ route }) => route)
    const changing = all.filter(
      ({ method, creates, body, form }) =>
        method === 'PUT' ||
        (method === 'POST' &&
          !creates &&
          [body, form].some((part) => part && 'shape' in part && 'version' in (part.shape as object))),
    )
    const covered = new Set(cases.flatMap(([, whole]) => whole.map(named)))
    const without = changing.map(named).filter((one) => !covered.has(one))
    expect(without.sort()).toEqual(Object.values(needless).flat().sort())
  })
})

describe.each(cases.map((one) => [one[0].path, one] as const))(
  '%s',
  (_, [patch, whole, make, alone = [], none = () => ({ id: UNKNOWN_ID })]) => {
    /** Its fields that a row has; others, such as a password, are skipped. */
    const tried = (row: Row) =>
      fieldsOf(patch).filter((name) => name in row && name !== 'version' && !alone.includes(name))

    test('changes only the fields of the body, and reports errors in them', async () => {
      const one = await make()
      const other = await make()
      const read = async (of = one) => rowOf((await send(patch, of, {})).body)
      const another = await read(other)
      expect((await send(patch, one, { boja: 'plava' })).body.errors).toEqual({
        boja: ['validation.unknown_field'],
      })
      expect((await send(patch, one, { updated_at: '2020-01-01' })).status).toBe(422)
      const nowhere = none(one)
      if (nowhere) expect((await send(patch, nowhere, { version: 1 })).status).toBe(404)
      const start = await read()
      for (const field of tried(start)) {
        const before = await read()
        let after: Row | undefined
        for (const value of others(ruleOf(patch, field), before[field], another[field], other.id)) {
          const { status, body } = await send(patch, one, { [field]: value })
          if (status !== 200) continue
          after = rowOf(body)
          if (JSON.stringify(after[field]) !== JSON.stringify(before[field])) break
        }
        const isTaken = after !== undefined && JSON.stringify(after[field]) !== JSON.stringify(before[field])
        expect(isTaken, field).toBe(true)
        expect(related(await read(), field), field).toEqual(related(before, field))
      }
      const now = await read()
      const [field = ''] = tried(now)
      const late = await send(patch, one, { [field]: now[field], version: 1_000_000 })
      expect(late.status).toBe(409)
      expect(await read()).toEqual(now)
      // The stored value again is no change: no version that an open form would conflict with.
      expect((await send(patch, one, { [field]: now[field] })).status).toBe(200)
      expect(await read()).toEqual(now)
    })

    test('empties the fields for which null is sent, or requires them', async () => {
      const one = await make()
      const read = async () => rowOf((await send(patch, one, {})).body)
      const full = await read()
      for (const field of tried(full).filter((name) => !isBlank(full[name]))) {
        if (!ruleOf(patch, field).safeParse(null).success) continue
        const { status, body } = await send(patch, one, { [field]: null })
        if (status === 422) expect(Object.keys(body.errors ?? {})).toEqual([field])
        else expect([field, status, rowOf(body)[field]]).toEqual([field, 200, expect.toSatisfy(isBlank)])
      }
    })

    test.each(whole.map((one) => [`${one.method} ${one.path}`, one] as const))(
      '%s with the stored values changes nothing',
      async (_, update) => {
        const one = await make()
        const read = async () => rowOf((await send(patch, one, {})).body)
        const start = await read()
        const fields = fieldsOf(patch).filter((name) => name in start)
        const sent = Object.fromEntries(fields.map((name) => [name, start[name]]))
        const { version: _version, ...values } = sent
        const isVersionAsked = !ruleOf(update, 'version').safeParse(undefined).success
        for (const input of isVersionAsked ? [sent] : [sent, values]) {
          const { status, body } = await send(update, one, input)
          expect([status, body.errors]).toEqual([200, undefined])
          const { version, updated_at } = await read()
          expect(await read()).toEqual({ ...start, version, updated_at })
        }
      },
    )

    test.each(whole.map((one) => [`${one.method} ${one.path}`, one] as const))(
      '%s rejects an outdated version with the current row, and a missing record',
      async (_, update) => {
        const one = await make()
        const read = async () => rowOf((await send(patch, one, {})).body)
        const start = await read()
        const fields = fieldsOf(patch).filter((name) => name in start)
        const input = Object.fromEntries(fields.map((name) => [name, start[name]]))
        const late = await send(update, one, { ...input, version: 1_000_000 })
        expect([late.status, late.body.current]).toEqual([409, expect.objectContaining({ id: start.id })])
        expect(rowOf(late.body.current as typeof late.body)).toMatchObject(input)
        expect(await read()).toEqual(start)
        const nowhere = none(one)
        if (nowhere) expect((await send(update, nowhere, input)).status).toBe(404)
      },
    )

    test.each(whole.map((one) => [`${one.method} ${one.path}`, one] as const))(
      '%s does not clear omitted fields',
      async (_, update) => {
        const one = await make()
        const read = async () => rowOf((await send(patch, one, {})).body)
        const isVersionAsked = !ruleOf(update, 'version').safeParse(undefined).success
        const start = await read()
        const fields = fieldsOf(patch).filter((name) => name in start && name !== 'version')
        for (const field of fields) {
          const before = await read()
          const sent = fieldsOf(patch)
            .filter((name) => name in before && name !== field && name !== 'version')
            .concat(isVersionAsked ? ['version'] : [])
            .map((name) => [name, before[name]])
          const { status, body } = await send(update, one, Object.fromEntries(sent))
          if (status !== 200) expect([status, Object.keys(body.errors ?? {})], field).toEqual([422, [field]])
          expect((await read())[field], field).toEqual(before[field])
        }
      },
    )
  },
)

test('a campaign keeps a price that is the product’s own at the moment, when it is sent', async () => {
  const product = await makeProduct(db, { price: '12' })
  const { id } = await makeCampaign(db, { products: [{ id: product.id }] })
  const line = { campaign_id: id, product_id: product.id }
  const { body } = await send(campaignProducts.patch, line, { price: '12' })
  expect(body).toMatchObject({ own_price: '12.000', own_quantity: null })
})

test('a PATCH accepts the names of the documents', async () => {
  const { id } = await makes.partner()
  const names = { haynesProUsername: 'hp_2', accountNumber: '510-2', superiorPartner: null }
  expect((await send(partners.patch, { id }, names)).body).toMatchObject({
    haynes_pro_username: 'hp_2',
    account_number: '510-2',
    superior_partner: null,
    phone: '067 111 222',
  })
  const both = { haynesProUsername: 'hp_3', haynes_pro_username: 'hp_4' }
  expect((await send(partners.patch, { id }, both)).body).toMatchObject({ haynes_pro_username: 'hp_4' })
  const slider = await makeSlider(db, { type: TRAINING, url: 'https://youtu.be/abcdefghijk' })
  const { body } = await send(sliders.patch, slider, { welcomeMessage: 'Zdravo' })
  expect(body).toMatchObject({ welcome_message: 'Zdravo', url: 'https://youtu.be/abcdefghijk' })
  expect((await send(sliders.patch, slider, { welcomeMessage: '' })).body.welcome_message).toBeNull()
})

test('a PATCH without a version merges with simultaneous saves; one with an outdated version gets an error', async () => {
  const { id } = await makes.partner()
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      send(partners.patch, { id }, at % 2 ? { phone: `067 00${at}` } : { account_number: `${at}` }),
    ),
  )
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  const { body } = await call(partners.one, { params: { id: String(id) } })
  expect(body).toMatchObject({ phone: expect.stringMatching(/^067 00[1357]$/), haynes_pro_username: 'hp_1' })
  expect((await send(partners.patch, { id }, { phone: '067', version: 1 })).status).toBe(409)
})

test('a PATCH does not validate other stored values', async () => {
  const { id } = await makeProduct(db, { price: '0' }) // as an import without prices creates it
  expect((await send(products.patch, { id }, { quantity: 7 })).body).toMatchObject({
    quantity: 7,
    price: '0.000',
  })
  expect((await send(products.patch, { id }, { price: '0' })).body.errors).toEqual({
    price: ['validation.valid_price'],
  })
  const { id: campaign } = await makeCampaign(db, { visible_from: '2026-02-01', visible_until: '2026-03-01' })
  const late = await send(campaigns.patch, { id: campaign }, { visible_from: '2026-04-01' })
  expect([late.status, late.body.errors]).toEqual([436, { visible_until: ['validation.day_order'] }])
})

test('a PATCH with a field that a slider’s type lacks is rejected, unless it is empty or the type changes', async () => {
  const slider = await makeSlider(db, { type: IMAGE })
  const before = (await send(sliders.patch, slider, {})).body
  const lacking = {
    page_content: '<p>Opis</p>',
    notification_text: 'Dođite',
    welcome_message: 'Zdravo',
    product_id: (await makeProduct(db)).id,
    dates: ['2099-01-02'],
    push_notification: true,
  }
  for (const [field, value] of Object.entries(lacking)) {
    const { status, body } = await send(sliders.patch, slider, { [field]: value })
    expect([status, body.errors], field).toEqual([422, { [field]: ['validation.slider_field'] }])
  }
  const both = await send(sliders.patch, slider, { name: 'Novo ime', ...lacking })
  expect(Object.keys(both.body.errors ?? {}).sort()).toEqual(Object.keys(lacking).sort())
  expect((await send(sliders.patch, slider, {})).body).toEqual(before)
  const none = { page_content: null, welcome_message: '', dates: [], push_notification: false }
  expect((await send(sliders.patch, slider, none)).status).toBe(200)
  const seminar = await send(sliders.patch, slider, { type: SEMINAR, dates: ['2099-01-02'] })
  expect([seminar.status, seminar.body.available_dates]).toEqual([200, ['2099-01-02']])
})
