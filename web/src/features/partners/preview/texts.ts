import { textsOf } from '../../../kit/texts/language.ts'

export const texts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
