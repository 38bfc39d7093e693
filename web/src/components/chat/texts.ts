import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of conversations. */
export const chatTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
