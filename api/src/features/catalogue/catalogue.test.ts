import { catalogue } from '@kontor/contract/catalogue'
import { history } from '@kontor/contract/history'
import { changesInWords, reportedChanges } from '@kontor/contract/history/tables'
import { products } from '@kontor/contract/products'
import { bulkProducts } from '@kontor/contract/products/bulk'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import {
  deactivateInUse,
  makeCategory,
  makePartner,
  makePicture,
  makeProduct,
  makeSlider,
  makeUserWithout,
} from '../../../test/make.ts'
import { makeCampaign } from '../../../test/make-campaign.ts'
import { makeCatalogueNode, makePlace } from '../../../test/make-node.ts'
import { makeOrder } from '../../../test/make-order.ts'
import { sheetFile } from '../../../test/odd-files.ts'
import { readRows } from '../../../test/sheets.ts'
import { openFileStore } from '../../lib/storage/storage.ts'

const { db, call, inject, config, tokenOf, signIn, staff, staffUser } = await startApp()
const levelOf = async (id: number | null) =>
  (await call(catalogue.levels, { body: { of: [id] } })).body.levels[0]?.nodes ?? []
const move = ({ id }: { id: number }, parent_id: number | null, version?: number) =>
  call(catalogue.move, { params: { id: String(id) }, body: { parent_id, version } })
const remove = ({ id }: { id: number }) => call(catalogue.remove, { params: { id: String(id) }, body: null })
const restore = ({ id }: { id: number }) => call(catalogue.restore, { params: { id: String(id) } })
const find = async (search: string) => (await call(catalogue.find, { body: { search } })).body
const attach = (catalogue_id: number, products: unknown[]) =>
  call(catalogue.attach, { body: { catalogue_id, products } as never })

describe('a category', () => {
  test('is rejected without a name, in an invalid parent, and with inactive partners’ categories', async () => {
    const item = await makePlace(db, (await makeCatalogueNode(db)).id)
    const closed = await makeCategory(db, { is_active: false })
    for (const [body, errors] of [
      [{ name: 'G' }, { name: ['validation.catalogue_name'] }],
      [{ name: 'Gume', catalogue_id: 2_000_000_000 }, { catalogue_id: ['validation.not_found'] }],
      [{ name: 'Gume', catalogue_id: item.id }, { catalogue_id: ['tree.parent_item'] }],
      [{ name: 'Gume', categories: [closed.id] }, { categories: ['validation.inactive'] }],
      [{ name: 'Gume', categories: [2_000_000_000] }, { categories: ['validation.not_found'] }],
      [{ name: 'Gume', boja: 'plava' }, { boja: ['validation.unknown_field'] }],
    ] as const) {
      const { status, body: answer } = await call(catalogue.create, { body: body as never })
      expect([status, answer.errors]).toEqual([422, errors])
    }
  })

  test('is added, changed and returned with all fields', async () => {
    const tyres = await makeCategory(db)
    const { body: top } = await call(catalogue.create, { body: { name: 'Gume', description: 'Sve' } })
    expect(top).toMatchObject({
      parent_id: null,
      catalogue_id: null,
      name: 'Gume',
      description: 'Sve',
      is_item: false,
      is_visible: true,
      is_shown: true,
      children: 0,
      items: 0,
      categories: [],
      product: null,
      version: 1,
    })
    const { body: sub } = await call(catalogue.create, {
      body: { name: 'Ljetne', catalogue_id: top.id, categories: [tyres.id] },
    })
    expect(sub).toMatchObject({ parent_id: top.id, categories: [{ id: tyres.id, name: tyres.name }] })
    const changed = await call(catalogue.update, {
      params: idOf(sub),
      body: { name: 'Zimske', description: null, version: 1 },
    })
    expect(changed.body).toMatchObject({ name: 'Zimske', version: 2, categories: [{ id: tyres.id }] })
    const late = await call(catalogue.update, { params: idOf(sub), body: { name: 'Sve', version: 1 } })
    expect([late.status, late.body.current]).toMatchObject([409, { name: 'Zimske', version: 2 }])
    const { body: bare } = await call(catalogue.update, { params: idOf(sub), body: { categories: [] } })
    expect(bare).toMatchObject({ name: 'Zimske', categories: [] })
    const { body: updated } = await call(catalogue.update, {
      params: idOf(sub),
      body: { description: 'Opis' },
    })
    const { body: unchanged } = await call(catalogue.update, { params: idOf(sub), body: {} })
    expect([updated, unchanged]).toMatchObject([
      { description: 'Opis' },
      { name: 'Zimske', description: 'Opis' },
    ])
  })

  test('accepts its own row of the documents’ tree, with any children', async () => {
    const top = await makeCatalogueNode(db)
    await makePlace(db, top.id)
    const { body } = await call(catalogue.index, { body: {} })
    const row = body.find(({ id }) => id === top.id)
    const { status, body: answer } = await call(catalogue.update, {
      params: idOf(top),
      body: { ...row, name: 'Novo ime' } as never,
    })
    expect([status, answer]).toMatchObject([200, { name: 'Novo ime', children: 1 }])
  })

  test('is shown and hidden, once for a requested state, and hides its subtree', async () => {
    const top = await makeCatalogueNode(db)
    const item = await makePlace(db, top.id)
    const activate = (body: { is_visible?: boolean } | null) =>
      call(catalogue.setVisibility, { params: idOf(top), body })
    expect((await activate(null)).body).toMatchObject({ id: top.id, is_visible: false, version: 2 })
    expect((await activate({ is_visible: false })).body).toMatchObject({ is_visible: false, version: 2 })
    expect(await levelOf(top.id)).toMatchObject([{ id: item.id, is_visible: true, is_shown: false }])
    expect((await activate({ is_visible: true })).body).toMatchObject({ is_visible: true, version: 3 })
  })
})

