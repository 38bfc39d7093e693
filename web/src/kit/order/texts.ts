import { textsOf } from '../texts/language.ts'

export const orderTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
