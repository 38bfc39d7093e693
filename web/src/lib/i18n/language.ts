import type { Locale } from '@kontor/contract/lib/text/locales'
import { createListeners } from '../listeners.ts'

/** The type of a catalogue in another language: the same keys, any texts. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> }

/** Loads some catalogues, by language. */
export type Sources = Readonly<Record<Locale, () => Promise<{ texts: readonly object[] }>>>

type Tree = { [key: string]: unknown }

const KEY = 'lang'
/** The catalogues in use, with their loads by language. */
const used = new Map<Sources, Map<Locale, Promise<void>>>()
const trees: Record<Locale, Tree> = { cnr: {}, en: {} }
const listeners = createListeners()
let shown: Locale | undefined
/** The last choice, which may still be loading. */
let chosen: Locale | undefined

/** The current language, which is stored on this device, and the texts that are loaded so far. */
export const language = {
  shown: (): Locale => (shown ??= localStorage.getItem(KEY) === 'en' ? 'en' : 'cnr'),
  /** The loaded texts. Always the same object for a language: later texts are added to it without a render. */
  texts: (locale: Locale): Tree => trees[locale],
  /** Loads these texts in the current language. Rejects when that fails; the next call repeats it. */
  async load(sources: Sources) {
    if (!used.has(sources)) used.set(sources, new Map())
    for (let locale: Locale | undefined; locale !== language.shown(); ) {
      locale = language.shown()
      await loaded(sources, locale)
    }
  },
  /** Loads all texts in use in another language, then shows it and stores the choice, unless another one followed. */
  async choose(locale: Locale) {
    chosen = locale
    for (let count = 0; count < used.size; ) {
      count = used.size // waits for texts that are added meanwhile, too
      await Promise.all([...used.keys()].map((sources) => loaded(sources, locale)))
    }
    if (chosen !== locale) return
    shown = locale
    localStorage.setItem(KEY, locale)
    listeners.notify()
  },
  subscribe: listeners.subscribe,
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

/** Adds texts to a tree. Deep, because two catalogues may share a first key. */
function merge(tree: Tree, more: Tree) {
  for (const [key, value] of Object.entries(more)) {
    const known = tree[key]
    if (isBranch(known) && isBranch(value)) merge(known, value)
    else tree[key] = isBranch(value) ? merge({}, value) : value
  }
  return tree
}

// The build compiles some texts to arrays.
const isBranch = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
