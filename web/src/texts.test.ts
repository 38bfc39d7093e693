import { refusals } from '@kontor/contract/kit/api/errors'
import { locales } from '@kontor/contract/kit/api/locales'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { cnr as session } from './features/session/cnr.ts'
import { cnr as kit } from './kit/texts/cnr.ts'

type Catalogue = { [key: string]: string | Catalogue }

/** The texts of every feature and drawer, by their files. */
const files = import.meta.glob<{ cnr?: Catalogue; en?: Catalogue }>('./{kit,features}/**/{cnr,en}.ts', {
  eager: true,
})
const catalogues = {
  cnr: Object.values(files).flatMap(({ cnr }): Catalogue[] => (cnr ? [cnr] : [])),
  en: Object.values(files).flatMap(({ en }): Catalogue[] => (en ? [en] : [])),
}

/** Every text with its dotted key. */
const textsOf = (catalogue: Catalogue, under = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [[under + key, text]] : textsOf(text, `${under}${key}.`),
  )
const allOf = (locale: 'cnr' | 'en') => catalogues[locale].flatMap((one) => textsOf(one))
const texts = { cnr: new Map(allOf('cnr')), en: new Map(allOf('en')) }

/** Names of the arguments and tags of a message; a plural's branches are in braces too, but are none. */
const argumentsOf = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/(?<!(?:one|few|other|=\d+) )\{(\w+)[,}]|<(\w+)>/g)].map(
        ([, name, tag]) => name ?? tag ?? '',
      ),
    ),
  ].sort()

const sources = import.meta.glob<string>(['../../{contract,api}/src/**/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Message keys that the contract and the server write in their sources. */
function sentKeys(): string[] {
  const key = /(?<=')(validation|error|import|excel|report|sync)\.[a-z_]+(?=')/g
  const written = Object.values(sources).flatMap((source) => source.match(key) ?? [])
  const problems = ['not_a_number', 'too_many_digits', 'too_many_decimals'].map((one) => `validation.${one}`)
  return [...new Set([...written, ...problems, ...Object.keys(refusals)])].sort()
}

test('the sources that are searched are there', () => {
  expect(sentKeys()).toContain('validation.unique_username')
  expect(sentKeys()).toContain('validation.short_text')
  expect(catalogues.cnr.length).toBeGreaterThan(20)
})

test.each(['cnr', 'en'] as const)('%s has a text for every key that the server can send', (locale) => {
  expect(sentKeys().filter((key) => !texts[locale].get(key))).toEqual([])
})

test.each(['cnr', 'en'] as const)('no two files of %s have the same key', (locale) => {
  const keys = allOf(locale).map(([key]) => key)
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
})

test('both languages have the same keys', () => {
  expect([...texts.en.keys()].sort()).toEqual([...texts.cnr.keys()].sort())
})

test('English uses no argument that Montenegrin is not given', () => {
  const more = [...texts.en].filter(([key, text]) => {
    const given = new Set(argumentsOf(texts.cnr.get(key) ?? ''))
    return argumentsOf(text).some((name) => !given.has(name))
  })
  expect(more).toEqual([])
})

test.each(['cnr', 'en'] as const)('every text of %s can be written', (locale) => {
  const wrong: string[] = []
  for (const catalogue of catalogues[locale]) {
    const t = createTranslator({
      locale: locales[locale],
      messages: catalogue as typeof kit, // or any other
      onError: (error) => wrong.push(error.message),
    })
    for (const [key, text] of textsOf(catalogue)) {
      const tags = new Set([...text.matchAll(/<(\w+)>/g)].map(([, tag]) => tag))
      const given = argumentsOf(text).map((name) => [name, tags.has(name) ? (inner: string) => inner : 2])
      expect(t.markup(key as 'app.build', Object.fromEntries(given)).trim(), key).not.toBe('')
    }
  }
  expect(wrong).toEqual([])
})

test('Montenegrin plurals tell one, few and many apart', () => {
  const plurals = [...texts.cnr].filter(([, text]) => text.includes(', plural,'))
  const lacking = plurals.filter(([, text]) => !/ one \{.* few \{.* other \{/s.test(text))
  expect(lacking.map(([key]) => key)).toEqual([])
  expect(plurals.length).toBeGreaterThan(0)
})

test('texts quoted in the documents are written letter for letter', () => {
  expect(kit.validation.exists_inactive).toBe('Vec postoji (Status: Neaktivan)')
  expect(kit.validation.in_use).toBe('Izmjene zabranjene, koristi se u evidencijama')
  expect(kit.validation.dates).toBe('Neispravni datumi')
  expect(kit.validation.not_a_number).toBe('Ovo polje mora biti broj.')
  expect(kit.success.add).toBe('Uspješno dodavanje')
  expect(kit.success.edit).toBe('Uspješna izmjena')
  expect(session.settings.change_password).toBe('Izmijeni šifru')
})
