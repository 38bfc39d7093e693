import { history } from '@kontor/contract/history'
import { changesInWords, type HistoryTable } from '@kontor/contract/history/tables'
import { home } from '@kontor/contract/home'
import { belowMinimumKey, MAX_ID } from '@kontor/contract/lib/fields/fields'
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { listOf } from '@kontor/contract/lib/resources/columns'
import {
  type Field,
  isFilled,
  labelledFields,
  shownName,
  type TextField,
} from '@kontor/contract/lib/resources/fields'
import { orderOf } from '@kontor/contract/lib/resources/order'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { partners } from '@kontor/contract/partners'
import { resources } from '@kontor/contract/resources'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { startApp } from './app.ts'
import { makePartner, UNKNOWN_ID } from './make.ts'
import { makeRecord } from './make-record.ts'
import { probesMigration } from './probes.ts'
import { readRows } from './sheets.ts'

// All cases are generated from the declarations, so that a new resource is tested as well; in addition there is one
// resource of the tests, with a field of every kind.
vi.mock('@kontor/contract/resources', async (real) => {
  const { resources } = await real<{ resources: object }>()
  return { resources: { ...resources, probes: (await import('./probes.ts')).probes } }
})

const { db, call, inject, staff } = await startApp()
for (const statement of probesMigration.split(/;\n/).filter((one) => one.trim()))
  await sql.raw(statement).execute(db)
const all = Object.values<Resource>(resources)

interface Row extends Record<string, unknown> {
  id: number
  version: number
  is_active: boolean
}
async function send<Body = Row & ErrorBody>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  language = 'cnr',
) {
  const headers = { authorization: `Bearer ${staff}`, 'accept-language': language }
  return inject<Body>({ method, url, headers, ...(payload && { payload }) })
}
const path = ({ name }: Resource) => `/api/${name}`
const query = (parts: object) =>
  new URLSearchParams(
    Object.entries(parts).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
  )

/** The form input of a stored record. */
async function formOf(resource: Resource, overrides: Record<string, unknown> = {}) {
  const { id } = await makeRecord(db, resource)
  const row = await rowOf(resource, id)
  const names = Object.keys(labelledFields(resource.fields))
  await sql`DELETE FROM ${sql.table(resource.name)} WHERE id = ${id}`.execute(db)
  return { ...Object.fromEntries(names.map((name) => [name, row[name]])), ...overrides }
}
async function rowOf(resource: Resource, id: number) {
  const { body } = await send<Row[]>('GET', path(resource))
  const row = body.find((one) => one.id === id)
  if (!row) throw new Error(`${resource.name} ${id} is not listed`)
  return row
}

/** The name field of a resource. */
const namingOf = ({ names = 'name' }: Resource) => names

/** Values that do not match the pattern of a text field, each with the message key. */
function unlike({ exactly, like, wrong }: TextField): [unknown, string][] {
  const refused = (key: string, ...values: string[]) =>
    values.map((value): [unknown, string] => [value, wrong ?? `validation.${key}`])
  const length =
    exactly === undefined ? [] : refused(like ?? 'length', '1'.repeat(exactly - 1), '1'.repeat(exactly + 1))
  switch (like) {
    case 'digits':
      return [...length, ...refused('digits', 'x'.repeat(exactly ?? 3), '-'.padEnd(exactly ?? 3, '1'))]
    case 'email':
      return refused(
        'email',
        'ime',
        'ime@firma',
        'ime firma@kontor.me',
        '@kontor.me',
        'a@b@kontor.me',
        'a@kontor..me',
      )
    case 'phone':
      return refused('phone', '12', 'nema telefona 123', '067 123 456 lok. 5')
    case 'no_digit_first':
      return refused('digit_first', '1 prvi', '٣ prvi')
    default:
      return length
  }
}

