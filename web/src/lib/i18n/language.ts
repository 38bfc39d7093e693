import type { Locale } from '@kontor/contract/lib/text/locales'
import type { cnr } from './cnr.ts'

/** Some words in every language of the product. */
export type Words = Readonly<Record<Locale, string>>

/** The same keys with other texts. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> }

/** The texts of one feature or component, by their type alone: what `useTexts` may then say. */
export interface Texts<T> {
  readonly typed?: T
}

/** The texts that every screen of both apps may say. */
export type KitTexts = typeof cnr

/** Where texts are, by language. */
export type Sources = Readonly<Record<Locale, (() => Promise<unknown>) | undefined>>

type Tree = { [key: string]: unknown }

const KEY = 'lang'
/** All texts that are needed, with the languages in which they are there. */
const needed = new Map<Sources, Set<Locale>>()
const trees: Record<Locale, Tree> = { cnr: {}, en: {} }
const listeners = new Set<() => void>()
let shown: Locale | undefined

/**
 * The texts of a feature or component, one file per language. Whatever code uses them makes them known by importing them,
 * and `lazyPage` and `lazyPart` show no code before its texts are there.
 */
export function textsOf<T>(load: {
  cnr: () => Promise<{ cnr: T }>
  en: () => Promise<{ en: Translation<T> }>
}): Texts<T> {
  language.need(load)
  return {}
}

/** The texts in a folder, of the files that `import.meta.glob` has found. */
export const textsIn = (
  files: Readonly<Record<string, () => Promise<unknown>>>,
  folder: string,
): Sources => ({
  cnr: files[`${folder}/cnr.ts`],
  en: files[`${folder}/en.ts`],
})

/** The language on screen, remembered on this device, and its texts as far as they are loaded. */
export const language = {
  shown: (): Locale => (shown ??= localStorage.getItem(KEY) === 'en' ? 'en' : 'cnr'),
  /** Always the same object for a language: texts that come later stand in it, and nothing is rendered again. */
  texts: (locale: Locale): Tree => trees[locale],
  /** Texts to be there from now on. */
  need(sources: Sources) {
    if (!needed.has(sources)) needed.set(sources, new Set())
  },
  /** Loads in another language whatever texts have been in use, then shows it and remembers it. */
  async choose(locale: Locale) {
    await complete(locale)
    shown = locale
    localStorage.setItem(KEY, locale)
    for (const listener of listeners) listener()
  },
  /** Resolves when all code that has arrived has its texts in the language on screen. */
  async ready() {
    for (let locale: Locale | undefined; locale !== language.shown(); ) {
      locale = language.shown()
      await complete(locale)
    }
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Loads what a language still lacks; code that arrives meanwhile may bring more. */
async function complete(locale: Locale) {
  for (;;) {
    const lacking = [...needed].filter(([, there]) => !there.has(locale))
    if (lacking.length === 0) return
    await Promise.all(
      lacking.map(async ([sources, there]) => {
        const file = (await sources[locale]?.()) as { [name: string]: Tree } | undefined // it exports cnr or en
        merge(trees[locale], file?.[locale] ?? {})
        there.add(locale)
      }),
    )
  }
}

/** Adds texts to a tree; two components may share a first key. */
function merge(tree: Tree, more: Tree) {
  for (const [key, value] of Object.entries(more)) {
    const known = tree[key]
    if (isBranch(known) && isBranch(value)) merge(known, value)
    else tree[key] = isBranch(value) ? merge({}, value) : value
  }
  return tree
}

// A text that the build has compiled may be an array.
const isBranch = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

language.need({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
