import type { Sources } from '../lib/i18n/language.ts'
import type { texts as office } from './office/cnr.ts'
import type { texts as portal } from './portal/cnr.ts'
import type { texts as signIn } from './signIn/cnr.ts'

/** What the sign-in pages say, and every other screen as well. */
export const signInTexts: Sources = {
  cnr: () => import('./signIn/cnr.ts'),
  en: () => import('./signIn/en.ts'),
}

/** All members of a union at once. */
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type Texts = All<(typeof office | typeof portal | typeof signIn)[number]>

// Types the keys and arguments of every `useTranslations()`. That an app loads what it says is a test's business.
declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts
  }
}
