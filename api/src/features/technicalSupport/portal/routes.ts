import { appTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import type { FileStore } from '../../../kit/files/files.ts'
import type { Portal } from '../../../kit/serve/kontor.ts'
import '../scope.ts'
import { listNodesFor, sendFileTo } from './queries.ts'

export function appTechnicalSupportRoutes({ serve }: Portal, store: FileStore) {
  serve(appTechnicalSupport.index, ({ scoped, query }) => listNodesFor(scoped, query))
  serve(appTechnicalSupport.file, ({ scoped, params }) => sendFileTo(scoped, store, params.id))
}
