import { WaitingLine } from '../../../components/ordering/WaitingLine.tsx'
import { useOrder } from './useOrder.ts'

/** An order of a promotion that has not been answered: sent from wherever one is, and the way to it. */
export const WaitingOrder = ({ id }: { id: number }) => (
  <WaitingLine order={useOrder(id)} to={`/sliders/${id}`} />
)
