import type { AppScreen, WaitingOrders } from '../components/portal/screen.ts'

/** The registration of a feature in the partners' app. */
interface PortalFeature {
  screens: readonly AppScreen[]
  /** The components that send its pending orders from screens of other features, by kind of order. */
  waitingOrders?: Readonly<Record<string, WaitingOrders>>
}

/** Declares a feature of the partners' app; `app/portalFeatures.ts` lists them. */
export const registerPortalFeature = (feature: PortalFeature) => feature
