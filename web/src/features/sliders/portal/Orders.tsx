import type { PortalSliderOrder } from '@kontor/contract/sliders/portal'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { sliderImageUrl } from '../../../lib/api/imageUrls.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './SliderPage.module.css'

/** Orders as rows, newest first. */
export function Orders({ orders, named }: { orders: PortalSliderOrder[]; named?: boolean }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <ul className={`${cards.card} ${cards.rows}`}>
      {orders.map(({ id, product, slider, quantity, price, is_handled, updated_at }) => (
        <li key={id} className={cards.row}>
          {named && slider.image && (
            <img className={classes.thumbnail} src={sliderImageUrl(slider.image)} alt="" />
          )}
          <div className={cards.grow}>
            <p>{product.name}</p>
            <p className={cards.muted}>
              {named && `${slider.name} · `}
              {formatOf(locale).dateTime(updated_at)}
              {price && ` · ${formatOf(locale).euro(price)}`}
            </p>
            <StatusChip
              on={is_handled}
              label={t(is_handled ? 'portal.slider_orders.handled' : 'portal.slider_orders.waiting')}
            />
          </div>
          <span className={classes.price}>{t('order.pieces', { count: quantity })}</span>
        </li>
      ))}
    </ul>
  )
}