/** Invalid values of a field, each with the message key. */
function invalidValuesOf(field: Field): [unknown, string][] {
  const empty: [unknown, string][] = field.required ? [['', 'validation.field']] : []
  switch (field.kind) {
    case 'text':
      return [
        ...empty,
        ...((field.min ?? 1) > 1 ? [['X', field.short ?? 'validation.short_text'] as [unknown, string]] : []),
        ['x'.repeat((field.max ?? 255) + 1), 'validation.long_text'],
        ...unlike(field),
        ...(field.exactly === undefined && (field.like ?? 'no_digit_first') === 'no_digit_first'
          ? [['Proba\u0000', 'validation.characters'] as [unknown, string]]
          : []),
      ]
    case 'choice':
      return [['no such', 'validation.type']]
    case 'flag':
      return [['da', 'validation.type']]
    case 'day':
      return [['2026-02-30', 'validation.day']]
    case 'money':
      return [
        ...empty,
        [field.above ?? (field.min ?? 0) - 1, field.message ?? belowMinimumKey(field.min ?? 0)],
        ['1.2345', 'validation.too_many_decimals'],
        ['12345678901', 'validation.too_many_digits'],
        ['5%', 'validation.not_a_number'],
      ]
    case 'decimal':
      return [
        ...empty,
        [field.max + 1, field.message ?? 'validation.number'],
        [field.min - 1, field.message ?? belowMinimumKey(field.min)],
      ]
    case 'percent':
      return [
        ...empty,
        ['-1', 'validation.percent'],
        ['100,001', 'validation.percent'],
        ['pola', 'validation.not_a_number'],
      ]
    case 'moneyOrPercent':
      return [...empty, ['-1', 'validation.not_negative'], ['1.2345', 'validation.too_many_decimals']]
    case 'count':
      return [
        ...empty,
        [(field.min ?? 0) - 1, field.message ?? belowMinimumKey(field.min ?? 0)],
        [(field.max ?? MAX_ID) + 1, field.message ?? 'validation.number'],
        ['1.5', 'validation.integer'],
      ]
    case 'reference':
      return [
        [0, 'validation.id'],
        [UNKNOWN_ID, 'validation.not_found'],
      ]
  }
}

