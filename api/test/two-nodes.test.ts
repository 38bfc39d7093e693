import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { figureNames, partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
// Consistency of two nodes on one PostgreSQL.
import { categories } from '@kontor/contract/resources/categories'
import { cities } from '@kontor/contract/resources/cities'
import { session } from '@kontor/contract/session'
import { stores } from '@kontor/contract/stores'
import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from './app.ts'
import { makeCategory, makeCity, makePartner, makeProduct, makeStore, makeUser } from './make.ts'
import { makeCampaign } from './make-campaign.ts'
import { sheetFile } from './odd-files.ts'

const { app, another, anotherPool, call: callOn, db, makeCustomer, signIn } = await startApp()
const nodes = [app, await another({ database: await anotherPool() })] as const

/** Calls a route on alternating nodes. */
let turn = 0
const call = <const R extends Route>(route: R, input: RequestInput<R>, as?: string | null) =>
  callOn(route, input, as, nodes[++turn % 2])

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))
const countOf = (
  answers: readonly { status: number }[],
): { [status: string]: { status: number }[] | undefined } =>
  Object.groupBy(answers, ({ status }) => String(status))

const city = await makeCity(db)
const tyres = await makeCategory(db)
const oils = await makeCategory(db)
const zero = Object.fromEntries(figureNames.map((name) => [name, '0']))
const editPartner = (id: number, values: object) =>
  call(partners.update, {
    params: { id: String(id) },
    body: { name: 'Partner', city_id: city.id, categories: [tyres.id], ...zero, ...values } as never,
  })

/** A record of each kind, and how its name is changed; with `version` if the editor sends it. */
interface Kind {
  make: () => Promise<{ id: number }>
  edit: (
    id: number,
    values: object,
  ) => Promise<{ status: number; body: { name: string; version: number; current?: unknown } }>
}
const kinds: Record<string, Kind> = {
  partner: { make: () => makePartner(db), edit: editPartner },
  product: {
    make: () => makeProduct(db, { erp_code: `N-${turn}` }),
    edit: (id: number, values: object) =>
      call(products.update, {
        params: { id: String(id) },
        form: { erp_code: `N-${id}`, price: '5', quantity: '1', ...values } as never,
        files: { image: undefined },
      }),
  },
  store: {
    make: () => makeStore(db),
    edit: (id: number, values: object) =>
      call(stores.update, {
        params: { id: String(id) },
        body: { address: 'Ulica 1', city_id: city.id, latitude: '42', longitude: '19', ...values } as never,
      }),
  },
  user: {
    make: () => makeUser(db),
    edit: (id: number, values: object) =>
      call(users.update, {
        params: { id: String(id) },
        body: { username: `dvoje${id}`, ...values } as never,
      }),
  },
}

describe.each(Object.entries(kinds))('editors of one %s on two nodes', (_, { make, edit }) => {
  test('with the same version: exactly one succeeds, the others get the current row', async () => {
    const { id } = await make()
    const answers = await times(12, (i) => edit(id, { name: `Ime ${i}`, version: 1 }))
    const { 200: won = [], 409: lost = [] } = countOf(answers)
    expect([won.length, lost.length]).toEqual([1, 11])
    const winner = answers.find(({ status }) => status === 200)?.body
    for (const { status, body } of answers)
      if (status === 409) expect(body.current).toMatchObject({ name: winner?.name, version: 2 })
  })

  test('that retry with the current row all succeed', async () => {
    const { id } = await make()
    const add = async (mark: string, name = 'Ime', version = 1): Promise<number> => {
      const { status, body } = await edit(id, { name: `${name}${mark}`, version })
      if (status === 200) return body.version
      const now = body.current as { name: string; version: number }
      return status === 409 ? add(mark, now.version === 1 ? 'Ime' : now.name, now.version) : status
    }
    const versions = await times(6, (i) => add(`-${i}`))
    expect(versions.sort()).toEqual([2, 3, 4, 5, 6, 7])
    const { body } = await edit(id, { name: 'xx', version: 1 })
    const { name } = body.current as { name: string }
    expect(name.split('-').slice(1).sort()).toEqual(['0', '1', '2', '3', '4', '5'])
  })
})

