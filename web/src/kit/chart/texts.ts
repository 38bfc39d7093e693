import { textsOf } from '../texts/language.ts'

export const chartTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