describe.each(all.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  const fields = Object.entries(resource.fields)
  const typed = Object.entries(labelledFields(resource.fields))

  test('have the table of their declaration', async () => {
    expect(await lacking(resource)).toEqual([])
  })

  test('reject invalid values of each field, and store nothing', async () => {
    const before = (await send<Row[]>('GET', path(resource))).body.length
    const form = await formOf(resource)
    for (const [field, declared] of typed) {
      for (const [value, key] of invalidValuesOf(declared)) {
        const { status, body } = await send('POST', path(resource), { ...form, [field]: value })
        expect([status, body.errors], `${field} ${String(value).slice(0, 20)}`).toEqual([
          declared.kind === 'day' ? 436 : 422,
          { [field]: [key] },
        ])
      }
    }
    const unknown = await send('POST', path(resource), { ...form, is_active: false })
    expect(unknown.body.errors).toEqual({ is_active: ['validation.unknown_field'] })
    expect((await send<Row[]>('GET', path(resource))).body.length).toBe(before)
  })

  test('reject inactive references', async () => {
    for (const [field, declared] of fields) {
      if (declared.kind !== 'reference') continue
      const form = await formOf(resource)
      const off = async (is: boolean) => {
        await sql`UPDATE ${sql.table(declared.to)} SET is_active = ${is} WHERE id = ${form[field]}`.execute(
          db,
        )
      }
      await off(false)
      const { status, body } = await send('POST', path(resource), form)
      expect([status, body.errors]).toEqual([422, { [field]: [declared.inactive ?? 'validation.inactive'] }])
      await off(true)
    }
  })

  test('reject duplicates in any script, with any blanks: 422, or 434 for an inactive one', async () => {
    for (const [field, declared] of fields) {
      if (declared.kind !== 'text' || !declared.unique) continue
      const shaped = declared.exactly !== undefined || declared.like === 'digits'
      const form = await formOf(resource, shaped ? {} : { [field]: 'Crna šljiva' })
      const { body: row } = await send('POST', path(resource), form)
      // Other unique fields get another record's values, except the fields of the scope.
      const within = Array.isArray(declared.unique) ? declared.unique.map((one) => [one, form[one]]) : []
      const duplicate = async (value: unknown) => ({
        ...(await formOf(resource)),
        ...Object.fromEntries(within),
        [field]: shaped ? form[field] : value,
      })
      const taken = await send('POST', path(resource), await duplicate('ЦРНА \u00a0ШЉИВА'))
      expect([taken.status, taken.body.errors]).toEqual([
        422,
        { [field]: [declared.taken ?? 'validation.unique_name'] },
      ])
      await send('DELETE', `${path(resource)}/${row.id}`)
      expect((await send('POST', path(resource), await duplicate('crna  sljiva'))).status).toBe(434)
    }
  })

  test('reject values in the wrong order, in a form and in the database', async () => {
    for (const [field, declared] of fields) {
      const order = orderOf(declared)
      if (!order) continue
      const wrong =
        declared.kind === 'day' ? '2026-01-01' : Number((await formOf(resource))[order.against]) + 1
      const { status, body } = await send('POST', path(resource), await formOf(resource, { [field]: wrong }))
      expect([status, body.errors]).toEqual([declared.kind === 'day' ? 436 : 422, { [field]: [order.key] }])
      await expect(makeRecord(db, resource, { [field]: wrong })).rejects.toThrow(`${name}_${field}_order`)
    }
  })

  test('ignore blanks where the field does, and look-alike characters', async () => {
    for (const [field, declared] of Object.entries<Field>(resource.fields)) {
      if (declared.kind !== 'text' || !declared.compact) continue
      const { id } = await makeRecord(db, resource, { [field]: 'PG ČG\u00a041\u20118' })
      const spellings = ['pgcg 4 1-8', 'PG\u2007ČG\u200b41\u20138', '\uff30\uff27\u3000ČG41\u22128\ufeff']
      for (const spelling of spellings) {
        const duplicate = await send('POST', path(resource), await formOf(resource, { [field]: spelling }))
        expect([duplicate.status, duplicate.body.errors], spelling).toEqual([
          422,
          { [field]: [declared.taken] },
        ])
        for (const by of [field, 'search']) {
          const filters = { [by]: spelling }
          const { body } = await send<Row[]>('GET', `${path(resource)}?${query({ filters })}`)
          expect(
            body.map((row) => [row.id, row[field]]),
            spelling,
          ).toEqual([[id, 'PG ČG\u00a041\u20118']])
        }
      }
      const other = await send('POST', path(resource), await formOf(resource, { [field]: 'PG ČG 4-18' }))
      expect(other.status).toBe(200)
    }
  })

  test('are listed and deactivated only under their parent: 404', async () => {
    const { parent } = resource
    if (!parent) return
    const mine = await makeRecord(db, resource)
    const other = await makeRecord(db, resource)
    const row = await rowOf(resource, mine.id)
    const others = await rowOf(resource, other.id)
    expect((await send('GET', `${path(resource)}/${UNKNOWN_ID}`)).status).toBe(404)
    expect((await send('DELETE', `${path(resource)}/${others[parent]}/${row.id}`)).status).toBe(404)
    expect((await send('DELETE', `${path(resource)}/${row[parent]}/${UNKNOWN_ID}`)).status).toBe(404)
    expect(await rowOf(resource, row.id)).toEqual(row)
    expect((await send('GET', `${path(resource)}/${row[parent]}`)).body).toEqual([row])
    const url = `${path(resource)}/${row[parent]}/${row.id}`
    expect((await send('DELETE', url)).body.is_active).toBe(false)
    expect((await send('DELETE', url, { is_active: false })).body.is_active).toBe(false)
    expect((await send('DELETE', url)).body.is_active).toBe(true)
  })

  test('are paged by the server for large resources, and returned whole as well', async () => {
    if (!resource.large) return
    const { id } = await makeRecord(db, resource)
    await makeRecord(db, resource)
    const page = (body: object) =>
      send<{ result: Row[]; total_rows: number }>('POST', `${path(resource)}/index`, body)
    expect((await page({ filters: { password: 'a' } })).status).toBe(422)
    const { body } = await page({ options: { sortBy: ['id'], sortDesc: [true], itemsPerPage: 8 } })
    const whole = (await send<Row[]>('GET', path(resource))).body
    expect(body.result).toEqual(whole.toSorted((a, b) => b.id - a.id).slice(0, 8))
    expect(body.total_rows).toBe(whole.length)
    const filters = { [namingOf(resource)]: (await rowOf(resource, id))[namingOf(resource)] }
    const own = await page({ filters })
    expect(own.body.result.map((row) => row.id)).toEqual([id])
    await send('DELETE', `${path(resource)}/${id}`)
    expect((await page({ filters, show_only_active: true })).body.total_rows).toBe(0)
  })

  test('are added, read, changed once per version, deactivated and reactivated', async () => {
    const form = await formOf(resource)
    const { status, body: row } = await send('POST', path(resource), form)
    expect([status, row]).toMatchObject([200, { ...form, is_active: true, version: 1 }])
    expect(await rowOf(resource, row.id)).toEqual(row)
    if ('one' in routesOf(resource))
      expect((await send('GET', `${path(resource)}/${row.id}`)).body).toEqual(row)
    const url = `${path(resource)}/${row.id}`
    const changed = await send('PUT', url, { ...form, [namingOf(resource)]: 'Promijenjeno', version: 1 })
    expect(changed.body).toMatchObject({ [namingOf(resource)]: 'Promijenjeno', version: 2 })
    const late = await send('PUT', url, { ...form, version: 1 })
    expect([late.status, late.body.current]).toMatchObject([409, { [namingOf(resource)]: 'Promijenjeno' }])
    expect(late.body.saved_by).toEqual({ name: expect.any(String), is_caller: true })
    expect((await send('PUT', `${path(resource)}/${UNKNOWN_ID}`, form)).status).toBe(404)
    expect((await send('DELETE', url)).body.is_active).toBe(false)
    expect((await send<Row[]>('GET', `${path(resource)}Active`)).body.map(({ id }) => id)).not.toContain(
      row.id,
    )
    expect((await send('DELETE', url, { is_active: false })).body.is_active).toBe(false)
    expect((await send('DELETE', url)).body.is_active).toBe(true)
  })

  test('store empty values as null', async () => {
    const optional = typed.filter(([, field]) => !isFilled(field)).map(([field]) => field)
    const form = await formOf(resource)
    for (const field of optional) delete form[field]
    const { status, body } = await send('POST', path(resource), form)
    expect(status, JSON.stringify(body)).toBe(200)
    for (const field of optional) expect(body[field], field).toBe(null)
  })

  test('cannot be deactivated while another resource uses them: 435', async () => {
    for (const user of all) {
      for (const [field, declared] of Object.entries(user.fields)) {
        if (declared.kind !== 'reference' || declared.to !== name) continue
        const { id } = await makeRecord(db, user)
        const used = (await rowOf(user, id))[field]
        const { status, body } = await send('DELETE', `${path(resource)}/${used}`)
        expect([status, body.used_by?.table]).toEqual([435, user.name])
      }
    }
  })

  test('are sorted and filtered by every column', async () => {
    const row = await rowOf(resource, (await makeRecord(db, resource)).id)
    await makeRecord(db, resource)
    for (const [column, { filter, sort }] of Object.entries(listOf(resource).columns)) {
      const stored = row[column]
      const value = stored && typeof stored === 'object' ? (stored as { name: string }).name : String(stored)
      const found = await send<Row[]>('GET', `${path(resource)}?${query({ filters: { [column]: value } })}`)
      expect(
        found.body.map(({ id }) => id),
        `${column} ${value}`,
      ).toContain(row.id)
      const none = {
        number: '>9999999999',
        day: '2099',
        text: 'ništa takvo',
        flag: String(!stored),
        choice: '',
      }[filter ?? 'text']
      if (none) {
        const other = await send<Row[]>('GET', `${path(resource)}?${query({ filters: { [column]: none } })}`)
        expect(
          other.body.map(({ id }) => id),
          `${column} ${none}`,
        ).not.toContain(row.id)
      }
      if (sort === false) continue
      const sorted = await send<Row[]>(
        'GET',
        `${path(resource)}?${query({ options: { sortBy: column, sortDesc: true } })}`,
      )
      expect(sorted.status, column).toBe(200)
    }
    const bad = await send('GET', `${path(resource)}?${query({ filters: { password: 'a' } })}`)
    expect(bad.status).toBe(422)
  })

  test('are exported to Excel and PDF with labels', async () => {
    const { id } = await makeRecord(db, resource)
    const file = (format: string) =>
      send<unknown>(
        'GET',
        `${path(resource)}?${query({ report_data: { name: 'Proba', format, ids: [id] } })}`,
        undefined,
        'en',
      )
    const [header, cells] = await readRows((await file('xlsx')).bytes)
    const { columns } = listOf(resource)
    expect(header).toEqual(Object.values(columns).map(({ label }) => label.en))
    const row = await rowOf(resource, id)
    for (const [field, declared] of fields.filter(([, { unlisted }]) => !unlisted)) {
      const cell = cells?.[Object.keys(columns).indexOf(shownName(field, declared))] ?? ''
      if (declared.kind === 'day') expect(cell, field).toMatch(/2026/)
      else if (/money|percent|figure|count/.test(declared.kind)) expect(cell, field).toBe(Number(row[field]))
      else expect(cell, field).toBe(inWords(row, field, declared))
    }
    expect((await file('pdf')).headers['content-type']).toBe('application/pdf')
  })

  test('have changes with labels', async () => {
    const { id } = await makeRecord(db, resource)
    const url = history.ofRecord.path.replace(':table', name).replace(':id', String(id))
    const { status, body } = await send<{ result: { values: never }[] }>('GET', url)
    expect(status).toBe(200)
    const changes = body.result[0]?.values ?? ([] as never)
    const [cnr, en] = (['cnr', 'en'] as const).map((locale) =>
      changesInWords(name as HistoryTable, changes, locale),
    )
    const row = await rowOf(resource, id)
    for (const [field, declared] of fields) {
      expect(cnr, field).toContain(`${declared.label.cnr}: `)
      expect(en, field).toContain(`${declared.label.en}: ${inWords(row, field, declared)}`)
    }
  })

  test('are counted on the home page if they have a label for it', async () => {
    const figures = async () => (await send<Record<string, number>>('GET', home.figures.path)).body[name]
    const before = await figures()
    await makeRecord(db, resource)
    expect(await figures()).toBe(resource.labels.cnr.counted ? (before ?? 0) + 1 : undefined)
  })
})

