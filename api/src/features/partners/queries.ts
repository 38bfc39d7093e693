import { partnerList } from '@kontor/contract/partners'
import { sql } from 'kysely'
import { column, listSource } from '../../kit/list-source.ts'
import '../categories/table.ts'
import '../cities/table.ts'
import './table.ts'

const categoryNames = sql<string>`coalesce((
  SELECT string_agg(categories.name, ', ' ORDER BY categories.name)
  FROM partner_categories JOIN categories ON categories.id = category_id
  WHERE partner_id = partners.id), '')`

export const partnerSource = listSource({
  definition: partnerList,
  id: sql.ref('partners.id'),
  columns: {
    id: column('partners', 'id'),
    name: column('partners', 'name', 'name_folded'),
    city: column('cities', 'name', 'name_folded'),
    category_names: { value: categoryNames },
    is_active: column('partners', 'is_active'),
  },
  tables: ['partners', 'partner_categories', 'cities', 'categories'],
  rows: (db) =>
    db
      .selectFrom('partners')
      .leftJoin('cities', 'cities.id', 'partners.city_id')
      .select(['partners.id', 'partners.name', 'cities.name as city', categoryNames.as('category_names')])
      .select(['partners.is_active', 'partners.version', 'partners.updated_at']),
})
