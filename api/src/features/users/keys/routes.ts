import { apiKeyBody, apiKeys } from '@kontor/contract/users/keys'
import type { AppContext } from '../../../context.ts'
import { pageOrFile } from '../../../lib/lists/export.ts'
import { registerUpdate } from '../../../lib/resources/patch.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { apiKeySource, createApiKey, revokeApiKey, updateApiKey } from './queries.ts'

export function apiKeyRoutes({ registerRoute, db }: AppContext) {
  registerRoute(apiKeys.index, ({ body, locale }) => pageOrFile(db, apiKeySource, body, locale))
  registerRoute(apiKeys.create, ({ user, body }) => createApiKey(db, user, body))
  registerUpdate(
    registerRoute,
    [apiKeys.update, apiKeys.patch],
    { whole: apiKeyBody, stored: ({ params }) => getRow(db, apiKeySource, params.id) },
    ({ user, params, body }) => updateApiKey(db, user, params.id, body),
  )
  registerRoute(apiKeys.revoke, ({ user, params }) => revokeApiKey(db, user, params.id))
}
