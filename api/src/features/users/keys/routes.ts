import { apiKeys } from '@kontor/contract/users/keys'
import { pageOrFile } from '../../../kit/list/report.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { apiKeySource, createApiKey, revokeApiKey, updateApiKey } from './queries.ts'

export function apiKeyRoutes({ serve, db }: Kontor) {
  serve(apiKeys.index, ({ body, locale }) => pageOrFile(db, apiKeySource, body, locale))
  serve(apiKeys.create, ({ user, body }) => createApiKey(db, user, body))
  serve(apiKeys.update, ({ user, params, body }) => updateApiKey(db, user, params.id, body))
  serve(apiKeys.revoke, ({ user, params }) => revokeApiKey(db, user, params.id))
}