test('records of a feature can be referenced as well, and cannot be deactivated while they are', async () => {
  const probes = all.find(({ name }) => name === 'probes') as Resource
  const { id } = await makePartner(db, { is_active: false })
  const { body } = await send('POST', path(probes), await formOf(probes, { partner_id: id }))
  expect(body.errors).toEqual({ partner_id: ['validation.inactive_partner'] })
  const used = await rowOf(probes, (await makeRecord(db, probes)).id)
  const params = { id: String(used.partner_id) }
  const off = await call(partners.toggle, { params, body: { is_active: false } })
  expect([off.status, off.body.used_by]).toMatchObject([435, { table: 'probes', count: 1 }])
})

test('workers have a unique optional personal number, and names need not be unique', async () => {
  const workers = all.find(({ name }) => name === 'workers') as Resource
  const add = async (jmbg: string | null, name = 'Ivan Vuković') =>
    send('POST', path(workers), await formOf(workers, { name, jmbg }))
  expect((await add('0101990210011')).status).toBe(200)
  const taken = await add('0101990210011', 'Neko Treći')
  expect([taken.status, taken.body.errors]).toEqual([422, { jmbg: ['validation.unique_worker'] }])
  for (const jmbg of ['0101990210012', null, null]) expect((await add(jmbg)).status).toBe(200)
})

