import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openInChild } from '../../../../test/child.ts'
import { type DatabaseOptions, openDatabase } from '../database.ts'
import { isUnavailable, StartupError } from '../database-errors.ts'
import { createCluster, prepareCluster } from './cluster.ts'
import { openEmbedded } from './embedded.ts'
import { connectSuperuser } from './lock-connection.ts'
import { signalProcess, startServer } from './server.ts'
import { rejectOldDataFolder } from './startup-error.ts'

const work = mkdtempSync(join(tmpdir(), 'kontor-embedded-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

let count = 0
let dataDir: string
beforeEach(() => {
  dataDir = join(work, `data-${++count}`)
})
const log = () => {}
const open = (options: Partial<DatabaseOptions> = {}) => openDatabase({ dataDir, log, ...options })
const path = (...parts: string[]) => join(dataDir, 'postgres', ...parts)
const postmaster = () => Number(readFileSync(path('postmaster.pid'), 'utf8').split('\n')[0])

const template = join(work, 'template')
beforeAll(async () => {
  const { close } = await openDatabase({ dataDir: template, log })
  await close()
})

/** Copies a prepared database into the folder; creating one takes a second. */
function made() {
  mkdirSync(dataDir, { recursive: true })
  cpSync(join(template, 'postgres'), path(), { recursive: true })
  chmodSync(path(), 0o700)
}

async function errorOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartupError)
  return (error as StartupError).message
}

/** The process ids of a server and its sessions. */
function processesOf(server: number) {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ')
  return [server, ...children.map(Number)]
}

const until = (is: () => boolean) =>
  vi.waitFor(() => expect(is()).toBe(true), { timeout: 60_000, interval: 10 })

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('a folder in use', () => {
  test('is rejected for another process, until the first is killed', async () => {
    made()
    const child = openInChild({ dataDir })
    await child.until('open')
    expect(await errorOf(open())).toContain(`${dataDir} is in use by another running Kontor`)
    await child.kill()
    const { close, pool } = await open()
    expect((await pool.query('select count(*) from kept')).rows).toEqual([{ count: 1 }])
    await close()
  })

  test('is rejected in the same process; tools that may share it can read', async () => {
    made()
    const { close, pool } = await open()
    await pool.query('create table kept as select 1 as one')
    expect(await errorOf(open())).toContain('is in use')
    const second = await open({ allowRunning: true })
    expect((await second.pool.query('select one from kept')).rows).toEqual([{ one: 1 }])
    await second.close()
    expect((await pool.query('select one from kept')).rows).toEqual([{ one: 1 }])
    await close()
    await (await open()).close()
  })

  test('a server whose Kontor was killed ends by itself, and leaves no lock', async () => {
    made()
    const child = openInChild({ dataDir })
    await child.until('open')
    const pid = postmaster()
    await child.kill()
    await until(() => !isAlive(pid))
    expect(existsSync(path('postmaster.pid'))).toBe(false)
  })

  test.for([false, true])(
    'a server that outlived its Kontor is stopped by the next start, behind a link: %s',
    async (isLink) => {
      made()
      const place = isLink ? join(work, 'link') : dataDir
      if (isLink) symlinkSync(dataDir, place)
      const cluster = prepareCluster({ dataDir: place, log })
      const settings = { listen_addresses: '', unix_socket_directories: path() }
      const left = await startServer({ ...cluster, settings, log })
      const { close, pool } = await open({ dataDir: place })
      expect(isAlive(left.pid)).toBe(false)
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await close()
    },
  )

  test('of two simultaneous first starts one runs and the other is rejected', async () => {
    const children = [openInChild({ dataDir }), openInChild({ dataDir })]
    const lines = await Promise.all(children.map((child) => child.until(/^(open|refused)/)))
    expect(lines.sort()).toEqual(['open', expect.stringContaining('is in use by another running Kontor')])
    for (const child of children) await child.kill()
    await (await open()).close()
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  test('a server that ends while it is asked is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-ending-'))
    const ending = createServer((socket) => {
      socket.destroy()
      ending.close()
    })
    await once(ending.listen(join(folder, '.s.PGSQL.5432')), 'listening')
    const login = { host: folder, port: 5432, ssl: false }
    expect(await connectSuperuser(login, { path: folder, dataDir: folder })).toBeUndefined()
    rmSync(folder, { recursive: true })
  })

  test('a lock file with the pid of another program since a restart is removed', async () => {
    made()
    writeFileSync(path('postmaster.pid'), `${process.pid}\n${path()}\n1\n5432\n${path()}\n\n0 0\nready\n`)
    await (await open()).close()
  })
})

