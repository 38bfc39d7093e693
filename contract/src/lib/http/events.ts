import { route } from './route.ts'

/**
 * What a stream can tell, by type, and what comes with it: enough to know what to read again, never the record itself.
 * Each feature adds its own by declaration merging.
 */
export interface EventTypes {
  /** Records of these tables have changed, within the last seconds and by whomever. Has no id: it is not told later. */
  records: { tables: WatchedTable[] }
}

/** Tables whose changes are published without an event of their own; each feature adds those that it shows. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface WatchedTables {}
export type WatchedTable = keyof WatchedTables

export type EventType = keyof EventTypes

/** Streams of server-sent events. A client that was cut off sends the last id it has seen as `Last-Event-ID`. */
export const events = {
  staff: route({
    method: 'GET',
    path: '/api/events',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Tells as it happens what concerns the staff (text/event-stream)',
    reply: 'events',
  }),
  partner: route({
    method: 'GET',
    path: '/api/app/events',
    audience: 'partner',
    summary: 'Tells as it happens what concerns the partner’s user (text/event-stream)',
    reply: 'events',
  }),
}
