import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of writing what partners will see. */
export const composeTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
