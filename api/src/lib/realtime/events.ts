// Server-sent events: notifies browsers of changes, on all nodes.
import { type EventType, type EventTypes, events, type WatchedTable } from '@kontor/contract/lib/http/events'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import type { FastifyReply } from 'fastify'
import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../auth/guard.ts'
import { retryEverySecond } from '../concurrency/retry.ts'
import { singleFlight } from '../concurrency/single-flight.ts'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import type { Listener } from '../database/listen.ts'
import type { Schema } from '../database/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { RegisterRoute } from '../http/register-route.ts'
import { EVERY_HOUR, type Jobs } from '../jobs/jobs.ts'
import { EVENT_STREAM, EventFeed, EventStream, isTargeted, lastEventId } from './stream.ts'

declare module '../database/schema.ts' {
  interface Schema {
    events: EventTable
  }
}

interface EventTable {
  id: ColumnType<number, never, never>
  user_id: number | null
  to_partners: Generated<boolean>
  /** The permission that staff need to receive it. */
  permission: string | null
  type: string
  data: unknown
  created_at: Generated<string>
}

interface Event<T extends EventType> {
  /** One user, all staff with a permission, or all partners. */
  to: { staff: Permission } | 'portal' | { userId: number }
  type: T
  data: EventTypes[T]
}

/**
 * Publishes an event at the commit of the transaction. It must be the last change, with at most short reads after it:
 * until the commit other publishers wait.
 */
export async function publish<T extends EventType>(tx: Kysely<Schema>, events: Event<T> | Event<T>[]) {
  const rows = [events].flat().map(({ to, type, data }) => ({
    user_id: typeof to === 'object' && 'userId' in to ? to.userId : null,
    permission: typeof to === 'object' && 'staff' in to ? to.staff : null,
    to_partners: to === 'portal',
    type,
    data,
  }))
  // One parameter, because a message to everyone may have more events than a statement has parameters.
  if (rows.length > 0)
    await sql`INSERT INTO events (user_id, permission, to_partners, type, data)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS event(user_id int, permission text, to_partners boolean, type text, data jsonb)`.execute(tx)
}

/** Registers the streams of both audiences; returns a function that ends all of them. */
export function eventRoutes({ registerRoute, jobs, ...options }: HubOptions & Mount) {
  const hub = new EventHub(options)
  registerRoute(events.staff, ({ user }) => hub.answer(user))
  registerRoute(events.partner, ({ user }) => hub.answer(user))
  jobs.schedule('old_events', EVERY_HOUR, () => pruneEvents(options.db))
  return () => hub.close()
}

/** Deletes events that no stream can request any more. */
export const pruneEvents = (db: Kysely<Schema>) =>
  deleteInPortions(db, 'events', sql`created_at < now() - interval '1 day'`)

/** Open streams per user; with one more, the oldest is ended. */
const MAX_STREAMS = 10
/** Events that are read at once. */
const PAGE = 500

interface Mount {
  registerRoute: RegisterRoute
  jobs: Jobs
}

interface HubOptions {
  db: Kysely<Schema>
  listener: Listener
  /** Tables whose changes are published in intervals. */
  watched: readonly WatchedTable[]
  /** Returns which of these sessions are still valid, with the current permissions of their users. */
  validSessions: (sessions: Buffer[]) => Promise<CurrentUser[]>
  log: (line: string) => void
  /** Milliseconds between two heartbeats. */
  heartbeatMs: number
}

/** All streams of this node. Each event is read once, after its NOTIFY, and passed to the streams. */
class EventHub {
  #options: HubOptions
  #streams = new Set<EventStream>()
  /** Id of the last dispatched event; undefined until the first read. */
  #last: number | undefined
  #isClosed = false
  #changed: () => Promise<WatchedTable[]>
  #stops: (() => void)[]
  #catchUp = singleFlight(() => this.#read())
  #checkTables = singleFlight(async () => this.#publishChanged(await this.#changed()))
  #checkSessions = singleFlight(() => this.#endInvalid())

