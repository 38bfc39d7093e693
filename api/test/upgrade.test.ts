import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openArchive, writeArchive } from '../src/lib/backup/archive.ts'
import { Manifest } from '../src/lib/backup/backup.ts'
import { restoreBackup } from '../src/lib/backup/restore.ts'
import { type Database, openDatabase } from '../src/lib/database/database.ts'
import { prerelease, readMigrations } from '../src/lib/database/migrate.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import { makePartner, makeProduct, makeSlider, makeUser } from './make.ts'
import { makeCampaign, makeCartItem } from './make-campaign.ts'
import { scratch } from './scratch.ts'
import { migrationsDir } from './template.ts'

const root = resolve(import.meta.dirname, '../..')
const backups = resolve(import.meta.dirname, 'backups')
// A backup by the last build with 49 migrations, ceba97c: a few records, an import and a picture.
const backup = join(backups, 'ceba97c.zip')
/** The releases, each with a backup of its demo data. */
const releases = readdirSync(backups).flatMap((file) => /^(\d+\.\d+\.\d+)\.zip$/.exec(file)?.[1] ?? [])

/** The log lines of the migrations after the baseline. */
const AFTER = readdirSync(migrationsDir)
  .sort()
  .slice(1)
  .map((file) => `Migration ${file.slice(0, -4)} applied.`)

let place: Awaited<ReturnType<typeof scratch>>
let database: Database<unknown>
let work: string
beforeEach(async () => {
  place = await scratch({ migrated: true })
  database = await openDatabase(place)
  work = mkdtempSync(join(tmpdir(), 'kontor-upgrade-'))
})
afterEach(async () => {
  await database.close()
  await place.drop()
  rmSync(work, { recursive: true })
})

const restore = (path: string) =>
  restoreBackup({ ...place, pool: database.pool, path, migrationsDir, replace: false, log: () => {} })

async function rows(sql: string) {
  return (await database.pool.query(sql)).rows
}

/** Opens the database again with the migrations; returns the log. */
async function startAgain() {
  await database.close()
  const lines: string[] = []
  database = await openDatabase({ ...place, migrationsDir, log: (line) => lines.push(line) })
  return lines.filter((line) => line.startsWith('Migration'))
}

async function readManifest(path = backup): Promise<Manifest> {
  const archive = await openArchive(path)
  try {
    return Manifest.parse(JSON.parse(await text(archive.read('manifest.json'))))
  } finally {
    archive.close()
  }
}

/** The backup with another manifest. */
async function forge(change: (manifest: Manifest) => void) {
  const path = join(work, 'forged.zip')
  const manifest = await readManifest()
  change(manifest)
  const archive = await openArchive(backup)
  await writeArchive(path, async (add) => {
    for (const name of archive.names)
      await add(
        name,
        name === 'manifest.json' ? Readable.from([JSON.stringify(manifest)]) : archive.read(name),
      )
  })
  archive.close()
  return path
}

/** A database with the migrations before this number; by default with the baseline only. */
async function makeBefore(number = '0002') {
  await database.close()
  await place.drop()
  place = await scratch()
  for (const file of readdirSync(migrationsDir).filter((name) => name < number))
    cpSync(join(migrationsDir, file), join(work, file))
  database = await openDatabase({ ...place, migrationsDir: work })
}

const applied = () => rows('select name, applied_at from schema_migrations order by name')

test('this version is released, with a backup and an entry in the changelog', () => {
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  expect(releases).toContain(version)
  for (const release of releases) expect(changelog).toContain(`## ${release} `)
})

