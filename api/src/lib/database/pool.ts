import pg from 'pg'

/** Lifetime of a connection: pg keeps the text of every statement that was ever prepared on it. */
const HOUR = 3600 // seconds

/** A pool that survives broken connections, and that discards clients that are not idle when they are released. */
export function createPool(config: pg.PoolConfig, log: (line: string) => void) {
  const pool = new pg.Pool({ ...config, maxLifetimeSeconds: HOUR, types: { getTypeParser } })
  pool.on('error', (error) => {
    // PostgreSQL may end a connection that is being closed before it has read that.
    if (!pool.ending) log(`An idle database connection was lost (${error.message}).`)
  })
  // A client that breaks between two queries of a transaction emits an error that nothing else handles.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_error, client) => {
    if (!isIdle(client)) void client.end()
  })
  return pool
}

/** Whether a client is outside a transaction and has no unanswered query, as it would after a query_timeout. */
export const isIdle = (client: pg.PoolClient) =>
  client.getTransactionStatus() === 'I' &&
  (client as pg.PoolClient & { readyForQuery: boolean }).readyForQuery // public in pg, absent in its types

/** Parsers: count(*) as a number, dates as `YYYY-MM-DD`, timestamps in ISO 8601 UTC, numeric as an exact string. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.DATE) return String
  if (oid === pg.types.builtins.TIMESTAMPTZ) return isoMoment
  return pg.types.getTypeParser(oid, format as 'text')
}

const isoMoment = (text: string) => new Date(text).toISOString()
