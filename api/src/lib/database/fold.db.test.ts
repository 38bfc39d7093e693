import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findWord, fold, foldCompact, foldSql, wordPattern } from '@kontor/contract/lib/text/fold'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'

const { database } = await startApp()

async function foldedByDatabase(texts: string[], folding = 'fold(value)') {
  const { rows } = await database.pool.query<{ folded: string }>(
    `SELECT ${folding} AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given (value, place) ORDER BY place`,
    [texts],
  )
  return rows.map(({ folded }) => folded)
}

test('the migration has the function that the contract generates', () => {
  const migration = readFileSync(resolve(import.meta.dirname, '../../../migrations/0017_folding.sql'), 'utf8')
  expect(migration).toContain(foldSql())
})

test.each([
  ['fold(value)', fold],
  ['fold(compact(value))', foldCompact],
] as const)('every character folds alike in the database and in TypeScript, by %s', async (sql, folding) => {
  const characters: string[] = []
  for (let code = 1; code < 0xe2000; code++) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    if (!isSurrogate && (code < 0x20000 || code >= 0xe0000)) characters.push(String.fromCodePoint(code))
  }
  const folded = await foldedByDatabase(characters, sql)
  const different = characters.filter((character, at) => folded[at] !== folding(character))
  expect(different).toEqual([])
})

test('of equal plates one is unchanged, others get their id as a suffix, within the maximum length', async () => {
  const { pool } = database
  await pool.query(`ALTER TABLE vehicles DROP CONSTRAINT vehicles_plates_taken`)
  const plates = [
    'PG CG-418',
    'PG\u00a0CG\u2011418',
    'PGCG-418',
    'X'.repeat(20),
    'x'.repeat(20),
    'x'.repeat(24),
  ]
  await pool.query(
    `INSERT INTO vehicles (id, type, plates, is_active)
      SELECT 100 + place, 'Kombi', plates, place <> 1 FROM unnest($1::text[]) WITH ORDINALITY AS given (plates, place)`,
    [plates],
  )
  await pool.query(`CALL add_compact_column('vehicles', 'plates', 20)`)
  const { rows } = await pool.query('SELECT plates FROM vehicles WHERE id > 100 ORDER BY id')
  expect(rows.map((row) => row.plates)).toEqual([
    'PG CG-418 #101',
    'PG\u00a0CG\u2011418',
    'PGCG-418 #103',
    'X'.repeat(20),
    `${'x'.repeat(15)} #105`,
    `${'x'.repeat(15)} #106`,
  ])
})

test('every text is folded alike in the database and in TypeScript', async () => {
  const letters = 'aAzZčČćĆžŽšŠđĐǆǅǄљЉђЂшШçéßẞİıŉ 1%_\\\'"\u0301\u030c😀'
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...letters), maxLength: 30 }),
  )
  const storable = text.map((value) => value.toWellFormed().replaceAll('\0', '').normalize('NFC'))
  await fc.assert(
    fc.asyncProperty(fc.array(storable, { minLength: 50, maxLength: 200 }), async (texts) => {
      expect(await foldedByDatabase(texts)).toEqual(texts.map(fold))
    }),
    { numRuns: 20 },
  )
})

test('a word is found alike in the database and in TypeScript', async () => {
  const folded = fc
    .string({ unit: fc.constantFrom(...'aadddjjuz .*+?^$(){}[]|\\%_-1шđ😀'), maxLength: 8 })
    .map(fold)
  const pairs = fc.array(fc.tuple(folded, folded), { minLength: 100, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(pairs, async (texts) => {
      const { rows } = await database.pool.query<{ found: boolean }>(
        'SELECT text COLLATE "C" ~ pattern AS found FROM unnest($1::text[], $2::text[]) AS given (text, pattern)',
        [texts.map(([text]) => text), texts.map(([, word]) => wordPattern(word))],
      )
      const expected = texts.map(([text, word]) => findWord(text, word) !== undefined)
      expect(rows.map(({ found }) => found)).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})
