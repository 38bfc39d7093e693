import { apiKeyBody, apiKeys } from '@kontor/contract/users/keys'
import { pageOrFile } from '../../../kit/list/report.ts'
import { getRow } from '../../../kit/records/records.ts'
import { serveChanges } from '../../../kit/records/rest-stays.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { apiKeySource, createApiKey, revokeApiKey, updateApiKey } from './queries.ts'

export function apiKeyRoutes({ serve, db }: Kontor) {
  serve(apiKeys.index, ({ body, locale }) => pageOrFile(db, apiKeySource, body, locale))
  serve(apiKeys.create, ({ user, body }) => createApiKey(db, user, body))
  serveChanges(
    serve,
    [apiKeys.update, apiKeys.patch],
    { whole: apiKeyBody, stored: ({ params }) => getRow(db, apiKeySource, params.id) },
    ({ user, params, body }) => updateApiKey(db, user, params.id, body),
  )
  serve(apiKeys.revoke, ({ user, params }) => revokeApiKey(db, user, params.id))
}