describe('levels', () => {
  test('list folders first, then products by name, with counts', async () => {
    const top = await makeCatalogueNode(db)
    for (const name of ['Šljiva', 'cigla', 'Čaša', 'Sat']) await makePlace(db, top.id, { name })
    const inner = await makeCatalogueNode(db, { catalogue_id: top.id, name: 'žito' })
    const empty = await makeCatalogueNode(db, { catalogue_id: top.id, name: 'Zec' })
    await makePlace(db, inner.id)
    await remove(await makePlace(db, inner.id))
    const nodes = await levelOf(top.id)
    expect(nodes.map(({ name }) => name)).toEqual(['Zec', 'žito', 'cigla', 'Čaša', 'Sat', 'Šljiva'])
    expect(nodes.slice(0, 2)).toMatchObject([
      { id: empty.id, children: 0, items: 0 },
      { id: inner.id, children: 1, items: 1 },
    ])
    const own = (await levelOf(null)).find(({ id }) => id === top.id)
    expect(own).toMatchObject({ children: 6, folders: 2, items: 5 })
  })

  test('include those around a node, and none for a missing one', async () => {
    const top = await makeCatalogueNode(db)
    const item = await makePlace(db, top.id)
    const around = async (id: number) =>
      (await call(catalogue.levels, { body: { of: [], around: id } })).body.levels.map(
        (level) => level.parent_id,
      )
    expect(await around(item.id)).toEqual([null, top.id])
    await remove(top)
    expect(await around(item.id)).toEqual([])
    expect(await around(2_000_000_000)).toEqual([])
  })
})

