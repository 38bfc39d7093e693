import { formatOf } from '../../kit/texts/format.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
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
