import { sentNumber, typedNumber } from '@kontor/contract/lib/numbers/number-input'
import { useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** A typed number: its text, its canonical value, and the language that the text was typed in. */
export interface Typed {
  text: string
  sent: string
  in: string
}

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
  const isOwn = last?.sent === sent && last.in === locale
  const text = isOwn ? last.text : typedNumber(sent, locale, { min: decimals })
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
