import { PendingOrderBar } from '../../../components/ordering/PendingOrderBar.tsx'
import { useCampaignOrder } from './useCampaignOrder.ts'

/** A campaign order without a response, on any other screen: sends it again and links to the campaign. */
export function PendingOrderLink({ id }: { id: number }) {
  const order = useCampaignOrder(id)
  return <PendingOrderBar order={order} name={order.pending?.body.name} to={`/campaigns/${id}`} />
}
