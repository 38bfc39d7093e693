import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'

/** A link to everything ordered. */
export function CartLink() {
  const t = useTranslations()
  const name = t('portal.cart.title')
  return (
    <Link to="/cart" className={cards.round} aria-label={name} title={name}>
      <IconReceipt size={22} aria-hidden />
    </Link>
  )
}
