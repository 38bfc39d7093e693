import { textsOf } from '../texts/language.ts'

export const viewTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
