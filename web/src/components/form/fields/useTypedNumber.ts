import { sentNumber, typedNumber } from '@kontor/contract/lib/numbers/number-input'
import { useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/**
 * An input for a number. `sent` is the canonical value; only the input has the localised text. A change
 * of the language reformats the value and never parses it again.
 */
export function useTypedNumber(sent: string, set: (sent: string) => void, decimals = 0) {
  const { locale } = useLanguage()
  const [last, setLast] = useState<{ text: string; sent: string; in: string }>()
  const isOwn = last?.sent === sent && last.in === locale
  return {
    text: isOwn ? last.text : typedNumber(sent, locale, { min: decimals }),
    type(text: string) {
      const next = sentNumber(text, locale)
      setLast({ text, sent: next, in: locale })
      set(next)
    },
  }
}
