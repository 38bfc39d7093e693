import { errorStatuses } from '@kontor/contract/lib/http/errors'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { locales } from '@kontor/contract/lib/text/locales'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { app } from '../locales/cnr/app.ts'
import { catalogue } from '../locales/cnr/catalogue.ts'
import { session } from '../locales/cnr/session.ts'

type Catalogue = { [key: string]: string | Catalogue }

/** The catalogues of all features and components, by file. */
const files = import.meta.glob<Record<string, Catalogue>>('../locales/{cnr,en}/*.ts', { eager: true })
const cataloguesOf = (locale: 'cnr' | 'en') =>
  Object.entries(files).flatMap(([file, catalogue]) =>
    file.startsWith(`../locales/${locale}/`) ? Object.values(catalogue) : [],
  )
const catalogues = { cnr: cataloguesOf('cnr'), en: cataloguesOf('en') }

/** The catalogues that each app loads. */
const apps = import.meta.glob<{ texts: readonly Catalogue[] }>('../locales/{signIn,office,portal}/*.ts', {
  eager: true,
})

/** All texts with their dotted keys. */
const textsOf = (catalogue: Catalogue, under = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [[under + key, text]] : textsOf(text, `${under}${key}.`),
  )
const allOf = (locale: 'cnr' | 'en') => catalogues[locale].flatMap((one) => textsOf(one))
const texts = { cnr: new Map(allOf('cnr')), en: new Map(allOf('en')) }

/** Names of the arguments and tags of a message. Branches of plurals are in braces too; they are left out. */
const argumentsOf = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/(?<!(?:one|few|other|=\d+) )\{(\w+)[,}]|<(\w+)>/g)].map(
        ([, name, tag]) => name ?? tag ?? '',
      ),
    ),
  ].sort()

