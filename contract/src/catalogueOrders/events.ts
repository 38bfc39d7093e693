import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** Orders have come, or were deactivated or reactivated: for the office and the partner whose they are. */
    catalogueOrders: { ids: number[] }
  }
}
