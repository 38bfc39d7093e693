import { catalogue } from '@kontor/contract/catalogue'
import { portalCatalogue } from '@kontor/contract/catalogue/portal'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { addCategories, deactivateInUse, makeCategory, makeProduct } from '../../../../test/make.ts'
import { makeCatalogueNode, makePlace } from '../../../../test/make-node.ts'

const { db, call, makeCustomer } = await startApp()
const tyres = await makeCategory(db)

const mine = await makeCustomer({ category_ids: [tyres.id] })
const other = await makeCustomer()

const categories = async (of?: number, token = mine.token) => {
  const query = of === undefined ? {} : { in: String(of) }
  return call(portalCatalogue.categories, { query }, token)
}
const listed = async (query: object = {}, token = mine.token) =>
  call(portalCatalogue.products, { query: query as never }, token)
const open = (id: number, token = mine.token) =>
  call(portalCatalogue.product, { params: { id: String(id) } }, token)
const countOf = async (id: number, token = mine.token) =>
  (await categories(undefined, token)).body.result.find((one) => one.id === id)?.products

describe('a partner', () => {
  test('sees no hidden, deleted, closed or inactive nodes in any route', async () => {
    const top = await makeCatalogueNode(db, { name: 'Otvorena' })
    const foreign = await makeCategory(db)
    const hidden: Record<string, () => Promise<{ id: number; product_id: number }>> = {
      hidden: async () => {
        const folder = await makeCatalogueNode(db, { catalogue_id: top.id, is_visible: false })
        return makePlace(db, (await makeCatalogueNode(db, { catalogue_id: folder.id })).id)
      },
      'hidden itself': async () => {
        const place = await makePlace(db, top.id)
        await db.updateTable('catalogue').set({ is_visible: false }).where('id', '=', place.id).execute()
        return place
      },
      deleted: async () => {
        const folder = await makeCatalogueNode(db, { catalogue_id: top.id })
        const place = await makePlace(db, folder.id)
        await call(catalogue.remove, { params: { id: String(folder.id) }, body: null })
        return place
      },
      closed: async () => {
        const folder = await makeCatalogueNode(db, { catalogue_id: top.id, category_ids: [foreign.id] })
        return makePlace(db, (await makeCatalogueNode(db, { catalogue_id: folder.id })).id)
      },
      'closed further down': async () => {
        const folder = await makeCatalogueNode(db, { catalogue_id: top.id, category_ids: [tyres.id] })
        const inner = await makeCatalogueNode(db, { catalogue_id: folder.id, category_ids: [foreign.id] })
        return makePlace(db, inner.id)
      },
      inactive: async () => {
        const place = await makePlace(db, top.id)
        await deactivateInUse(db, 'products', place.product_id)
        return place
      },
      'without a price': async () => {
        const place = await makePlace(db, top.id)
        await db.updateTable('products').set({ price: '0' }).where('id', '=', place.product_id).execute()
        return place
      },
    }
    const missing = await open(2_000_000_000)
    for (const [why, make] of Object.entries(hidden)) {
      const place = await make()
      const { status, body } = await open(place.product_id)
      expect([status, { ...body, request_id: '' }], why).toEqual([404, { ...missing.body, request_id: '' }])
      expect((await listed()).body, why).toEqual({ result: [], total_rows: 0 })
      expect((await listed({ in: String(top.id) })).body.total_rows, why).toBe(0)
      expect(await countOf(top.id), why).toBe(0)
      const folder = (await db.selectFrom('catalogue').selectAll().where('id', '=', place.id).execute())[0]
      const above = folder?.catalogue_id ?? 0
      if (above === top.id) continue
      expect((await categories(above)).status, why).toBe(404)
      expect((await listed({ in: String(above) })).status, why).toBe(404)
    }
    expect((await categories(2_000_000_000)).status).toBe(404)
    const place = await makePlace(db, top.id)
    expect((await categories(place.id)).status).toBe(404)
    expect((await open(place.product_id)).status).toBe(200)
  })

  test('sees its own categories while they are active, and nodes without categories', async () => {
    const closing = await makeCategory(db)
    await addCategories(db, mine.partner.id, [closing.id])
    const top = await makeCatalogueNode(db, { category_ids: [closing.id] })
    const place = await makePlace(db, top.id)
    expect([(await open(place.product_id)).status, await countOf(top.id)]).toEqual([200, 1])
    expect([(await open(place.product_id, other.token)).status, await countOf(top.id, other.token)]).toEqual([
      404,
      undefined,
    ])
    await deactivateInUse(db, 'categories', closing.id)
    expect([(await open(place.product_id)).status, await countOf(top.id)]).toEqual([404, undefined])
  })
})

