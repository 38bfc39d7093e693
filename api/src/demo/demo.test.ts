import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { figureNames } from '@kontor/contract/partners'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { richText } from '../lib/storage/rich-text.ts'
import { demoBanners } from './banners.ts'
import { demoCategories, demoProducts } from './catalogue.ts'
import { DEMO_PARTNER } from './logins.ts'
import { demoPartners, demoUsers } from './people.ts'
import { demoPictures } from './pictures.ts'
import { demoCities, demoCountries } from './places.ts'
import { demoSliders } from './sliders.ts'

const NOW = new Date('2026-11-21T08:30:00Z')
const DAY_MS = 86_400_000
const DECIMAL = /^\d{1,10}(\.\d{1,3})?$/

const tables = () => ({
  countries: demoCountries(),
  cities: demoCities(),
  categories: demoCategories(),
  products: demoProducts(NOW),
  partners: demoPartners(NOW),
  users: demoUsers(),
})
const { countries, cities, categories, products, partners, users } = tables()

function expectUnique(values: readonly unknown[]) {
  expect(new Set(values).size).toBe(values.length)
}

describe('the demo data', () => {
  test('is the same each time', () => {
    expect(tables()).toEqual({ countries, cities, categories, products, partners, users })
  })

  test('fills an office of a plausible size', () => {
    expect(countries.length).toBeGreaterThanOrEqual(30)
    expect(cities.length).toBeGreaterThanOrEqual(70)
    expect(categories.length).toBeGreaterThanOrEqual(20)
    expect(products.length).toBeGreaterThan(2800)
    expect(partners).toHaveLength(200)
    expect(users.filter((user) => user.partner_id === null)).toHaveLength(8)
  })

  test('numbers its rows from 1', () => {
    for (const table of [countries, cities, categories, products]) {
      expect(table.map(({ id }) => id)).toEqual(table.map((_, i) => i + 1))
    }
  })

  test('has unique codes, numbers and names', () => {
    expectUnique(products.map((product) => product.erp_code.slice(-5)))
    expectUnique(products.map((product) => product.name))
    expectUnique(partners.map((partner) => partner.id))
    expectUnique(users.map((user) => user.username))
    expectUnique(countries.map((country) => country.name))
    expectUnique(cities.map((city) => `${city.country_id} ${city.name}`))
    expectUnique(categories.map((category) => category.name))
  })

  test('writes every name composed, trimmed and non-empty', () => {
    const named = [...countries, ...cities, ...categories, ...products, ...partners, ...users]
    for (const { name } of named) {
      expect(name).toBe(name.normalize('NFC').trim())
      expect(name).not.toMatch(/^$|\s{2}|\n|undefined|NaN/)
    }
  })

  test('refers only to existing records, and from active to active ones', () => {
    const countryById = new Map(countries.map((country) => [country.id, country]))
    const cityById = new Map(cities.map((city) => [city.id, city]))
    const activeCategories = new Set(categories.filter(({ is_active }) => is_active).map(({ id }) => id))
    for (const city of cities) expect(countryById.get(city.country_id)?.is_active).toBe(true)
    for (const partner of partners) {
      expect(cityById.get(partner.city_id)?.is_active).toBe(true)
      expect(partner.category_ids.length).toBeGreaterThan(0)
      expect(partner.category_ids.every((id) => activeCategories.has(id))).toBe(true)
      expectUnique(partner.category_ids)
    }
    const active = new Set(partners.filter(({ is_active }) => is_active).map(({ id }) => id))
    for (const { partner_id } of users) expect(partner_id === null || active.has(partner_id)).toBe(true)
  })

  test('writes every amount as an exact decimal', () => {
    for (const { price } of products) expect(price).toMatch(DECIMAL)
    const figures = partners.flatMap((partner) => figureNames.map((name) => moneyOrPercentOf(partner[name])))
    expect(figures).toHaveLength(200 * 13)
    for (const { value } of figures) expect(value).toMatch(DECIMAL)
    expect(figures.some(({ percent }) => percent)).toBe(true)
  })

  test('changed last within the 60 days before now', () => {
    for (const { updated_at } of [...products, ...partners]) {
      expect(updated_at.getTime()).toBeLessThanOrEqual(NOW.getTime())
      expect(updated_at.getTime()).toBeGreaterThan(NOW.getTime() - 60 * DAY_MS)
    }
  })

  test('has sold-out and inactive products, and some that the price list matches by number', () => {
    const share = (count: number) => count / products.length
    expect(share(products.filter(({ quantity }) => quantity === 0).length)).toBeCloseTo(0.08, 1)
    expect(share(products.filter(({ is_active }) => !is_active).length)).toBeCloseTo(0.03, 1)
    expect(products.filter(({ erp_code }) => /^[A-Z0-9]{2,3}-0\d{4}$/.test(erp_code))).toHaveLength(308)
    expect(products).toContainEqual(
      expect.objectContaining({ erp_code: 'MIC-00001', name: 'Michelin Primacy 4+ 155/65 R14 75T' }),
    )
  })

  test('has the categories of the sheets', () => {
    const sheets = ['Gume', 'Akumulatori', 'Ulja i maziva', 'Auto djelovi', 'Alati', 'Kozmetika']
    expect(categories.map(({ name }) => name)).toEqual(expect.arrayContaining(sheets))
    expect(categories.filter(({ is_active }) => !is_active)).toHaveLength(2)
  })

  test('has a square JPEG for each kind of product and disables the SVG loader afterwards', async () => {
    const pictures = await demoPictures()
    for (const picture of new Set(products.map((product) => product.picture))) {
      const { format, width, height } = await sharp(pictures.get(picture)).metadata()
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 640, height: 640 })
    }
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    await expect(sharp(Buffer.from(drawing)).metadata()).rejects.toThrow()
  })
})

describe('the demo sliders', () => {
  const sliders = demoSliders(NOW)

  test('are of all types, for categories that are active, with a picture each', async () => {
    expect(new Set(sliders.map(({ type }) => type))).toEqual(new Set([1, 2, 3, 4]))
    const active = new Set(categories.filter(({ is_active }) => is_active).map(({ id }) => id))
    const banners = await demoBanners()
    for (const { name, banner, category_ids, product } of sliders) {
      expect([name, category_ids.every((id) => active.has(id))]).toEqual([name, true])
      expect((await sharp(banners.get(banner)).metadata()).width).toBe(1200)
      const isOffered = products.some(({ picture, is_active }) => is_active && picture === product)
      expect([name, isOffered]).toEqual([name, product !== undefined])
    }
  })

  test('have texts in the form in which the server stores them', async () => {
    const clean = await richText()
    for (const { page_content = null } of sliders) expect(clean(page_content ?? '')).toBe(page_content)
  })

  test('are mostly visible to the partner of the demo login', () => {
    const { partner_id } = users.find(({ username }) => username === DEMO_PARTNER.username) ?? {}
    const partner = partners.find(({ id }) => id === partner_id)
    expect(partner?.is_active).toBe(true)
    const seen = sliders.filter(({ category_ids }) =>
      category_ids.some((id) => partner?.category_ids.includes(id)),
    )
    expect(seen.length).toBeGreaterThan(8)
  })
})
