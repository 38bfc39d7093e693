import { portalTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import type { PortalContext } from '../../../context.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import '../scope.ts'
import { listNodesFor, sendFileTo } from './queries.ts'

export function portalTechnicalSupportRoutes({ registerRoute }: PortalContext, store: FileStore) {
  registerRoute(portalTechnicalSupport.index, ({ scoped, query }) => listNodesFor(scoped, query))
  registerRoute(portalTechnicalSupport.file, ({ scoped, params }) => sendFileTo(scoped, store, params.id))
}
