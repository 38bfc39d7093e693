import { textsOf } from '../../../lib/i18n/language.ts'

/** Texts of lists, their forms and what is done with their rows. */
export const listTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
