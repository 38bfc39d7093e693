import { PendingOrderBar } from '../../../components/ordering/PendingOrderBar.tsx'
import { useBasketOrder, useOrderName } from './useBasketOrder.ts'

/** A basket order without a response, on any other screen: sends it again and links to the basket. */
export function PendingOrderLink() {
  const order = useBasketOrder()
  const nameOf = useOrderName()
  return (
    <PendingOrderBar
      order={order}
      name={order.pending ? nameOf(order.pending.body.lines) : undefined}
      to="/basket"
    />
  )
}