describe('a folder that cannot be used', () => {
  test('is rejected when it is not writable', async () => {
    mkdirSync(dataDir)
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(await errorOf(open({ dataDir: join(file, 'data') }))).toContain('cannot be written to')
  })

  test('is rejected when another PostgreSQL created it, with instructions', async () => {
    made()
    for (const version of ['17', '19']) {
      writeFileSync(path('PG_VERSION'), `${version}\n`)
      expect(await errorOf(open())).toMatch(
        new RegExp(
          `made by PostgreSQL ${version}, and this version of Kontor includes 18.*npm run backup.*restore`,
        ),
      )
    }
  })

  test('is rejected as damaged without a version', async () => {
    made()
    for (const version of ['', 'x\n']) {
      writeFileSync(path('PG_VERSION'), version)
      expect(await errorOf(open())).toMatch(/cannot run \(PG_VERSION invalid\): there is no backup/)
    }
  })

  test('is not changed when files are missing, and the backups are named', async () => {
    made()
    const backups = join(dataDir, 'backups')
    mkdirSync(backups)
    for (const [day, name] of ['kontor-20260101-000000.zip', 'kontor-auto-20260201-000000.zip'].entries()) {
      writeFileSync(join(backups, name), '')
      utimesSync(join(backups, name), day, day)
    }
    for (const part of ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact']) {
      renameSync(path(part), join(dataDir, 'lost'))
      const before = readdirSync(path(), { recursive: true })
      expect(await errorOf(open()), part).toMatch(
        /postgres away and restore a backup with: npm run restore -- .*kontor-auto-20260201-000000\.zip --replace \(older: kontor-20260101-000000\.zip\)\.$/,
      )
      expect(readdirSync(path(), { recursive: true })).toEqual(before)
      renameSync(join(dataDir, 'lost'), path(part))
    }
  })

  test('is rejected when it is damaged, and unlocked again', async () => {
    made()
    truncateSync(path('global/pg_control'), 100)
    expect(await errorOf(open())).toMatch(/could not read file "global\/pg_control".*there is no backup/)
    expect(await errorOf(open())).not.toContain('in use')
    writeFileSync(path('global/pg_control'), Buffer.alloc(8192, 1))
    expect(await errorOf(open())).toMatch(
      /incompatible with server: The database cluster.*there is no backup/,
    )
  })

  test('is rejected when it is a link to an unmounted disk, and remains a link', async () => {
    mkdirSync(dataDir)
    symlinkSync(join(work, 'unmounted/postgres'), path())
    const message = 'unmounted/postgres, which does not exist: mount or restore that folder'
    expect(await errorOf(open())).toContain(message)
    mkdirSync(join(work, 'unmounted')) // as a mount point is
    expect(await errorOf(open())).toContain(message)
    expect(readdirSync(join(work, 'unmounted'))).toEqual([])
    expect(readlinkSync(path())).toBe(join(work, 'unmounted/postgres'))
  })

  test('is rejected when an earlier version created it, until there is a database of this one', async () => {
    mkdirSync(join(dataDir, 'db'), { recursive: true })
    writeFileSync(join(dataDir, 'db/PG_VERSION'), '18\n')
    expect(() => rejectOldDataFolder(dataDir)).toThrow(/npm run backup.*npm run restore -- file\.zip/)
    made()
    expect(() => rejectOldDataFolder(dataDir)).not.toThrow()
  })
})

describe('a server that ends by itself', () => {
  test.for(['session', 'server'])('is available again after its %s was killed', async (which) => {
    made()
    const lines: string[] = []
    const { close, pool } = await open({ waitMs: 30_000, log: (line) => lines.push(line) })
    await pool.query('create table kept as select 1 as one')
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const server = postmaster()
    const session = rows[0]?.pid ?? 0
    process.kill(which === 'server' ? server : session, 'SIGKILL')
    // Its file is removed and written anew.
    if (which === 'server') await vi.waitFor(() => expect(postmaster()).not.toBe(server), 60_000)
    const answer = async () => {
      try {
        return (await pool.query('select one from kept')).rows
      } catch (error) {
        expect(isUnavailable(error)).toBe(true)
        return undefined
      }
    }
    while (!(await answer())) await pause(10)
    expect(await errorOf(waitForLock())).toContain('is in use')
    await close()
    // Every connection attempt in the meantime was rejected.
    expect(lines.filter((line) => /database system is (in|not)|Consistent recovery/.test(line))).toEqual([])
  })

  /** The session with the lock reconnects a moment after the others. */
  async function waitForLock() {
    for (;;) {
      const second = await open({ allowRunning: true })
      const { rows } = await second.pool.query(`select from pg_locks where locktype = 'advisory'`)
      await second.close()
      if (rows.length > 0) return open()
      await pause(10)
    }
  }

  test('because it was told to stop with Kontor, as systemd does, is not restarted', async () => {
    made()
    const lines: string[] = []
    const { close } = await open({ log: (line) => lines.push(line) })
    const server = postmaster()
    for (const pid of processesOf(server)) signalProcess(pid, 'SIGTERM') // the first may end the others
    await until(() => !isAlive(server))
    const before = lines.length // a session that ended first may have reconnected by then
    await close()
    expect(lines.slice(before)).not.toContain('The database is ready again.')
    expect(existsSync(path('postmaster.pid'))).toBe(false)
  })

  test('and again within a minute is given up, with the reason', async () => {
    made()
    const fatal = Promise.withResolvers<Error>()
    const lines: string[] = []
    const { close } = await open({ onFatal: fatal.resolve, log: (line) => lines.push(line) })
    const first = postmaster()
    process.kill(first, 'SIGKILL')
    await until(() => lines.includes('The database is ready again.'))
    expect(postmaster()).not.toBe(first)
    process.kill(postmaster(), 'SIGKILL')
    expect((await fatal.promise).message).toMatch(/cannot run \(it was killed\): try again/)
    await close()
  })
})

