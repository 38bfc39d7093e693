import classes from '../portal/NavBadges.module.css'
import { useBasket } from './basketStore.ts'

/** The number of products in the basket, on the basket link. */
export function BasketBadge() {
  const count = useBasket().length
  return (
    count > 0 && (
      <span className={classes.badge} data-basket>
        {count}
      </span>
    )
  )
}
