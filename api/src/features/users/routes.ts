import { userBody, userSheet, users } from '@kontor/contract/users'
import { pageOrFile } from '../../kit/list/report.ts'
import { getRow } from '../../kit/records/records.ts'
import { serveChanges } from '../../kit/records/rest-stays.ts'
import { serveImports } from '../../kit/records/serve-imports.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { apiKeyRoutes } from './keys/routes.ts'
import { createUser, listPartnerUsers, removeFactor, toggleUser, updateUser, userSource } from './queries.ts'
import { roleRoutes } from './roles/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { userImport, userRows } from './sheet.ts'
import { signInRoutes } from './signIns/routes.ts'

export function userRoutes(kontor: Kontor) {
  const { serve, db, config, mail } = kontor
  const min = config.passwordMinLength
  serve(users.index, ({ body, locale }) => pageOrFile(db, userSource, body, locale))
  serve(users.create, ({ user, body }) => createUser(db, user, body, min))
  serveChanges(
    serve,
    [users.update, users.patch],
    // Without a role a user of the staff keeps his; who leaves a partner gets one.
    { whole: userBody, stored: ({ params }) => getRow(db, userSource, params.id), apart: () => ['role'] },
    ({ user, params, body, locale }) =>
      updateUser({ db, mail, minLength: min, caller: user, locale }, params.id, body),
  )
  serve(users.toggle, ({ user, params, body }) => toggleUser(db, user, params.id, body?.is_active))
  serve(users.removeFactor, ({ user, params }) => removeFactor(db, user, params.id))
  serve(users.ofPartners, () => listPartnerUsers(db))
  serve(users.ofPartner, ({ params }) => listPartnerUsers(db, params.id))
  importRoutes(kontor)
  roleRoutes(kontor)
  settingsRoutes(kontor)
  apiKeyRoutes(kontor)
  signInRoutes(kontor)
}

function importRoutes(kontor: Kontor) {
  const { db, mail } = kontor
  serveImports(kontor, users, {
    title: { cnr: 'Korisnici', en: 'Users' },
    layout: userSheet,
    imported: (user) => {
      const { recipe, logins } = userImport(mail, user)
      return { recipe, told: () => ({ passwords: logins() }) }
    },
    rows: () => userRows(db),
  })
}
