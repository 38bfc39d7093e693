import type { AppScreen, WaitingOrders } from '../components/portal/screen.ts'

/** What a feature brings to the partners' app. */
interface PortalFeature {
  screens: readonly AppScreen[]
  /** What sends its orders that wait, by what they are of. Their screens do it themselves. */
  waitingOrders?: Readonly<Record<string, WaitingOrders>>
}

/** Declares a feature of the partners' app; `app/portalFeatures.ts` lists them. */
export const registerPortalFeature = (feature: PortalFeature) => feature
