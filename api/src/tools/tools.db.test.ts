import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCity, makeDevice, makeProduct, makeSlider, makeUser } from '../../test/make.ts'
import { makeTotp } from '../../test/make-factor.ts'
import { scratch } from '../../test/scratch.ts'
import { startServer } from '../../test/start-server.ts'
import { newToken, tokenHash } from '../lib/auth/tokens.ts'
import { openDatabase } from '../lib/database/database.ts'
import type { Schema } from '../lib/database/schema.ts'
import { openFileStore } from '../lib/storage/storage.ts'
import { migrationsDir } from '../root.ts'
import { open } from './run.ts'

type Place = { dataDir: string; databaseUrl?: string | undefined }

const work = mkdtempSync(join(tmpdir(), 'kontor-tools-'))
const file = join(work, 'backup.zip')
const ownFile = join(work, 'own.zip')
let source: Awaited<ReturnType<typeof scratch>>
let complete: unknown

beforeAll(async () => {
  source = await scratch({ migrated: true })
  await withDatabase(source, async ({ db }) => {
    const pictures = openFileStore(source, 'products')
    const image = await pictures.save(Buffer.from('picture'), 'jpg')
    const { erp_code } = await makeProduct(db, { image, price: '12345.125', name: 'Šrafciger Љ' })
    await sql`INSERT INTO products (erp_code, name) SELECT ${erp_code}::text || n, n FROM generate_series(1, 5000) n`.execute(
      db,
    )
    await makeCity(db)
    await makeUser(db, { partner: true })
  })
  complete = await content(source)
  expect(await tool('backup', source, file)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await source.drop()
  rmSync(work, { recursive: true })
})

function start(name: string, { dataDir, databaseUrl }: Place, args: string[]) {
  const script = new URL(`./${name}.ts`, import.meta.url).pathname
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  return spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a tool to its end. */
async function tool(name: string, place: Place, ...args: string[]) {
  const child = start(name, place, args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

type Open = Awaited<ReturnType<typeof openDatabase<Schema>>>

async function withDatabase<T>(place: Place, use: (database: Open) => Promise<T>) {
  const database = await openDatabase<Schema>({ ...place, migrationsDir, log: () => {} })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

const content = (place: Place) =>
  withDatabase(place, async ({ db }) => {
    const tables = ['products', 'users', 'partners', 'cities', 'countries'] as const
    return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))
  })

test.for(['backup', 'reset-2fa', 'reset-password'])('%s creates no database', async (name) => {
  const dataDir = join(work, 'nowhere')
  expect(await tool(name, { dataDir }, 'ana')).toMatchObject({
    code: 1,
    stderr: `There is no database in ${dataDir}: check DATA_DIR.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
})

test('restore requires a file', async () => {
  expect((await tool('restore', source)).stderr).toContain('Usage: npm run restore')
})

test('a statement of a tool takes as long as it needs: a restore checks all rows in one', async () => {
  const { pool, close } = await open(source, { migrate: false })
  const { rows } = await pool.query('show statement_timeout')
  await close()
  expect([rows, pool.options.query_timeout]).toEqual([[{ statement_timeout: '0' }], undefined])
})

test('with the embedded PostgreSQL: restore fills a new folder, backup works during a running server, restore does not', async () => {
  const own = { dataDir: join(work, 'own') }
  expect(await tool('restore', own, file)).toMatchObject({ code: 0, stderr: '' })
  await withDatabase(own, async () => {
    const { code, stderr } = await tool('restore', own, file, '--replace')
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`${own.dataDir} is in use by another running Kontor`),
    ])
    expect(await tool('backup', own, ownFile)).toMatchObject({ code: 0, stderr: '' })
  })
  expect(await content(own)).toEqual(complete)
})

test('with the embedded PostgreSQL: no database is made for the files of one that is missing', async () => {
  const own = { dataDir: join(work, 'away'), databaseUrl: '' }
  const database = join(own.dataDir, 'postgres')
  expect(await tool('restore', own, file)).toMatchObject({ code: 0, stderr: '' })
  renameSync(database, `${database}.away`)
  const { exit, complaint } = await startServer(own)
  expect([await exit, await complaint]).toEqual([
    [1, null],
    expect.stringContaining('postgres is missing, and'),
  ])
  expect(existsSync(database)).toBe(false)
})

test('with the embedded PostgreSQL: a database with missing files is reported in one sentence, with a remedy', async () => {
  const own = { dataDir: join(work, 'damaged'), databaseUrl: '' }
  const base = join(own.dataDir, 'postgres/base')
  expect(await tool('restore', own, file)).toMatchObject({ code: 0, stderr: '' })
  const newest = Math.max(...readdirSync(base).map(Number))
  rmSync(join(base, String(newest)), { recursive: true })
  const sentence = new RegExp(
    `^The database in ${own.dataDir}/postgres cannot run \\(.* is missing\\.\\): there is no backup in .*\\n$`,
  )
  expect(await tool('backup', own)).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) })
  const { exit, complaint } = await startServer(own)
  expect([await exit, await complaint]).toEqual([[1, null], expect.stringMatching(sentence)])
})

test('a restore asks for --replace before it takes the files of another database', async () => {
  const former = await scratch({ migrated: true })
  const empty = await scratch({ migrated: true })
  const moved = { ...empty, dataDir: former.dataDir }
  expect(await tool('restore', former, file)).toMatchObject({ code: 0, stderr: '' })
  const refused = await tool('restore', moved, file)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('has the files of another database'),
  ])
  expect(await content(former)).toEqual(complete)
  expect(await tool('restore', moved, file, '--replace')).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(join(former.dataDir, 'backups')), 'an empty database is not backed up').toBe(false)
  const left = await tool('backup', former)
  expect([left.code, left.stderr]).toEqual([
    1,
    expect.stringContaining('The files of this database are not in'),
  ])
  await empty.drop()
  await former.drop()
})

describe('restore', () => {
  let target: Awaited<ReturnType<typeof scratch>>
  beforeAll(async () => {
    target = await scratch({ migrated: true })
  })
  afterAll(() => target.drop())

  test('fills an unused database, once', async () => {
    expect(await tool('restore', target, ownFile)).toMatchObject({ code: 0, stderr: '' })
    expect(await content(target)).toEqual(complete)
    const again = await tool('restore', target, file)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The database is not empty')])
    expect(again.stderr).toContain('With --replace it is backed up and replaced.')
  })

  test('that is killed leaves the database unchanged or complete, and can be repeated', async () => {
    await withDatabase(target, ({ db }) => makeProduct(db))
    const before = await content(target)
    let killed = 0
    for (const sign of ['Restoring', '  cities', '  partners', '  products']) {
      const child = start('restore', target, [file, '--replace'])
      const exited = once(child, 'exit')
      for await (const line of createInterface({ input: child.stdout })) if (line.startsWith(sign)) break
      child.kill('SIGKILL')
      const [code, signal] = await exited
      if (signal === 'SIGKILL') killed += 1
      else expect(code).toBe(0) // it ended before it was killed
      expect([before, complete], sign).toContainEqual(await content(target))
      rmSync(join(target.dataDir, 'backups'), { recursive: true }) // a second backup may be made within the same second
    }
    expect(killed).toBeGreaterThan(0)
  })

  test('makes a backup of what it replaces', async () => {
    const { code, stderr, stdout } = await tool('restore', target, file, '--replace')
    expect([code, stderr]).toEqual([0, ''])
    expect(await content(target)).toEqual(complete)
    const names = readdirSync(join(target.dataDir, 'backups'))
    expect(stdout).toContain(
      `Backup of the previous data: ${join(target.dataDir, 'backups', names[0] ?? '')}`,
    )
    expect(readdirSync(join(target.dataDir, 'files/products'))).toHaveLength(1)
  })

  test('with --quiet ends what waited to be sent, and refuses an option that it does not know', async () => {
    const waiting = join(work, 'waiting.zip')
    await withDatabase(target, async ({ db }) => {
      const { id: user_id } = await makeUser(db)
      const device = await makeDevice(db, { user_id })
      const push = await db
        .insertInto('pushes')
        .values({ title: 'Čeka', text: 'Čeka', link: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const of = { push_id: push.id, user_id, device_id: device.id, platform: device.platform }
      await db.insertInto('push_deliveries').values(of).execute()
      const text = { subject: 'Čeka', notification_text: 'Čeka', send_by_category: true, user_id }
      await db
        .insertInto('notifications')
        .values({ ...text, send_at: '2020-01-01T00:00Z' })
        .execute()
      await makeSlider(db, { is_push_due: true })
    })
    expect(await tool('backup', target, waiting)).toMatchObject({ code: 0, stderr: '' })
    const wrong = await tool('restore', target, waiting, '--replace', '--quite')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('Usage: npm run restore')])
    const done = await tool('restore', target, waiting, '--replace', '--quiet')
    expect([done.code, done.stderr]).toEqual([0, ''])
    await withDatabase(target, async ({ db }) =>
      expect({
        notifications: await db.selectFrom('notifications').select('state').execute(),
        deliveries: await db.selectFrom('push_deliveries').select(['status', 'error']).execute(),
        sliders: await db.selectFrom('sliders').select('is_push_due').execute(),
      }).toEqual({
        notifications: [{ state: 'cancelled' }],
        deliveries: [{ status: 'failed', error: 'expired' }],
        sliders: [{ is_push_due: false }],
      }),
    )
  })
})

test('reset-2fa removes a second factor, changes nothing for a user without one, and reports an unknown user', async () => {
  const target = await scratch({ migrated: true })
  const made = await withDatabase(target, async ({ db }) => {
    const user = await makeUser(db, { username: 'ana' })
    await makeTotp(db, user.id)
    const begun = await makeUser(db, { username: 'bez' })
    await makeTotp(db, begun.id)
    await db.updateTable('totp_factors').set({ confirmed_at: null }).where('user_id', '=', begun.id).execute()
    const session = { address: '', user_agent: '', expires_at: '2999-01-01' }
    const sessions = [user, begun].map(({ id }) => ({
      ...session,
      user_id: id,
      token_hash: tokenHash(newToken()),
    }))
    await db.insertInto('sessions').values(sessions).execute()
    return { user, begun }
  })
  expect((await tool('reset-2fa', target)).stderr).toContain('Usage: npm run reset-2fa')
  expect((await tool('reset-2fa', target, 'niko')).stderr).toContain('There is no user called niko.')
  expect((await tool('reset-2fa', target, 'ANA')).stdout).toContain('now signs in with the password only')
  for (const name of ['ana', 'bez'])
    expect((await tool('reset-2fa', target, name)).stdout).toContain('had no second factor')
  const left = await withDatabase(target, async ({ db }) => [
    await db.selectFrom('totp_factors').select('user_id').execute(),
    await db.selectFrom('sessions').select('user_id').execute(),
  ])
  const untouched = [{ user_id: made.begun.id }]
  expect(left).toEqual([untouched, untouched])
  await target.drop()
})

test('reset-password ends the sessions and prints a link, and reports users who cannot have one', async () => {
  const target = await scratch({ migrated: true })
  const made = await withDatabase(target, async ({ db }) => {
    await makeUser(db, { username: 'bivši', is_active: false })
    const user = await makeUser(db, { username: 'ana' })
    const times = { address: '', user_agent: '', expires_at: '2999-01-01' }
    const session = { token_hash: tokenHash('x'), user_id: user.id, ...times }
    await db.insertInto('sessions').values(session).execute()
    return user
  })
  expect((await tool('reset-password', target)).stderr).toContain('Usage: npm run reset-password')
  expect((await tool('reset-password', target, 'niko')).stderr).toContain('There is no user called niko.')
  expect((await tool('reset-password', target, 'bivši')).stderr).toContain('is inactive')
  const { stdout } = await tool('reset-password', target, 'ANA')
  const [, token = ''] = /\/password#([\w-]{43})\n$/.exec(stdout) ?? []
  const left = await withDatabase(target, async ({ db }) => ({
    links: await db.selectFrom('password_links').select(['user_id', 'token_hash']).execute(),
    sessions: await db.selectFrom('sessions').select('user_id').execute(),
  }))
  expect(left).toEqual({ links: [{ user_id: made.id, token_hash: tokenHash(token) }], sessions: [] })
  await target.drop()
})
