import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of the menu and the palette, and what the server may refuse on any screen of the office. */
export const shellTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