describe.each(releases)('release %s', (release) => {
  const path = join(backups, `${release}.zip`)

  test('its migrations are here unchanged, before all others', async () => {
    const { migrations } = await readManifest(path)
    const ours = await readMigrations(migrationsDir)
    expect(ours.slice(0, migrations.length).map(({ name, checksum }) => ({ name, checksum }))).toEqual(
      migrations.map(({ name, checksum }) => ({ name, checksum })),
    )
  })

  test('its backup is restored whole, and its database is upgraded', async () => {
    const { tables, migrations } = await readManifest(path)
    await restore(path)
    for (const [name, { rows: count }] of Object.entries(tables))
      expect({ name, rows: (await rows(`select count(*)::int as count from ${name}`))[0].count }).toEqual({
        name,
        rows: count,
      })
    expect(await startAgain()).toEqual(AFTER.slice(migrations.length - 1))
    const day = `(created_at AT TIME ZONE 'Europe/Podgorica')::date AS day`
    const promotions = await rows(`SELECT day, sum(orders)::int AS orders, sum(pieces)::int AS pieces
      FROM orders_daily WHERE source = 'promotions' GROUP BY 1 ORDER BY 1`)
    expect(promotions).toEqual(
      await rows(`SELECT day, count(*)::int AS orders, sum(pieces)::int AS pieces FROM (
        SELECT ${day}, quantity AS pieces FROM slider_orders UNION ALL SELECT ${day}, 0 FROM slider_registrations
      ) AS lines GROUP BY 1 ORDER BY 1`),
    )
    for (const table of ['message_threads', 'push_recipients'])
      expect(
        await rows(`SELECT count(*)::int > 0 AS some, bool_and(own.partner_id IS NOT DISTINCT FROM users.partner_id) AS theirs
        FROM ${table} AS own JOIN users ON users.id = user_id`),
        table,
      ).toEqual([{ some: true, theirs: true }])
  })
})

test('a backup by the last build with 49 migrations is restored identically, and the database works', async () => {
  const manifest = await readManifest()
  await restore(backup)
  const renamed: Record<string, string> = {
    order_days: 'orders_daily',
    catalogue_order_days: 'catalogue_orders_daily',
    asked_days: 'product_demand_daily',
    campaign_buyers_noted: 'campaign_buyer_deltas',
  }
  for (const [former, { rows: count }] of Object.entries(manifest.tables)) {
    const name = renamed[former] ?? former
    expect({ name, count: (await rows(`select count(*)::int as count from ${name}`))[0].count }).toEqual({
      name,
      count,
    })
  }
  expect(await rows('select name, name_folded from cities')).toEqual([
    { name: 'Nikšić', name_folded: 'niksic' },
  ])
  expect(await rows('select erp_code, price, quantity from products order by id')).toEqual([
    { erp_code: 'Š-1', price: '21.500', quantity: 8 },
    { erp_code: 'Š-2', price: '7.250', quantity: 40 },
  ])
  const [product] = await rows('select image from products where id = 1')
  expect(existsSync(join(place.dataDir, 'files/products', product.image))).toBe(true)
  expect(await startAgain()).toEqual(AFTER)
  expect((await applied())[0]).toEqual({
    name: '0001_baseline',
    applied_at: new Date(manifest.migrations.at(-1)?.applied_at ?? '').toISOString(),
  })
  expect(await rows(`insert into cities (name, country_id) values ('Bar', 1) returning id, version`)).toEqual(
    [{ id: 2, version: 1 }],
  )
  expect(await rows(`select action, record_name from history order by id desc limit 1`)).toEqual([
    { action: 'create', record_name: 'Bar' },
  ])
  await expect(rows('update countries set is_active = false')).rejects.toThrow('countries_in_use')
})

test('a backup by a build with fewer of the 49 is rejected, and one with other files of the same names', async () => {
  const fewer = await forge(({ migrations }) => migrations.pop())
  await expect(restore(fewer)).rejects.toThrow('has migration 0001_kit, which is no longer part of Kontor')
  const others = await forge(({ migrations }) => {
    if (migrations[7]) migrations[7].checksum = 'f'.repeat(64)
  })
  await expect(restore(others)).rejects.toThrow('which is no longer part of Kontor')
  expect(await rows('select name from cities')).toEqual([])
})

test('a database of a build before the release is rejected, with instructions', async () => {
  const { migrations } = await readManifest()
  const [baseline] = [...prerelease.keys()]
  for (const past of [migrations, [{ name: '0001_baseline', checksum: baseline }]]) {
    await rows('delete from schema_migrations')
    for (const { name, checksum } of past)
      await database.pool.query('insert into schema_migrations values ($1, $2)', [name, checksum])
    await expect(startAgain()).rejects.toThrow('npm run backup')
    database = await openDatabase(place)
  }
})