describe('a product', () => {
  test('has the current values of the product, and cannot be changed here', async () => {
    const top = await makeCatalogueNode(db)
    const product = await makeProduct(db, {
      name: 'Staro',
      price: '8.5',
      quantity: 0,
      image: `${'a'.repeat(22)}.jpg`,
    })
    const place = await makePlace(db, top.id, product)
    await db
      .updateTable('products')
      .set({ name: 'Novo', description: 'Opis' })
      .where('id', '=', product.id)
      .execute()
    expect(await levelOf(top.id)).toMatchObject([
      {
        id: place.id,
        name: 'Novo',
        description: 'Opis',
        is_item: true,
        product: {
          id: product.id,
          erp_code: product.erp_code,
          name: 'Novo',
          price: '8.500',
          quantity: 0,
          available: 0,
          imagePath: `/api/images/products/${product.image}`,
        },
      },
    ])
    const { status, body } = await call(catalogue.update, { params: idOf(place), body: { name: 'Ne' } })
    expect([status, body.errors]).toEqual([422, { name: ['validation.catalogue_product'] }])
  })

  test('is added to a category by its id or record, once, only if active', async () => {
    const top = await makeCatalogueNode(db)
    const one = await makeProduct(db)
    const two = await makeProduct(db)
    const closed = await makeProduct(db)
    await deactivateInUse(db, 'products', closed.id)
    const refused = await attach(top.id, [one.id, closed.id, 2_000_000_000])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'products.1': ['validation.inactive'], 'products.2': ['validation.not_found'] },
    ])
    expect(await levelOf(top.id)).toEqual([])
    expect((await attach(top.id, [one.id, one, one.id])).body).toEqual({ added: 1, already: 2 })
    expect((await attach(top.id, [two, one])).body).toEqual({ added: 1, already: 1 })
    const [place] = await levelOf(top.id)
    for (const [id, key] of [
      [place?.id ?? 0, 'tree.parent_item'],
      [2_000_000_000, 'validation.not_found'],
    ] as const)
      expect((await attach(id, [one.id])).body.errors).toEqual({ catalogue_id: [key] })
    await remove(place ?? { id: 0 })
    expect((await attach(top.id, [one, two])).body).toEqual({ added: 1, already: 1 })
    expect((await restore(place ?? { id: 0 })).body.errors).toEqual({
      parent_id: ['validation.catalogue_taken'],
    })
  })

  test('is added with all that match a filter', async () => {
    const top = await makeCatalogueNode(db)
    for (let i = 0; i < 3; i++) await makeProduct(db, { name: `Michelin ${i}` })
    const closed = await makeProduct(db, { name: 'Michelin stari' })
    await deactivateInUse(db, 'products', closed.id)
    const attachFound = (filters: Record<string, string>) =>
      call(catalogue.attachFound, { params: idOf(top), body: { filters } as never })
    expect((await attachFound({ boja: 'x' })).status).toBe(422)
    expect((await attachFound({ name: 'mišelin' })).body).toEqual({ added: 0, already: 0 })
    expect((await attachFound({ name: 'MICHELIN' })).body).toEqual({ added: 3, already: 0 })
    expect((await attachFound({ search: 'michelin' })).body).toEqual({ added: 0, already: 3 })
  })
})

describe('search', () => {
  test('matches every word in code, name and description, with all ancestors of matches', async () => {
    const top = await makeCatalogueNode(db, { name: 'Ležajevi', description: 'točkova i đonova' })
    const place = await makePlace(db, top.id, {
      name: 'Kuglični šraf',
      erp_code: 'KŠ-77%',
      description: 'mali',
    })
    for (const search of ['kuglicni', 'šraf KUGLIČNI', 'ks-77%', 'mali шраф'])
      expect(await find(search)).toMatchObject({
        nodes: [{ id: top.id }, { id: place.id }],
        matches: [place.id],
        total_rows: 1,
      })
    for (const search of ['lezajevi', 'djonova', 'donova'])
      expect((await find(search)).matches).toEqual([top.id])
    for (const search of ['kuglicni veliki', '_-77', "' OR 1=1", '(a+)+$', '\\'])
      expect(await find(search)).toEqual({ nodes: [], matches: [], total_rows: 0 })
    for (const search of ['', '%'.repeat(10_000), '\0'])
      expect((await call(catalogue.find, { body: { search } })).status).toBe(422)
    await remove(top)
    expect((await find('kuglicni')).total_rows).toBe(0)
  })
})

