import { WaitingLine } from '../../../components/ordering/WaitingLine.tsx'
import { useBasketOrder, useOrderName } from './useBasketOrder.ts'

/** A basket order without a response, on any other screen: can be sent again, with a link to the basket. */
export function WaitingOrder() {
  const order = useBasketOrder()
  const nameOf = useOrderName()
  return (
    <WaitingLine
      order={order}
      name={order.pending ? nameOf(order.pending.body.lines) : undefined}
      to="/basket"
    />
  )
}
