import { beforeEach, expect, test, vi } from 'vitest'

const stored: Record<string, string> = {}
let space = Number.POSITIVE_INFINITY
const storage = {
  getItem: (key: string) => stored[key] ?? null,
  setItem: (key: string, value: string) => {
    if (JSON.stringify({ ...stored, [key]: value }).length > space)
      throw new DOMException('', 'QuotaExceededError')
    stored[key] = value
  },
  removeItem: (key: string) => {
    delete stored[key]
  },
}
// Object.keys() lists the stored keys, as in a browser.
vi.stubGlobal(
  'localStorage',
  new Proxy(storage, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }),
)

const { session } = await import('../../lib/session/session.ts')
const { basket, MAX_LINES, totalOf } = await import('./basket.ts')
const { cacheAnswer, lastCached } = await import('../../lib/offline/cache.ts')
const { shownError } = await import('../../lib/api/shownError.ts')
const { clearIntent, pendingIntent, pendingIntents, saveIntent } = await import(
  '../../lib/idempotency/intent.ts'
)

const servis = { token: 'of servis', expires_in: 3_600_000, user_id: 7, username: 'servis', partner_id: 1 }
const other = { ...servis, token: 'of drugi', user_id: 8, username: 'drugi' }
const product = (
  product_id: number,
  campaign: { id: number; name: string; isCounted: boolean } | null = null,
) => ({ product_id, campaign, name: `Guma ${product_id}`, erp_code: 'G', image: null, price: '10.50' })
const quantities = () => basket.lines().map(({ product_id, quantity }) => [product_id, quantity])

beforeEach(() => {
  space = Number.POSITIVE_INFINITY
  shownError.close()
  session.end()
  session.begin(servis)
})

test('a product has one line for the catalogue and one per campaign', () => {
  const campaign = { id: 7, name: 'Zima', isCounted: false }
  basket.set(product(1), 4)
  basket.set(product(1, campaign), 2)
  basket.set(product(1), 5)
  expect(quantities()).toEqual([
    [1, 5],
    [1, 2],
  ])
  expect(totalOf(basket.lines())).toBe('73.50')
})

test('a larger quantity needs another confirmation that it is ordered in spite of the stock', () => {
  const isIgnored = () => basket.lines().map(({ ignore }) => ignore)
  basket.set(product(1), 5)
  basket.change(product(1), { ignore: true })
  basket.set(product(1), 4)
  expect(isIgnored()).toEqual([true])
  basket.set(product(1), 6)
  expect(isIgnored()).toEqual([false])
  basket.change(product(1), { ignore: true })
  basket.change(product(1), { quantity: 7 })
  expect(isIgnored()).toEqual([false])
})

test('undo of a removal restores that line at its position and nothing else', () => {
  for (const id of [1, 2, 3]) basket.set(product(id), id)
  const undo = basket.remove(product(2))
  basket.set(product(1), 9)
  basket.set(product(4), 4)
  undo()
  undo()
  expect(quantities()).toEqual([
    [1, 9],
    [2, 2],
    [3, 3],
    [4, 4],
  ])
})

test('ordering removes the ordered lines, and lines added meanwhile stay', () => {
  basket.set(product(1), 4)
  basket.set(product(2), 1)
  const sent = basket.lines()
  basket.set(product(1), 6)
  basket.set(product(3), 3)
  basket.ordered(sent)
  expect(quantities()).toEqual([
    [1, 2],
    [3, 3],
  ])
})

test('the basket has a limit, and adding reports when it is reached', () => {
  for (let id = 1; id <= MAX_LINES; id++) expect(basket.set(product(id), 1)).toBe(true)
  expect(basket.set(product(MAX_LINES + 1), 1)).toBe(false)
  expect(basket.set(product(1), 2)).toBe(true)
})

