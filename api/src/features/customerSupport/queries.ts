import { customerSupportList, type SupportMessage, supportTypes } from '@kontor/contract/customerSupport'
import { sql } from 'kysely'
import { column, listSource } from '../../lib/lists/source.ts'
import { labelCase, recordRefOf, recordRefOrNull } from '../../lib/resources/record-refs.ts'
import '../partners/table.ts'
import '../users/table.ts'
import './table.ts'

const typeName = labelCase('customer_support.type', supportTypes).$castTo<SupportMessage['type_name']>()

export const supportSource = listSource({
  definition: customerSupportList,
  id: sql.ref('customer_support.id'),
  columns: {
    updated_at: column('customer_support', 'updated_at'),
    type_name: { value: typeName },
    message_content: column('customer_support', 'message_content', 'message_content_folded'),
    partner_name: column('partners', 'name', 'name_folded'),
    partner_id: column('customer_support', 'partner_id'),
    user: column('users', 'name', 'name_folded'),
    begun_by: column('beginners', 'name', 'name_folded'),
    is_active: column('customer_support', 'is_active'),
  },
  tables: ['customer_support', 'partners', 'users'],
  rows: (db) =>
    db
      .selectFrom('customer_support')
      .innerJoin('partners', 'partners.id', 'customer_support.partner_id')
      .innerJoin('users', 'users.id', 'customer_support.user_id')
      .leftJoin('users as beginners', 'beginners.id', 'begun_by')
      .select(['customer_support.id', 'customer_support.type', typeName.as('type_name'), 'message_content'])
      .select(['partners.name as partner_name', 'users.name as user'])
      .select([recordRefOf('partners').as('partner'), recordRefOrNull('beginners').as('begun_by')])
      .select(['customer_support.is_active', 'customer_support.version', 'customer_support.updated_at']),
})
