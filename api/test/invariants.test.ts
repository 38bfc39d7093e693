// The rules between records, for any writer: "Rules between records" in api/migrations/0001_baseline.sql.
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import { shownName } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { MAX_DEPTH } from '@kontor/contract/lib/resources/tree'
import { partners } from '@kontor/contract/partners'
import { productFields, products } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { sliders } from '@kontor/contract/sliders'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { constraintError } from '../src/lib/database/constraints.ts'
import { idOf, startApp } from './app.ts'
import { eventually } from './eventually.ts'
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
import { makeCampaign, makeCartItem } from './make-campaign.ts'
import { makeRecord, sampleFor } from './make-record.ts'
import { sheetFile } from './odd-files.ts'

const { db, database, call } = await startApp()
const obuka = { type: 4 as const, url: 'https://youtu.be/dQw4w9WgXcQ' }
const file = (rows: unknown[][]) => sheetFile(rows, 'list.xlsx')

/** Statements that break a rule, as SQL that any route might run. */
const off = (table: string, { id }: { id: number }) =>
  sql`UPDATE ${sql.table(table)} SET is_active = false WHERE id = ${id}`
const on = (table: string, { id }: { id: number }) =>
  sql`UPDATE ${sql.table(table)} SET is_active = true WHERE id = ${id}`
const link = (owner: 'partner' | 'slider' | 'campaign', { id }: { id: number }, category: { id: number }) =>
  sql`INSERT INTO ${sql.table(`${owner}_categories`)} VALUES (${id}, ${category.id})`
const giveCategory = async (category: { id: number }, partner: { id: number }) => {
  await link('partner', partner, category).execute(db)
  return category
}
const join = ({ id }: { id: number }, partner: { id: number }) =>
  sql`INSERT INTO campaign_partners (campaign_id, partner_id) VALUES (${id}, ${partner.id})`
/** A line of three pieces in a Količinska with this limit. */
async function makeOrdered(quantity: number) {
  const product = await makeProduct(db)
  const products = [{ id: product.id, quantity }]
  const { id } = await makeCampaign(db, { campaign_type_id: QUANTITY, products })
  return makeCartItem(db, { campaign_id: id, product_id: product.id, quantity: 3 })
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
    async () => off('categories', await giveCategory(await makeCategory(db), await makePartner(db))),
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
      const country = await makeCountry(db, inactive)
      const city = await makeCity(db)
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
      const city = await makeCity(db, inactive)
      const partner = await makePartner(db)
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
      const partner = await makePartner(db, inactive)
      const category = await makeCategory(db)
      await giveCategory(category, partner)
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
      const slider = await makeSlider(db, { type: 3 })
      const partner = await makePartner(db)
      await sql`INSERT INTO slider_registrations (slider_id, partner_id, user_id)
        SELECT ${slider.id}, ${partner.id}, min(id) FROM users`.execute(db)
      return sql`UPDATE sliders SET type = 1 WHERE id = ${slider.id}`
    },
  ],
  [
    'categories_in_use',
    async () => {
      const category = await makeCategory(db)
      await makeCampaign(db, { category_ids: [category.id], is_visible: false })
      return off('categories', category)
    },
  ],
  [
    'products_in_use',
    async () => {
      const product = await makeProduct(db)
      await makeCampaign(db, { products: [product], visible_from: '2099-01-01' })
      return off('products', product)
    },
  ],
  [
    'campaign_categories_category_inactive',
    async () => link('campaign', await makeCampaign(db), await makeCategory(db, inactive)),
  ],
  [
    'campaigns_categories_inactive',
    async () => {
      const category = await makeCategory(db)
      const campaign = await makeCampaign(db, { category_ids: [category.id], ...inactive })
      await off('categories', category).execute(db)
      return on('campaigns', campaign)
    },
  ],
  [
    'campaign_products_product_inactive',
    async () => {
      const campaign = await makeCampaign(db)
      const product = await makeProduct(db, inactive)
      return sql`INSERT INTO campaign_products (campaign_id, product_id) VALUES (${campaign.id}, ${product.id})`
    },
  ],
  [
    'campaigns_products_inactive',
    async () => {
      const product = await makeProduct(db)
      const campaign = await makeCampaign(db, { products: [product], visible_until: '2020-01-01' })
      await off('products', product).execute(db)
      return sql`UPDATE campaigns SET visible_until = NULL WHERE id = ${campaign.id}`
    },
  ],
  [
    'campaign_partners_partner_inactive',
    async () => {
      const category = await giveCategory(await makeCategory(db), await makePartner(db))
      const partner = await makePartner(db, inactive)
      await giveCategory(category, partner)
      return join(await makeCampaign(db, { category_ids: [category.id] }), partner)
    },
  ],
  ['campaign_partners_apart', async () => join(await makeCampaign(db), await makePartner(db))],
  [
    'campaigns_type_used',
    async () => {
      const { campaign_id } = await makeOrdered(5)
      return sql`UPDATE campaigns SET campaign_type_id = 2 WHERE id = ${campaign_id}`
    },
  ],
  [
    'campaign_cart_items_left',
    async () => {
      const { id } = await makeOrdered(5)
      return sql`UPDATE campaign_cart_items SET quantity = 6 WHERE id = ${id}`
    },
  ],
  [
    'campaign_products_ordered',
    async () => {
      const { campaign_id } = await makeOrdered(5)
      return sql`UPDATE campaign_products SET quantity = 2 WHERE campaign_id = ${campaign_id}`
    },
  ],
  ['users_last_staff', async () => sql`UPDATE users SET is_active = false WHERE partner_id IS NULL`],
  ['users_last_staff', async () => sql`UPDATE users SET partner_id = (SELECT min(id) FROM partners)`],
]

