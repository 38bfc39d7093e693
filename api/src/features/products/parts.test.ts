import { fold, foldedWords, wordPattern } from '@kontor/contract/lib/text/fold'
import { products } from '@kontor/contract/products'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'

const { db, call } = await startApp()

// Letters that fold to one or two letters, special characters of LIKE, regular expressions and tsquery, and blanks.
const letter = fc.constantFrom(...'aabddjjđĐdšŠčљџЋшж17205/-_%\'\\.&|!:*()"+ß😀Ω')
const text = fc
  .array(fc.array(letter, { minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 3 })
  .map((words) => words.map((word) => word.join('')).join(' '))
const texts = fc.sample(text, { numRuns: 3 * 400, seed: 38 })
const rows = Array.from({ length: 400 }, (_, i) => ({
  erp_code: `${texts[3 * i]}#${i}`,
  name: texts[3 * i + 1] ?? '',
  price: '1',
  quantity: 1,
  description: i % 3 === 0 ? null : `${texts[3 * i + 2]}\n${texts[i]}`,
}))
await db.insertInto('products').values(rows).execute()

type Column = 'erp_code' | 'name' | 'description'
const columns: readonly Column[] = ['erp_code', 'name', 'description']
/** The codes of the rows that contain each of the words in one of the columns, computed from the texts. */
const expected = (of: readonly Column[], typed: string) =>
  rows
    .filter((row) =>
      foldedWords(typed).every((word) =>
        of.some((column) => new RegExp(wordPattern(word)).test(fold(row[column] ?? ''))),
      ),
    )
    .map(({ erp_code }) => erp_code)
    .sort()

async function found(filters: Partial<Record<Column | 'search', string>>) {
  const { status, body } = await call(products.index, { body: { filters, options: { itemsPerPage: 100 } } })
  expect(status).toBe(200)
  return { codes: body.result.map(({ erp_code }) => erp_code).sort(), total: body.total_rows }
}

async function isTheSame(of: readonly Column[], filters: Partial<Record<Column | 'search', string>>) {
  const wanted = expected(of, Object.values(filters)[0] ?? '')
  const { codes, total } = await found(filters)
  expect([filters, total]).toEqual([filters, wanted.length])
  if (wanted.length <= 100) expect([filters, codes]).toEqual([filters, wanted])
}

/** A search text: a part of a text, from one letter to all of it, or random letters. */
const piece = fc.oneof(
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 14 }))
    .map(([whole, from, length]) =>
      [...whole].slice(from % whole.length, (from % whole.length) + length).join(''),
    ),
  fc.array(letter, { minLength: 1, maxLength: 3 }).map((letters) => letters.join('')),
  fc.array(letter, { minLength: 4, maxLength: 9 }).map((letters) => letters.join('')),
)
const typed = fc
  .array(piece, { minLength: 1, maxLength: 2 })
  .map((words) => words.join(' '))
  .filter((words) => foldedWords(words).length > 0)

test('any search text finds in each column, and in all, exactly the rows whose texts contain it', async () => {
  await fc.assert(
    fc.asyncProperty(typed, fc.constantFrom(...columns, 'search' as const), async (words, where) => {
      await isTheSame(where === 'search' ? columns : [where], { [where]: words })
    }),
    { numRuns: 150 },
  )
})

test.each([
  'a |Ћ*/+ ! đj-Ω', // of these words the trigrams seem the best, and know no capital Ω
  'd',
  'dj',
  'đ',
  'djj',
  'ddj',
  'jd',
  'j',
  'jj',
  '%',
  '_',
  '\\',
  "'",
  '😀',
  '205/',
  '/5',
  '&',
  "d'j",
  'Ω1',
])('a search for %s finds exactly the rows that contain it', async (words) => {
  for (const column of columns) await isTheSame([column], { [column]: words })
  await isTheSame(columns, { search: words })
})
