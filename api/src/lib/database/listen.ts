import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { waitAtMost } from '../concurrency/wait-at-most.ts'

/** The channel of pg-boss, named after a hash of its schema's name; a payload is the name of a queue. */
export const JOBS_CHANNEL = 'pgboss_454650302e472074f72063fd'

const CHANNELS = ['events', 'sessions', 'webhooks', JOBS_CHANNEL] as const
/** The channels of NOTIFY: new events, sessions that may have ended, webhooks that are due, and jobs. */
type Channel = (typeof CHANNELS)[number]

/** Receives the payload of a NOTIFY; undefined when notifications may have been missed. */
type OnNotify = (payload?: string) => void

/** Calls listeners when a channel may have news: after a NOTIFY, and whenever one could have been missed. */
export class Listener {
  #listeners = new Map<Channel, Set<OnNotify>>(CHANNELS.map((channel) => [channel, new Set()]))
  #open: (() => () => Promise<void>) | undefined
  #close: (() => Promise<void>) | undefined

  /** `open` is called once, at the first subscription, and returns a function that closes. */
  constructor(open?: () => () => Promise<void>) {
    this.#open = open
  }

  /** Returns a function that unsubscribes. */
  on(channel: Channel, listener: OnNotify): () => void {
    this.#close ??= this.#open?.()
    this.#listeners.get(channel)?.add(listener)
    return () => this.#listeners.get(channel)?.delete(listener)
  }

  async close() {
    await this.#close?.()
  }

  /** Starts LISTEN on a connection, then calls every listener once, because a notification may have been missed. */
  async listenOn(client: pg.ClientBase) {
    client.on('notification', ({ channel, payload }) => this.#notify(channel as Channel, payload))
    await client.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join(';'))
    for (const channel of CHANNELS) this.#notify(channel)
  }

  #notify(channel: Channel, payload?: string) {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }
}

const seconds = 1000

/**
 * Opens a PostgreSQL connection that only listens and reconnects whenever it is lost; returns a function that ends it.
 */
export function listenWithReconnect(
  config: pg.ClientConfig,
  listener: Listener,
  log: (line: string) => void,
) {
  const session = { ...config, application_name: 'kontor listen', query_timeout: 5 * seconds }
  const stop = new AbortController()
  const done = run()

  async function run() {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      const began = performance.now()
      const reason = await listenUntilError(session, listener, stop.signal)
      if (stop.signal.aborted) return
      if (performance.now() - began > 10 * seconds) failures = 0
      if (failures === 0) log(`LISTEN connection lost (${reason}), reconnecting.`)
      await pause(Math.min(0.1 * 2 ** failures, 5) * seconds, null, {
        signal: stop.signal,
        ref: false,
      }).catch(() => {})
    }
  }

  return async () => {
    stop.abort()
    await done
  }
}

/** Listens until the connection ends; resolves to the reason. */
async function listenUntilError(
  config: pg.ClientConfig,
  listener: Listener,
  stop: AbortSignal,
): Promise<string> {
  const client = new pg.Client(config)
  const lost = Promise.withResolvers<string>()
  client.on('error', (error) => lost.resolve(error.message))
  client.on('end', () => lost.resolve('closed'))
  const onStop = () => lost.resolve('stopped')
  stop.addEventListener('abort', onStop)
  // A broken connection is only noticed by sending something.
  const probe = setInterval(
    () => void client.query('SELECT 1').catch((error: Error) => lost.resolve(error.message)),
    20 * seconds,
  ).unref()
  try {
    await client.connect()
    await listener.listenOn(client)
    return await lost.promise
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    clearInterval(probe)
    stop.removeEventListener('abort', onStop) // it would keep the client for as long as the server runs
    const ended = client.end().catch(() => {})
    // A broken connection may never end, and a lost one is replaced without waiting.
    if (stop.aborted) await waitAtMost(5 * seconds, ended)
  }
}
