import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of imports. */
export const importTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
