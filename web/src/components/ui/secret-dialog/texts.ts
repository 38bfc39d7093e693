import { textsOf } from '../../../lib/i18n/language.ts'

export const secretTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
