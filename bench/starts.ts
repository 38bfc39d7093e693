import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inTurns, median } from './load.ts'
import { FLOOR, memoryOf, PRODUCT, start, stop } from './servers.ts'
import { inSeconds, printLine } from './table.ts'

/** Milliseconds from the command to the first response with an existing database, and the memory afterwards. */
export async function starts(databaseUrl: string, scratch: string) {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: scratch, DEMO: '0' }
  const timed = (file: string, env: Record<string, string>) => async () => {
    const server = await start(file, env)
    await stop(server)
    return server.ms
  }
  await timed(PRODUCT, env)()
  const found = await inTurns(timed(PRODUCT, env), timed(FLOOR, env))
  const times = `${found.ratio.toFixed(1)}x`
  printLine({
    job: 'warm start to the first 200, PostgreSQL',
    ours: inSeconds(found.ours),
    bare: inSeconds(found.bare),
    result: times,
    goal: '≤ 2.5x',
    peer: '2–10x',
    isReached: found.ratio <= 2.5,
  })

  const embedded = timed(PRODUCT, { DATABASE_URL: '', DATA_DIR: join(scratch, 'own'), DEMO: '1' })
  const warm: number[] = []
  for (let i = 0; i < 4; i++) warm.push(await embedded())
  const ms = median(warm.slice(1)) // the first start created the database
  printLine({
    job: 'warm start, own PostgreSQL with demo data',
    ours: inSeconds(ms),
    result: inSeconds(ms),
    goal: '≤ 1.5 s',
    isReached: ms <= 1500,
  })

  const idle = await start(PRODUCT, env)
  await pause(5000)
  const memory = memoryOf(idle)
  await stop(idle)
  printLine({
    job: 'idle memory, PostgreSQL',
    ours: `${memory} MB`,
    result: `${memory} MB`,
    goal: '≤ 130 MB',
    peer: '118 MB',
    isReached: memory <= 130,
  })
}