describe('the documented call', () => {
  const index = async (body: object) => (await call(catalogue.index, { body })).body
  const namesOf = (nodes: { name: string; catalogue: unknown[] }[]): unknown =>
    nodes.map(({ name, catalogue }) => (catalogue.length ? [name, namesOf(catalogue as typeof nodes)] : name))

  test('returns everything, one level, or matches below their ancestors', async () => {
    const top = await makeCatalogueNode(db, { name: 'Traktori' })
    const small = await makeCatalogueNode(db, { catalogue_id: top.id, name: 'Mali' })
    const big = await makeCatalogueNode(db, { catalogue_id: top.id, name: 'Veliki' })
    await makePlace(db, small.id, { name: 'Kosačica' })
    await makePlace(db, big.id, { name: 'Oranje' })
    const whole = await index({})
    expect(await index({ parent_id: null, single_level: null, search_criteria: null })).toEqual(whole)
    expect(namesOf(whole.filter(({ id }) => id === top.id))).toEqual([
      [
        'Traktori',
        [
          ['Mali', ['Kosačica']],
          ['Veliki', ['Oranje']],
        ],
      ],
    ])
    const single = await index({ parent_id: top.id, single_level: true })
    expect(single).toMatchObject([
      {
        id: small.id,
        catalogue_id: top.id,
        is_visible: true,
        product: null,
        has_children: true,
        catalogue: [],
      },
      { id: big.id },
    ])
    expect(namesOf(await index({ search_criteria: 'kosacica' }))).toEqual([
      ['Traktori', [['Mali', ['Kosačica']]]],
    ])
    expect(namesOf(await index({ search_criteria: 'kosacica', parent_id: top.id }))).toEqual([
      ['Mali', ['Kosačica']],
    ])
    expect(await index({ search_criteria: 'kosacica', parent_id: big.id })).toEqual([])
    expect(await index({ search_criteria: "' OR 1=1" })).toEqual([])
    const missing = await call(catalogue.index, { body: { parent_id: 2_000_000_000 } })
    expect([missing.status, missing.body.errors]).toEqual([422, { parent_id: ['validation.not_found'] }])
  })
})

describe('moving a node', () => {
  test('into its own subtree, a product, a missing folder, or too deep is rejected', async () => {
    const top = await makeCatalogueNode(db)
    const inner = await makeCatalogueNode(db, { catalogue_id: top.id })
    const item = await makePlace(db, inner.id)
    const gone = await makeCatalogueNode(db)
    await remove(gone)
    for (const [parent, errors] of [
      [top.id, { parent_id: ['tree.cycle'] }],
      [inner.id, { parent_id: ['tree.cycle'] }],
      [item.id, { parent_id: ['tree.parent_item'] }],
      [gone.id, { parent_id: ['validation.not_found'] }],
      [2_000_000_000, { parent_id: ['validation.not_found'] }],
    ] as const) {
      const { status, body } = await move(top, parent)
      expect(status).toBe(422)
      expect(body.errors).toEqual(errors)
    }
    expect((await move(item, null)).body.errors).toEqual({ parent_id: ['validation.catalogue_root'] })
    let deepest = inner
    for (let level = 3; level <= 31; level++)
      deepest = await makeCatalogueNode(db, { catalogue_id: deepest.id })
    const pair = await makeCatalogueNode(db)
    await makePlace(db, pair.id)
    expect((await move(pair, deepest.id)).body).toMatchObject({ message: 'tree.depth' })
    const lowest = await makeCatalogueNode(db)
    expect((await move(lowest, deepest.id)).status).toBe(200)
    const deeper = await call(catalogue.create, { body: { name: 'Dublja', catalogue_id: lowest.id } })
    expect([deeper.status, deeper.body.errors]).toEqual([422, { catalogue_id: ['tree.depth'] }])
    expect((await move(gone, null)).status).toBe(404)
  })

  test('moves its subtree, unless it was changed since it was read', async () => {
    const from = await makeCatalogueNode(db)
    const to = await makeCatalogueNode(db)
    const moved = await makeCatalogueNode(db, { catalogue_id: from.id })
    await makePlace(db, moved.id)
    expect((await move(moved, to.id, 1)).body).toMatchObject({ parent_id: to.id, items: 1, version: 2 })
    const late = await move(moved, from.id, 1)
    expect([late.status, late.body.current]).toMatchObject([409, { parent_id: to.id, version: 2 }])
    expect((await levelOf(null)).find(({ id }) => id === to.id)).toMatchObject({ items: 1 })
    expect((await move(moved, to.id, 2)).body.version).toBe(2)
  })
})

