import { products } from '@kontor/contract/products'
import { describe, expect, test } from 'vitest'
import { at, startApp } from '../../../test/app.ts'
import { makePicture, makeProduct, UNKNOWN_ID } from '../../../test/make.ts'

const { db, call } = await startApp()

const image = await makePicture()
const valid = { erp_code: 'A-1', name: 'Amortizer', description: 'Prednji', price: '89,90', quantity: '4' }
const create = (form: object, file: File | undefined = image) =>
  call(products.create, { form: { ...valid, ...form }, files: { image: file as File } })
const update = (id: number, form: object, file?: File) =>
  call(products.update, { params: { id: String(id) }, form: { ...valid, ...form }, files: { image: file } })
const toggle = (id: number, body: { is_active?: boolean } | null = null) =>
  call(products.toggle, { params: { id: String(id) }, body })

describe('adding a product', () => {
  test('rejects all invalid fields at once, including a missing picture', async () => {
    const form = { erp_code: ' ', name: 'X\u200b', price: 'abc', quantity: '-1', is_active: 'false' }
    const { status, body } = await call(products.create, { form, files: {} } as never)
    expect([status, body.errors]).toEqual([
      422,
      {
        erp_code: ['validation.field'],
        name: ['validation.product_name'],
        price: ['validation.not_a_number'],
        quantity: ['validation.valid_quantity'],
        is_active: ['validation.unknown_field'],
        image: ['validation.file'],
      },
    ])
  })

  test('rejects a price that is not above zero, and a quantity that no column holds', async () => {
    for (const price of ['0', '-1'])
      expect((await create({ price })).body.errors, price).toEqual({ price: ['validation.valid_price'] })
    expect((await create({ quantity: '2147483648' })).body.errors).toEqual({
      quantity: ['validation.valid_quantity'],
    })
  })

  test('rejects NUL and texts that are too long', async () => {
    expect((await create({ name: 'Am\0or' })).body.errors).toEqual({ name: ['validation.characters'] })
    expect((await create({ erp_code: 'x'.repeat(65) })).body.errors).toEqual({
      erp_code: ['validation.long_text'],
    })
    expect((await create({ description: 'x'.repeat(4001) })).body.errors).toEqual({
      description: ['validation.long_text'],
    })
  })

  test('rejects a duplicate code: 422, or 434 for an inactive duplicate', async () => {
    await makeProduct(db, { erp_code: 'TAKEN' })
    await makeProduct(db, { erp_code: 'GONE', is_active: false })
    const taken = await create({ erp_code: ' TAKEN ' })
    expect([taken.status, taken.body.errors]).toEqual([422, { erp_code: ['validation.unique_code'] }])
    const gone = await create({ erp_code: 'GONE' })
    expect([gone.status, gone.body.message]).toEqual([434, 'validation.exists_inactive'])
  })

  test('twice at the same moment adds one product', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ erp_code: 'TWICE' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  test('returns the added row, with comma or point in the price', async () => {
    const { status, body } = await create({ erp_code: 'NEW-1', price: '1,5', quantity: '2147483647' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      erp_code: 'NEW-1',
      name: 'Amortizer',
      description: 'Prednji',
      price: '1.500',
    })
    expect(body).toMatchObject({ quantity: 2147483647, is_active: true, version: 1 })
    expect(body.image).toMatch(/^[\w-]{22}\.jpg$/)
  })

  test('returns the largest price unchanged', async () => {
    const { body } = await create({
      erp_code: 'NEW-2',
      price: '9999999999.999',
      quantity: '-0',
      description: '',
    })
    expect(body).toMatchObject({ price: '9999999999.999', quantity: 0, description: null })
    expect((await call(products.one, { params: { id: String(body.id) } })).body).toEqual(body)
  })
})

describe('changing a product', () => {
  test('returns 404 for a missing product', async () => {
    expect((await call(products.one, { params: { id: String(UNKNOWN_ID) } })).status).toBe(404)
    expect((await update(UNKNOWN_ID, { erp_code: 'NOBODY' })).status).toBe(404)
    expect((await toggle(UNKNOWN_ID)).status).toBe(404)
  })

  test('rejects the code of another product: 422, also of an inactive one', async () => {
    await makeProduct(db, { erp_code: 'OTHER', is_active: false })
    const { id } = await makeProduct(db)
    const { status, body } = await update(id, { erp_code: 'OTHER' })
    expect([status, body.errors]).toEqual([422, { erp_code: ['validation.unique_code'] }])
  })

  test('an undo that changes nothing keeps the version', async () => {
    const { id, quantity, version } = await makeProduct(db)
    const { status, body } = await call(products.patch, { ...at(id), body: { quantity, undo: true } })
    expect([status, body.version]).toEqual([200, version])
  })

  test('keeps the picture without a new one', async () => {
    const { body: before } = await create({ erp_code: 'PIC-1' })
    const updated = await update(before.id, { erp_code: 'PIC-1', name: 'Novi naziv' })
    expect(updated.body).toMatchObject({ name: 'Novi naziv', image: before.image, version: 2 })
    const replaced = await update(before.id, { erp_code: 'PIC-1' }, await makePicture('png'))
    expect(replaced.body.image).toMatch(/^[\w-]{22}\.png$/)
  })
})

describe('toggling a product', () => {
  test('toggles without a body, and is repeatable with a state', async () => {
    const { id } = await makeProduct(db)
    expect((await toggle(id)).body).toMatchObject({ id, is_active: false, version: 2 })
    expect((await toggle(id)).body).toMatchObject({ is_active: true, version: 3 })
    expect((await toggle(id, { is_active: true })).body).toMatchObject({ is_active: true, version: 3 })
  })
})
