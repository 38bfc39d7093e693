import type { Locale } from '../text/locales.ts'

const SYNC = 'PUT /api/sync/'
const words = { cnr: 'Sinhronizacija preko API-ja', en: 'Sync over the API' } as const

/** What stands in place of a file's name where a program brought a list up to date. */
export const syncOf = (list: string) => `${SYNC}${list}`

/** What an import came from, as people read it: its file, or that it was a program's call. */
export const importSource = (name: string, locale: Locale) => (name.startsWith(SYNC) ? words[locale] : name)
