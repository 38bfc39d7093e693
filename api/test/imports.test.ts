import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { ImportResult, ImportStatus } from '@kontor/contract/lib/imports/imports'
import { type Field, labelledFields, shownName } from '@kontor/contract/lib/resources/fields'
import {
  importColumnsOf,
  isNamedOnce,
  nameFieldOf,
  ownFields,
} from '@kontor/contract/lib/resources/import-columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { resources } from '@kontor/contract/resources'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { withoutRules } from '../src/lib/database/triggers.ts'
import { startApp } from './app.ts'
import { UNKNOWN_ID } from './make.ts'
import { makeRecord, sampleFor } from './make-record.ts'
import { makeBook } from './odd-files.ts'
import { probesMigration } from './probes.ts'
import { readRows } from './sheets.ts'

// All cases are generated from the declarations, so that a new resource is tested as well; in addition there is one
// resource of the tests, with a field of every kind.
vi.mock('@kontor/contract/resources', async (real) => {
  const { resources } = await real<{ resources: object }>()
  return { resources: { ...resources, probes: (await import('./probes.ts')).probes } }
})

const { db, call } = await startApp()
for (const statement of probesMigration.split(/;\n/).filter((one) => one.trim()))
  await sql.raw(statement).execute(db)
const all = Object.values<Resource>(resources)

type Cell = string | number | null
type Rows = Cell[][]
type Choices = Record<string, unknown>
const file = (rows: readonly (readonly unknown[])[]) =>
  new File(
    [
      new Uint8Array(
        makeBook(
          rows.map((row) => [...row]),
          'xlsx',
        ),
      ),
    ],
    'spisak.xlsx',
  )

function importOf(resource: Resource) {
  const routes = routesOf(resource)
  const send = (rows: Rows, dry: boolean, choices: Choices = {}) =>
    call(routes.import, {
      form: { ...(dry && { dry_run: 'true' as const }), choices: JSON.stringify(choices) },
      files: { file: file(rows) },
    }) as Promise<{ status: number; body: ImportResult & ErrorBody }>
  return {
    preview: (rows: Rows, choices?: Choices) => send(rows, true, choices),
    run: (rows: Rows, choices?: Choices) => send(rows, false, choices),
    exported: async () => readRows((await call(routes.excel, {})).bytes),
    template: async () => (await call(routes.template, {})).bytes,
    status: async () => (await call(routes.importStatus, {})).body as ImportStatus,
    undo: async (leave_changed = false) => {
      const { last } = (await call(routes.importStatus, {})).body as ImportStatus
      return call(routes.undoImport, { body: { id: last?.id ?? 0, leave_changed } })
    },
  }
}

/** All columns of a table's records, except when and how often they were changed. */
async function storedRows({ name }: Resource) {
  const { rows } = await sql<{
    id: number
    is_active: boolean
  }>`SELECT * FROM ${sql.table(name)} ORDER BY id`.execute(db)
  return rows.map(({ version: _, updated_at: __, ...row }: Record<string, unknown>) => row)
}

const columnsOf = (resource: Resource) => Object.keys(importColumnsOf(resource))
const headerOf = (resource: Resource) =>
  Object.values(importColumnsOf(resource)).map(({ header }) => header.cnr)

/** An invalid cell of a field, and the reason. */
function wrongCellOf(field: Field): [Cell, string] | undefined {
  switch (field.kind) {
    case 'text':
      return ['x'.repeat((field.max ?? 255) + 1), 'validation.long_text']
    case 'choice':
      return ['ništa takvo', 'excel.one_of']
    case 'flag':
      return ['možda', 'excel.yes_or_no']
    case 'day':
      return ['31.02.2026.', 'validation.day']
    case 'count':
      return ['1,5', 'validation.integer']
    case 'reference':
      return ['Ništa takvo', 'import.unknown_name']
    case 'money':
    case 'percent':
    case 'moneyOrPercent':
      return ['dvanaest', 'validation.not_a_number']
    default:
      return undefined
  }
}

