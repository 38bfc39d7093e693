import type { cnr } from './cnr.ts'

declare module '../../lib/i18n/feature.ts' {
  interface Features {
    signedInPartners: Own['features']['signedInPartners']
  }
}
type Own = typeof cnr
