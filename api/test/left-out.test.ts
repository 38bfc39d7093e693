// What a call that changes a record leaves out stays: made from the contract, so that no record and no field is forgotten.
import { campaigns } from '@kontor/contract/campaigns'
import { catalogue } from '@kontor/contract/catalogue'
import type { Route } from '@kontor/contract/kit/api/route'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { notifications } from '@kontor/contract/notifications'
import { partners } from '@kontor/contract/partners'
import { partnerNotes } from '@kontor/contract/partners/notes'
import { products } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { sliders } from '@kontor/contract/sliders'
import { SEMINAR } from '@kontor/contract/sliders/kinds'
import { storeContacts, stores } from '@kontor/contract/stores'
import { technicalSupport } from '@kontor/contract/technicalSupport'
import { users } from '@kontor/contract/users'
import { apiKeys } from '@kontor/contract/users/keys'
import { webhooks } from '@kontor/contract/webhooks'
import { webhookEventNames } from '@kontor/contract/webhooks/events'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requestOf, startApp } from './app.ts'
import { contractRoutes } from './contract-routes.ts'
import {
  makeCategory,
  makeCity,
  makeCountry,
  makePartner,
  makeProduct,
  makeSlider,
  makeStore,
  makeStoreContact,
  makeUser,
} from './make.ts'
import { makeCampaign } from './make-campaign.ts'
import { makeCatalogueNode } from './make-node.ts'
import { makeRecord } from './make-record.ts'

const { db, call, inject, staff } = await startApp()

type Row = Record<string, unknown> & { id: number; version: number; errors?: Record<string, string[]> }
type Made = Promise<{ id: number }>
/** The PATCH of a record, the calls that change it whole, how one is made, and the fields of it that are left alone here. */
type Case = [patch: Route, whole: Route[], make: () => Made, alone?: string[]]

async function madeBy(route: Route, input: object): Made {
  const { status, body } = await inject<Row>(await requestOf(route, input, staff))
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
async function makeCustomer() {
  const values = {
    partner_type_id: (await makeRecord(db, resources.partner_types)).id,
    superior_partner_id: (await makePartner(db)).id,
    country_id: (await makeCountry(db)).id,
    city_id: (await makeCity(db)).id,
    phone: '067 111 222',
    haynes_pro_username: 'hp_1',
  }
  const partner = await makePartner(db, { ...values, debt: '5', debt_percent: true })
  const link = { partner_id: partner.id, category_id: (await makeCategory(db)).id }
  await db.insertInto('partner_categories').values(link).execute()
  return partner
}
let count = 0
const next = () => (count += 1)
const seminar = { type: SEMINAR, page_content: '<p>Opis</p>', notification_text: 'Dođite' }

const cases: Case[] = [
  ...Object.values(resources).map((resource): Case => {
    const { patch, update } = routesOf(resource)
    return [patch, [update], () => makeRecord(db, resource)]
  }),
  [products.patch, [products.update], () => makeProduct(db, { description: 'Opis' })],
  [partners.patch, [partners.update, partners.updatePost], makeCustomer],
  [stores.patch, [stores.update], () => makeStore(db)],
  [storeContacts.patch, [storeContacts.update], () => makeStoreContact(db), ['store_id']],
  [users.patch, [users.update], () => makeUser(db), ['partner_id']],
  [
    campaigns.patch,
    [campaigns.updateJson, campaigns.update],
    () => makeCampaign(db, { visible_from: '2026-01-01', visible_until: '2099-12-31' }),
  ],
  [
    sliders.patch,
    [sliders.updateJson, sliders.update],
    () => makeSlider(db, { ...seminar, dates: ['2099-01-02'] }),
    ['type', 'url', 'welcome_message', 'product_id', 'push_notification'],
  ],
  [
    catalogue.patch,
    [catalogue.update],
    async () => makeCatalogueNode(db, { description: 'Opis', category_ids: [(await makeCategory(db)).id] }),
  ],
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
          ...{
            subject: 'Naslov',
            notification_text: 'Tekst',
            send_by_category: true,
            send_at: '2099-01-02T10:00:00Z',
          },
          categories: [(await makeCategory(db)).id],
        },
      }),
    ['send_by_category', 'partners'],
  ],
  [
    partnerNotes.patch,
    [partnerNotes.update],
    async () =>
      madeBy(partnerNotes.create, { params: { id: (await makePartner(db)).id }, body: { note: 'Prva' } }),
  ],
]

const fieldsOf = ({ body }: Route) => Object.keys((body as unknown as { shape: object }).shape)
const send = async (route: Route, id: number, fields: object) =>
  inject<Row>(
    await requestOf(
      route,
      route.form ? { params: { id }, form: asTexts(fields) } : { params: { id }, body: fields },
      staff,
    ),
  )
const asTexts = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

/** What follows from a field beside its own record: names of what it refers to, and states. */
const following: Record<string, string[]> = {
  categories: ['category_names'],
  visible_from: ['state', 'is_shown'],
  visible_until: ['state', 'is_shown'],
  send_at: ['state'],
  page_content: ['page_content_details'],
  dates: ['available_dates'],
}
const beside = (row: Row, field: string) => {
  const own = [field, field.replace(/_id$/, ''), 'version', 'updated_at', ...(following[field] ?? [])]
  return Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)))
}

/** The rule of a field. */
const ruleOf = ({ body }: Route, field: string) =>
  (body as unknown as { shape: Record<string, z.ZodMiniType> }).shape[field] as z.ZodMiniType
