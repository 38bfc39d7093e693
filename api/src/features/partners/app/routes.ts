import { appPartners } from '@kontor/contract/app/partners'
import type { Kontor } from '../../../kit/kontor.ts'
import { getRow } from '../../../kit/records.ts'
import { partnerSource } from '../queries.ts'

export function appPartnerRoutes({ serve, db }: Kontor) {
  serve(appPartners.profile, ({ user }) => getRow(db, partnerSource, user.partner_id))
}