describe('the shop', () => {
  const names = async (query: Record<string, string>) =>
    (await listed({ in: String(top.id), ...query })).body.result.map(({ name }) => name)
  let top = { id: 0 }
  let inner = { id: 0 }
  beforeAll(async () => {
    top = await makeCatalogueNode(db, { name: 'Gume', description: 'Sve za točak' })
    inner = await makeCatalogueNode(db, { name: 'Ljetne', catalogue_id: top.id })
    const twice = await makeProduct(db, {
      name: 'Michelin 205/55 R16',
      erp_code: 'MI-1',
      description: 'Đubrivo nije',
      price: '80',
      quantity: 4,
    })
    await makePlace(db, top.id, twice)
    await makePlace(db, inner.id, twice)
    await makePlace(db, inner.id, { name: 'Šava 195/65 R15', erp_code: 'SA%2', price: '60', quantity: 0 })
    await makePlace(db, inner.id, { name: 'Čabar', erp_code: 'CA-3', price: '90', quantity: 40 })
  })

  test('counts every product once under a category, and returns the path', async () => {
    const { body } = await categories()
    expect(body.path).toEqual([])
    expect(body.result.find(({ id }) => id === top.id)).toEqual({
      id: top.id,
      name: 'Gume',
      description: 'Sve za točak',
      products: 3,
    })
    expect((await categories(inner.id)).body).toEqual({
      path: [
        { id: top.id, name: 'Gume' },
        { id: inner.id, name: 'Ljetne' },
      ],
      result: [],
    })
  })

  test('lists each product once, in the requested order, with its stock in words', async () => {
    expect(await names({})).toEqual(['Čabar', 'Michelin 205/55 R16', 'Šava 195/65 R15'])
    expect(await names({ sort: 'price' })).toEqual(['Šava 195/65 R15', 'Michelin 205/55 R16', 'Čabar'])
    expect(await names({ sort: '-price', offset: '1' })).toEqual(['Michelin 205/55 R16', 'Šava 195/65 R15'])
    expect(await names({ sort: 'stock' })).toEqual(['Čabar', 'Michelin 205/55 R16', 'Šava 195/65 R15'])
    const { body } = await listed({ in: String(top.id) })
    expect(body.result.map(({ stock, pieces }) => [stock, pieces])).toEqual([
      ['in_stock', null],
      ['few', 4],
      ['none', null],
    ])
  })

  test('matches words of code, name and description, and sizes with any blanks', async () => {
    for (const search of [
      '205/55r16',
      '205/55 r16',
      '205/55 R 16',
      'mi-1',
      'michelin djubrivo',
      'мишелин r16',
    ])
      expect(await names({ search }), search).toEqual(search.startsWith('миш') ? [] : ['Michelin 205/55 R16'])
    for (const search of ['sa%2', 'ŠAVA']) expect(await names({ search })).toEqual(['Šava 195/65 R15'])
    for (const search of ['205/55r15', "' OR 1=1", 'sa_2', 'M%']) expect(await names({ search })).toEqual([])
    for (const wrong of [{ sort: 'id' }, { offset: '-1' }, { in: '0' }, { search: '\0' }])
      expect((await listed(wrong)).status).toBe(422)
  })

  test('returns a product with all its paths', async () => {
    const { body: all } = await listed({ search: 'MI-1' })
    const { body } = await open(all.result[0]?.id ?? 0)
    expect(body).toMatchObject({ erp_code: 'MI-1', price: '80.000', stock: 'few', pieces: 4 })
    expect(body.categories).toEqual([
      [{ id: top.id, name: 'Gume' }],
      [
        { id: top.id, name: 'Gume' },
        { id: inner.id, name: 'Ljetne' },
      ],
    ])
  })
})
