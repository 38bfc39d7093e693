import { createTranslator } from 'use-intl/core'
import { expect, test, vi } from 'vitest'
import { app } from '../../locales/cnr/app.ts'
import { imports } from '../../locales/cnr/imports.ts'
import { asDocumented } from './statusTexts.ts'

vi.stubGlobal('localStorage', { getItem: () => null }) // nobody is signed in
const { messageText } = await import('../i18n/i18n.tsx')

// A common text, because it may appear on any screen.
const notReached = 'Došlo je do greške prilikom slanja notifikacija na neke od uređaja.'
const cnr = { ...app, ...imports }
const t = createTranslator({ locale: 'sr-Latn-ME', messages: cnr, onError: () => {} })
const shown = (status: number, message: string) => messageText(t, asDocumented(status, { message }).message)

test.each([
  [434, 'Vec postoji (Status: Neaktivan)'],
  [435, 'Izmjene zabranjene, koristi se u evidencijama'],
  [436, 'Neispravni datumi'],
  [491, notReached],
  [489, ''],
])('%i has the documented text, whatever the server’s message is', (status, text) => {
  expect([shown(status, 'validation.session'), shown(status, 'Nešto drugo')]).toEqual([text, text])
})

test.each([422, 423, 429, 400, 404])('a message of %i that is no key is shown as it is', (status) => {
  expect(shown(status, 'Spisak je zaključan do 15 h.')).toBe('Spisak je zaključan do 15 h.')
  expect(shown(status, 'import.locked')).toBe(cnr.import.locked)
})

test('a documented validation message needs no prefix', () => {
  expect(shown(422, 'unique_name')).toBe(cnr.validation.unique_name)
})

test('the message of a server error and unknown keys become the general error', () => {
  for (const [status, message] of [
    [500, 'relation "x" does not exist'],
    [502, '<html>'],
    [422, 'validation.of_tomorrow'],
    [422, 'validation'],
  ] as const)
    expect(shown(status, message)).toBe(cnr.error.internal)
  expect(shown(503, 'error.unavailable')).toBe(cnr.error.unavailable)
})
