import { type Format, formatOf } from './format.ts'
import { useLanguage } from './i18n.tsx'

/** The formats of the current language. */
export const useFormat = (): Format => formatOf(useLanguage().locale)
