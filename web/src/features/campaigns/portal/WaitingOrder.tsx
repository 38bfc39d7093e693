import { WaitingLine } from '../../../components/ordering/WaitingLine.tsx'
import { useCampaignOrder } from './useCampaignOrder.ts'

/** An order in a campaign that has not been answered: sent from wherever one is, and the way to it. */
export function WaitingOrder({ id }: { id: number }) {
  const order = useCampaignOrder(id)
  return <WaitingLine order={order} name={order.pending?.body.name} to={`/campaigns/${id}`} />
}
