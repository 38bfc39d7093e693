import { textsOf } from '../texts/language.ts'

export const bulkTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
