import { expect, test, vi } from 'vitest'
import type { Sources } from './language.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
const { language } = await import('./language.ts')

const sourcesOf = (cnr: object, en: object) => ({
  cnr: vi.fn<Sources['cnr']>().mockResolvedValue({ texts: [cnr] }),
  en: vi.fn<Sources['en']>().mockResolvedValue({ texts: [en] }),
})

const frame = sourcesOf({ tree: { top: 'Vrh' } }, { tree: { top: 'Top' } })
const start = sourcesOf({ tree: { name: 'Naziv' } }, { tree: { name: 'Name' } })

test('a failed load is repeated by the next call', async () => {
  start.cnr.mockRejectedValueOnce(new Error('no network'))
  await expect(language.load(start)).rejects.toThrow('no network')
  await language.load(start)
  expect(language.texts('cnr')).toEqual({ tree: { name: 'Naziv' } })
})

test('catalogues that share a key are merged, and each is loaded once', async () => {
  await Promise.all([language.load(start), language.load(frame)])
  expect(language.texts('cnr')).toEqual({ tree: { name: 'Naziv', top: 'Vrh' } })
  expect(start.cnr).not.toHaveBeenCalled() // it is loaded already
  expect(frame.cnr).toHaveBeenCalledOnce()
  expect(frame.en).not.toHaveBeenCalled()
})

test('another language is shown once all catalogues in use are loaded, including those added meanwhile', async () => {
  const late = sourcesOf({ late: 'Kasno' }, { late: 'Late' })
  let shown: object | undefined
  language.subscribe(() => {
    shown = structuredClone(language.texts(language.shown()))
  })
  const chosen = language.choose('en')
  await Promise.all([language.load(late), chosen])
  expect(shown).toEqual({ tree: { name: 'Name', top: 'Top' }, late: 'Late' })
})

test('of two choices the last one counts, whichever loads first', async () => {
  const loading = Promise.withResolvers<{ texts: readonly object[] }>()
  const slow = sourcesOf({ slow: 'Sporo' }, { slow: 'Slow' })
  await language.choose('cnr')
  await language.load(slow)
  slow.en.mockReturnValueOnce(loading.promise)
  const english = language.choose('en')
  await language.choose('cnr')
  loading.resolve({ texts: [{ slow: 'Slow' }] })
  await english
  expect(language.shown()).toBe('cnr')
})