describe('a deleted node', () => {
  test('is deleted with its subtree, listed with the user, and restored where it was', async () => {
    const top = await makeCatalogueNode(db, { name: 'Gornja' })
    const inner = await makeCatalogueNode(db, { catalogue_id: top.id, name: 'Donja' })
    const one = await makePlace(db, inner.id)
    const two = await makePlace(db, inner.id)
    expect((await restore(inner)).body.message).toBe('tree.not_deleted')
    expect((await remove(one)).body).toEqual({ id: one.id, nodes: 1 })
    expect((await remove(inner)).body).toEqual({ id: inner.id, nodes: 2 })
    for (const node of [inner, one, two]) expect((await remove(node)).status).toBe(404)
    expect((await restore(two)).status).toBe(404)
    const { body: deleted } = await call(catalogue.deleted, {})
    expect(deleted.slice(0, 2)).toMatchObject([
      { id: inner.id, name: 'Donja', path: ['Gornja'], nodes: 2, is_item: false, deleted_by: staffUser.name },
      { id: one.id, path: ['Gornja', 'Donja'], nodes: 1, is_item: true },
    ])
    expect((await restore(one)).body.errors).toEqual({ parent_id: ['validation.catalogue_root'] })
    expect((await restore(inner)).body).toMatchObject({ parent_id: top.id, items: 1 })
    expect((await restore(one)).body).toMatchObject({ parent_id: inner.id })
  })

  test('is restored hidden at the root when its folder is gone', async () => {
    const top = await makeCatalogueNode(db)
    const inner = await makeCatalogueNode(db, { catalogue_id: top.id })
    await remove(inner)
    await remove(top)
    expect((await restore(inner)).body).toMatchObject({ parent_id: null, is_visible: false })
    expect((await restore({ id: 2_000_000_000 })).status).toBe(404)
  })
})

