import { textsOf } from '../texts/language.ts'

export const rangeTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
