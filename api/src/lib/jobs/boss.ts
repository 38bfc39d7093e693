import pg from 'pg'
import { type Clock, type ConstructorOptions, type Db, PgBoss } from 'pg-boss'

/** Does not go back with the system's clock: pg-boss would wait until that has caught up. */
const monotonicClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
}

/** pg-boss on the given pool, with pg's own type parsers instead of the pool's. */
export function openBoss(
  pool: pg.Pool,
  log: (line: string) => void,
  { listen, ...options }: ConstructorOptions & Pick<Db, 'listen'>,
): PgBoss {
  const executeSql: Db['executeSql'] = (text, values) => pool.query({ text, values, types: pg.types })
  const boss = new PgBoss({
    db: { executeSql, ...(listen && { listen }) },
    registerInstance: false,
    clock: monotonicClock,
    ...options,
  })
  boss.on('error', (error) => log(`jobs: ${error.message}`))
  boss.on('warning', ({ message }) => log(`jobs: ${message}`))
  return boss
}

/**
 * Creates or migrates the schema `pgboss`. One of several nodes does; the others wait. The pool must have no timeout.
 */
export async function installJobs(pool: pg.Pool, log: (line: string) => void) {
  const boss = openBoss(pool, log, { supervise: false, schedule: false })
  await boss.start()
  await boss.stop()
}
