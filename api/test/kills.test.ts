import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signalProcess } from '../src/lib/database/embedded/server.ts'
import { startServer } from './start-server.ts'

// Kills Kontor with its embedded PostgreSQL in every way while it writes.
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-kills-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const ROUNDS = process.env.KONTOR_TEST_EXHAUSTIVE === '1' ? 10 : 1
const WRITERS = 4

type Running = Awaited<ReturnType<typeof startServer>>

/** Parent and command line of all processes, from Linux's /proc. */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, , , ppid = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/\(.*\)/, 'x')
          .split(' ')
        return { pid: Number(pid), ppid: Number(ppid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
      } catch {
        return [] // it has ended
      }
    })
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const sessions = () => {
  const parent = postmaster()
  return processes().filter(({ ppid, command }) => ppid === parent && command.startsWith('postgres: kontor'))
}
const watchers = () =>
  processes().filter(({ command }) => command.includes(`kontor-watcher\0${postmaster()}`))

/** The processes to kill, and whether Kontor survives. */
const KILLS: Record<string, { pids: (server: Running) => number[]; goesOn?: true }> = {
  AppContext: { pids: ({ child }) => [child.pid ?? 0] },
  'a session': {
    pids: () =>
      sessions()
        .slice(-1)
        .map(({ pid }) => pid),
    goesOn: true,
  },
  PostgreSQL: { pids: () => [postmaster()], goesOn: true },
  'Kontor and PostgreSQL': { pids: ({ child }) => [child.pid ?? 0, postmaster()] },
  'the whole tree': {
    pids: ({ child }) => {
      const all = [...sessions(), ...watchers()].map(({ pid }) => pid)
      return [child.pid ?? 0, postmaster(), ...all]
    },
  },
}

async function signIn(port: number) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"admin","password":"lozinka"}',
    })
    if (answer.status === 200) return ((await answer.json()) as { token: string }).token
    expect(answer.status).toBe(503)
    await pause(20)
  }
}

const acknowledged = new Set<string>()
let next = 0

/** Adds countries until told to stop, and records those with a response. */
async function write(port: number, token: string, isOver: () => boolean) {
  while (!isOver()) {
    const name = `Zemlja ${++next}`
    const answer = await fetch(`http://127.0.0.1:${port}/api/countries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name }),
    }).catch(() => undefined)
    if (answer?.ok) acknowledged.add(name)
    else if (answer) expect(answer.status).toBe(503)
    if (!answer?.ok) await pause(5)
  }
}

async function stored(): Promise<Set<string>> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/countries`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.status === 200)
      return new Set(((await answer.json()) as { name: string }[]).map(({ name }) => name))
    expect(answer.status).toBe(503)
    await pause(20)
  }
}

async function expectAll() {
  const found = await stored()
  expect([...acknowledged].filter((one) => !found.has(one))).toEqual([])
}

const rounds = Array.from({ length: ROUNDS }, () => Object.keys(KILLS)).flat()
/** The server that a round leaves running is killed in the next. */
let server: Running
let token = ''
const start = async () => {
  server = await startServer({ dataDir, databaseUrl: '' })
  token = await signIn(server.port)
}

describe.runIf(process.platform === 'linux')('a Kontor that writes', () => {
  beforeAll(start)

  test.for(rounds)('loses no acknowledged change when %s is killed', async (name) => {
    const kill = KILLS[name]
    let isOver = false
    const writers = Array.from({ length: WRITERS }, () => write(server.port, token, () => isOver))
    const before = acknowledged.size
    while (acknowledged.size < before + 20) await pause(1)
    for (const pid of kill?.pids(server) ?? []) signalProcess(pid, 'SIGKILL') // the first may end the others
    if (kill?.goesOn) {
      const then = acknowledged.size
      while (acknowledged.size < then + 20) await pause(1)
    }
    isOver = true
    await Promise.all(writers)
    if (!kill?.goesOn) {
      await server.exit
      await start()
    }
    await expectAll()
  })

  test('stops regularly afterwards, and has lost nothing at its next start', async () => {
    server.child.kill('SIGTERM')
    expect(await server.exit).toEqual([0, null])
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
    await start()
    await expectAll()
    server.child.kill('SIGTERM')
    await server.exit
  })
})
