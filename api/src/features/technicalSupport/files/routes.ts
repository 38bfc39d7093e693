import { technicalSupport } from '@kontor/contract/technicalSupport'
import type { FileStore } from '../../../kit/files/files.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { namedFiles, pruneVersions, restoreVersion, sendFileOf, sendVersion, zipFolder } from './queries.ts'

const HOUR = 3_600_000

export function supportFileRoutes({ serve, db, maintenance }: Kontor, store: FileStore) {
  serve(technicalSupport.download, ({ params }) => sendFileOf(db, store, params.id))
  serve(technicalSupport.downloadOld, ({ params }) => sendVersion(db, store, params.id))
  serve(technicalSupport.restoreOld, ({ params }) => restoreVersion(db, params.id))
  serve(technicalSupport.zip, ({ params }) => zipFolder(db, store, params.id))
  maintenance.every(HOUR, 'replaced files of technical support', () => pruneVersions(db))
  maintenance.every(HOUR, 'orphaned files of technical support', () =>
    store.sweep((names) => namedFiles(db, names)),
  )
}
