import { textsOf } from '../texts/language.ts'

/** Texts that all screens of the partners’ app share. */
export const portalTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
