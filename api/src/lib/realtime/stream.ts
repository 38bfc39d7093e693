import type { OutgoingHttpHeaders } from 'node:http'
import type { EventType, EventTypes } from '@kontor/contract/lib/http/events'
import type { FastifyReply } from 'fastify'
import type { CurrentUser } from '../auth/guard.ts'

/** A row of the events table, as a stream sends it. */
interface StreamEvent {
  id: number
  user_id: number | null
  /** For an event without a user: whether it is for all partners, or for staff. */
  to_partners: boolean
  /** The permission that staff need to receive it. */
  permission: string | null
  type: string
  data: unknown
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** A handler's response that stays open: it writes to the reply until one side ends it. */
export class EventFeed {
  readonly open: (reply: FastifyReply) => Promise<unknown>
  constructor(open: (reply: FastifyReply) => Promise<unknown>) {
    this.open = open
  }
}

/** Bytes that may wait for a slow reader. Beyond them it is disconnected; it reconnects and gets what it missed. */
const MAX_WAITING = 64 * 1024

/** Milliseconds after which a disconnected client reconnects. */
const SOON = 2_000
const LATER = 60_000

/** An open text/event-stream response and its user. */
export class EventStream {
  readonly user: number
  readonly session: Buffer
  readonly isStaff: boolean
  /** Whether an office user only views the app as this user. */
  readonly isView: boolean
  /** The user's permissions at the last check. */
  permissions: ReadonlySet<string>
  /** Id of the last event that was sent or that the client has already. */
  seen: number
  /** False while missed events are being sent. */
  isLive = false
  #response: FastifyReply['raw']

  constructor(
    reply: FastifyReply,
    { id, session, partner_id, permissions, viewer }: CurrentUser,
    seen: number,
  ) {
    this.user = id
    this.session = session
    this.isStaff = partner_id === null
    this.isView = viewer !== undefined
    this.permissions = permissions
    this.seen = seen
    this.#response = reply.raw
    reply.hijack() // no compression, no buffering
    reply.headers({
      'content-type': EVENT_STREAM,
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close', // the connection must not stay open after the stream
    })
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders) // the same, except for undefined values
    reply.raw.write(`retry: ${SOON}\n\n`)
  }

  onClose(closed: () => void) {
    this.#response.once('close', closed)
  }

  send(events: readonly StreamEvent[]) {
    const lines = events
      .filter((event) => event.id > this.seen && this.#concerns(event))
      .map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
    if (lines.length > 0) this.#write(lines.join(''))
    this.seen = Math.max(this.seen, events.at(-1)?.id ?? 0)
  }

  /** Sends an event without an id. It is not stored: a client that misses it reads everything again when it reconnects. */
  sendChange<T extends EventType>(type: T, data: EventTypes[T]) {
    this.#write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  #concerns({ user_id, to_partners, permission }: StreamEvent) {
    if (user_id !== null) return user_id === this.user
    return to_partners !== this.isStaff && (permission === null || this.permissions.has(permission))
  }

  /** Sends a comment as a heartbeat, so that proxies do not close the connection. */
  beat() {
    this.#write(':\n\n')
  }

  /** Ends the stream with a retry time: short, or long when newer streams of the same user replaced it. */
  end(when: 'soon' | 'later' = 'soon') {
    this.#response.end(`retry: ${when === 'soon' ? SOON : LATER}\n\n`)
  }

  destroy() {
    this.#response.destroy()
  }

  #write(text: string) {
    if (this.#response.writableLength > MAX_WAITING) this.#response.destroy()
    else if (!this.#response.writableEnded) this.#response.write(text)
  }
}

/** Whether it depends on a permission, which may just have changed. */
export const isTargeted = ({ permission }: StreamEvent) => permission !== null

/** The Last-Event-ID header as a number; undefined when it is missing or invalid. */
export const lastEventId = (header: unknown) =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
