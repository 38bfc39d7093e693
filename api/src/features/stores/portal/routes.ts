import { appStores } from '@kontor/contract/stores/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import { listOpenStores } from './queries.ts'

export function appStoreRoutes({ serve }: Portal) {
  serve(appStores.index, ({ scoped }) => listOpenStores(scoped))
}
