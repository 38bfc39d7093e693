import { appPartners } from '@kontor/contract/partners/portal'
import { getRow } from '../../../kit/records/records.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { partnerSource } from '../queries.ts'

export function appPartnerRoutes({ serve, db }: Kontor) {
  serve(appPartners.profile, ({ user }) => getRow(db, partnerSource, user.partner_id))
}
