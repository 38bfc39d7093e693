import { Transfers } from '../components/uploads/Transfers.tsx'
import { Undelivered } from '../features/campaigns/cart/Undelivered.tsx'
import { SupportWaiting } from '../features/customerSupport/SupportWaiting.tsx'
import { UnreadMessages } from '../features/messages/UnreadMessages.tsx'
import { DialogOver } from '../lib/router/DialogOver.tsx'
import { lazyPart } from '../lib/router/lazyPart.tsx'

const CatalogueOrders = lazyPart(
  () => import('../features/catalogueOrders/CatalogueOrders.tsx'),
  'CatalogueOrders',
)

/** What stands in the top bar of every screen or over it, and what only counts for the menu. */
export const Tools = () => (
  <>
    <Undelivered />
    <SupportWaiting />
    <UnreadMessages />
    <Transfers />
    <DialogOver path="/catalogue" name="orders" permission="catalogueOrders.see" Dialog={CatalogueOrders} />
  </>
)
