import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of every tree. */
export const treeTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
