import { appStores } from '@kontor/contract/stores/portal'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { listOpenStores } from './queries.ts'

export function appStoreRoutes({ serve, db }: Kontor) {
  serve(appStores.index, () => listOpenStores(db))
}
