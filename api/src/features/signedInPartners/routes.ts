import { signedInPartnerList, signedInPartners } from '@kontor/contract/signedInPartners'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { fileOf } from '../../lib/lists/export.ts'
import { pageOrFile } from '../../lib/lists/respond.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import '../partners/table.ts'
import '../users/table.ts'
import './table.ts'

const signedInSource = listSource({
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

export function signedInPartnerRoutes({ registerRoute, reads }: AppContext) {
  registerRoute(signedInPartners.index, ({ body, locale }) => pageOrFile(reads, signedInSource, body, locale))
  registerRoute(signedInPartners.excel, ({ body, locale }) => {
    const report_data = { name: 'prijavljeni_partneri', format: 'xlsx' as const }
    return fileOf(reads, signedInSource, { ...body, report_data }, locale)
  })
}
