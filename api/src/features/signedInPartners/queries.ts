import { signedInPartnerList } from '@kontor/contract/signedInPartners'
import { sql } from 'kysely'
import { column, listSource } from '../../lib/lists/source.ts'
import '../partners/table.ts'
import '../users/table.ts'
import './table.ts'

export const signedInSource = listSource({
  definition: signedInPartnerList,
  id: sql.ref('users.id'),
  columns: {
    code: { value: sql.ref('partners.id'), folded: sql`partners.id::text` },
    partner: column('partners', 'name', 'name_folded'),
    user: column('users', 'name', 'name_folded'),
    registered_at: column('signed_in_partners', 'registered_at'),
    last_sign_in_at: column('signed_in_partners', 'last_sign_in_at'),
  },
  tables: ['signed_in_partners', 'users', 'partners'],
  rows: (db) =>
    db
      .selectFrom('signed_in_partners')
      .innerJoin('users', 'users.id', 'signed_in_partners.user_id')
      .innerJoin('partners', 'partners.id', 'users.partner_id')
      .select(['users.id', 'partners.id as code', 'partners.name as partner', 'users.name as user'])
      .select(['registered_at', 'last_sign_in_at']),
})
