import { textsOf } from '../texts/language.ts'

/** Texts of the sheet that shows all keys. */
export const keyTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
