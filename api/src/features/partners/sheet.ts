import { LEAST_ROLE } from '@kontor/contract/lib/http/about'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { defaultValues } from '@kontor/contract/lib/resources/import-columns'
import { financialSheet, partnerSheet } from '@kontor/contract/partners'
import { figureFields, partnerFields, plainFields } from '@kontor/contract/partners/fields'
import { sql, type Transaction } from 'kysely'
import { generatePassword } from '../../lib/auth/password.ts'
import type { Schema } from '../../lib/database/schema.ts'
import type { ImportDefinition } from '../../lib/imports/import-definition.ts'
import type { RowValues, Value } from '../../lib/imports/plan/plan-rules.ts'
import {
  type Imported,
  insertImported,
  loadImported,
  storedBy,
  updateImported,
} from '../../lib/imports/records/record-sql.ts'
import { chooseServer } from '../../lib/lists/choose-server.ts'
import { batchesById } from '../../lib/lists/list.ts'
import type { ListDatabase } from '../../lib/lists/replica/replica-router.ts'
import { partnerSource } from './queries.ts'
import { partnerReferences } from './references.ts'
import { idsOf, writeName } from './rules.ts'
import '../signedInPartners/table.ts'

/** The layout without money-or-percent columns, for users who may not export them. */
export const plainSheet: SheetColumns = Object.fromEntries(
  Object.entries(partnerSheet).filter(([field]) => !(field in figureFields)),
)

/** A user that an import has created. */
interface NewLogin {
  id: number
  name: string
  password: string
}

/**
 * One import of partners. With `financial` only the money-or-percent fields of known partners are changed. Otherwise
 * unknown partners are added, each with a user and a generated password, which are in `logins` afterwards. Cities and
 * categories are stored as ids: `12`, `'3,7'`.
 */
export function partnerImport(financial: boolean, withFigures: boolean) {
  const references = financial ? undefined : partnerReferences()
  let usernames = new Set<string>()
  const names = new Map<Value, Value>()
  const logins: NewLogin[] = []
  const sheet: SheetColumns = financial ? financialSheet : withFigures ? partnerSheet : plainSheet
  const importDefinition: ImportDefinition<SheetColumns> = {
    list: 'partners',
    sheet,
    rules: {
      key: 'id',
      requiredToCreate: financial ? null : ['name', 'categories', 'city'],
      unknown: financial ? 'import.unknown_partner' : 'import.needs_columns',
      // Without the permission for figures the table sets them: written here, the undo would take them for imported.
      defaults: defaultValues(financial || withFigures ? partnerFields : plainFields),
      converters: {
        id: (typed, before) =>
          before === undefined && usernames.has(String(typed))
            ? { reason: 'validation.unique_username' }
            : { value: typed },
        ...references?.converters,
      },
    },
    ...(references && { references }),
    async begin(db) {
      logins.length = 0
      names.clear()
      if (financial) return
      const numbers = db.selectFrom('users').select('username').where('username', '~', '^[1-9][0-9]*$')
      usernames = new Set((await numbers.execute()).map(({ username }) => username))
    },
    shown: (values) => ({
      ...(names.has(values.id ?? null) && { name: names.get(values.id ?? null) ?? null }),
      ...(references?.shown(values) ?? values),
    }),
    async load(db, keys, lock) {
      const rows = await loadImported(db, partnerRecords, keys, lock)
      for (const { id, name } of rows) names.set(id, name ?? null) // for display only: not all sheets have names
      return storedBy(rows, 'id', sheet)
    },
    async insert(tx, rows) {
      const written = await insert(tx, rows)
      logins.push(...(await addLogins(tx, rows)))
      return written
    },
    update,
    remove,
  }
  return { importDefinition, logins }
}

const partnerRecords: Imported = {
  table: 'partners',
  fields: partnerFields,
  key: 'id',
  more: {
    categories: sql`coalesce((SELECT string_agg(category_id::text, ',' ORDER BY category_id)
      FROM partner_categories WHERE partner_id = partners.id), '')`,
  },
}

async function insert(tx: Transaction<Schema>, rows: RowValues[]) {
  const written = await insertImported(tx, partnerRecords, rows)
  await setCategories(tx, rows)
  return written
}

async function update(tx: Transaction<Schema>, changes: { id: number; values: RowValues }[]) {
  const written = await updateImported(tx, partnerRecords, changes)
  await setCategories(
    tx,
    changes.map(({ id, values }) => ({ ...values, id })),
  )
  return written
}

/** Replaces the categories of each row's partner; a row without the column is skipped. */
async function setCategories(tx: Transaction<Schema>, rows: RowValues[]) {
  const wanted = rows.filter(({ categories }) => typeof categories === 'string')
  if (wanted.length === 0) return
  const links = wanted.flatMap(({ id, categories }) =>
    idsOf(categories ?? '').map((category_id) => ({ partner_id: Number(id), category_id })),
  )
  const linkRows = sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS given(partner_id int, category_id int)`
  await sql`DELETE FROM partner_categories WHERE partner_id = ANY(${wanted.map(({ id }) => id)}::int[])
    AND (partner_id, category_id) NOT IN (SELECT partner_id, category_id FROM ${linkRows})`.execute(tx)
  // Current categories may be inactive and are not inserted again.
  await sql`INSERT INTO partner_categories (partner_id, category_id)
    SELECT partner_id, category_id FROM ${linkRows} ON CONFLICT DO NOTHING`.execute(tx)
}

async function addLogins(tx: Transaction<Schema>, rows: RowValues[]): Promise<NewLogin[]> {
  const made = await Promise.all(
    rows.map(async ({ id, name }) => ({ id: Number(id), name: String(name), ...(await generatePassword()) })),
  )
  const users = made.map(({ id, name, hash }) => ({
    name,
    username: String(id),
    partner_id: id,
    role: LEAST_ROLE,
    password_hash: hash,
  }))
  await tx.insertInto('users').values(users).execute()
  return made.map(({ id, name, password }) => ({ id, name, password }))
}

/**
 * Deletes partners with their users. Users who have signed in, and those that others added, violate the foreign key.
 */
async function remove(tx: Transaction<Schema>, ids: number[]) {
  const isOfPartners = sql<boolean>`partner_id = ANY(${ids}::int[])`
  const isUnused = sql<boolean>`username = partner_id::text
    AND NOT EXISTS (SELECT FROM signed_in_partners WHERE user_id = users.id)`
  await tx.deleteFrom('users').where(isOfPartners).where(isUnused).execute()
  await tx.deleteFrom('partners').where('id', 'in', ids).execute()
}

/**
 * Every partner in the layout of the sheet, by number. Names of partners are not unique, so the superior partner is
 * written by number.
 */
export async function* partnerRows(reads: ListDatabase) {
  const read = await chooseServer(reads, partnerSource)
  // Where a name has a semicolon, all are in quotes: two plain names may look like it.
  const withSemicolon = await read((db) =>
    db.selectFrom('categories').select('id').where('name', 'like', '%;%').limit(1).execute(),
  )
  const isQuoted = withSemicolon.length > 0
  for await (const rows of batchesById(reads, partnerSource))
    yield rows.map((row) => ({
      ...row,
      categories: row.categories.map(({ name }) => writeName(name, isQuoted)).join('; '),
      superior_partner: row.superior_partner_id,
    }))
}
