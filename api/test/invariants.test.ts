// What holds between records, whoever writes: api/migrations/0015_rules.sql.
import { partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
import { sliders } from '@kontor/contract/sliders'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { constraintRefusal } from '../src/kit/db/constraints.ts'
import { startApp } from './app.ts'
import {
  deactivateInUse,
  makeCategory,
  makeCity,
  makeCountry,
  makePartner,
  makeProduct,
  makeSlider,
  makeStore,
} from './make.ts'
import { makeBook } from './odd-files.ts'
import { engine } from './scratch.ts'

const { db, database, call } = await startApp()
const obuka = { type: 4 as const, url: 'https://youtu.be/dQw4w9WgXcQ' }
const idOf = ({ id }: { id: number }) => ({ id: String(id) })
const file = (rows: unknown[][]) => new File([new Uint8Array(makeBook(rows))], 'list.xlsx')

/** A statement that breaks a rule, said once as SQL: whichever call comes to it, this is what it would run. */
const off = (table: string, { id }: { id: number }) =>
  sql`UPDATE ${sql.table(table)} SET is_active = false WHERE id = ${id}`
const on = (table: string, { id }: { id: number }) =>
  sql`UPDATE ${sql.table(table)} SET is_active = true WHERE id = ${id}`
const link = (owner: 'partner' | 'slider', { id }: { id: number }, category: { id: number }) =>
  sql`INSERT INTO ${sql.table(`${owner}_categories`)} VALUES (${id}, ${category.id})`
const given = async (category: { id: number }, partner: { id: number }) => {
  await link('partner', partner, category).execute(db)
  return category
}
const inactive = { is_active: false }

const broken: [rule: string, statement: () => Promise<ReturnType<typeof off>>][] = [
  ['countries_in_use', async () => off('countries', { id: (await makeCity(db)).country_id })],
  ['cities_in_use', async () => off('cities', { id: (await makeStore(db)).city_id })],
  [
    'cities_in_use',
    async () => {
      const city = await makeCity(db)
      await makePartner(db, { city_id: city.id })
      return off('cities', city)
    },
  ],
  [
    'categories_in_use',
    async () => off('categories', await given(await makeCategory(db), await makePartner(db))),
  ],
  [
    'categories_in_use',
    async () => {
      const category = await makeCategory(db)
      await makeSlider(db, { category_id: category.id, is_visible: false })
      return off('categories', category)
    },
  ],
  [
    'products_in_use',
    async () => {
      const product = await makeProduct(db)
      await makeSlider(db, { type: 2, product_id: product.id })
      return off('products', product)
    },
  ],
  [
    'cities_country_inactive',
    async () => {
      const country = await makeCountry(db, inactive)
      return on('cities', await makeCity(db, { country_id: country.id, ...inactive }))
    },
  ],
  [
    'cities_country_inactive',
    async () => {
      const [country, city] = [await makeCountry(db, inactive), await makeCity(db)]
      return sql`UPDATE cities SET country_id = ${country.id} WHERE id = ${city.id}`
    },
  ],
  [
    'stores_city_inactive',
    async () => {
      const city = await makeCity(db, inactive)
      return on('stores', await makeStore(db, { city_id: city.id, ...inactive }))
    },
  ],
  [
    'partners_city_inactive',
    async () => {
      const [city, partner] = [await makeCity(db, inactive), await makePartner(db)]
      return sql`UPDATE partners SET city_id = ${city.id} WHERE id = ${partner.id}`
    },
  ],
  [
    'partner_categories_category_inactive',
    async () => link('partner', await makePartner(db), await makeCategory(db, inactive)),
  ],
  [
    'partners_categories_inactive',
    async () => {
      const [partner, category] = [await makePartner(db, inactive), await makeCategory(db)]
      await given(category, partner)
      await off('categories', category).execute(db)
      return on('partners', partner)
    },
  ],
  [
    'slider_categories_category_inactive',
    async () => link('slider', await makeSlider(db), await makeCategory(db, inactive)),
  ],
  [
    'sliders_categories_inactive',
    async () => {
      const category = await makeCategory(db)
      const slider = await makeSlider(db, { category_id: category.id, ...inactive })
      await off('categories', category).execute(db)
      return on('sliders', slider)
    },
  ],
  [
    'sliders_product_inactive',
    async () => {
      const product = await makeProduct(db, inactive)
      const slider = await makeSlider(db, { type: 2, product_id: product.id, ...inactive })
      return on('sliders', slider)
    },
  ],
  [
    'sliders_type_used',
    async () => {
      const [slider, partner] = [await makeSlider(db, { type: 3 }), await makePartner(db)]
      await sql`INSERT INTO slider_registrations (slider_id, partner_id, user_id)
        SELECT ${slider.id}, ${partner.id}, min(id) FROM users`.execute(db)
      return sql`UPDATE sliders SET type = 1 WHERE id = ${slider.id}`
    },
  ],
  ['users_last_staff', async () => sql`UPDATE users SET is_active = false WHERE partner_id IS NULL`],
  ['users_last_staff', async () => sql`UPDATE users SET partner_id = (SELECT min(id) FROM partners)`],
]

describe('a rule is kept by the database itself', () => {
  test.each(broken)('%s', async (constraint, statement) => {
    const breaks = await statement()
    await expect(breaks.execute(db)).rejects.toMatchObject({ constraint })
  })

  test('none is without a test above and a meaning for people', async () => {
    const { rows } = await sql<{ rule: string }>`SELECT DISTINCT found[1] AS rule FROM pg_proc,
      regexp_matches(prosrc, 'break_rule\\(''(\\w+)''', 'g') AS found`.execute(db)
    expect(rows.map(({ rule }) => rule).sort()).toEqual([...new Set(broken.map(([rule]) => rule))].sort())
    for (const { rule } of rows) {
      const error = Object.assign(new pg.DatabaseError('', 0, 'error'), { constraint: rule })
      expect((await constraintRefusal(db, error, false))?.status, rule).toBeGreaterThan(421)
    }
  })

  test('what broke one before there were rules can be edited, and stays broken until it comes back', async () => {
    const city = await makeCity(db)
    const partner = await makePartner(db, { city_id: city.id })
    await deactivateInUse(db, 'cities', city.id)
    await deactivateInUse(db, 'countries', city.country_id)
    await sql`UPDATE partners SET name = 'Isti', city_id = city_id WHERE id = ${partner.id}`.execute(db)
    await sql`UPDATE cities SET name = 'Isti', country_id = country_id WHERE id = ${city.id}`.execute(db)
    await off('partners', partner).execute(db)
    await expect(on('partners', partner).execute(db)).rejects.toMatchObject({
      constraint: 'partners_city_inactive',
    })
  })
})

describe('sheets keep the rules too', () => {
  const priceList = (code: string, active: string, form: { dry_run?: '1' } = {}) =>
    call(products.import, {
      form,
      files: {
        file: file([
          ['Šifra', 'Aktivan'],
          [code, active],
        ]),
      },
    })

  test('a price list that deactivates a product of a visible promotion is wrong in that cell', async () => {
    const product = await makeProduct(db)
    const slider = await makeSlider(db, { type: 2, product_id: product.id })
    const cell = { row: 2, column: 'B', reason: 'validation.product_offered' }
    const seen = await priceList(product.erp_code, 'ne', { dry_run: '1' })
    expect(seen.body.problems).toEqual([expect.objectContaining(cell)])
    const refused = await priceList(product.erp_code, 'ne')
    expect([refused.status, refused.body.errors]).toEqual([422, { B2: [cell.reason] }])
    await call(sliders.activate, { params: idOf(slider), body: { is_visible: false } })
    expect((await priceList(product.erp_code, 'ne')).body.counts).toMatchObject({ update: 1, problems: 0 })
  })

  test('one that activated it is not taken back, and whoever tries is told what uses it', async () => {
    const product = await makeProduct(db, inactive)
    await priceList(product.erp_code, 'da')
    const id = (await call(products.importStatus, {})).body.last?.id ?? 0
    const slider = await makeSlider(db, { type: 2, product_id: product.id })
    const { status, body } = await call(products.undoImport, { body: { id } })
    expect([status, body.message, body.used_by]).toEqual([
      435,
      'validation.in_use',
      { table: 'sliders', count: 1, records: [{ id: slider.id, name: slider.name }] },
    ])
    expect((await call(products.one, { params: idOf(product) })).body.is_active).toBe(true)
  })

  test('partners are not taken back into a city or categories that were deactivated since', async () => {
    const [from, to] = [await makeCity(db, { name: 'Odakle' }), await makeCity(db, { name: 'Dokle' })]
    const partner = await makePartner(db, { city_id: from.id })
    await given(await makeCategory(db), partner)
    const rows = [
      ['Šifra', 'Grad'],
      [partner.id, 'Dokle'],
    ]
    await call(partners.import, { form: { is_update_financial: 'false' }, files: { file: file(rows) } })
    await off('cities', from).execute(db)
    const id = (await call(partners.importStatus, {})).body.last?.id ?? 0
    const { status, body } = await call(partners.undoImport, { body: { id } })
    expect([status, body.errors]).toEqual([422, { city_id: ['validation.inactive_city'] }])
    expect((await call(partners.one, { params: idOf(partner) })).body.city_id).toBe(to.id)
  })
})

// The embedded engine has one session: nobody passes anybody there.
describe.runIf(engine === 'postgres')('two at the same moment cannot pass one another', () => {
  const pairs: [
    what: string,
    make: () => Promise<[off: ReturnType<typeof off>, use: ReturnType<typeof off>]>,
  ][] = [
    [
      'a city and a partner that moves there',
      async () => {
        const [city, partner] = [await makeCity(db), await makePartner(db)]
        return [off('cities', city), sql`UPDATE partners SET city_id = ${city.id} WHERE id = ${partner.id}`]
      },
    ],
    [
      'a category and a partner that gets it',
      async () => {
        const [category, partner] = [await makeCategory(db), await makePartner(db)]
        return [off('categories', category), link('partner', partner, category)]
      },
    ],
    [
      'the one active category and its slider that comes back',
      async () => {
        const category = await makeCategory(db)
        const slider = await makeSlider(db, { ...obuka, category_id: category.id, ...inactive })
        return [off('categories', category), on('sliders', slider)]
      },
    ],
    [
      'a product and its promotion that is shown',
      async () => {
        const product = await makeProduct(db)
        const slider = await makeSlider(db, { type: 2, product_id: product.id, is_visible: false })
        return [off('products', product), sql`UPDATE sliders SET is_visible = true WHERE id = ${slider.id}`]
      },
    ],
  ]

  test.each(pairs)('%s', async (_, make) => {
    for (const order of ['off first', 'use first']) {
      const statements = await make()
      const [first, second] = order === 'off first' ? statements : [...statements].reverse()
      const one = await database.pool.connect()
      const other = await database.pool.connect()
      const run = (client: typeof one, statement: typeof first) => {
        const { sql, parameters } = (statement ?? statements[0]).compile(db)
        return client.query(sql, [...parameters])
      }
      try {
        await one.query('begin')
        await run(one, first)
        const { rows } = await other.query('select pg_backend_pid() as pid')
        const late = run(other, second).then(
          () => 'passed',
          (error: pg.DatabaseError) => error.constraint,
        )
        const waits = () => one.query('select from pg_locks where pid = $1 and not granted', [rows[0].pid])
        while ((await waits()).rowCount === 0) await new Promise(setImmediate)
        await one.query('commit')
        expect(await late, order).toMatch(/_in_use$|_inactive$/)
      } finally {
        one.release()
        other.release()
      }
    }
  })
})
