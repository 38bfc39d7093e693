import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../lib/i18n/useTexts.ts'
import classes from './CampaignPage.module.css'
import { texts } from './texts.ts'

/** The way to all that was ordered. */
export function CartLink() {
  const t = useTexts(texts)
  const name = t('portal.cart.title')
  return (
    <Link to="/cart" className={classes.cart} aria-label={name} title={name}>
      <IconReceipt size={22} stroke={1.6} aria-hidden />
    </Link>
  )
}
