// Invariants of a tree during simultaneous changes, on two nodes of one database.
import { join } from 'node:path'
import { catalogue } from '@kontor/contract/catalogue'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { MAX_DEPTH, MAX_MATCHES } from '@kontor/contract/lib/resources/tree'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogueTree } from '../src/features/catalogue/table.ts'
import { writeBackup } from '../src/lib/backup/backup.ts'
import { restoreBackup } from '../src/lib/backup/restore.ts'
import { openDatabase } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import { inTransaction } from '../src/lib/database/transaction.ts'
import { withoutHistory, withoutRules } from '../src/lib/database/triggers.ts'
import { pruneTree } from '../src/lib/tree/branches.ts'
import { at, requestOf, startApp } from './app.ts'
import { makeProduct } from './make.ts'
import { makeCatalogueNode, makePlace } from './make-node.ts'
import { scratch } from './scratch.ts'
import { migrationsDir } from './template.ts'

const { app, another, anotherPool, call: callOn, config, database, db, staff } = await startApp()
const nodes = [app, await another({ database: await anotherPool() })] as const

/** Calls a route on alternating nodes. */
let turn = 0
const call = <const R extends Route>(route: R, input: RequestInput<R>) =>
  callOn(route, input, staff, nodes[++turn % 2])

const move = (id: number, parent_id: number | null) =>
  call(catalogue.move, { ...at(id), body: { parent_id } })
const remove = (id: number) => call(catalogue.remove, { ...at(id), body: null })
const restore = (id: number) => call(catalogue.restore, at(id))
const add = (catalogue_id: number) => call(catalogue.create, { body: { name: 'Nova', catalogue_id } })
const attach = (catalogue_id: number, products: number[]) =>
  call(catalogue.attach, { body: { catalogue_id, products } })

/** The defects of the tree: nodes that are unreachable from the root, have wrong ancestors, or are too deep. */
async function flaws() {
  const { rows } = await sql`WITH RECURSIVE walked AS (
      SELECT id, '{}'::int[] AS way FROM catalogue WHERE catalogue_id IS NULL
      UNION ALL
      SELECT below.id, walked.way || walked.id FROM walked JOIN catalogue AS below ON below.catalogue_id = walked.id)
    SELECT node.id, node.ancestors, walked.way FROM catalogue AS node LEFT JOIN walked ON walked.id = node.id
    LEFT JOIN catalogue AS parent ON parent.id = node.catalogue_id
    WHERE walked.way IS DISTINCT FROM node.ancestors OR cardinality(node.ancestors) >= ${MAX_DEPTH}
      OR parent.is_item`.execute(db)
  return rows
}

/** A chain of categories, each the parent of the next. */
async function makeChain(length: number, catalogue_id: number | null = null): Promise<number[]> {
  if (length === 0) return []
  const { id } = await makeCatalogueNode(db, { catalogue_id })
  return [id, ...(await makeChain(length - 1, id))]
}

const product = await makeProduct(db)
const steps = fc.array(
  fc.record({
    does: fc.constantFrom('move', 'move', 'move', 'add', 'attach', 'remove', 'restore'),
    one: fc.nat(40),
    other: fc.nat(40),
  }),
  { minLength: 12, maxLength: 30 },
)

test('simultaneous moves, additions, deletions and restorations of the same branches keep it valid', async () => {
  const work = fc.asyncProperty(steps, async (all) => {
    const ids = [...(await makeChain(4)), ...(await makeChain(2)), ...(await makeChain(26))]
    const pick = (place: number) => ids[place % ids.length] ?? 0
    const answers = await Promise.all(
      all.map(({ does, one, other }) => {
        if (does === 'move') return move(pick(one), other === 40 ? null : pick(other))
        if (does === 'add') return add(pick(one))
        if (does === 'attach') return attach(pick(one), [product.id])
        return does === 'remove' ? remove(pick(one)) : restore(pick(one))
      }),
    )
    for (const { status } of answers) expect([200, 404, 422]).toContain(status)
    expect(await flaws()).toEqual([])
  })
  await fc.assert(work, { numRuns: 12 })
})

