import { textsOf } from '../i18n/language.ts'

/** Texts of the sheet that shows all keys. */
export const keyTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