const sources = import.meta.glob<string>(['../../../{contract,api}/src/**/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Message keys in the sources of the contract and the API. */
function sentKeys(): string[] {
  const key = /(?<=')(validation|error|import|excel|report|sync)\.[a-z_]+(?=')/g
  const written = Object.values(sources).flatMap((source) => source.match(key) ?? [])
  const problems = ['not_a_number', 'too_many_digits', 'too_many_decimals'].map((one) => `validation.${one}`)
  return [...new Set([...written, ...problems, ...Object.keys(errorStatuses)])].sort()
}

test('the sources and the catalogues are found', () => {
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

test.each(['signIn', 'office', 'portal'])('%s has the same texts in both languages', (app) => {
  const keysOf = (locale: string) =>
    apps[`../locales/${app}/${locale}.ts`]?.texts.flatMap((one) => textsOf(one)).map(([key]) => key)
  expect(keysOf('en')?.sort()).toEqual(keysOf('cnr')?.sort())
  expect(keysOf('cnr')?.length).toBeGreaterThan(100)
})

const screens = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../locales/**', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Keys that the code composes at run time, by their varying part. Every pattern must match a key that no source has. */
const families: Record<string, RegExp[]> = {
  'a part of a screen, by its key': [
    /^(groups|home\.tile|home\.waiting|home\.orders\.source|home\.debts\.legend|partner\.tabs)\./,
    /^campaigns\.(categories|partners|products|cart|progress|notify)$/,
    /^campaigns\.(lacks_(categories|products|show|notify))$/,
    /^keys\.(everywhere|go|list|row|here)$/,
    /^stepper\.title_\d$/,
  ],
  'a fact or a figure, by its field': [
    /^portal\.profile\./,
    /^partner\.campaigns\.(lines|delivered|total)$/,
    /^home\.running\.of_(pieces|cash)$/,
    /^campaigns\.(edit_(price|quantity)|(price|quantity)_(of|inherited))$/,
  ],
  'a kind, as the database numbers or names it': [
    /\.types?_\d$/,
    /^partner\.activity\.(order|cart|delivery|promotion)$/,
    /^(settings\.system|notifications\.(opened|not_seen))\./,
    /^users\.(user_\w+|partner)$/,
    /^history\.did_/,
    /^stepper\.(added|removed|changed)$/,
  ],
  'how something stands, or what became of it': [
    /^(notifications\.error|webhooks\.error|portal\.device|table\.export_lacks)\./,
    /^(validation\.webhook|questions\.row|upload\.(begin|progress)|range\.wrong|factor\.passkeys)_/,
    /^notifications\.test\.(denied|install|unable)$/,
    /^connection\.(offline|silent)$/,
    /^pages\.(cut|stale)$/,
    /^order\.(in_stock|none)$/,
    /^portal\.orders\.(ordered|waiting|cancelled)$/,
  ],
  'an act and the question before it, by the verb': [
    /^bulk\.(set|percent|add|remove)$/,
    /^(compose|tree)\.(show|hide)(_one|_many|_none|)$/,
    /^toggle\.(deactivate|restore)_(one|many)$/,
    /^cart\.((un)?deliver_(title|text|picked)|(now|already)_(un)?delivered)$/,
    /^notifications\.(send_now|cancel)_(one|text)$/,
    /^portal\.slider\.(joined|changed|withdrawn)_done$/,
  ],
  'a choice, by its value': [
    /^catalogue\.(pdf|xlsx)$/,
    /^portal\.catalogue\.(price|cheapest|dearest)$/,
    /^catalogueOrders\.(((total|pieces)_by_)?(day|month|year)|unit_(total|pieces))$/,
    /^range\.(today|yesterday|week|month|last_month|year)$/,
    /^partner\.activity\.(all|orders|messages|changes)$/,
    /^editor\.(h\d|bold|italic|underline|bullets|numbers|undo|redo)$/,
    /^login\.second\.to_/,
    /^keys\.line_/,
    /^table\.hint_(number|day)$/,
  ],
}

test('every text is used: its key is in a source, or matches a family', () => {
  const all = [...Object.values(screens), ...Object.values(sources)].join('\n')
  const written = new Set(all.match(/(?<=(['"`]))[a-z]\w*(\.\w+)+(?=\1)/g))
  const alone = [...texts.cnr.keys()].filter((key) => !written.has(key) && !sentKeys().includes(key))
  const parts = Object.values(families).flat()
  expect(alone.filter((key) => !parts.some((part) => part.test(key)))).toEqual([])
  expect(parts.filter((part) => !alone.some((key) => part.test(key)))).toEqual([])
})

test('English texts use no argument that the Montenegrin ones lack', () => {
  const more = [...texts.en].filter(([key, text]) => {
    const given = new Set(argumentsOf(texts.cnr.get(key) ?? ''))
    return argumentsOf(text).some((name) => !given.has(name))
  })
  expect(more).toEqual([])
})

test.each(['cnr', 'en'] as const)('every text of %s can be formatted', (locale) => {
  const wrong: string[] = []
  for (const catalogue of catalogues[locale]) {
    const t = createTranslator({
      locale: locales[locale],
      messages: catalogue as typeof app, // any catalogue; the translator needs one type
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

test('products added to a category are counted apart from those that were there', () => {
  const t = createTranslator({ locale: locales.cnr, messages: catalogue })
  const says = (added: number, already: number) => t('catalogue.attached', { added, already, name: 'Gume' })
  expect(says(1, 1200)).toBe('U „Gume“ je dodat 1 proizvod, 1.200 je već tu')
  expect(says(5, 2)).toBe('U „Gume“ je dodato 5 proizvoda, 2 su već tu')
  expect([says(0, 3), says(1, 0)]).toEqual(['Svi su već u „Gume“', 'U „Gume“ je dodat 1 proizvod'])
})

test('Montenegrin plurals have the forms one, few and other', () => {
  const plurals = [...texts.cnr].filter(([, text]) => text.includes(', plural,'))
  const lacking = plurals.filter(([, text]) => !/ one \{.* few \{.* other \{/s.test(text))
  expect(lacking.map(([key]) => key)).toEqual([])
  expect(plurals.length).toBeGreaterThan(0)
})

/** Words that docs/writing.md replaces. One text with such a word is the documents' own. */
const avoided = {
  cnr: /(?<!\p{L})(ni(su|ste|smo)(?!\p{L})|naruč|zadnj|nakon(?!\p{L})|karakter|odab(e|ra)|film)|”/iu,
  en: /(?<!\p{L})(nobody|meanwhile|pictures?|film|all the same|put right)(?!\p{L})/iu,
}

/** What derives its labels from a noun: lists and resources. */
const labelled = Object.values(
  import.meta.glob<object>(['../../../contract/src/**/*.ts', '!**/*.test.ts'], { eager: true }),
)
  .flatMap((file) => Object.values(file))
  .filter((one): one is RecordList => typeof one === 'object' && one !== null && 'labels' in one)

test.each(['cnr', 'en'] as const)('%s has the words of docs/writing.md', (locale) => {
  const labels = labelled.flatMap(({ name, labels }) =>
    Object.entries(labels[locale]).map(([key, text]) => [`${name}.${key}`, JSON.stringify(text)] as const),
  )
  expect(labels.length).toBeGreaterThan(500)
  const wrong = [...texts[locale], ...labels]
    .filter(([, text]) => avoided[locale].test(text))
    .map(([key]) => key)
  expect(wrong).toEqual(locale === 'cnr' ? ['chat.choose'] : [])
})

test('a flag that is only a filter has words of its own, not those of active records', () => {
  const flags = labelled.flatMap(({ name, filters = {} }) =>
    Object.entries(filters).flatMap(([key, { filter, options }]) =>
      filter === 'flag' ? [{ flag: `${name}.${key}`, options }] : [],
    ),
  )
  expect(flags.map(({ flag }) => flag)).toContain('campaigns.is_shown')
  expect(flags.filter(({ options }) => !options)).toEqual([])
})

test('texts that the documents quote are unchanged', () => {
  expect(app.validation.exists_inactive).toBe('Vec postoji (Status: Neaktivan)')
  expect(app.validation.in_use).toBe('Izmjene zabranjene, koristi se u evidencijama')
  expect(app.validation.dates).toBe('Neispravni datumi')
  expect(app.validation.not_a_number).toBe('Ovo polje mora biti broj.')
  expect(app.success.add).toBe('Uspješno dodavanje')
  expect(app.success.edit).toBe('Uspješna izmjena')
  expect(session.settings.change_password).toBe('Izmijeni šifru')
})
