import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** Orders were added, deactivated or reactivated: for the office and the partner. */
    catalogueOrders: { ids: number[] }
  }
}
