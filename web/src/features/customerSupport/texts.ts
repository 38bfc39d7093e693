import { textsOf } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

declare module '../../lib/i18n/feature.ts' {
  interface Features {
    customerSupport: Own['features']['customerSupport']
  }
}
type Own = typeof cnr

export const texts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
