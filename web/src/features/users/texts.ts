import { textsOf } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

declare module '../../kit/texts/room.ts' {
  interface Rooms {
    users: Own['rooms']['users']
    roles: Own['rooms']['roles']
  }
}
type Own = typeof cnr

export const texts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
