import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { commonColumns, list } from '@kontor/contract/lib/lists/list'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { scratch } from '../../../test/scratch.ts'
import { openDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { streamAll } from './list.ts'
import { column, listSource, type RowQuery } from './source.ts'

const place = await scratch()
const { db, close } = await openDatabase<Schema>(place)
afterAll(async () => {
  await close()
  await place.drop()
})

test.each([
  ['none', 0, [1, 1001, 2001]],
  ['the first', 1, [1001, 2001]],
  ['the middle', 2, [1, 2001]],
  ['the last', 3, [1, 1001]],
  ['the only', 1, []],
])(
  'a streamed list is JSON when all rows of %s of its portions are deleted meanwhile',
  async (_, gone, begins) => {
    const length = begins.length > 0 ? 2500 : 10
    let queries = 0 // the first reads the ids
    const source = listSource({
      definition: list({ columns: { id: commonColumns.id }, search: [], sort: { by: 'id', desc: false } }),
      id: sql.ref<number>('numbers.id'),
      columns: { id: column('numbers', 'id') },
      tables: [],
      rows(db): RowQuery<{ id: number }> {
        const left = queries++ === gone && gone > 0 ? 0 : length
        const numbers = sql<{ id: number }>`generate_series(1, ${left}::int)`.as<'numbers'>(sql`numbers(id)`)
        return db.selectFrom(numbers).select('numbers.id')
      },
    })
    const streamed = JSON.parse(await text(Readable.from(streamAll(db, source, {}).body)))
    expect(streamed.filter(({ id }: { id: number }) => id % 1000 === 1)).toEqual(begins.map((id) => ({ id })))
  },
)