describe('of two contradictory simultaneous changes', () => {
  test('moving each branch into the other, exactly one succeeds', async () => {
    for (let i = 0; i < 5; i++) {
      const one = await makeChain(3)
      const other = await makeChain(3)
      const answers = await Promise.all([move(one[0] ?? 0, other[2] ?? 0), move(other[0] ?? 0, one[2] ?? 0)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(await flaws()).toEqual([])
    }
  })

  test('adding to a category and deleting it, none is added after the deletion', async () => {
    for (let i = 0; i < 3; i++) {
      const { id } = await makeCatalogueNode(db)
      const gone = remove(id)
      const added = await Promise.all(Array.from({ length: 8 }, () => add(id)))
      const { status, body } = await gone
      const done = added.filter((answer) => answer.status === 200).length
      expect([status, body.nodes]).toEqual([200, 1 + done])
      for (const answer of added)
        if (answer.status !== 200)
          expect([answer.status, answer.body.errors]).toEqual([
            422,
            { catalogue_id: ['validation.not_found'] },
          ])
    }
  })

  test('putting a product into a category, it is there once', async () => {
    const { id } = await makeCatalogueNode(db)
    const answers = await Promise.all(Array.from({ length: 8 }, () => attach(id, [product.id])))
    expect(answers.map(({ body }) => body.added).sort()).toEqual([...Array(7).fill(0), 1])
  })
})

test('restoring into a folder that was moved, the node is at the new place', async () => {
  const [top = 0, inner = 0] = await makeChain(2)
  const [other = 0] = await makeChain(1)
  const place = await makePlace(db, inner)
  await remove(place.id)
  await move(top, other)
  expect((await restore(place.id)).body).toMatchObject({ parent_id: inner })
  expect(await flaws()).toEqual([])
})

describe('a tree of 20,000 nodes', () => {
  let first = 0
  let last = 0
  beforeAll(async () => {
    ;[first = 0] = await makeChain(1)
    await inTransaction(db, async (tx) => {
      await withoutRules(tx) // ancestors are given, and no rule is checked
      await withoutHistory(tx)
      await sql`WITH top AS (INSERT INTO catalogue (name) VALUES ('Veliko') RETURNING id),
          folders AS (INSERT INTO catalogue (name, catalogue_id, ancestors)
            SELECT 'Polica ' || i, top.id, ARRAY[top.id] FROM top, generate_series(1, 400) AS i RETURNING id, ancestors)
        INSERT INTO catalogue (name, description, catalogue_id, ancestors)
          SELECT 'Kutija ' || i, 'traženo', folders.id, folders.ancestors || folders.id
          FROM folders, generate_series(1, 49) AS i`.execute(tx)
    })
    ;[last = 0] = await makeChain(1)
    await move(first, last) // a parent with the greatest id
  })

  test('is streamed completely, every node once', async () => {
    const request = await requestOf(catalogue.index, { body: {} }, staff)
    const response = await app.inject({ ...request, payloadAsStream: true })
    let pieces = 0
    let text = ''
    for await (const piece of response.stream()) {
      pieces += 1
      text += piece
    }
    const count = (nodes: { catalogue: never[] }[]): number =>
      nodes.reduce((sum, node) => sum + 1 + count(node.catalogue), 0)
    const { rows } = await sql<{ living: number }>`SELECT count(*) AS living FROM catalogue AS node
      WHERE is_active AND NOT EXISTS (
        SELECT FROM catalogue AS gone WHERE gone.id = ANY (node.ancestors) AND NOT gone.is_active)`.execute(
      db,
    )
    expect(count(JSON.parse(text))).toBe(rows[0]?.living)
    expect(pieces).toBeGreaterThan(40)
  })

  test('returns the exact number of matches, and the first of them', async () => {
    const { body } = await call(catalogue.find, { body: { search: 'kutija trazeno' } })
    expect([body.total_rows, body.matches.length]).toEqual([19_600, MAX_MATCHES])
    const known = new Set(body.nodes.map(({ id }) => id))
    for (const { parent_id } of body.nodes) expect(parent_id === null || known.has(parent_id)).toBe(true)
  })

  test('is restored from a backup identically, with ids in any order', async () => {
    const path = join(config.dataDir, 'trees.zip')
    await writeBackup(database.pool, path, undefined)
    const place = await scratch({ migrated: true })
    const copy = await openDatabase<Schema>({ ...place, migrationsDir, log: () => {} })
    try {
      const { pool } = copy
      await restoreBackup({ pool, path, dataDir: place.dataDir, migrationsDir, replace: true, log: () => {} })
      const paths = sql`SELECT id, catalogue_id, ancestors FROM catalogue ORDER BY id`
      expect((await paths.execute(copy.db)).rows).toEqual((await paths.execute(db)).rows)
    } finally {
      await copy.close()
      await place.drop()
    }
  })
})

test('deleted nodes are removed after thirty days with their subtrees, without history entries', async () => {
  const [top = 0, inner = 0] = await makeChain(2)
  const [unmoved = 0] = await makeChain(1)
  await remove(inner)
  await remove(top)
  await remove(unmoved)
  await sql`UPDATE catalogue SET deleted_at = now() - interval '30 days 1 minute' WHERE id = ${top}`.execute(
    db,
  )
  const entries = sql<{ count: number }>`SELECT count(*) FROM history`
  const before = (await entries.execute(db)).rows
  const listed = (await call(catalogue.deleted, {})).body.map(({ id }) => id)
  expect([listed.includes(top), listed.includes(unmoved), (await restore(top)).status]).toEqual([
    false,
    true,
    404,
  ])
  await pruneTree(db, catalogueTree)
  const left = db.selectFrom('catalogue').select('id').where('id', 'in', [top, inner, unmoved])
  expect(await left.execute()).toEqual([{ id: unmoved }])
  expect((await entries.execute(db)).rows).toEqual(before)
  expect((await restore(unmoved)).status).toBe(200)
})
