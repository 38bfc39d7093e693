import { WaitingLine } from '../../../components/ordering/WaitingLine.tsx'
import { useCampaignOrder } from './useCampaignOrder.ts'

/**
 * A campaign order without a response, on any other screen: can be sent again, with a link to the
 * campaign.
 */
export function WaitingOrder({ id }: { id: number }) {
  const order = useCampaignOrder(id)
  return <WaitingLine order={order} name={order.pending?.body.name} to={`/campaigns/${id}`} />
}
