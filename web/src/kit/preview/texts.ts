import { textsOf } from '../texts/language.ts'

export const previewTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
