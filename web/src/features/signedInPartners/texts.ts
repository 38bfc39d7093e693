import type { cnr } from './cnr.ts'

declare module '../../kit/texts/feature.ts' {
  interface Features {
    signedInPartners: Own['features']['signedInPartners']
  }
}
type Own = typeof cnr
