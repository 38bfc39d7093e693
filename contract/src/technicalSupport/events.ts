import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** Nodes of technical support have changed: what is directly in these (null: the top) is to be read again; partners, all. */
    technicalSupport: { parents: (number | null)[] }
  }
}