describe('the report', () => {
  const report = (query: { of?: string; format?: 'pdf' | 'xlsx' }) => call(catalogue.report, { query })

  test('returns an error for a node that is no category, and without the permission to export', async () => {
    const item = await makePlace(db, (await makeCatalogueNode(db)).id)
    for (const id of [item.id, 2_000_000_000]) expect((await report({ of: String(id) })).status).toBe(404)
    expect((await report({ of: '0' })).status).toBe(422)
    const token = await tokenOf({ role: 'user_financier' })
    expect((await call(catalogue.report, { query: {} }, token)).status).toBe(403)
  })

  test('has every product below its path with its picture, and empty categories', async () => {
    const top = await makeCatalogueNode(db, { name: 'Alat' })
    const inner = await makeCatalogueNode(db, { catalogue_id: top.id, name: 'Ručni', is_visible: false })
    await makeCatalogueNode(db, { catalogue_id: top.id, name: 'Prazna' })
    const picture = Buffer.from(await (await makePicture('jpeg', 400)).arrayBuffer())
    const image = await openFileStore(config, 'products').save(picture, 'jpg')
    await makePlace(db, inner.id, { name: 'Čekić', erp_code: 'ČK-1', price: '12.5', quantity: 3, image })
    await makePlace(db, top.id, { name: 'Šraf', erp_code: 'ŠR-2', image: `${'b'.repeat(22)}.jpg` })
    await makePlace(db, top.id, { name: 'Vijak', erp_code: 'VI-3', price: '0' })
    const sheet = await report({ of: String(top.id), format: 'xlsx' })
    expect(sheet.headers['content-disposition']).toContain('Alat.xlsx')
    const rows = (await readRows(sheet.bytes)).map((row) => row.slice(0, 3).concat(row.slice(6)))
    expect(rows).toEqual([
      ['Kategorija', 'Šifra', 'Naziv', 'Partneri vide'],
      ['Alat › Prazna'],
      ['Alat › Ručni', 'ČK-1', 'Čekić', 'ne'],
      ['Alat', 'ŠR-2', 'Šraf', 'da'],
      ['Alat', 'VI-3', 'Vijak', 'ne'],
    ])
    const { status, bytes, headers } = await report({ of: String(top.id) })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const pdf = bytes.toString('latin1')
    expect(pdf.startsWith('%PDF-1.7')).toBe(true)
    expect(pdf.match(/\/Subtype \/Image/g)).toHaveLength(1)
    expect((await report({})).status).toBe(200)
  })
})

