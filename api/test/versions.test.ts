// Generated from the database's catalogue, so that every table and column is tested.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from './app.ts'
import { makesOf } from './make-changeable.ts'

const { db } = await startApp()

/** Columns that follow from other changes: the server writes them without a new version. */
const UNVERSIONED = [
  'campaigns.details_version',
  'campaigns.is_shown',
  'catalogue.ancestors',
  'sliders.is_push_due',
  'sliders.position',
  'sliders.state',
  'technical_support.ancestors',
  'users.invited_at',
]
/** Columns that the history omits besides counters, folded texts and percent flags, which its rule covers. */
const UNAUDITED = [
  'products.previous_quantity_set_at',
  'products.quantity_set_at',
  'roles.name', // its trigger records granted and revoked permissions
  'roles.role',
]

interface Column {
  table: string
  name: string
  versioned: boolean
  audited: boolean | null
}

const { rows: columns } = await sql<Column>`
  SELECT relname AS table, attname AS name,
    tgattr = '' OR attnum = ANY (tgattr) AS versioned,
    (SELECT prosrc ~ format('OLD\\.%I(?!\\w)', attname) FROM pg_proc WHERE proname = 'audit_' || relname) AS audited
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_attribute ON attrelid = tgrelid
  WHERE tgname = 'increment_version' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND attname NOT IN ('id', 'version', 'created_at', 'updated_at')
  ORDER BY relname, attname`.execute(db)
const named = (some: Column[]) => some.map(({ table, name }) => `${table}.${name}`)

describe('a column of a versioned table', () => {
  test('increments the version when it is written, unless it follows from other changes', () => {
    expect(columns.length).toBeGreaterThan(200)
    expect(named(columns.filter(({ versioned }) => !versioned))).toEqual(UNVERSIONED)
  })

  test('is in the history, unless it is excluded', () => {
    const hidden = columns.filter(({ audited }) => audited === false)
    const ruled = /(_(percent|version)|\.ancestors)$/
    expect(named(hidden).filter((name) => !ruled.test(name))).toEqual(UNAUDITED)
  })
})

describe('a record', () => {
  const makes = makesOf(db)
  test.each([
    ['products', makes.product],
    ['partners', makes.partner],
    ['stores', makes.store],
    ['users', makes.user],
    ['campaigns', makes.campaign],
    ['sliders', makes.slider],
    ['catalogue', makes.node],
  ] as const)('of %s has a new version after a change of each column', async (table, make) => {
    const { id } = await make()
    const versioned = columns.filter((one) => one.table === table && one.versioned)
    expect(versioned).not.toEqual([])
    for (const { name } of versioned) {
      const read = () => db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()
      const before = await read()
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(name)} = ${sql.ref(name)} WHERE id = ${id}`.execute(
        db,
      )
      expect([name, (await read()).version]).toEqual([name, before.version + 1])
    }
  })
})

test('a new column has versions and history after audit_table() was called again', async () => {
  const undo = new Error('undo')
  const attempt = db.transaction().execute(async (tx) => {
    const make = makesOf(tx)
    const { id } = await make.campaign()
    const product = await make.product()
    await sql`ALTER TABLE campaigns ADD added_later text`.execute(tx)
    await sql`CALL audit_table('campaigns')`.execute(tx)
    await sql`CALL audit_table('products')`.execute(tx)
    const last = async () =>
      (await sql`SELECT table_name, record_id, changes FROM history ORDER BY id DESC LIMIT 1`.execute(tx))
        .rows[0]
    const version = async () =>
      (await sql<{ version: number }>`SELECT version FROM campaigns WHERE id = ${id}`.execute(tx)).rows[0]
        ?.version ?? 0
    const before = await version()
    await sql`UPDATE campaigns SET added_later = 'Jesen' WHERE id = ${id}`.execute(tx)
    expect([await last(), await version()]).toEqual([
      { table_name: 'campaigns', record_id: id, changes: { added_later: [null, 'Jesen'] } },
      before + 1,
    ])
    await sql`UPDATE campaigns SET details_version = details_version + 1 WHERE id = ${id}`.execute(tx)
    expect(await version()).toBe(before + 1)
    await sql`UPDATE products SET quantity = 77 WHERE id = ${product.id}`.execute(tx)
    expect(await last()).toMatchObject({
      table_name: 'products',
      changes: { quantity: [expect.anything(), 77] },
    })
    expect(Object.keys(((await last()) as { changes: object }).changes)).toEqual(['quantity'])
    throw undo
  })
  await expect(attempt).rejects.toBe(undo)
})
