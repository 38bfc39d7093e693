import { route } from './route.ts'

/**
 * The events of a stream by type, with their data: what the client must read again, never the record itself. Each
 * feature adds its own by declaration merging.
 */
export interface EventTypes {
  /** Records of these tables have changed within the last seconds. It has no id and is not replayed. */
  records: { tables: WatchedTable[] }
}

/** Tables whose changes are published as `records` instead of an event of their own; each feature adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface WatchedTables {}
export type WatchedTable = keyof WatchedTables

export type EventType = keyof EventTypes

/** Streams of server-sent events. A client that reconnects sends the last id as `Last-Event-ID`. */
export const events = {
  staff: route({
    method: 'GET',
    path: '/api/events',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Stream office events',
    description: 'Server-sent events (text/event-stream).',
    response: 'events',
  }),
  partner: route({
    method: 'GET',
    path: '/api/app/events',
    audience: 'partner',
    summary: 'Stream own events',
    description: 'Server-sent events (text/event-stream) for the partner’s user.',
    response: 'events',
  }),
}