describe('a first start', () => {
  test('that was killed at any point does not block the next', async () => {
    const folders = () => (existsSync(dataDir) ? readdirSync(dataDir) : [])
    for (const part of ['', 'data/PG_VERSION', 'data/pg_wal']) {
      const before = folders()
      const made = () => folders().find((name) => name.startsWith('postgres.new-') && !before.includes(name))
      const child = openInChild({ dataDir })
      await until(() => Boolean(made() && existsSync(join(dataDir, made() || '', part))))
      await child.kill()
    }
    await (await open()).close()
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  test('creates no file that other users may read', async () => {
    const { pool, close } = await open()
    await pool.query('create table kept as select 1 as one')
    await close()
    const files = readdirSync(path(), { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => statSync(path(file)).mode & 0o077)).toEqual([])
  })

  test("flushes commits and vacuums as PostgreSQL does, in UTC and UTF-8 whatever the machine's settings", async () => {
    const child = openInChild(
      { dataDir },
      { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.ISO-8859-9', PGPORT: '1', PGHOST: 'nowhere' },
    )
    await child.until('open')
    const { pool, close } = await open({ allowRunning: true })
    const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'data_checksums']
    const { rows } = await pool.query(
      `select name, setting from pg_settings where name = any($1) and setting <> 'on'`,
      [settings],
    )
    expect(rows).toEqual([])
    const { rows: more } = await pool.query(
      `select current_setting('timezone') as zone, current_setting('server_encoding') as encoding, lower('ŠĐ') as lower`,
    )
    expect(more).toEqual([{ zone: 'UTC', encoding: 'UTF8', lower: 'šđ' }])
    await close()
    await child.kill()
  })

  test.for(['a folder with š and blanks, "and" quotes', `${'long/'.repeat(25)}data`])(
    'works in %s',
    async (name) => {
      dataDir = join(work, `place-${++count}`, name)
      await (await open()).close()
      const { pool, close } = await open()
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await close()
    },
  )
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  const users = ['nobody']
  const umask = process.umask()
  beforeAll(() => void process.umask(0o077)) // as the server and the tools set it
  afterAll(() => void process.umask(umask))
  const onFatal = (error: Error) => {
    throw error
  }

  test('the files are root’s where the system allows a user namespace', async () => {
    const cluster = prepareCluster({ dataDir, log, strategies: { namespace: true, users: [] } })
    expect(cluster.account.commandPrefix[0]).toBe('unshare')
    createCluster(cluster)
    expect(statSync(path('base')).uid).toBe(0)
  })

  test('another system user runs it elsewhere, also later', async () => {
    chmodSync(work, 0o711)
    const options = { dataDir, log, onFatal, systemDir: join(work, 'system') }
    const first = await openEmbedded({ ...options, strategies: { namespace: false, users } })
    await first.close()
    expect(statSync(path('base')).uid).not.toBe(0)
    const again = await openEmbedded(options)
    await again.close()
    expect(statSync(path('base')).uid).not.toBe(0)
  })

  test('a database that no other user can reach is in a system folder, which the start prints', async () => {
    const closed = join(work, 'closed')
    mkdirSync(closed, { recursive: true, mode: 0o700 })
    dataDir = join(closed, 'data')
    const systemDir = join(work, 'system')
    const lines: string[] = []
    const options = { dataDir, systemDir, onFatal, log: (line: string) => lines.push(line) }
    const first = await openEmbedded({ ...options, strategies: { namespace: false, users } })
    await first.close()
    expect(lines.join('\n')).toContain(`its files are in ${systemDir}`)
    expect(readlinkSync(path())).toContain(systemDir)
    await (await openEmbedded({ ...options, strategies: { namespace: false, users } })).close()
  })

  test('a folder of another owner is run as that owner', async () => {
    mkdirSync(dataDir)
    chownSync(dataDir, 65534, 65534)
    chmodSync(work, 0o711)
    const options = { dataDir, log, onFatal, systemDir: join(work, 'system') }
    const first = await openEmbedded({ ...options, strategies: { namespace: false, users } })
    await first.close()
    const again = await openEmbedded(options)
    await again.close()
    expect(statSync(path('global')).uid).toBe(65534)
  })
})
