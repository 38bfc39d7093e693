import { textsOf } from '../texts/language.ts'

/** Texts of every tree. */
export const treeTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
