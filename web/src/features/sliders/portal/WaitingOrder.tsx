import { WaitingLine } from '../../../components/ordering/WaitingLine.tsx'
import { useOrder } from './useOrder.ts'

/**
 * A promotion order without a response, on any other screen: can be sent again, with a link to the
 * promotion.
 */
export const WaitingOrder = ({ id }: { id: number }) => (
  <WaitingLine order={useOrder(id)} to={`/sliders/${id}`} />
)
