import type { Locale } from '@kontor/contract/lib/text/locales'

/** Some words in every language of the product. */
export type Words = Readonly<Record<Locale, string>>

/** The same keys with other texts. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> }

/** Where some texts are, by language. */
export type Sources = Readonly<Record<Locale, () => Promise<{ texts: readonly object[] }>>>

type Tree = { [key: string]: unknown }

const KEY = 'lang'
/** The texts that are in use, with their loads by language. */
const used = new Map<Sources, Map<Locale, Promise<void>>>()
const trees: Record<Locale, Tree> = { cnr: {}, en: {} }
const listeners = new Set<() => void>()
let shown: Locale | undefined

/** The language on screen, remembered on this device, and its texts as far as they are loaded. */
export const language = {
  shown: (): Locale => (shown ??= localStorage.getItem(KEY) === 'en' ? 'en' : 'cnr'),
  /** Always the same object for a language: texts that come later stand in it, and nothing is rendered again. */
  texts: (locale: Locale): Tree => trees[locale],
  /** Resolves when these texts are there in the language on screen. A load that failed is tried again at the next call. */
  async load(sources: Sources) {
    if (!used.has(sources)) used.set(sources, new Map())
    for (let locale: Locale | undefined; locale !== language.shown(); ) {
      locale = language.shown()
      await loaded(sources, locale)
    }
  },
  /** Loads in another language whatever texts are in use, then shows it and remembers it. */
  async choose(locale: Locale) {
    for (let count = 0; count < used.size; ) {
      count = used.size // texts that come into use meanwhile are waited for as well
      await Promise.all([...used.keys()].map((sources) => loaded(sources, locale)))
    }
    shown = locale
    localStorage.setItem(KEY, locale)
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function loaded(sources: Sources, locale: Locale): Promise<void> {
  const loads = used.get(sources)
  const loading = loads?.get(locale) ?? add(sources, locale)
  loads?.set(locale, loading)
  loading.catch(() => loads?.delete(locale))
  return loading
}

async function add(sources: Sources, locale: Locale) {
  const { texts } = await sources[locale]()
  for (const one of texts) merge(trees[locale], one as Tree)
}

/** Adds texts to a tree; two catalogues may share a first key. */
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
