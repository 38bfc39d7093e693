import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { phone, storeFields, storeSheet } from '@kontor/contract/stores'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import type { ImportDefinition } from '../../lib/imports/import-definition.ts'
import type { CellConverter, RowValues, Value } from '../../lib/imports/plan/plan-rules.ts'
import { namedResourceImporter } from '../../lib/imports/records/resource-importer.ts'
import { batchesById } from '../../lib/lists/list.ts'
import { storeSource } from './queries.ts'
import './contacts/table.ts'

/** SQL: the phone numbers of a query's store, in the form of a cell: in quotes where they have separators. */
const phonesOf = sql<string>`coalesce((SELECT string_agg(CASE WHEN phone ~ '[;,"\\n]'
    THEN '"' || replace(phone, '"', '""') || '"' ELSE phone END, '; ' ORDER BY store_contacts.id)
  FROM store_contacts WHERE store_id = stores.id AND store_contacts.is_active), '')`

/** One import of stores. A store is identified by name and city; the cell replaces all its phone numbers. */
export function storeImport(): ImportDefinition<SheetColumns> {
  const stores = namedResourceImporter({
    list: 'stores',
    fields: storeFields,
    layout: storeSheet,
    key: ['name', 'city_id'],
    referred: ({ to }) => ({ table: to, name: 'name', numbered: false }),
    more: { phones: phonesOf },
  })
  return {
    ...stores,
    parts: { table: 'store_contacts', owner: 'store_id' },
    rules: {
      ...stores.rules,
      defaults: { ...stores.rules.defaults, phones: '' },
      converters: { ...stores.rules.converters, phones: readPhones },
    },
    async insert(tx, rows) {
      const written = await stores.insert(tx, rows.map(withoutPhones))
      const phones = new Map(rows.map((row) => [keyOf(row), row.phones ?? '']))
      await setPhones(
        tx,
        written.map(({ id, key }) => ({ id, phones: phones.get(key) ?? '' })),
      )
      return written
    },
    async update(tx, changes) {
      const written = await stores.update(
        tx,
        changes.map(({ id, values }) => ({ id, values: withoutPhones(values) })),
      )
      await setPhones(
        tx,
        changes.map(({ id, values }) => ({ id, phones: values.phones ?? '' })),
      )
      return written
    },
    async remove(tx, ids) {
      await sql`DELETE FROM store_contacts WHERE store_id = ANY(${ids}::int[])`.execute(tx)
      await stores.remove(tx, ids)
    },
  }
}

const withoutPhones = ({ phones: _, ...values }: RowValues) => values
const keyOf = ({ name, city }: RowValues) => `${name}\u001f${city}`

const SEPARATOR = /[;,\n]/
const PIECE = /\s*(?:"((?:[^"]|"")*)"\s*(?=[;,\n]|$)|([^;,\n]*))(?:[;,\n]|$)/g

const phonesIn = (cell: Value) => {
  const pieces = [...String(cell ?? '').matchAll(PIECE)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
  )
  return [...new Set(pieces.filter(Boolean))]
}
const quoted = (one: string) => (/[;,"\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)

/**
 * Reads a cell of phone numbers; another order of the stored ones is no change. A stored one with a separator is found
 * without quotes too.
 */
const readPhones: CellConverter = (typed, before) => {
  const had = phonesIn(before ?? '')
  const text = String(typed ?? '')
  const known = had.filter((one) => SEPARATOR.test(one)).toSorted((a, b) => b.length - a.length)
  // The longest first, because one may contain another.
  const anyKnown = new RegExp(known.map((one) => RegExp.escape(one)).join('|'), 'g')
  const phones = phonesIn(text.includes('"') ? text : text.replaceAll(anyKnown, (one) => quoted(one)))
  if (phones.some((one) => !phone.safeParse(one).success)) return { reason: 'validation.contact_phone' }
  const isSame = phones.length === had.length && phones.every((one) => had.includes(one))
  return { value: isSame ? (before ?? '') : phones.map(quoted).join('; ') }
}

/**
 * Replaces the phone numbers of those stores that have others: former ones are reactivated, missing ones deactivated.
 * Of several contacts with one number one is reactivated.
 */
async function setPhones(tx: Transaction<Schema>, all: readonly { id: number; phones: Value }[]) {
  const stored = await tx
    .selectFrom('stores')
    .select(['id', phonesOf.as('phones')])
    .where(sql<boolean>`id = ANY(${all.map(({ id }) => id)}::int[])`)
    .execute()
  const before = new Map(stored.map(({ id, phones }) => [id, phones]))
  const rows = all.filter(({ id, phones }) => before.get(id) !== phones)
  const named = JSON.stringify(
    rows.flatMap(({ id, phones }) => phonesIn(phones).map((one) => ({ store_id: id, phone: one }))),
  )
  const ids = rows.map(({ id }) => id)
  const phoneRows = sql`jsonb_to_recordset(${named}::jsonb) AS given(store_id int, phone text)`
  await sql`UPDATE store_contacts SET is_active = NOT is_active
    WHERE store_id = ANY(${ids}::int[])
      AND is_active <> CASE WHEN is_active THEN (store_id, phone) IN (SELECT store_id, phone FROM ${phoneRows})
        ELSE id IN (SELECT DISTINCT ON (store_id, phone) id FROM store_contacts JOIN ${phoneRows}
          USING (store_id, phone) ORDER BY store_id, phone, is_active DESC, id) END`.execute(tx)
  await sql`INSERT INTO store_contacts (store_id, phone) SELECT store_id, phone FROM ${phoneRows}
    WHERE NOT EXISTS (SELECT FROM store_contacts AS own
      WHERE own.store_id = given.store_id AND own.phone = given.phone)`.execute(tx)
}

/** Every store in the layout of the sheet, by number. */
export async function* storeRows(db: Kysely<Schema>) {
  for await (const rows of batchesById(db, storeSource)) {
    const ids = rows.map(({ id }) => id)
    const withPhones = await db
      .selectFrom('stores')
      .select(['id', phonesOf.as('phones')])
      .where('id', 'in', ids)
      .execute()
    const phones = new Map(withPhones.map((row) => [row.id, row.phones]))
    yield rows.map((row) => ({ ...row, phones: phones.get(row.id) ?? '' }))
  }
}
