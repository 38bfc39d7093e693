import type { PendingOrderPart } from '../components/portal/screen.ts'
import { campaigns } from '../features/campaigns/portal/feature.ts'
import { catalogue } from '../features/catalogue/portal/feature.ts'
import { catalogueOrders } from '../features/catalogueOrders/portal/feature.ts'
import { customerSupport } from '../features/customerSupport/portal/feature.ts'
import { messages } from '../features/messages/portal/feature.ts'
import { notifications } from '../features/notifications/portal/feature.ts'
import { session } from '../features/session/portal/feature.ts'
import { sliders } from '../features/sliders/portal/feature.ts'
import { stores } from '../features/stores/portal/feature.ts'
import { technicalSupport } from '../features/technicalSupport/portal/feature.ts'

/** The features of the partners' app in the order of its navigation. */
const features = [
  sliders,
  catalogue,
  catalogueOrders,
  campaigns,
  messages,
  customerSupport,
  notifications,
  technicalSupport,
  stores,
  session,
]

export const screens = features.flatMap((feature) => feature.screens)

/** The components that send pending orders, by kind of order. */
export const pendingOrders: Readonly<Record<string, PendingOrderPart>> = Object.assign(
  {},
  ...features.map((feature) => feature.pendingOrders),
)
