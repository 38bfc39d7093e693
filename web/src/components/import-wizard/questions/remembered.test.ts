import { expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
})
const { forgetColumn, rememberColumns, rememberedColumns } = await import('./remembered.ts')

const LIST = '/api/products/import'
const layout = {
  price: { header: { cnr: 'Cijena', en: 'Price' } },
  name: { header: { cnr: 'Naziv', en: 'Name' } },
} as unknown as Parameters<typeof rememberColumns>[2]
const column = (letter: string, header: string, field: string | null) => ({
  column: letter,
  header,
  sample: '',
  field,
})
const sheet = (price: string | null) => ({
  sheet_columns: [column('A', 'Opis robe', price === null ? null : 'name'), column('B', 'VPC', price)],
  questions: [],
})

test('a column gets the remembered mapping until it is set to none', () => {
  rememberColumns(LIST, sheet('price'), layout)
  expect(rememberedColumns(LIST, sheet(null))).toEqual({ name: 'A', price: 'B' })
  // An import without the column forgets nothing: the user may not have noticed it.
  rememberColumns(LIST, sheet(null), layout)
  expect(rememberedColumns(LIST, sheet(null))).toEqual({ name: 'A', price: 'B' })
  forgetColumn(LIST, 'vpc ')
  expect(rememberedColumns(LIST, sheet(null))).toEqual({ name: 'A' })
  expect(rememberedColumns('/api/stores/import', sheet(null))).toEqual({})
})
