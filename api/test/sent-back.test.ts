// A fetched row may be sent back with changed fields.
import { campaigns } from '@kontor/contract/campaigns'
import { catalogue } from '@kontor/contract/catalogue'
import type { Route } from '@kontor/contract/lib/http/route'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { partners } from '@kontor/contract/partners'
import { categories } from '@kontor/contract/resources/categories'
import { cities } from '@kontor/contract/resources/cities'
import { countries } from '@kontor/contract/resources/countries'
import { sliders } from '@kontor/contract/sliders'
import { storeContacts, stores } from '@kontor/contract/stores'
import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { requestOf, startApp } from './app.ts'
import { makeCategory, makeCity, makeCountry, makePartner, makeSlider, makeUser } from './make.ts'
import { makesOf } from './make-changeable.ts'

const { db, call, inject, staff } = await startApp()
const ALL = { options: { itemsPerPage: 100 } } as const
type Row = Record<string, unknown> & { id: number; version: number }
const whole = async ({ id }: { id: number }, list: () => Promise<{ body: unknown }>) => {
  const { body } = await list()
  const all = (Array.isArray(body) ? body : (body as { result: unknown[] }).result) as Row[]
  return all.find((row) => row.id === id) as Row
}
async function sends(route: Route, body: object, { id }: { id: number }) {
  return inject<Row & { errors?: object }>(await requestOf(route, { params: { id }, body }, staff))
}
const makes = makesOf(db)

const records: Record<string, [Route, () => Promise<Row>]> = {
  country: [
    routesOf(countries).update,
    async () => whole(await makeCountry(db), () => call(routesOf(countries).index, { query: {} })),
  ],
  city: [
    routesOf(cities).update,
    async () => whole(await makeCity(db), () => call(routesOf(cities).index, { query: {} })),
  ],
  category: [
    routesOf(categories).update,
    async () => whole(await makeCategory(db), () => call(routesOf(categories).index, { query: {} })),
  ],
  partner: [
    partners.update,
    async () => whole(await makes.partner(), () => call(partners.index, { body: ALL })),
  ],
  'partner by POST': [
    partners.updatePost,
    async () => whole(await makes.partner(), () => call(partners.index, { body: ALL })),
  ],
  store: [stores.update, async () => whole(await makes.store(), () => call(stores.index, { query: {} }))],
  contact: [
    storeContacts.update,
    async () => whole(await makes.contact(), () => call(storeContacts.index, { query: {} })),
  ],
  user: [
    users.update,
    async () => whole(await makeUser(db, { partner: true }), () => call(users.index, { body: ALL })),
  ],
  campaign: [
    campaigns.updateJson,
    async () => whole(await makes.campaign(), () => call(campaigns.all, { query: {} })),
  ],
  'category of the catalogue': [
    catalogue.update,
    async () => {
      const node = await makes.node()
      return whole(node, async () => {
        const { body } = await call(catalogue.levels, { body: {} })
        return { body: body.levels[0]?.nodes }
      })
    },
  ],
  slider: [
    sliders.updateJson,
    async () => whole(await makeSlider(db), () => call(sliders.all, { query: {} })),
  ],
}

describe.each(Object.entries(records))('a %s', (_, [route, make]) => {
  test("sent to another record's path is rejected, and one with an unknown field", async () => {
    const row = await make()
    const other = await make()
    const astray = await sends(route, row, other)
    expect([astray.status, astray.body.errors]).toEqual([422, { id: ['validation.other_id'] }])
    expect((await sends(route, { ...row, boja: 'plava' }, row)).body.errors).toEqual({
      boja: ['validation.unknown_field'],
    })
  })

  test('that was fetched is accepted unchanged, and not published to partners', async () => {
    const row = await make()
    const { status, body } = await sends(route, row, row)
    expect([status, body]).toEqual([
      200,
      { ...row, version: expect.any(Number), updated_at: expect.any(String) },
    ])
    if (route === sliders.updateJson) return // its pending message may differ: it is always published
    expect(
      await db.selectFrom('events').select(['type', 'data']).where('to_partners', '=', true).execute(),
    ).toEqual([])
  })
})

test('a store and a contact that were fetched are accepted with their id in the body', async () => {
  const store = await whole(await makes.store(), () => call(stores.index, { query: {} }))
  const contact = await whole(await makes.contact(), () => call(storeContacts.index, { query: {} }))
  for (const [route, row] of [
    [stores.updateByBody, store],
    [storeContacts.updateByBody, contact],
  ] as const) {
    const { status, body } = await call(route, { body: row as never })
    expect([status, body]).toEqual([
      200,
      { ...row, version: expect.any(Number), updated_at: expect.any(String) },
    ])
    const wrong = await call(route, { body: { ...row, boja: 'plava' } as never })
    expect(wrong.body.errors).toEqual({ boja: ['validation.unknown_field'] })
  }
})

describe('a nested record', () => {
  test('stands for its id, and is ignored where the id is sent as well', async () => {
    const one = await makeCountry(db)
    const other = await makeCountry(db)
    const added = await call(routesOf(cities).create, { body: { name: 'Novi grad', country: one } as never })
    expect(added.body).toMatchObject({ country_id: one.id })
    const moved = await sends(routesOf(cities).update, { ...added.body, country_id: other.id }, added.body)
    expect(moved.body).toMatchObject({ country_id: other.id, country: { name: other.name } })
    const wrong = await call(routesOf(cities).create, {
      body: { name: 'Ničiji', country: 'Crna Gora' } as never,
    })
    expect([wrong.status, wrong.body.errors?.country_id]).toEqual([422, ['validation.field']])
  })

  test('makes an added user a partner’s user, never a member of the staff', async () => {
    const partner = await makePartner(db)
    const filled = { name: 'Njihov', username: 'njihov', password: 'lozinka', confirmPassword: 'lozinka' }
    const { status, body } = await call(users.create, { body: { ...filled, partner } as never })
    expect([status, body.partner_id]).toEqual([200, partner.id])
  })
})
