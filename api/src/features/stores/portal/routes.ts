import { appStores } from '@kontor/contract/stores/portal'
import type { PortalContext } from '../../../context.ts'
import { listOpenStores } from './queries.ts'

export function appStoreRoutes({ registerRoute }: PortalContext) {
  registerRoute(appStores.index, ({ scoped }) => listOpenStores(scoped))
}
