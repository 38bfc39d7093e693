import { partnerFields } from '@kontor/contract/partners/fields'
import { type Generated, type RawBuilder, sql } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { RecordTableColumns } from '../../lib/database/schema.ts'
import type { FieldsTable } from '../../lib/resources/field-columns.ts'
import { namesOf, recordRefsOf } from '../../lib/resources/record-refs.ts'
import { registerTableErrors } from '../../lib/resources/table.ts'

type PartnerTable = Omit<RecordTableColumns, 'id'> & {
  id: number
  name_folded: Generated<string>
  partner_number_folded: Generated<string | null>
  pib_folded: Generated<string | null>
  email_folded: Generated<string | null>
} & FieldsTable<typeof partnerFields>

declare module '../../lib/imports/importable-lists.ts' {
  interface ImportableLists {
    partners: true
  }
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    partners: PartnerTable
    partner_categories: { partner_id: number; category_id: number }
  }
}

registerTableErrors('partners', partnerFields)
registerConstraints({
  partner_categories_category_inactive: { field: 'categories', key: 'validation.inactive' },
  partners_categories_inactive: { field: 'categories', key: 'validation.inactive_categories' },
  partners_id_taken: {
    field: 'id',
    key: 'validation.unique_id',
    unique: { table: 'partners', columns: ['id'] },
  },
  partners_superior_cycle: { field: 'superior_partner_id', key: 'validation.superior_circle' },
  partner_categories_category_missing: { field: 'categories', key: 'validation.not_found' },
})

const ofPartner = sql`FROM partner_categories JOIN categories ON categories.id = category_id
  WHERE partner_id = partners.id`
/** SQL: the names of the categories of the `partners` row of a query. */
export const partnerCategoryNames = namesOf('categories', ofPartner)
/** SQL: id and name of each category of the `partners` row of a query. */
export const partnerCategories = recordRefsOf('categories', ofPartner)

/** SQL: the ids of a partner's active categories, as an array. */
export const activeCategoriesOf = (partnerId: number | RawBuilder<number>) => sql<number[]>`ARRAY(
  SELECT own.category_id FROM partner_categories AS own
  JOIN categories ON categories.id = own.category_id AND categories.is_active WHERE own.partner_id = ${partnerId})`