  constructor(options: HubOptions) {
    const { db, listener, heartbeatMs } = options
    this.#options = options
    this.#changed = watchTables(db, options.watched)
    const failed = (error: Error) => options.log(`events: ${error.message}`)
    const read = retryEverySecond(this.#catchUp, failed)
    const check = retryEverySecond(this.#checkSessions, failed)
    const checkTables = retryEverySecond(this.#checkTables, failed)
    const tablesTimer = setInterval(
      () => this.#streams.size > 0 && checkTables.attempt(),
      heartbeatMs / 4,
    ).unref()
    const beats = setInterval(() => {
      for (const stream of this.#streams) stream.beat()
      read.attempt() // in case a NOTIFY was missed
      check.attempt()
    }, heartbeatMs).unref()
    this.#stops = [listener.on('events', read.attempt), listener.on('sessions', check.attempt)]
    this.#stops.push(read.stop, check.stop, checkTables.stop)
    this.#stops.push(
      () => clearInterval(beats),
      () => clearInterval(tablesTimer),
    )
  }

  /** The response to a request: a stream that continues after the client's last event. */
  answer(user: CurrentUser) {
    return new EventFeed((reply) => this.#open(reply, user))
  }

  #publishChanged(tables: WatchedTable[]) {
    if (tables.length === 0) return
    for (const stream of this.#streams) if (stream.isStaff) stream.sendChange('records', { tables })
  }

  /** Ends all streams. Clients reconnect, to another node or to this one after a restart. */
  close() {
    this.#isClosed = true
    for (const stop of this.#stops) stop()
    for (const stream of this.#streams) stream.end()
  }

  async #open(reply: FastifyReply, user: CurrentUser) {
    const lastId = lastEventId(reply.request.headers['last-event-id'])
    // Reads earlier events first: on this node, and on the node of the client's former connection.
    await Promise.all([this.#catchUp(), this.#checkTables()])
    if (this.#isClosed) throw new HttpError('error.unavailable')
    if (reply.request.method === 'HEAD') return reply.type(EVENT_STREAM).send()
    if (reply.raw.destroyed) return reply.hijack() // the client has gone, and no further event would report that
    const last = this.#last ?? 0
    const stream = new EventStream(reply, user, Math.min(lastId ?? last, last))
    this.#makeRoom(stream)
    this.#streams.add(stream)
    stream.onClose(() => this.#streams.delete(stream))
    await this.#replay(stream).catch(() => stream.destroy())
  }

  /** A view of the office never ends a stream of the user itself. */
  #makeRoom({ user, isView }: EventStream) {
    const userStreams = [...this.#streams].filter(
      (stream) => stream.user === user && stream.isView === isView,
    )
    for (const stream of userStreams.slice(0, Math.max(0, userStreams.length - MAX_STREAMS + 1))) {
      this.#streams.delete(stream)
      stream.end('later')
    }
  }

  /** Sends missed events; once none is left, the stream gets events with all others. */
  async #replay(stream: EventStream) {
    for (let last = this.#last ?? 0; stream.seen < last; last = this.#last ?? 0) {
      const missed = await this.#select(stream.seen)
        .where('id', '<=', last)
        .where((eb) =>
          eb.or([
            eb('user_id', '=', stream.user),
            eb.and([eb('user_id', 'is', null), eb('to_partners', '=', !stream.isStaff)]),
          ]),
        )
        .execute()
      if (missed.some(isTargeted)) await this.#checkSessions()
      stream.send(missed)
      if (missed.length < PAGE) stream.seen = last
    }
    stream.isLive = true
  }

  async #read() {
    if (this.#last === undefined) {
      const newest = this.#options.db.selectFrom('events').select((eb) => eb.fn.max('id').as('id'))
      this.#last = (await newest.executeTakeFirst())?.id ?? 0
      return
    }
    for (let events = await this.#select(this.#last).execute(); ; ) {
      const last = events.at(-1)
      if (!last) return
      if (events.some(isTargeted)) await this.#checkSessions()
      this.#last = last.id // after the check: when it fails, the events are read again
      for (const stream of this.#streams) if (stream.isLive) stream.send(events)
      events = await this.#select(this.#last).execute()
    }
  }

  #select(after: number) {
    const { db } = this.#options
    const columns = ['id', 'user_id', 'to_partners', 'permission', 'type', 'data'] as const
    return db.selectFrom('events').select(columns).where('id', '>', after).orderBy('id').limit(PAGE)
  }

  async #endInvalid() {
    const checked = [...this.#streams]
    if (checked.length === 0) return
    const valid = await this.#options.validSessions(checked.map(({ session }) => session))
    const permissions = new Map(valid.map((user) => [user.session.toString('hex'), user.permissions]))
    for (const stream of checked) {
      const now = permissions.get(stream.session.toString('hex'))
      if (now) stream.permissions = now
      else stream.end()
    }
  }
}

/**
 * Returns a function that resolves to the tables that have changed since its last call, by their counters; none at the
 * first call. For tables with too many changes for an event each: an import writes thousands of rows.
 */
function watchTables<T extends string>(db: Kysely<Schema>, tables: readonly T[]) {
  let last: ReadonlyMap<string, number> | undefined
  return async () => {
    const { rows } = await sql<{ name: string; changes: number }>`
      SELECT table_name AS name, sum(changes)::bigint AS changes FROM change_counters
      WHERE table_name IN (${sql.join(tables)}) GROUP BY table_name`.execute(db)
    const now = new Map(rows.map(({ name, changes }) => [name, changes]))
    const before = last ?? now
    last = now
    return tables.filter((table) => before.get(table) !== now.get(table))
  }
}
