import { IconChevronRight, IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import classes from './basket.module.css'
import { totalOf } from './basket.ts'
import { useBasket } from './basketStore.ts'

/** A footer with the basket's content and a link to it. */
export function BasketBar() {
  const t = useTranslations()
  const { euro } = useFormat()
  const lines = useBasket()
  if (lines.length === 0) return null
  return (
    <Link to="/basket" className={classes.bar}>
      <IconShoppingCart size={20} aria-hidden />
      <span className={classes.grow}>{t('order.basket', { count: lines.length })}</span>
      <span className={classes.sum}>{euro(totalOf(lines))}</span>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  )
}
