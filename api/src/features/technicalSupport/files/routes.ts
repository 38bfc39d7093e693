import { technicalSupport } from '@kontor/contract/technicalSupport'
import type { AppContext } from '../../../context.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import { namedFiles, pruneVersions, restoreVersion, sendFileOf, sendVersion, zipFolder } from './queries.ts'

const HOUR = 3_600_000

export function supportFileRoutes({ registerRoute, db, maintenance }: AppContext, store: FileStore) {
  registerRoute(technicalSupport.download, ({ params }) => sendFileOf(db, store, params.id))
  registerRoute(technicalSupport.downloadOld, ({ params }) => sendVersion(db, store, params.id))
  registerRoute(technicalSupport.restoreOld, ({ params }) => restoreVersion(db, params.id))
  registerRoute(technicalSupport.zip, ({ params }) => zipFolder(db, store, params.id))
  maintenance.every(HOUR, 'replaced files of technical support', () => pruneVersions(db))
  maintenance.every(HOUR, 'orphaned files of technical support', () =>
    store.sweep((names) => namedFiles(db, names)),
  )
}
