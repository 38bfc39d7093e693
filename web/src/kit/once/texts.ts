import { textsOf } from '../texts/language.ts'

export const onceTexts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
