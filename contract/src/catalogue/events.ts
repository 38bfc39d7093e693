import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** Nodes of the catalogue have changed: what is directly in these (null: the top) is to be read again; partners, all. */
    catalogue: { parents: (number | null)[] }
  }
}
