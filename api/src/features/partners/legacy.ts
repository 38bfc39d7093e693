import { partners } from '@kontor/contract/partners'
import { fromLegacy } from '@kontor/contract/partners/legacy'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { updatePartner } from './queries.ts'

/** The calls of old clients. */
export function legacyPartnerRoutes({ serve, db, config }: Kontor) {
  serve(partners.updatePost, ({ user, params, body }) =>
    updatePartner(db, user, params.id, fromLegacy(body), config.passwordMinLength),
  )
}
