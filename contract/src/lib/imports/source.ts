import type { Locale } from '../text/locales.ts'

/** The beginning of the name of every sync. */
export const SYNC = 'PUT /api/sync/'
const words = { cnr: 'Sinhronizacija preko API-ja', en: 'Sync over the API' } as const

/** The name of a sync in place of a file name. */
export const syncOf = (list: string) => `${SYNC}${list}`

export const isSync = (name: string) => name.startsWith(SYNC)

/** The source of an import as displayed: its file name, or the sync API. */
export const importSource = (name: string, locale: Locale) => (isSync(name) ? words[locale] : name)
