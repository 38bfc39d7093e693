import { users } from '@kontor/contract/users'
import { pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { createUser, listPartnerUsers, toggleUser, updateUser, userSource } from './queries.ts'

export function userRoutes({ serve, db, config }: Kontor) {
  const min = config.passwordMinLength
  serve(users.index, ({ body, locale }) => pageOrFile(db, userSource, body, locale))
  serve(users.create, ({ body }) => createUser(db, body, min))
  serve(users.update, ({ params, body }) => updateUser(db, params.id, body, min))
  serve(users.toggle, ({ params, body }) => toggleUser(db, params.id, body?.is_active))
  serve(users.ofPartners, () => listPartnerUsers(db))
  serve(users.ofPartner, ({ params }) => listPartnerUsers(db, params.id))
}