/** A folder or an item of a tree. */
async function makeNode(table: 'catalogue' | 'technical_support', parent: number | null, isItem = false) {
  const kind =
    table === 'catalogue'
      ? sql`product_id) SELECT 'Stavka', ${parent}::int, ${isItem ? (await makeProduct(db)).id : null}::int`
      : sql`is_item, link) SELECT 'Stavka', ${parent}::int, ${isItem}::boolean, ${isItem ? 'https://a.me' : null}::text`
  const { rows } = await sql<{ id: number }>`INSERT INTO ${sql.table(table)}
    (name, ${sql.ref(`${table}_id`)}, ${kind} RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}
for (const table of ['catalogue', 'technical_support'] as const) {
  const put = (id: number, parent: number) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(`${table}_id`)} = ${parent} WHERE id = ${id}`
  const top = () => makeNode(table, null)
  broken.push(
    [
      `${table}_categories_category_inactive`,
      async () => {
        const category = await makeCategory(db, inactive)
        return sql`INSERT INTO ${sql.table(`${table}_categories`)} VALUES (${await top()}, ${category.id})`
      },
    ],
    [
      `${table}_cycle`,
      async () => {
        const above = await top()
        return put(above, await makeNode(table, await makeNode(table, above)))
      },
    ],
    [
      `${table}_depth`,
      async () => {
        let deepest = await top()
        for (let level = 2; level <= MAX_DEPTH; level++) deepest = await makeNode(table, deepest)
        return put(await top(), deepest)
      },
    ],
    [`${table}_parent_item`, async () => put(await top(), await makeNode(table, await top(), true))],
    [
      `${table}_parent_missing`,
      async () => {
        const above = await top()
        const inside = await makeNode(table, above)
        await off(table, { id: above }).execute(db)
        return put(await top(), inside)
      },
    ],
  )
}
broken.push([
  'catalogue_product_inactive',
  async () => {
    const product = await makeProduct(db, inactive)
    return sql`INSERT INTO catalogue (name, catalogue_id, product_id)
      VALUES ('Stavka', ${await makeNode('catalogue', null)}, ${product.id})`
  },
])

