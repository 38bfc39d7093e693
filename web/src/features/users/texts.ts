import { textsOf } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

declare module '../../lib/i18n/feature.ts' {
  interface Features {
    users: Own['features']['users']
    roles: Own['features']['roles']
    apiKeys: Own['features']['apiKeys']
    settings: Own['features']['settings']
    signIns: Own['features']['signIns']
    jobs: Own['features']['jobs']
  }
}
type Own = typeof cnr

export const texts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
