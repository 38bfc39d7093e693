import type { PendingOrderPart, PortalScreen } from '../components/portal/screen.ts'

/** The registration of a feature in the partners' app. */
interface PortalFeature {
  screens: readonly PortalScreen[]
  /** The components that send its pending orders from screens of other features, by kind of order. */
  pendingOrders?: Readonly<Record<string, PendingOrderPart>>
}

/** Declares a feature of the partners' app; `app/portalFeatures.ts` lists them. */
export const registerPortalFeature = (feature: PortalFeature) => feature