describe.each([
  ['partner', () => makePartner(db), partners.toggle],
  ['product', () => makeProduct(db), products.toggle],
  ['store', () => makeStore(db), stores.toggle],
  ['user', () => makeUser(db), users.toggle],
] as const)('fifty toggles of one %s at once', (_, make, route) => {
  test('without a state are fifty toggles, one after another', async () => {
    const record = await make()
    const answers = await times(51, () => call(route, { params: idOf(record), body: null }))
    expect(countOf(answers)[200]).toHaveLength(51)
    const flips = answers.map(({ body }) => body).sort((a, b) => a.version - b.version)
    expect(flips.map(({ version }) => version)).toEqual(flips.map((_, i) => i + 2))
    expect(flips.map(({ is_active }) => is_active)).toEqual(flips.map((_, i) => i % 2 === 1))
  })

  test('with a state are one', async () => {
    const record = await make()
    const body = { is_active: false }
    const answers = await times(50, () => call(route, { params: idOf(record), body }))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.is_active} ${body.version}`))).toEqual(
      new Set(['200 false 2']),
    )
  })
})

test('of twenty simultaneous partners with one number exactly one is added', async () => {
  const body = {
    id: 77,
    name: 'Partner',
    city_id: city.id,
    categories: [tyres.id],
    password: 'lozinka',
    ...zero,
  }
  const answers = await times(20, () => call(partners.create, { body: body as never }))
  expect(countOf(answers)[200]).toHaveLength(1)
  expect(countOf(answers)[422]).toHaveLength(19)
  expect(await db.selectFrom('users').select('id').where('partner_id', '=', 77).execute()).toHaveLength(1)
})

const file = (rows: unknown[][]) => sheetFile(rows, 'partneri.xlsx')

test('simultaneous imports, edits and toggles of one partner are serialised', async () => {
  const { id, name } = await makePartner(db, { city_id: city.id })
  const rows = (debt: number) => [
    ['Šifra', 'Dug'],
    [id, debt],
  ]
  type Step = { version: number; does: (row: Row) => Row }
  type Row = { name: string; debt: string; is_active: boolean }
  const done = (answer: { status: number }, version: number | undefined, does: Step['does']): Step[] => {
    expect([200, 423, 429]).toContain(answer.status)
    return answer.status === 200 && version ? [{ version, does }] : []
  }
  const steps = await times(30, async (i) => {
    if (i % 3 === 0) {
      const answer = await call(partners.import, { form: {}, files: { file: file(rows(1000 + i)) } })
      return done(answer, answer.body.result?.[0]?.version, (row) => ({ ...row, debt: `${1000 + i}.000` }))
    }
    if (i % 3 === 1) {
      const answer = await editPartner(id, { name: `Ime ${i}`, debt: String(i) })
      return done(answer, answer.body.version, (row) => ({ ...row, name: `Ime ${i}`, debt: `${i}.000` }))
    }
    const answer = await call(partners.toggle, { params: { id: String(id) }, body: null })
    return done(answer, answer.body.version, (row) => ({ ...row, is_active: !row.is_active }))
  })
  const inOrder = steps.flat().sort((a, b) => a.version - b.version)
  expect(inOrder.map(({ version }) => version)).toEqual(inOrder.map((_, i) => i + 2))
  const { body } = await call(partners.one, { params: { id: String(id) } })
  const start = { name, debt: '0.000', is_active: true }
  const end = inOrder.reduce((row, { does }) => does(row), start)
  expect({ name: body.name, debt: body.debt, is_active: body.is_active }).toEqual(end)
  expect(inOrder.length).toBeGreaterThan(1)
})

test('simultaneous edits of categories and cities that are toggled never deadlock', async () => {
  const one = await makePartner(db, { city_id: city.id })
  const two = await makePartner(db, { city_id: city.id })
  const other = await makeCity(db)
  const answers = await times(48, (i): Promise<{ status: number }> => {
    const partner = i % 2 ? one : two
    const both = i % 4 < 2 ? [tyres.id, oils.id] : [oils.id, tyres.id]
    const place = i % 3 ? city : other
    if (i % 6 === 0) return call(routesOf(cities).toggle, { params: idOf(place), body: null })
    if (i % 6 === 1)
      return call(routesOf(categories).toggle, { params: idOf(i % 4 ? tyres : oils), body: null })
    if (i % 6 === 2) return call(partners.toggle, { params: idOf(partner), body: null })
    return editPartner(partner.id, { categories: i % 6 === 3 ? both : both.slice(1), city_id: place.id })
  })
  for (const { status } of answers) expect([200, 422, 435]).toContain(status)
})

describe('a product with fifty pieces left', () => {
  let keys = 0
  /** Ten partners, and a campaign without listed partners, which all of them see. */
  async function offerToTen(quantity: number) {
    const category = await makeCategory(db)
    const product = await makeProduct(db)
    const customers = await times(10, () => makeCustomer({ category_ids: [category.id] }))
    const { id } = await makeCampaign(db, {
      campaign_type_id: QUANTITY,
      category_ids: [category.id],
      products: [{ id: product.id, quantity }],
    })
    const order = (i: number, pieces: number) =>
      call(
        portalCampaigns.add,
        {
          params: { id: String(id) },
          body: { product_id: product.id, quantity: pieces },
          idempotencyKey: `posljednji-${keys++}`,
        },
        customers[i % 10]?.token,
      )
    const sold = async () => {
      const lines = db.selectFrom('campaign_cart_items').where('campaign_id', '=', id)
      const { pieces } = await lines
        .select(({ fn }) => fn.sum<number>('quantity').as('pieces'))
        .executeTakeFirstOrThrow()
      return pieces
    }
    return { customers, order, sold }
  }
  const outcomes = (answers: readonly { status: number; body: ErrorBody }[]) =>
    answers.filter(({ status }) => status !== 200).map(({ body }) => [body.message, body.params?.left])

  test('of two hundred orders exactly fifty succeed, and the others get the number left', async () => {
    const { order, sold } = await offerToTen(50)
    const one = await times(200, (i) => order(i, 1))
    expect(await sold()).toBe(50)
    expect(outcomes(one)).toEqual(Array(150).fill(['validation.left', 0]))
  })

  test('of orders of seven pieces forty-nine pieces are sold, and the last one can still be ordered', async () => {
    const { order, sold } = await offerToTen(50)
    const answers = await times(40, (i) => order(i, 7))
    expect(outcomes(answers)).toEqual(Array(33).fill(['validation.left', 1]))
    expect(await sold()).toBe(49)
    expect((await order(0, 1)).status).toBe(200)
  })

  test('lines that are increased by ten partners at once never exceed the limit', async () => {
    const { customers, order, sold } = await offerToTen(50)
    const lines = await times(10, (i) => order(i, 1))
    const answers = await times(40, (i) =>
      call(
        portalCampaigns.change,
        { params: idOf(lines[i % 10]?.body ?? { id: 0 }), body: { quantity: 11 } },
        customers[i % 10]?.token,
      ),
    )
    expect(outcomes(answers)).toEqual(Array(24).fill(['validation.left', 0]))
    expect(await sold()).toBe(50)
  })
})

describe('two nodes share', () => {
  test('sessions, their end, and deactivations', async () => {
    const partner = await makePartner(db)
    await makeUser(db, { username: 'dva-cvora', partner_id: partner.id })
    const token = await signIn('dva-cvora')
    const seen = () => times(2, () => call(session.me, {}, token))
    expect((await seen()).map(({ status }) => status)).toEqual([403, 403])
    await call(partners.toggle, { params: idOf(partner), body: { is_active: false } })
    expect((await seen()).map(({ status }) => status)).toEqual([401, 401])
    await call(partners.toggle, { params: idOf(partner), body: { is_active: true } })
    expect((await seen()).map(({ status }) => status)).toEqual([401, 401])
  })

  test('the counters of wrong passwords', async () => {
    const wrong = () =>
      call(session.login, { body: { username: 'staff', password: 'pogresna' } as never }, null)
    const answers = await times(16, wrong)
    const { 429: stopped = [] } = countOf(answers)
    expect(stopped).toHaveLength(6)
  })

  test('the lock of an import: twenty at once are applied one after another or rejected', async () => {
    const { id } = await makePartner(db)
    const answers = await times(20, (i) =>
      call(partners.import, {
        form: {},
        files: {
          file: file([
            ['Šifra', 'Dug'],
            [id, i + 1],
          ]),
        },
      }),
    )
    const { 200: done = [], 429: refused = [] } = countOf(answers)
    expect(done.length).toBeGreaterThan(0)
    expect(done.length + refused.length).toBe(20)
    expect((await call(partners.one, { params: { id: String(id) } })).body.version).toBe(1 + done.length)
  })

  test('totals: a change by one node is counted by the other at once', async () => {
    const total = async () =>
      (await call(partners.index, { body: { filters: { name: 'brojani' } } })).body.total_rows
    for (let count = 1; count <= 4; count++) {
      await makePartner(db, { name: `Brojani ${count}` })
      expect([await total(), await total()]).toEqual([count, count])
    }
  })
})
