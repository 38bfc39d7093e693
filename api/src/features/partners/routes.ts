import { partners } from '@kontor/contract/partners'
import type { Kontor } from '../../kit/kontor.ts'
import { listAll, streamEvery } from '../../kit/list.ts'
import { getRow } from '../../kit/records.ts'
import { partnerSource } from './queries.ts'

export function partnerRoutes({ serve, db }: Kontor) {
  serve(partners.all, () => streamEvery(db, partnerSource))
  serve(partners.active, () => listAll(db, partnerSource, { show_only_active: true }))
  serve(partners.one, ({ params }) => getRow(db, partnerSource, params.id))
}
