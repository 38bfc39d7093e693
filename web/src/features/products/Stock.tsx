import { useTranslations } from 'use-intl'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

/** Pieces in stock; zero is red and labelled. */
export function Stock({ quantity }: { quantity: number }) {
  const t = useTranslations()
  const { integer } = formatOf(useLanguage().locale)
  if (quantity > 0) return integer(quantity)
  return (
    <span style={{ color: 'var(--bad)' }}>
      {t('products.none')}&ensp;<b style={{ fontWeight: 500 }}>{integer(quantity)}</b>
    </span>
  )
}
