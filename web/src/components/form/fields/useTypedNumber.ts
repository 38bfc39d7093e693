import { sentNumber, typedNumber } from '@kontor/contract/lib/numbers/number-input'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** A typed number: its text, its canonical value, and the language that the text was typed in. */
export interface Typed {
  text: string
  sent: string
  /** Undefined for a value that was not typed. */
  in: Locale | undefined
}

/** The text of a typed number: as it was typed, and in another language as that one writes it. */
export const textOfTyped = (typed: Typed, locale: Locale, decimals = 0) =>
  typed.in === locale ? typed.text : typedNumber(typed.sent, locale, { min: decimals })

/**
 * An input for a number, which may begin with what was typed `before`. `sent` is the canonical value; only the input
 * has the localised text. A change of the language reformats the value and never parses it again.
 */
export function useTypedNumber(
  sent: string,
  set: (sent: string) => void,
  decimals = 0,
  before: Typed | null = null,
) {
  const { locale } = useLanguage()
  const [last, setLast] = useState(before)
  const typed = last?.sent === sent ? last : { text: '', sent, in: undefined }
  const text = textOfTyped(typed, locale, decimals)
  return {
    text,
    typed: { text, sent, in: locale } satisfies Typed,
    type(text: string) {
      const next = sentNumber(text, locale)
      setLast({ text, sent: next, in: locale })
      set(next)
    },
  }
}
