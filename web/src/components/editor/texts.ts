import { textsOf } from '../../lib/i18n/language.ts'

/** Texts of the text editor. */
export const editorTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
