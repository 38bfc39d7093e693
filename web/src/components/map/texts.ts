import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of the map. */
export const mapTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