test('where storage is full, nothing is ordered or put in the basket without an error', () => {
  basket.set(product(1), 1)
  space = 0
  expect(basket.set(product(1), 2)).toBe(false)
  expect([quantities(), shownError.get()?.message]).toEqual([[[1, 1]], 'error.device_full'])
  shownError.close()
  expect([saveIntent('basket', 'order'), pendingIntents()]).toEqual([null, []])
  expect(shownError.get()?.message).toBe('error.device_full')
})

test('where storage is full, cached responses make room for an order and for the basket', async () => {
  const fill = async () => {
    space = Number.POSITIVE_INFINITY
    await cacheAnswer('levels', async () => 'x'.repeat(1000))
    space = JSON.stringify(stored).length
  }
  await fill()
  basket.set(product(1), 1)
  await fill()
  const order = saveIntent('basket', 'order')
  expect(order).not.toBeNull()
  expect([quantities(), pendingIntent('basket'), lastCached('levels')]).toEqual([[[1, 1]], order, null])
  expect(shownError.get()).toBeNull()
  if (order) clearIntent('basket', order)
})

test('signing out removes the basket and the cache, and nothing is restored later', async () => {
  basket.set(product(1), 1)
  await cacheAnswer('levels', async () => ['Gume'])
  const undo = basket.remove(product(1))
  const late = Promise.withResolvers<string[]>()
  const request = cacheAnswer('more', () => late.promise)
  session.end()
  undo()
  late.resolve(['tajna'])
  await request
  expect(stored).toEqual({})
  session.begin(other)
  expect([basket.lines(), lastCached('levels'), lastCached('more')]).toEqual([[], null, null])
})

test('a response that arrives after another user has signed in is not cached', async () => {
  const late = Promise.withResolvers<string[]>()
  const request = cacheAnswer('levels', () => late.promise)
  session.begin(other)
  late.resolve(['tajna'])
  await request
  expect(lastCached('levels')).toBeNull()
})

test('after an expired session the data is available to the same user only, whatever the username is now', async () => {
  basket.set(product(1), 3)
  await cacheAnswer('levels', async () => ['Gume'])
  session.end({ isExpired: true })
  session.begin({ ...servis, username: 'novo.ime' })
  expect(quantities()).toEqual([[1, 3]])
  expect(lastCached('levels')?.data).toEqual(['Gume'])
  session.end({ isExpired: true })
  session.begin(other)
  expect(Object.keys(stored).filter((name) => name.includes('own'))).toEqual([])
})

test('of a user who was moved nothing of the former partner is shown, and no order of it is sent for the new one', async () => {
  basket.set(product(1), 3)
  await cacheAnswer('levels', async () => ['Gume'])
  const sent = saveIntent('basket', { quantity: 3 })
  session.end({ isExpired: true })
  session.begin({ ...servis, partner_id: 2 })
  expect([basket.lines(), lastCached('levels'), pendingIntents()]).toEqual([[], null, []])
  expect(saveIntent('basket', { quantity: 1 })?.key).not.toBe(sent?.key)
  session.begin(servis)
  expect(pendingIntent('basket')).toEqual(sent)
})

test('the entries read longest ago are evicted, and deleted data is removed', async () => {
  vi.useFakeTimers()
  const large = 'x'.repeat(300_000)
  for (const [place, what] of ['a', 'b', 'c', 'd'].entries()) {
    vi.setSystemTime(1_000_000 + place)
    await cacheAnswer(what, async () => large)
  }
  vi.useRealTimers()
  expect(['a', 'b', 'c', 'd'].map((what) => lastCached(what) !== null)).toEqual([false, true, true, true])
  const gone = Object.assign(new Error('gone'), { status: 404 })
  await expect(cacheAnswer('b', () => Promise.reject(gone))).rejects.toBe(gone)
  const cut = Object.assign(new Error('cut'), { status: 0 })
  await expect(cacheAnswer('c', () => Promise.reject(cut))).rejects.toBe(cut)
  expect(['b', 'c'].map((what) => lastCached(what) !== null)).toEqual([false, true])
})
