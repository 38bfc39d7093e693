import { Undelivered } from './features/campaigns/cart/Undelivered.tsx'
import { SupportWaiting } from './features/customerSupport/SupportWaiting.tsx'
import { UnreadMessages } from './features/messages/UnreadMessages.tsx'
import { DialogOver } from './kit/router/DialogOver.tsx'
import { lazyPart } from './kit/router/lazyPart.tsx'
import { Transfers } from './kit/transfers/Transfers.tsx'

const CatalogueOrders = lazyPart(
  () => import('./features/catalogueOrders/CatalogueOrders.tsx'),
  'CatalogueOrders',
)

/** What stands in the top bar of every screen or over it, and what only counts for the menu. */
export const Tools = () => (
  <>
    <Undelivered />
    <SupportWaiting />
    <UnreadMessages />
    <Transfers />
    <DialogOver path="/catalogue" name="orders" needs="catalogueOrders.see" Dialog={CatalogueOrders} />
  </>
)
