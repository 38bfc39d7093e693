import { PendingOrderBar } from '../../../components/ordering/PendingOrderBar.tsx'
import { useOrder } from './useOrder.ts'

/** A promotion order without a response, on any other screen: sends it again and links to the promotion. */
export const PendingOrderLink = ({ id }: { id: number }) => (
  <PendingOrderBar order={useOrder(id)} to={`/sliders/${id}`} />
)
