import { type Field, shownName } from '@kontor/contract/lib/resources/fields'
import { plainFields } from '@kontor/contract/partners/fields'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import type { ReadCell, Values } from '../../lib/imports/plan/plan-rules.ts'
import './table.ts'
import { ReferenceResolver } from '../../lib/imports/records/reference-resolver.ts'
import { idsOf, readNames, rejectCircle } from './rules.ts'

/** The reference fields under their names in sheets, each with its table. */
const tables = new Map(
  Object.entries<Field>(plainFields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [[shownName(name, field), field.to] as const] : [],
  ),
)

/** The reference columns of a partners' sheet. */
export const referenceFields = [...tables.keys(), 'categories']

/** Resolves the references of a sheet. */
export interface PartnerReferences {
  read(field: string, ...cell: Parameters<ReadCell>): ReturnType<ReadCell>
  /** A partner's values with names in place of ids. */
  shown(values: Values): Values
}

/** Loads the records that cells may name; with `lock` none of them can be deactivated before the end of the import. */
export async function loadPartnerReferences(db: Kysely<Schema>, lock: boolean): Promise<PartnerReferences> {
  const categories = await loadResolver(db, 'categories', lock)
  const resolvers = new Map<string, ReferenceResolver>()
  for (const [field, table] of tables) resolvers.set(field, await loadResolver(db, table, lock))
  const superiors = await readSuperiors(db)
  const resolverOf = (field: string) => resolvers.get(field) ?? categories
  return {
    read(field, typed, before, record) {
      if (field === 'categories') return readNames(categories, typed, before)
      const read = resolverOf(field).read(typed, before)
      return field === 'superior_partner' && record ? rejectCircle(superiors, record.id, read) : read
    },
    shown(values) {
      const named = referenceFields.filter((field) => values[field])
      const nameOf = (field: string) => resolverOf(field).namesOf(idsOf(values[field] ?? ''))
      return { ...values, ...Object.fromEntries(named.map((field) => [field, nameOf(field)])) }
    },
  }
}

/** Partners need no lock of their own: the list itself is locked. */
async function loadResolver(db: Kysely<Schema>, table: string, lock: boolean) {
  const { rows } = await sql<{ id: number; name: string; is_active: boolean }>`
    SELECT id, name, is_active FROM ${sql.table(table)} ORDER BY name, id
    ${lock && table !== 'partners' ? sql`FOR SHARE` : sql``}`.execute(db)
  return new ReferenceResolver(rows, table === 'partners')
}

async function readSuperiors(db: Kysely<Schema>) {
  const below = db.selectFrom('partners').select(['id', 'superior_partner_id'])
  const rows = await below.where('superior_partner_id', 'is not', null).execute()
  return new Map(rows.map(({ id, superior_partner_id }) => [id, superior_partner_id]))
}
