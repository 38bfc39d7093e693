import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** The children of these nodes have changed (null: the root); partners read everything again. */
    technicalSupport: { parents: (number | null)[] }
  }
}
