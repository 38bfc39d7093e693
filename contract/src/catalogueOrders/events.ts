import type {} from '../kit/api/events.ts'

declare module '../kit/api/events.ts' {
  interface EventTypes {
    /** Orders have come, or were deactivated or reactivated: for the office and the partner whose they are. */
    catalogueOrders: { ids: number[] }
  }
}
