import { beforeEach, expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
let isFull = false
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem(key: string, value: string) {
    if (isFull) throw new Error('QuotaExceededError')
    storage.set(key, value)
  },
  removeItem: (key: string) => storage.delete(key),
})
const { forgetDraft, saveDraft, savedDraft } = await import('./draftStorage.ts')

const change = (id: number, before: string | null, now: string | null) => [id, { before, now }] as const
const changes = {
  categories: new Map([change(1, '', null)]),
  partners: new Map([change(10, '5%', '6%'), change(11, null, '')]),
  products: new Map(),
}
const kept = { version: 3, at: '2026-11-22T05:00:00.000Z', changes }

beforeEach(() => {
  storage.clear()
  isFull = false
})

test('a draft is restored, for its campaign only, until it is deleted', () => {
  saveDraft(7, kept)
  expect(savedDraft(7)).toEqual(kept)
  expect(savedDraft(8)).toBeNull()
  forgetDraft(7)
  expect(savedDraft(7)).toBeNull()
})

test('nothing is stored without changes or when storage is full', () => {
  saveDraft(7, kept)
  saveDraft(7, { ...kept, changes: { ...changes, categories: new Map(), partners: new Map() } })
  expect(savedDraft(7)).toBeNull()
  isFull = true
  saveDraft(7, kept)
  expect(savedDraft(7)).toBeNull()
})

test('an invalid draft of another version is ignored', () => {
  saveDraft(7, kept)
  const [name] = storage.keys()
  storage.set(name ?? '', '{"version":1}')
  expect(savedDraft(7)).toBeNull()
})