/** Another valid value for a cell of a field; undefined where there is none. */
async function otherCell(field: Field, cell: Cell | undefined): Promise<Cell | undefined> {
  switch (field.kind) {
    case 'text':
      return String(await sampleFor(db, field))
    case 'choice':
      return field.options.find(({ label }) => label.cnr !== cell)?.label.cnr
    case 'flag':
      return cell === 'da' ? 'ne' : 'da'
    case 'day':
      return field.notBefore ? '22.11.2026.' : '20.11.2026.'
    case 'count':
      return Number(cell) + (field.notAbove ? -1 : 1)
    case 'money':
    case 'percent':
    case 'moneyOrPercent':
      return 12.5
    case 'reference': {
      const id = await sampleFor(db, field)
      const name = sql.ref(field.to === 'partners' ? 'id' : 'name') // a partner also by its number
      const { rows } = await sql<{
        name: Cell
      }>`SELECT ${name} AS name FROM ${sql.table(field.to)} WHERE id = ${id}`.execute(db)
      return rows[0]?.name
    }
    default:
      return undefined
  }
}

describe.each(all.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  const importer = importOf(resource)
  const fields = Object.entries(labelledFields(resource.fields))
  const columns = columnsOf(resource)
  const name = columns.indexOf(nameFieldOf(resource))
  const at = (field: string) => columns.indexOf(shownName(field, resource.fields[field] as Field))
  const letter = (column: number) => String.fromCharCode(65 + column)

  test('reject invalid cells of every kind by cell, and change nothing', async () => {
    await makeRecord(db, resource)
    const [header = [], row = []] = await importer.exported()
    const before = await storedRows(resource)
    for (const [field, declared] of fields) {
      const [cell, reason] = wrongCellOf(declared) ?? []
      if (cell === undefined) continue
      const wrong = row.with(at(field), cell)
      const { status, body } = await importer.run([header, wrong])
      expect([status, body.message, body.errors], field).toEqual([
        422,
        'import.rejected',
        { [`${letter(at(field))}2`]: [reason] },
      ])
      const { body: preview } = await importer.preview([header, wrong])
      expect(preview.counts, field).toMatchObject({ create: 0, update: 0, problems: 1 })
    }
    const odd = await importer.run([header, row.with(columns.indexOf('is_active'), 'možda')])
    expect(Object.values(odd.body.errors ?? {})).toEqual([['excel.yes_or_no']])
    expect(await storedRows(resource)).toEqual(before)
    expect((await importer.status()).last).toBeNull()
  })

  test('reject inactive references, and new records without required values', async () => {
    const { id } = await makeRecord(db, resource)
    const [header = [], ...rows] = await importer.exported()
    const row = rows.at(-1) ?? []
    const named = resource.fields[nameFieldOf(resource)] as Field
    const fresh = row.with(name, String(await sampleFor(db, named)))
    for (const field of ownFields(resource.fields))
      fresh[at(field)] = String(await sampleFor(db, resource.fields[field] as Field))
    if (columns.includes('id')) fresh[columns.indexOf('id')] = null
    const form = await storedRows(resource)
    const stored = form.find((one) => one.id === id) ?? {}
    for (const [field, declared] of fields) {
      if (declared.required && field !== nameFieldOf(resource)) {
        const { body } = await importer.run([header, fresh.with(at(field), null)], { rows: 'read' })
        expect(body.errors, field).toEqual({ [`${letter(at(field))}2`]: ['validation.field'] })
        const without = [header, fresh].map((cells) => cells.toSpliced(at(field), 1))
        const lacking = await importer.run(without, { rows: 'read' })
        expect(Object.values(lacking.body.errors ?? {}), field).toEqual([['import.needs_columns']])
      }
      if (declared.kind !== 'reference') continue
      const switchOff = (off: boolean) =>
        db.transaction().execute(async (tx) => {
          await withoutRules(tx)
          await sql`UPDATE ${sql.table(declared.to)} SET is_active = ${!off} WHERE id = ${stored[field]}`.execute(
            tx,
          )
        })
      await switchOff(true)
      const { body } = await importer.run([header, fresh], { rows: 'read' })
      expect(body.errors, field).toEqual({
        [`${letter(at(field))}2`]: [declared.inactive ?? 'validation.inactive'],
      })
      await switchOff(false)
    }
    expect(await storedRows(resource)).toEqual(form)
  })

  test('import their own export unchanged, and a template has no rows', async () => {
    await makeRecord(db, resource)
    const rows = await importer.exported()
    expect(rows[0]).toEqual(headerOf(resource))
    const before = await storedRows(resource)
    expect(rows).toHaveLength(before.length + 1)
    const { status, body } = await importer.preview(rows)
    expect(body.counts).toEqual({ create: 0, update: 0, same: before.length, problems: 0 })
    expect([status, body.questions, body.unknown_columns]).toEqual([200, [], []])
    expect(await readRows(await importer.template())).toEqual([headerOf(resource)])
  })

  test('are changed by exactly the edited cells, and restored', async () => {
    const { id } = await makeRecord(db, resource)
    const [header = [], ...rows] = await importer.exported()
    const before = await storedRows(resource)
    const place = before.findIndex((one) => one.id === id)
    for (const [field, declared] of fields) {
      const value = rows[place]?.[at(field)]
      // Another name would identify another record, so only its case is changed.
      const cell = at(field) === name ? String(value).toUpperCase() : await otherCell(declared, value)
      if (cell === undefined) continue
      const edited = rows.with(place, (rows[place] ?? []).with(at(field), cell))
      const { status, body } = await importer.run([header, ...edited])
      expect([status, body.counts], field).toEqual([
        200,
        { create: 0, update: 1, same: rows.length - 1, problems: 0 },
      ])
      expect(
        body.changes.map((change) => Object.keys(change.before)),
        field,
      ).toEqual([[columns[at(field)]]])
      const after = await storedRows(resource)
      expect(
        after.filter((one, i) => JSON.stringify(one) !== JSON.stringify(before[i])),
        field,
      ).toEqual([after[place]])
      expect((await importer.undo()).status).toBe(200)
      expect(await storedRows(resource)).toEqual(before)
    }
  })

  test('are added, deactivated and reactivated by a file, and removed by its undo', async () => {
    await makeRecord(db, resource)
    const [header = [], ...rows] = await importer.exported()
    const before = await storedRows(resource)
    const active = columns.indexOf('is_active')
    const row = rows.at(-1) ?? []
    const spare = await makeRecord(db, resource)
    const fresh =
      (await importer.exported()).at(-1)?.map((cell, i) => (columns[i] === 'id' ? null : cell)) ?? []
    await sql`DELETE FROM ${sql.table(resource.name)} WHERE id = ${spare.id}`.execute(db)
    const { status, body } = await importer.run([header, fresh, row.with(active, 'ne')])
    expect([status, body.counts]).toEqual([200, { create: 1, update: 1, same: 0, problems: 0 }])
    const after = await storedRows(resource)
    expect(after).toHaveLength(before.length + 1)
    expect(after.find((one) => one.id === before.at(-1)?.id)?.is_active).toBe(false)
    expect((await importer.undo()).body).toMatchObject({ created: 1, updated: 1, kept: 0 })
    expect(await storedRows(resource)).toEqual(before)
    expect((await importer.undo()).body.message).toBe('import.nothing_to_undo')
  })

  test('are reported when they were changed since, and the others undone', async () => {
    const records = [await makeRecord(db, resource), await makeRecord(db, resource)]
    const [header = [], ...rows] = await importer.exported()
    const before = await storedRows(resource)
    const active = columns.indexOf('is_active')
    const [changed = 0, other = 0] = records.map(({ id }) => before.findIndex((one) => one.id === id))
    const off = [changed, other].map((place) => (rows[place] ?? []).with(active, 'ne'))
    expect((await importer.run([header, ...off])).body.counts).toMatchObject({ update: 2, problems: 0 })
    const { id = 0 } = before[changed] ?? {}
    await sql`UPDATE ${sql.table(resource.name)} SET is_active = true WHERE id = ${id}`.execute(db)
    const refused = await importer.undo()
    expect([refused.status, refused.body.changed]).toMatchObject([
      409,
      { count: 1, others: 1, rows: [{ id, name: rows[changed]?.[name], by: null, is_used: false }] },
    ])
    expect((await importer.undo(true)).body).toEqual({ created: 0, updated: 1, kept: 0, changed: 1 })
    expect(await storedRows(resource)).toEqual(before)
    expect((await importer.status()).last).toMatchObject({ undoable: false, left: 1 })
  })

  test('cannot be deactivated while another resource uses them, which the cell reports', async () => {
    for (const user of all) {
      for (const [field, declared] of Object.entries(user.fields)) {
        if (declared.kind !== 'reference' || declared.to !== resource.name) continue
        const { id } = await makeRecord(db, user)
        const used = (await storedRows(user)).find((one) => one.id === id)?.[field]
        const [header = [], ...rows] = await importer.exported()
        const place = (await storedRows(resource)).findIndex((one) => one.id === used)
        const off = (rows[place] ?? []).with(columns.indexOf('is_active'), 'ne')
        for (const send of [importer.run, importer.preview]) {
          const { body } = await send([header, off])
          const errors = body.errors ?? { [`${body.problems[0]?.column}2`]: [body.problems[0]?.reason] }
          expect(errors).toEqual({ [`${letter(columns.indexOf('is_active'))}2`]: ['validation.in_use'] })
        }
      }
    }
  })

  test('are identified by number where their names are not unique', async () => {
    if (isNamedOnce(resource)) return expect(columns).not.toContain('id')
    const { id } = await makeRecord(db, resource)
    const [header = [], ...rows] = await importer.exported()
    const row = rows.find((cells) => cells[columns.indexOf('id')] === id) ?? []
    for (const id of [UNKNOWN_ID, (await makeRecord(db, resource)).id]) {
      const { body } = await importer.run([header, row.with(columns.indexOf('id'), id)])
      expect(body.errors).toEqual({ A2: ['import.unknown_number'] })
    }
    const twice = await importer.run([header, row, row])
    expect(Object.values(twice.body.errors ?? {})).toEqual([['import.duplicate']])
  })

  test('import their own export unchanged with any names of partners, which are written by number', async () => {
    const [field] =
      fields.find(([, declared]) => declared.kind === 'reference' && declared.to === 'partners') ?? []
    if (!field) return expect(headerOf(resource).join()).not.toContain('(šifra)')
    const { id } = await makeRecord(db, resource)
    const other = await makeRecord(db, resource)
    const before = await storedRows(resource)
    const place = before.findIndex((one) => one.id === id)
    const [mine, otherValue] = [id, other.id].map((one) =>
      Number(before.find((row) => row.id === one)?.[field]),
    )
    const rename = (name: string, partner: number | undefined) =>
      db.updateTable('partners').set({ name }).where('id', '=', Number(partner)).execute()
    const same = { create: 0, update: 0, same: before.length, problems: 0 }
    const column = at(field)
    const [header = [], ...rows] = await importer.exported()
    expect([header[column], rows[place]?.[column]]).toEqual([
      expect.stringMatching(/ \(šifra\)$/),
      String(mine),
    ])
    const named = (name: string) => rows.with(place, (rows[place] ?? []).with(column, name))

    for (const partner of [mine, otherValue]) await rename('Dvojnik', partner)
    const fresh = (rows[place] ?? [])
      .with(column, 'Dvojnik')
      .with(name, String(await sampleFor(db, resource.fields[nameFieldOf(resource)] as Field)))
    if (columns.includes('id')) fresh[columns.indexOf('id')] = null
    const unclear = await importer.run([header, fresh], { rows: 'read' })
    expect(unclear.body.errors).toEqual({ [`${letter(column)}2`]: ['import.ambiguous_name'] })
    expect((await importer.preview([header, ...named('Dvojnik')])).body.counts).toEqual(same)

    await rename(String(otherValue), mine)
    await rename(String(mine), otherValue)
    expect((await importer.preview(await importer.exported())).body.counts).toEqual(same)
    expect((await importer.preview([header, ...named(String(otherValue))])).body.counts).toEqual(same)
  })

  test('are compared without blanks and hyphens, in a file and in the database', async () => {
    for (const [field, declared] of fields) {
      if (declared.kind !== 'text' || !declared.compact) continue
      const { id } = await makeRecord(db, resource, { [field]: 'BD 1-55' })
      const before = await storedRows(resource)
      const [header = [], ...rows] = await importer.exported()
      const row = (rows[before.findIndex((one) => one.id === id)] ?? []).map((cell, i) =>
        columns[i] === 'id' ? null : cell,
      )
      const written = (text: string) => row.with(at(field), text)
      const twice = [written('ＢＡ\u202f1\u20115'), written('BA 1-5')]
      const { status, body } = await importer.run([header, ...twice])
      expect([status, Object.values(body.errors ?? {})], field).toEqual([422, [['import.duplicate']]])
      const { body: matched } = await importer.preview([header, written('BD\u20071\u201355')])
      expect(matched.counts, field).toMatchObject({ create: 0, problems: 0 })
      expect(await storedRows(resource)).toEqual(before)
    }
  })

  test('do not take a number for a text with leading zeros: no twin is added, and nothing is overwritten', async () => {
    for (const [field, declared] of fields) {
      if (declared.kind !== 'text' || declared.exactly || declared.like === 'email') continue
      if (declared.like === 'no_digit_first') continue
      const { id } = await makeRecord(db, resource, { [field]: '0069123456' })
      const before = await storedRows(resource)
      const [header = [], ...rows] = await importer.exported()
      const row = (rows[before.findIndex((one) => one.id === id)] ?? []).map((cell, i) =>
        columns[i] === 'id' ? null : cell,
      )
      const reason = at(field) === name ? 'import.twin' : 'import.like_number'
      for (const cell of declared.like ? [69_123_456] : [69_123_456, '69123456.0', '69123456,00']) {
        const { status, body } = await importer.run([header, row.with(at(field), cell)])
        const errors = { [`${letter(at(field))}2`]: [reason] }
        expect([status, body.errors], `${field} ${cell}`).toEqual([422, errors])
      }
      expect(await storedRows(resource)).toEqual(before)
    }
  })

  test('restore leading zeros of a number with fixed digits, not of a text', async () => {
    for (const [field, declared] of fields) {
      if (declared.kind !== 'text' || declared.like !== 'digits' || !declared.exactly) continue
      const { id } = await makeRecord(db, resource)
      const { exactly, wrong = 'validation.digits' } = declared
      const before = await storedRows(resource)
      const free = (number: number) => !before.some((one) => Number(one[field]) === number)
      const number = [7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19].find(free) ?? 0
      const [header = [], ...rows] = await importer.exported()
      const row = rows[before.findIndex((one) => one.id === id)] ?? []
      for (const cell of [String(number), 0, -number, number + 0.5, 10 ** exactly + number]) {
        const { body } = await importer.run([header, row.with(at(field), cell)])
        expect(body.errors, String(cell)).toEqual({ [`${letter(at(field))}2`]: [wrong] })
      }
      const { body } = await importer.preview([header, row.with(at(field), number)])
      expect(body.problems).toEqual([])
      expect(body.changes).toMatchObject([{ values: { [field]: String(number).padStart(exactly, '0') } }])
      expect(await storedRows(resource)).toEqual(before)
    }
  })
})

