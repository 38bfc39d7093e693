import type { Sources } from '../lib/i18n/language.ts'
import type { texts as office } from './office/cnr.ts'
import type { texts as portal } from './portal/cnr.ts'
import type { texts as signIn } from './signIn/cnr.ts'

/** The texts of the sign-in pages; all other screens use them too. */
export const signInTexts: Sources = {
  cnr: () => import('./signIn/cnr.ts'),
  en: () => import('./signIn/en.ts'),
}

/** Turns a union into an intersection. */
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type Texts = All<(typeof office | typeof portal | typeof signIn)[number]>

// Types the keys and arguments of `useTranslations()`. It allows the keys of all apps; architecture.test.ts checks that an
// app loads the texts that it uses.
declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts
  }
}