test('the name of a reference determines its table, because the history only has the name', () => {
  const pairs = all.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'reference' ? [`${name} ${field.to}`] : [],
    ),
  )
  const names = [...new Set(pairs)].map((pair) => pair.split(' ')[0])
  expect(names).toEqual([...new Set(names)])
})

/** A value as the history shows it in English. */
function inWords(row: Row, name: string, field: Field): string {
  const value = row[name]
  switch (field.kind) {
    case 'choice':
      return field.options.find((option) => option.value === value)?.label.en ?? ''
    case 'flag':
      return field.words?.[value ? 'yes' : 'no'].en ?? (value ? 'yes' : 'no')
    case 'day':
      return String(value).split('-').reverse().join('/')
    case 'money':
    case 'moneyOrPercent':
      return `€${Number(value).toFixed(2)}`
    case 'percent':
      return `${Number(value)}%`
    case 'reference':
      return (row[shownName(name, field)] as { name: string }).name
    default:
      return String(value)
  }
}

const TYPES: Record<Field['kind'], string> = {
  text: 'text',
  choice: 'text',
  flag: 'boolean',
  day: 'date',
  money: 'numeric',
  decimal: 'numeric',
  moneyOrPercent: 'numeric',
  percent: 'numeric',
  count: 'integer',
  reference: 'integer',
}

