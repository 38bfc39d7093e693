import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of files on their way. */
export const transferTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