describe('a change', () => {
  const lastEvent = db.selectFrom('events').select(({ fn }) => fn.max<number>('id').as('id'))
  const publishedBy = async (work: () => Promise<unknown>) => {
    const { id } = await lastEvent.executeTakeFirstOrThrow()
    await work()
    const rows = await db
      .selectFrom('events')
      .select(['type', 'permission', 'to_partners', 'data'])
      .where('id', '>', id ?? 0)
      .orderBy('id')
      .execute()
    return rows
  }
  const of = (...parents: (number | null)[]) => [
    { type: 'catalogue', permission: 'catalogue.see', to_partners: false, data: { parents } },
    { type: 'catalogue', permission: null, to_partners: true, data: { parents: [] } },
  ]

  test('is published to the office by levels, and to partners’ apps', async () => {
    const top = await makeCatalogueNode(db)
    const other = await makeCatalogueNode(db)
    const inner = await makeCatalogueNode(db, { catalogue_id: top.id })
    const product = await makeProduct(db)
    expect(await publishedBy(() => attach(inner.id, [product.id]))).toEqual(of(null, top.id, inner.id))
    expect(await publishedBy(() => attach(inner.id, [product.id]))).toEqual([])
    expect(await publishedBy(() => move(inner, other.id))).toEqual(of(null, top.id, other.id, inner.id))
    expect(await publishedBy(() => move(other, inner.id))).toEqual([])
    const edit = () =>
      call(products.update, {
        params: idOf(product),
        form: { erp_code: product.erp_code, name: product.name, price: '7', quantity: '1' } as never,
        files: { image: undefined },
      })
    expect(await publishedBy(edit)).toEqual(of(inner.id))
    expect(await publishedBy(edit)).toEqual([])
    expect(await publishedBy(() => call(products.toggle, { params: idOf(product), body: null }))).toEqual(
      of(inner.id),
    )
    expect(await publishedBy(() => remove(inner))).toEqual(of(null, other.id))
    expect(await publishedBy(() => restore(inner))).toEqual(of(null, other.id))
    // Beside the catalogue partners see products of campaigns and promotions.
    const inNone = await makeProduct(db)
    const inCampaign = await makeProduct(db)
    const inSlider = await makeProduct(db)
    await makeCampaign(db, { products: [inCampaign] })
    await makeSlider(db, { type: 2, product_id: inSlider.id })
    const raise = ({ id }: { id: number }) =>
      publishedBy(() => call(products.patch, { params: { id: String(id) }, body: { price: '8' } }))
    expect(await raise(inNone)).toEqual([])
    expect(await raise(inCampaign)).toEqual(of().slice(1))
    expect(await raise(inCampaign)).toEqual([])
    expect(await raise(inSlider)).toEqual(of().slice(1))
  })

  test('of products by an import, a sync or a bulk edit is published once, and not when it changes nothing', async () => {
    const parent = await makeCatalogueNode(db)
    const product = await makeProduct(db, { quantity: 1 })
    await attach(parent.id, [product.id])
    const { erp_code } = product
    const file = (price: number) =>
      sheetFile(
        [
          ['Šifra', 'Cijena'],
          [erp_code, price],
        ],
        'cjenovnik.xlsx',
      )
    const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${staff}` }
    const bulk = async (value: string) => {
      const change = { field: 'price', how: 'set', value } as const
      const { version } = (await call(products.one, { params: idOf(product) })).body
      return call(bulkProducts.bulk, { body: { change, ids: [product.id], versions: [version] } })
    }
    for (const [price, work] of [
      [31, (price: number) => call(products.import, { form: {}, files: { file: file(price) } })],
      [
        32,
        (price: number) => {
          const payload = JSON.stringify({ erp_code, price })
          return inject({ method: 'PUT', url: '/api/sync/products', payload, headers })
        },
      ],
      [33, (price: number) => bulk(String(price))],
      [0, () => call(products.toggle, { params: idOf(product), body: { is_active: false } })],
    ] as const) {
      const once = await publishedBy(async () => expect((await work(price)).status).toBe(200))
      expect([price, once.map(({ to_partners }) => to_partners)]).toEqual([price, [false, true]])
      expect(await publishedBy(async () => expect((await work(price)).status).toBe(200))).toEqual([])
    }
    await call(products.import, { form: {}, files: { file: file(34) } })
    const { last } = (await call(products.importStatus, {})).body
    expect(await publishedBy(() => call(products.undoImport, { body: { id: last?.id ?? 0 } }))).toHaveLength(
      2,
    )
  })

  test('is in the history of the node with labels, its parent by name', async () => {
    const top = await makeCatalogueNode(db, { name: 'Ulja' })
    const inner = await makeCatalogueNode(db, { name: 'Motorna' })
    const tyres = await makeCategory(db)
    await call(catalogue.update, { params: idOf(inner), body: { categories: [tyres.id] } })
    await move(inner, top.id)
    await call(catalogue.setVisibility, { params: idOf(inner), body: { is_visible: false } })
    await remove(inner)
    const params = { table: 'catalogue', id: String(inner.id) } as const
    const { body } = await call(history.ofRecord, { params, query: {} })
    expect(body.result.map(({ values }) => reportedChanges('catalogue', values)).slice(0, 4)).toEqual([
      [{ column: 'is_active', before: true, after: false }],
      [{ column: 'is_visible', before: true, after: false }],
      [{ column: 'catalogue_id', before: null, after: 'Ulja' }],
      [{ column: 'categories', before: [], after: [tyres.name] }],
    ])
    expect(changesInWords('catalogue', body.result[0]?.values ?? [], 'cnr')).toBe(
      'Stanje: postoji → obrisano',
    )
  })

  test('of a partner’s orders is shown with the partner only with the permission', async () => {
    const partner = await makePartner(db)
    const order = await makeOrder(db, { partner_id: partner.id })
    const params = { table: 'partners', id: String(partner.id) } as const
    const tables = async (token: string) => {
      const { body } = await call(history.ofRecord, { params, query: {} }, token)
      return body.result.map(({ table }) => table)
    }
    expect(order.partner_id).toBe(partner.id)
    expect(await tables(staff)).toEqual(['catalogue_orders', 'partners'])
    const user = await makeUserWithout(db, ['catalogueOrders.see'], 'user_manager')
    expect(await tables(await signIn(user.username))).toEqual(['partners'])
  })
})
