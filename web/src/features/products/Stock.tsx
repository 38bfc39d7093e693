import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/i18n/useFormat.ts'

/** Pieces in stock; zero is red and labelled. */
export function Stock({ quantity }: { quantity: number }) {
  const t = useTranslations()
  const { integer } = useFormat()
  if (quantity > 0) return integer(quantity)
  return (
    <span style={{ color: 'var(--bad)' }}>
      {t('products.none')}&ensp;<b style={{ fontWeight: 500 }}>{integer(quantity)}</b>
    </span>
  )
}
