import { appStores } from '@kontor/contract/app/stores'
import type { Kontor } from '../../../kit/kontor.ts'
import { listOpenStores } from './queries.ts'

export function appStoreRoutes({ serve, db }: Kontor) {
  serve(appStores.index, () => listOpenStores(db))
}