test('workers are identified by their personal number, which is unique', async () => {
  const workers = all.find(({ name }) => name === 'workers') as Resource
  const importer = importOf(workers)
  const columns = columnsOf(workers)
  await makeRecord(db, workers, { name: 'Ana Kovač', jmbg: '0101990210021' })
  const [header = [], ...rows] = await importer.exported()
  const row = (rows.find((cells) => cells.includes('0101990210021')) ?? []).with(columns.indexOf('id'), null)
  const as = (name: string, jmbg: string) =>
    row.with(columns.indexOf('name'), name).with(columns.indexOf('jmbg'), jmbg)
  const twice = await importer.run([
    header,
    as('Prvi Novi', '0101990210022'),
    as('Drugi Novi', '0101990210022'),
  ])
  expect(Object.values(twice.body.errors ?? {})).toEqual([['import.duplicate']])
  const before = await storedRows(workers)
  const refused = await importer.run([
    ['ID', 'JMBG'],
    [1, '0101990210021'],
  ])
  expect([refused.status, refused.body.message]).toEqual([422, 'excel.missing_column'])
  expect(refused.body).toMatchObject({ params: { column: 'Ime i prezime' } })
  const { body } = await importer.run([
    header,
    as('Ana Kovač', '0101990210023'),
    as('Ana Babić', '0101990210021'),
  ])
  expect(body.counts).toMatchObject({ create: 1, update: 1 })
  const after = await storedRows(workers)
  const named = (name: string) => after.filter((one) => 'name' in one && one.name === name)
  expect(after.length).toBe(before.length + 1)
  expect(named('Ana Babić')).toMatchObject([{ jmbg: '0101990210021' }])
  expect(named('Ana Kovač')).toMatchObject([{ jmbg: '0101990210023' }])
})
