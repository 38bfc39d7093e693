import { technicalSupport } from '@kontor/contract/technicalSupport'
import type { AppContext } from '../../../context.ts'
import { EVERY_HOUR } from '../../../lib/jobs/jobs.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import { namedFiles, pruneVersions, restoreVersion, sendFileOf, sendVersion, zipFolder } from './queries.ts'

export function supportFileRoutes({ registerRoute, db, jobs }: AppContext, store: FileStore) {
  registerRoute(technicalSupport.download, ({ params }) => sendFileOf(db, store, params.id))
  registerRoute(technicalSupport.downloadOld, ({ params }) => sendVersion(db, store, params.id))
  registerRoute(technicalSupport.restoreOld, ({ params }) => restoreVersion(db, params.id))
  registerRoute(technicalSupport.zip, ({ params }) => zipFolder(db, store, params.id))
  jobs.schedule('replaced_support_files', EVERY_HOUR, () => pruneVersions(db))
  jobs.schedule('orphaned_support_files', EVERY_HOUR, () => store.sweep((names) => namedFiles(db, names)))
}
