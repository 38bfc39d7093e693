import classes from './basket.module.css'
import { useBasket } from './basketStore.ts'

/** How many products are in the basket, pinned to the way to it. */
export function BasketBadge() {
  const count = useBasket().length
  return count > 0 && <span className={classes.badge}>{count}</span>
}
