import { PendingOrderBar } from '../../../components/ordering/PendingOrderBar.tsx'
import { useOrder } from './useOrder.ts'

/** A promotion order without a response, on any other screen: sends it again and links to the promotion. */
export function PendingOrderLink({ id }: { id: number }) {
  const order = useOrder(id)
  return <PendingOrderBar order={order} name={order.pending?.body.name} to={`/sliders/${id}`} />
}