test('names with several blanks get single ones, unless another record has that name', async () => {
  await makeBefore()
  await rows(
    `insert into categories (name) values ('Ulja  i\u00a0maziva'), ('Gume  ljetnje'), ('Gume ljetnje')`,
  )
  await startAgain()
  expect(await rows('select name from categories order by id')).toEqual(
    ['Ulja i maziva', 'Gume  ljetnje', 'Gume ljetnje'].map((name) => ({ name })),
  )
})

test('an interrupted import in a backup is kept as far as it was applied, and can be undone', async () => {
  await makeBefore()
  await rows(`insert into users (name, username, password_hash) values ('Ana', 'ana', '')`)
  await rows(`insert into imports (kind, user_id, file_name, created, updated, under_way)
    values ('products', 1, 'pola.xlsx', 70, 30, 'import')`)
  await rows(`insert into import_rows (import_id, record_id, before, after, version)
    values (1, 1, '{"price": "21"}', '{"price": "22"}', 3), (1, 2, null, '{}', 1)`)
  await startAgain()
  expect(await rows('select created, updated, undone_at from imports')).toEqual([
    { created: 1, updated: 1, undone_at: null },
  ])
  expect(await rows('select action, record_name, user_id, changes from history where import_id = 1')).toEqual(
    [
      {
        action: 'import',
        record_name: 'pola.xlsx',
        user_id: 1,
        changes: { created: [null, 1], updated: [null, 1] },
      },
    ],
  )
})

test('orders of promotions with a price have their euros in the sums of their day', async () => {
  await makeBefore('0027')
  const db = database.db as Kysely<Schema>
  const { id: product_id } = await makeProduct(db)
  const { id: slider_id } = await makeSlider(db, { type: 2, product_id })
  const { id: partner_id } = await makePartner(db)
  const { id: user_id } = await makeUser(db, { partner_id })
  const who = { slider_id, product_id, partner_id, user_id }
  const order = (quantity: number, price: string | null, created_at = '2026-11-20T10:00Z') =>
    db
      .insertInto('slider_orders')
      .values({ ...who, quantity, price, created_at })
      .execute()
  await order(3, '2.5')
  await order(4, null) // from before migration 0024
  await order(1, '10', '2026-11-21T23:30Z')
  await db
    .insertInto('slider_registrations')
    .values({ slider_id, partner_id, user_id, created_at: '2026-11-20T10:00Z' })
    .execute()
  const sums = () =>
    rows(`SELECT day::text, sum(orders)::int AS orders, sum(pieces)::int AS pieces, sum(total)::text AS total
      FROM orders_daily WHERE source = 'promotions' GROUP BY day ORDER BY day`)
  expect((await sums()).map(({ total }) => total)).toEqual(['0.000', '0.000'])
  await startAgain()
  const filled = [
    { day: '2026-11-20', orders: 3, pieces: 7, total: '7.500' },
    { day: '2026-11-22', orders: 1, pieces: 1, total: '10.000' },
  ]
  expect(await sums()).toEqual(filled)
})

test('delivered lines of campaigns have the time of their last change as that of their delivery', async () => {
  await makeBefore('0028')
  const db = database.db as Kysely<Schema>
  const product = await makeProduct(db)
  const { id: campaign_id } = await makeCampaign(db, { products: [product] })
  for (const is_delivered of [true, false])
    await makeCartItem(db, {
      campaign_id,
      product_id: product.id,
      is_delivered,
      updated_at: '2026-11-20T10:00Z',
    })
  const history = () => rows('SELECT count(*) FROM history')
  const before = await history()
  await startAgain()
  expect(await rows('SELECT version, updated_at, delivered_at FROM campaign_cart_items ORDER BY id')).toEqual(
    ['2026-11-20T10:00:00.000Z', null].map((delivered_at) => ({
      version: 1,
      updated_at: '2026-11-20T10:00:00.000Z',
      delivered_at,
    })),
  )
  expect(await history()).toEqual(before)
})
