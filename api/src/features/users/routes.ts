import { userBody, userSheet, users } from '@kontor/contract/users'
import type { AppContext } from '../../context.ts'
import { registerImports } from '../../lib/imports/routes.ts'
import { pageOrFile } from '../../lib/lists/export.ts'
import { registerUpdate } from '../../lib/resources/patch.ts'
import { getRow } from '../../lib/resources/records.ts'
import { jobScreenRoutes } from './jobs/routes.ts'
import { apiKeyRoutes } from './keys/routes.ts'
import {
  createUser,
  inviteAgain,
  listPartnerUsers,
  removeFactor,
  toggleUser,
  updateUser,
  userSource,
} from './queries.ts'
import { roleRoutes } from './roles/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { userImport, userRows } from './sheet.ts'
import { signInRoutes } from './signIns/routes.ts'

export function userRoutes(context: AppContext) {
  const { registerRoute, db, config, mail } = context
  const min = config.passwordMinLength
  registerRoute(users.index, ({ body, locale }) => pageOrFile(db, userSource, body, locale))
  const change = { db, mail, minLength: min }
  registerRoute(users.create, ({ user, body, locale }) =>
    createUser({ ...change, caller: user, locale }, body),
  )
  registerUpdate(
    registerRoute,
    [users.update, users.patch],
    // Without a role a member of the staff keeps his; a former partner's user gets a default.
    {
      whole: userBody,
      stored: ({ params }) => getRow(db, userSource, params.id),
      completedByHandler: () => ['role'],
    },
    ({ user, params, body, locale }) => updateUser({ ...change, caller: user, locale }, params.id, body),
  )
  registerRoute(users.toggle, ({ user, params, body }) => toggleUser(db, user, params.id, body?.is_active))
  registerRoute(users.invite, ({ user, params, locale }) =>
    inviteAgain({ ...change, caller: user, locale }, params.id),
  )
  registerRoute(users.removeFactor, ({ user, params }) => removeFactor(db, user, params.id))
  registerRoute(users.ofPartners, () => listPartnerUsers(db))
  registerRoute(users.ofPartner, ({ params }) => listPartnerUsers(db, params.id))
  importRoutes(context)
  roleRoutes(context)
  settingsRoutes(context)
  apiKeyRoutes(context)
  signInRoutes(context)
  jobScreenRoutes(context)
}

function importRoutes(context: AppContext) {
  const { db, mail } = context
  registerImports(context, users, {
    title: { cnr: 'Korisnici', en: 'Users' },
    layout: userSheet,
    imported: (user) => {
      const { importDefinition, logins } = userImport(mail, user)
      return { importDefinition, extra: () => ({ passwords: logins() }) }
    },
    rows: () => userRows(db),
  })
}
