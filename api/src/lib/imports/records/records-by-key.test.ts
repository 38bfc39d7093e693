import { sheet } from '@kontor/contract/lib/imports/columns'
import type { Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Schema } from '../../database/schema.ts'
import type { ImportDefinition } from '../import-definition.ts'
import { planImport } from '../plan/plan.ts'
import { readRows } from '../sync/read-rows.ts'
import { loadStored } from './records-by-key.ts'

const layout = sheet({
  id: { header: { cnr: 'Šifra', en: 'Number' }, kind: 'integer', required: true, filled: true },
  name: { header: { cnr: 'Naziv', en: 'Name' }, kind: 'text' },
})
const rules = { key: 'id', requiredToCreate: null, unknown: 'import.unknown_partner', defaults: {} }

test('a record whose key a program repeats is loaded and looked up once', async () => {
  const ids = [1, 2, 3, 4]
  const lines = [...ids, ...ids.toReversed()].map((id) => JSON.stringify({ id, name: `Guma ${id}` }))
  async function* body() {
    yield Buffer.from(lines.join('\n'))
  }
  const table = await readRows(body(), layout, () => false)
  const load = vi.fn(
    async (_: unknown, keys: string[]) =>
      new Map(keys.map((key) => [key, { id: Number(key), values: { id: Number(key), name: null } }])),
  )
  const definition = { sheet: layout, rules, load } as unknown as ImportDefinition<typeof layout> // all that is used
  const stored = await loadStored({} as Kysely<Schema>, definition, table, true)
  expect(load.mock.calls.flatMap(([, keys]) => keys)).toEqual(['1', '2', '3', '4'])

  const lookups = vi.spyOn(stored.records, 'get')
  const { update, problems } = await planImport(table, stored, rules)
  expect(lookups).toHaveBeenCalledTimes(ids.length)
  expect(Array.from(update, ({ row }) => row)).toEqual(ids)
  expect(problems).toEqual(
    [4, 3, 2, 1].map((first, i) => ({
      row: 5 + i,
      column: 'id',
      key: 'id',
      header: 'id',
      raw: '',
      reason: 'import.duplicate',
      params: { row: first },
    })),
  )
})