/** A row whose column refers to an inactive record. */
const refer = async (table: string, column: string, one: { id: number }, to: { id: number }) =>
  sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to.id} WHERE id = ${one.id}`
broken.push(
  [
    'partners_country_inactive',
    async () => refer('partners', 'country_id', await makePartner(db), await makeCountry(db, inactive)),
  ],
  [
    'partners_partner_type_inactive',
    async () => {
      const type = await makeRecord(db, resources.partner_types, inactive)
      return refer('partners', 'partner_type_id', await makePartner(db), type)
    },
  ],
  [
    'partners_superior_partner_inactive',
    async () => {
      const superior = await makePartner(db, inactive)
      return refer('partners', 'superior_partner_id', await makePartner(db), superior)
    },
  ],
  [
    'partners_superior_cycle',
    async () => {
      const below = await makePartner(db)
      const above = await makePartner(db)
      await (await refer('partners', 'superior_partner_id', below, above)).execute(db)
      return refer('partners', 'superior_partner_id', above, below)
    },
  ],
)

// The references of generated resources and of products, from their declarations.
const declaredTables: Pick<Resource, 'name' | 'fields'>[] = [
  ...Object.values(resources),
  { name: 'products', fields: productFields },
]
for (const resource of declaredTables) {
  for (const [field, declared] of Object.entries(resource.fields)) {
    if (declared.kind !== 'reference') continue
    broken.push([
      `${resource.name}_${shownName(field, declared)}_inactive`,
      async () => {
        const one = await makeRecord(db, resource)
        const to = { id: Number(await sampleFor(db, declared)) }
        await off(declared.to, to).execute(db)
        return refer(resource.name, field, one, to)
      },
    ])
    if (declared.to === 'partners') continue // it can be deactivated while one refers to it
    broken.push([
      `${declared.to}_in_use`,
      async () => {
        const to = { id: Number(await sampleFor(db, declared)) }
        await makeRecord(db, resource, { [field]: to.id })
        return off(declared.to, to)
      },
    ])
  }
}

describe('the database itself enforces a rule', () => {
  test.each(broken)('%s', async (constraint, statement) => {
    const breaks = await statement()
    await expect(breaks.execute(db)).rejects.toMatchObject({ constraint })
  })

  test('every rule has a test above and a message', async () => {
    const { rows } = await sql<{ rule: string }>`SELECT DISTINCT found[1] AS rule FROM pg_proc,
      regexp_matches(prosrc, 'raise_rule_violation\\(''(\\w+)''', 'g') AS found`.execute(db)
    expect(rows.map(({ rule }) => rule).sort()).toEqual([...new Set(broken.map(([rule]) => rule))].sort())
    for (const { rule } of rows) {
      const error = Object.assign(new pg.DatabaseError('', 0, 'error'), { constraint: rule })
      expect((await constraintError(db, error, false))?.status, rule).toBeGreaterThan(421)
    }
  })

  test('a record that violated a rule before can be edited, and violates it until it is reactivated', async () => {
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

describe('imports follow the rules too', () => {
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

  test('a price list that deactivates a product of a visible promotion has a problem in that cell', async () => {
    const product = await makeProduct(db)
    const slider = await makeSlider(db, { type: 2, product_id: product.id })
    const cell = { row: 2, column: 'B', reason: 'validation.product_offered' }
    const seen = await priceList(product.erp_code, 'ne', { dry_run: '1' })
    expect(seen.body.problems).toEqual([expect.objectContaining(cell)])
    const refused = await priceList(product.erp_code, 'ne')
    expect([refused.status, refused.body.errors]).toEqual([422, { B2: [cell.reason] }])
    await call(sliders.setVisibility, { params: idOf(slider), body: { is_visible: false } })
    expect((await priceList(product.erp_code, 'ne')).body.counts).toMatchObject({ update: 1, problems: 0 })
  })

  test('a price list that deactivates a product of a current or future campaign has a problem in that cell, until its last day', async () => {
    const product = await makeProduct(db)
    const campaign = await makeCampaign(db, { products: [product], visible_from: '2099-01-01' })
    const refused = await priceList(product.erp_code, 'ne')
    expect([refused.status, refused.body.errors]).toEqual([422, { B2: ['validation.product_offered'] }])
    await sql`UPDATE campaigns SET visible_from = NULL, visible_until = '2020-01-01' WHERE id = ${campaign.id}`.execute(
      db,
    )
    expect((await priceList(product.erp_code, 'ne')).body.counts).toMatchObject({ update: 1, problems: 0 })
  })

  test('the undo of one that activated it is rejected with the records that use it', async () => {
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

  test('the undo of partners in a city or categories that were deactivated since is rejected', async () => {
    const from = await makeCity(db, { name: 'Odakle' })
    const to = await makeCity(db, { name: 'Dokle' })
    const partner = await makePartner(db, { city_id: from.id })
    await giveCategory(await makeCategory(db), partner)
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

describe('simultaneous changes cannot break a rule', () => {
  const pairs: [
    what: string,
    make: () => Promise<[off: ReturnType<typeof off>, use: ReturnType<typeof off>]>,
  ][] = [
    [
      'a city and a partner that moves there',
      async () => {
        const city = await makeCity(db)
        const partner = await makePartner(db)
        return [off('cities', city), sql`UPDATE partners SET city_id = ${city.id} WHERE id = ${partner.id}`]
      },
    ],
    [
      'the product of a campaign and the campaign that is shown',
      async () => {
        const product = await makeProduct(db)
        const campaign = await makeCampaign(db, { products: [product], is_visible: false })
        const shown = sql`UPDATE campaigns SET is_visible = true WHERE id = ${campaign.id}`
        return [off('products', product), shown]
      },
    ],
    [
      'a product and a visible campaign that gets it',
      async () => {
        const product = await makeProduct(db)
        const campaign = await makeCampaign(db)
        const added = sql`INSERT INTO campaign_products (campaign_id, product_id)
          VALUES (${campaign.id}, ${product.id})`
        return [off('products', product), added]
      },
    ],
    [
      'a category and a partner that gets it',
      async () => {
        const category = await makeCategory(db)
        const partner = await makePartner(db)
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
        await eventually(async () => expect((await waits()).rowCount).toBeGreaterThan(0))
        await one.query('commit')
        expect(await late, order).toMatch(/_in_use$|_inactive$/)
      } finally {
        one.release()
        other.release()
      }
    }
  })
})
