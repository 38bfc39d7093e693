import { appTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import type { PortalContext } from '../../../context.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import '../scope.ts'
import { listNodesFor, sendFileTo } from './queries.ts'

export function appTechnicalSupportRoutes({ registerRoute }: PortalContext, store: FileStore) {
  registerRoute(appTechnicalSupport.index, ({ scoped, query }) => listNodesFor(scoped, query))
  registerRoute(appTechnicalSupport.file, ({ scoped, params }) => sendFileTo(scoped, store, params.id))
}
