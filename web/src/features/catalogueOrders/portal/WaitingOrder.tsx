import { WaitingLine } from '../../../components/ordering/WaitingLine.tsx'
import { useBasketOrder, useOrderName } from './useBasketOrder.ts'

/** An order of the basket that has not been answered: sent from wherever one is, and the way to it. */
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
