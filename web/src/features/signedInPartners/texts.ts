import type { cnr } from './cnr.ts'

declare module '../../kit/texts/room.ts' {
  interface Rooms {
    signedInPartners: Own['rooms']['signedInPartners']
  }
}
type Own = typeof cnr
