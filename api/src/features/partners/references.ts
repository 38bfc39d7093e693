import { plainFields } from '@kontor/contract/partners/fields'
import type { Kysely } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import { ReferenceResolver } from '../../lib/imports/records/reference-resolver.ts'
import { type ImportReferences, importReferences } from '../../lib/imports/records/references.ts'
import { idsOf, readNames, rejectCircle } from './rules.ts'

/** The references of one import of partners: those of the fields, and the categories, of which a cell names several. */
export function partnerReferences(): ImportReferences {
  const references = importReferences(plainFields, ({ to }) => ({
    table: to,
    name: 'name',
    numbered: to === 'partners',
    inactive: 'import.unknown_name',
  }))
  let categories = new ReferenceResolver([])
  let superiors = new Map<number, number | null>()
  return {
    ...references,
    converters: {
      ...references.converters,
      superior_partner(typed, before, record) {
        const read = references.converters.superior_partner?.(typed, before, record) ?? { value: typed }
        return record ? rejectCircle(superiors, record.id, read) : read
      },
      categories: (typed, before) => readNames(categories, typed, before),
    },
    async load(db, table, lock) {
      await references.load(db, table, lock)
      const all = db
        .selectFrom('categories')
        .select(['id', 'name', 'is_active'])
        .orderBy('name')
        .orderBy('id')
      categories = new ReferenceResolver(await (lock ? all.forShare() : all).execute())
      superiors = await loadSuperiors(db)
    },
    shown: (values) => ({
      ...references.shown(values),
      ...(values.categories && { categories: categories.namesOf(idsOf(values.categories)) }),
    }),
  }
}

async function loadSuperiors(db: Kysely<Schema>) {
  const below = db.selectFrom('partners').select(['id', 'superior_partner_id'])
  const rows = await below.where('superior_partner_id', 'is not', null).execute()
  return new Map(rows.map(({ id, superior_partner_id }) => [id, superior_partner_id]))
}
