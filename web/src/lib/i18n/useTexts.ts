import { type createTranslator, useTranslations } from 'use-intl'
import type { KitTexts, Texts } from './language.ts'

/** All members of a union at once. */
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type Typed<P> = P extends Texts<infer T> ? T : never

/**
 * Gives the common texts and those of the given features or components; a key of any other is a compile error. The
 * texts themselves have come with the code that names them.
 */
export function useTexts<const P extends readonly Texts<unknown>[]>(
  ..._named: P
): ReturnType<typeof createTranslator<KitTexts & All<Typed<P[number]>>, never>> {
  return useTranslations() as never // typed by the texts that are named
}
