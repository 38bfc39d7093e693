import { textsOf } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

declare module '../../kit/texts/room.ts' {
  interface Rooms {
    history: Own['rooms']['history']
  }
}
type Own = typeof cnr

export const texts = textsOf({ cnr: () => import('./cnr.ts'), en: () => import('./en.ts') })
