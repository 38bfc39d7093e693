import { sentNumber, typedNumber } from '@kontor/contract/lib/numbers/number-input'
import { useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/**
 * An input for a number. `sent` is its value as the server takes it; only the input itself knows how people write it.
 * Another language writes the same value in its own way, and never reads it anew.
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