/** A row with its fields as they are sent. */
const rowOf = (row: Row): Row => (row.available_dates ? { ...row, dates: row.available_dates } : row)

const MOMENTS = ['2099-06-01T10:00:00Z', '2099-07-01T10:00:00Z']
/** Other values for a field, of another record first; the first that is taken counts. */
function others(rule: z.ZodMiniType, now: unknown, theirs: unknown, id: number): unknown[] {
  const { enum: listed = [], anyOf = [] } = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })
  return [
    ...(typeof now === 'string'
      ? [`${now}2`, '2020-06-01', '2099-06-01', '7', `9${now.slice(1)}`, '2099-06-01T10:00:00Z']
      : []),
    ...(now === theirs ? [] : [theirs]),
    ...(typeof now === 'number' ? [now + 1] : []),
    ...(typeof now === 'boolean' ? [!now] : []),
    ...(now === null ? ['7', '123', '12345678', 'Nešto', 'ime@kontor.me', '2099-06-01', ...MOMENTS] : []),
    ...(Array.isArray(now) ? [[webhookEventNames[1]], ['2099-03-04']] : []),
    ...[...listed, ...anyOf.flatMap((one) => (one as { enum?: unknown[] }).enum ?? [])].filter(
      (one) => one !== now && one !== '',
    ),
    id,
  ]
}

test('every record that can be changed has a PATCH', async () => {
  const patches = (await contractRoutes()).filter(({ route }) => route.method === 'PATCH')
  expect(cases.map(([{ path }]) => path).sort()).toEqual(patches.map(({ route }) => route.path).sort())
})

describe.each(cases.map((one) => [one[0].path, one] as const))(
  '%s',
  (_, [patch, whole, make, alone = []]) => {
    /** What it changes, but for what no row holds, such as a password. */
    const tried = (row: Row) =>
      fieldsOf(patch).filter((name) => name in row && name !== 'version' && !alone.includes(name))

    test('changes what is named and nothing else, and says what is wrong with it', async () => {
      const [{ id }, other] = [await make(), await make()]
      const read = async (of = id) => rowOf((await send(patch, of, {})).body)
      const another = await read(other.id)
      expect((await send(patch, id, { boja: 'plava' })).body.errors).toEqual({
        boja: ['validation.unknown_field'],
      })
      expect((await send(patch, id, { updated_at: '2020-01-01' })).status).toBe(422)
      expect((await send(patch, 2_147_483_647, { version: 1 })).status).toBe(404)
      const start = await read()
      for (const field of tried(start)) {
        const before = await read()
        let after: Row | undefined
        for (const value of others(ruleOf(patch, field), before[field], another[field], other.id)) {
          const { status, body } = await send(patch, id, { [field]: value })
          if (status !== 200) continue
          after = rowOf(body)
          if (JSON.stringify(after[field]) !== JSON.stringify(before[field])) break
        }
        const isTaken = after !== undefined && JSON.stringify(after[field]) !== JSON.stringify(before[field])
        expect(isTaken, field).toBe(true)
        expect(beside(await read(), field), field).toEqual(beside(before, field))
      }
      const now = await read()
      const [field = ''] = tried(now)
      const late = await send(patch, id, { [field]: now[field], version: 1_000_000 })
      expect(late.status).toBe(409)
      expect(await read()).toEqual(now)
    })

    test.each(whole.map((one) => [`${one.method} ${one.path}`, one] as const))(
      '%s empties nothing that it leaves out',
      async (_, update) => {
        const { id } = await make()
        const read = async () => rowOf((await send(patch, id, {})).body)
        const start = await read()
        const fields = fieldsOf(patch).filter((name) => name in start && name !== 'version')
        for (const field of fields) {
          const before = await read()
          const sent = fieldsOf(patch)
            .filter((name) => name in before && name !== field && name !== 'version')
            .map((name) => [name, before[name]])
          const { status, body } = await send(update, id, Object.fromEntries(sent))
          if (status !== 200) expect([status, Object.keys(body.errors ?? {})], field).toEqual([422, [field]])
          expect((await read())[field], field).toEqual(before[field])
        }
      },
    )
  },
)

test('a PATCH without a version lands beside what others save meanwhile; one with an old version is told so', async () => {
  const { id } = await makeCustomer()
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      send(partners.patch, id, at % 2 ? { phone: `067 00${at}` } : { account_number: `${at}` }),
    ),
  )
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
  const { body } = await call(partners.one, { params: { id: String(id) } })
  expect(body).toMatchObject({ phone: expect.stringMatching(/^067 00[1357]$/), haynes_pro_username: 'hp_1' })
  expect((await send(partners.patch, id, { phone: '067', version: 1 })).status).toBe(409)
})

test('what is stored is not judged again by a PATCH that names something else', async () => {
  const { id } = await makeProduct(db, { price: '0' }) // as an import without prices creates it
  expect((await send(products.patch, id, { quantity: 7 })).body).toMatchObject({
    quantity: 7,
    price: '0.000',
  })
  expect((await send(products.patch, id, { price: '0' })).body.errors).toEqual({
    price: ['validation.valid_price'],
  })
  const { id: campaign } = await makeCampaign(db, { visible_from: '2026-02-01', visible_until: '2026-03-01' })
  const late = await send(campaigns.patch, campaign, { visible_from: '2026-04-01' })
  expect([late.status, late.body.errors]).toEqual([436, { visible_until: ['validation.day_order'] }])
})
