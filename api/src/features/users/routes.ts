import { userBody, userList, userSheet, users } from '@kontor/contract/users'
import { jobs as jobRoutes } from '@kontor/contract/users/jobs'
import { apiKeyBody, apiKeys } from '@kontor/contract/users/keys'
import { rolePermissions } from '@kontor/contract/users/roles'
import { settings } from '@kontor/contract/users/settings'
import { signIns } from '@kontor/contract/users/signIns'
import type { AppContext } from '../../context.ts'
import { registerImports } from '../../lib/imports/routes.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { pageOrFile } from '../../lib/lists/respond.ts'
import { getRow } from '../../lib/resources/records.ts'
import { registerUpdate } from '../../lib/resources/register-update.ts'
import { jobSource, retryJob } from './jobs/queries.ts'
import { apiKeySource, createApiKey, listedApiKeys, revokeApiKey, updateApiKey } from './keys/queries.ts'
import {
  createUser,
  inviteAgain,
  listPartnerUsers,
  removeFactor,
  toggleUser,
  updateUser,
  userSource,
} from './queries.ts'
import { getRole, listRoles, updateRole } from './roles/queries.ts'
import { updateSettings } from './settings/queries.ts'
import { officeSettings } from './settings/table.ts'
import { userImport, userRows } from './sheet.ts'
import { listOwnSignIns, signInSource, sweepSignIns } from './signIns/queries.ts'
import { writeLastSignIns, writeSignIns } from './signIns/table.ts'

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
      schema: userBody,
      load: ({ params }) => getRow(db, userSource, params.id),
      completedByHandler: () => ['role'],
    },
    ({ user, params, body, locale }) => updateUser({ ...change, caller: user, locale }, params.id, body),
  )
  registerRoute(users.toggle, ({ user, params, body }) => toggleUser(db, user, params.id, body?.is_active))
  registerRoute(users.invite, ({ user, params, locale }) =>
    inviteAgain({ ...change, caller: user, locale }, params.id),
  )
  registerRoute(users.removeFactor, ({ user, params, locale }) =>
    removeFactor({ ...change, caller: user, locale }, params.id),
  )
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
    labels: userList.labels,
    layout: () => userSheet,
    imported: ({ user, locale }) => {
      const { importDefinition, logins } = userImport(mail, user, locale)
      return { importDefinition, extra: { passwords: logins } }
    },
    rows: () => userRows(db),
  })
}

function roleRoutes({ registerRoute, db }: AppContext) {
  registerRoute(rolePermissions.index, () => listRoles(db))
  registerUpdate(
    registerRoute,
    [rolePermissions.update, rolePermissions.patch],
    { schema: rolePermissions.update.body, load: ({ params }) => getRole(db, params.role) },
    ({ user, params, body }) => updateRole(db, user, params.role, body),
  )
}

function settingsRoutes({ registerRoute, db }: AppContext) {
  registerRoute(settings.get, () => officeSettings(db))
  registerUpdate(
    registerRoute,
    [settings.update, settings.patch],
    { schema: settings.update.body, load: () => officeSettings(db) },
    ({ user, body }) => updateSettings(db, user, body),
  )
}

function apiKeyRoutes({ registerRoute, db }: AppContext) {
  registerRoute(apiKeys.index, ({ body, locale }) => pageOrFile(db, listedApiKeys(), body, locale))
  registerRoute(apiKeys.create, ({ user, body }) => createApiKey(db, user, body))
  registerUpdate(
    registerRoute,
    [apiKeys.update, apiKeys.patch],
    { schema: apiKeyBody, load: ({ params }) => getRow(db, apiKeySource, params.id) },
    ({ user, params, body }) => updateApiKey(db, user, params.id, body),
  )
  registerRoute(apiKeys.revoke, ({ user, params }) => revokeApiKey(db, user, params.id))
}

function signInRoutes({ registerRoute, db, jobs, maintenance, beforeClosing }: AppContext) {
  registerRoute(signIns.index, async ({ body, locale }) => {
    await writeSignIns(db)
    return pageOrFile(db, signInSource, body, locale)
  })
  registerRoute(signIns.own, async ({ user }) => {
    await writeSignIns(db)
    return listOwnSignIns(db, user)
  })
  maintenance.every(1000, 'sign-in attempts', () => writeSignIns(db))
  jobs.schedule('old_sign_ins', EVERY_HOUR, () => sweepSignIns(db))
  beforeClosing(() => writeLastSignIns(db))
}

function jobScreenRoutes({ registerRoute, db, jobs }: AppContext) {
  registerRoute(jobRoutes.index, ({ body, locale }) => pageOrFile(db, jobSource(), body, locale))
  registerRoute(jobRoutes.retry, async ({ params }) => {
    await retryJob(db, jobs, params.id)
    return { message: 'jobs.enqueued' }
  })
}
