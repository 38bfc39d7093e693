import { users } from '@kontor/contract/users'
import { pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { createUser, listPartnerUsers, toggleUser, updateUser, userSource } from './queries.ts'
import { roleRoutes } from './roles/routes.ts'

export function userRoutes(kontor: Kontor) {
  const { serve, db, config } = kontor
  const min = config.passwordMinLength
  serve(users.index, ({ body, locale }) => pageOrFile(db, userSource, body, locale))
  serve(users.create, ({ user, body }) => createUser(db, user, body, min))
  serve(users.update, ({ user, params, body }) => updateUser(db, user, params.id, body, min))
  serve(users.toggle, ({ user, params, body }) => toggleUser(db, user, params.id, body?.is_active))
  serve(users.ofPartners, () => listPartnerUsers(db))
  serve(users.ofPartner, ({ params }) => listPartnerUsers(db, params.id))
  roleRoutes(kontor)
}
