import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCity } from '../../../../test/make.ts'
import type { Table } from '../../spreadsheets/header-mapping/table.ts'
import { importReferences } from './references.ts'

const { db } = await startApp()

const fields = {
  city_id: { kind: 'reference', to: 'cities', label: { cnr: 'Grad', en: 'City' } },
} as const
const tableOf = (...names: (string | null)[]) =>
  ({
    rows: names.map((name, i) => ({ row: i + 2, cells: { city: { raw: name ?? '', value: name } } })),
  }) as unknown as Table<SheetColumns> // the resolver reads nothing else of it

test('a declared reference is read and shown by name', async () => {
  const bar = await makeCity(db, { name: 'Bar' })
  const kotor = await makeCity(db, { name: 'Kotor' })
  const gone = await makeCity(db, { name: 'Ulcinj', is_active: false })
  const references = importReferences(fields)
  await references.load(db, tableOf('BAR', null, 'Ulcinj', 'Nigdje'), false)
  const read = (typed: string | null) => references.converters.city?.(typed, undefined, undefined)
  expect([read('BAR'), read(null), read('Ulcinj'), read('Nigdje')]).toEqual([
    { value: bar.id },
    { value: null },
    { reason: 'validation.inactive' },
    { reason: 'import.unknown_name' },
  ])
  // A record's current reference may be inactive and is shown by its name.
  await references.add(db, [{ city: kotor.id }, { city: gone.id }, { city: null }])
  expect(references.shown({ name: 'A', city: kotor.id })).toEqual({ name: 'A', city: 'Kotor' })
  expect(references.converters.city?.('Ulcinj', gone.id, undefined)).toEqual({ value: gone.id })
})

test('the rows are read once, however many columns refer to records', async () => {
  const { city_id } = fields
  const references = importReferences({
    city_id,
    town_id: { ...city_id, label: { cnr: 'Mjesto', en: 'Town' } },
  })
  const { rows } = tableOf('Bar')
  const readings = vi.fn(() => rows[Symbol.iterator]())
  await references.load(
    db,
    { rows: { [Symbol.iterator]: readings } } as unknown as Table<SheetColumns>,
    false,
  )
  expect(readings).toHaveBeenCalledOnce()
  const records = vi.fn(() => [{ city: 1, town: 2 }][Symbol.iterator]())
  await references.add(db, { [Symbol.iterator]: records })
  expect(records).toHaveBeenCalledOnce()
})

test('a referenced record is locked until the end of the import', async () => {
  const { id } = await makeCity(db, { name: 'Nikšić' })
  await db.transaction().execute(async (tx) => {
    await importReferences(fields).load(tx, tableOf('Niksic'), true)
    const other = sql`UPDATE cities SET is_active = false WHERE id = ${id}`
    await expect(
      db.transaction().execute(async (otherTx) => {
        await sql`SET LOCAL lock_timeout = '50ms'`.execute(otherTx)
        await other.execute(otherTx)
      }),
    ).rejects.toThrow('lock timeout')
  })
})
