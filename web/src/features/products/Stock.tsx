import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import { texts } from './texts.ts'

/** Pieces in stock; none is said in red and with the word. */
export function Stock({ quantity }: { quantity: number }) {
  const t = useTexts(texts)
  const { integer } = formatOf(useLanguage().locale)
  if (quantity > 0) return integer(quantity)
  return (
    <span style={{ color: 'var(--bad)' }}>
      {t('products.none')}&ensp;<b style={{ fontWeight: 500 }}>{integer(quantity)}</b>
    </span>
  )
}