/** The differences between the table of a resource and its declaration, in sentences. */
async function lacking(resource: Resource): Promise<string[]> {
  const { name } = resource
  const columns = await sql<{ name: string; type: string; nullable: boolean }>`
    SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable
    FROM information_schema.columns WHERE table_name = ${name}`.execute(db)
  const named = await sql<{ name: string }>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${name}::regclass
    UNION SELECT tgname FROM pg_trigger WHERE tgrelid = ${name}::regclass`.execute(db)
  const has = new Set(named.rows.map((one) => one.name))
  const wanted = (one: string, why: string) => (has.has(one) ? [] : [`${name} has no ${one}, ${why}`])
  const uniques = await sql<{ name: string; columns: string[] }>`
    SELECT conname AS name, array_agg(attname::text ORDER BY ordinality) AS columns
    FROM pg_constraint, unnest(conkey) WITH ORDINALITY AS keys (attnum, ordinality)
    JOIN pg_attribute USING (attnum)
    WHERE conrelid = ${name}::regclass AND attrelid = conrelid AND contype = 'u' GROUP BY conname`.execute(db)
  const stored = uniques.rows.map((one) => `${one.name}: ${one.columns.join(', ')}`)
  const declared = Object.entries(resource.fields).flatMap(([field, { kind, ...rest }]) => {
    const { unique } = kind === 'text' ? (rest as Omit<TextField, 'kind'>) : {}
    const scope = unique === true ? [] : (unique ?? [])
    return unique ? [`${name}_${field}_taken: ${[...scope, `${field}_folded`].join(', ')}`] : []
  })
  const sentences = Object.entries(resource.fields).flatMap(([field, declared]) => {
    const column = columns.rows.find((one) => one.name === field)
    if (!column) return [`${name} has no column ${field}`]
    const folded = columns.rows.find((one) => one.name === `${field}_folded`)
    const reference = `${name}_${shownName(field, declared)}`
    return [
      ...(column.type === TYPES[declared.kind]
        ? []
        : [`${name}.${field} is ${column.type} and not ${TYPES[declared.kind]}`]),
      ...(column.nullable !== isFilled(declared)
        ? []
        : [`${name}.${field} ${column.nullable ? 'may' : 'may not'} be null`]),
      ...(declared.kind !== 'text' || folded ? [] : [`${name} has no column ${field}_folded`]),
      ...(column.nullable && folded?.nullable === false ? [`${name}.${field}_folded may not be null`] : []),
      ...(orderOf(declared) ? wanted(`${name}_${field}_order`, 'which keeps it in order') : []),
      ...(declared.kind === 'reference'
        ? [
            ...wanted(`${reference}_missing`, 'the foreign key'),
            ...wanted(`${reference}_inactive`, 'which CALL require_active_reference() makes'),
          ]
        : []),
    ]
  })
  return [
    ...sentences,
    ...stored.filter((one) => !declared.includes(one)).map((one) => `not declared unique, ${one}`),
    ...declared.filter((one) => !stored.includes(one)).map((one) => `not unique in the table, ${one}`),
    ...wanted('increment_version', 'which CALL track_versions() makes'),
    ...wanted('audit_table', 'which CALL audit_table() makes'),
  ]
}
