import { textsOf } from '../../lib/i18n/language.ts'

/** Texts that all screens of the partners’ app share. */
export const portalTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
