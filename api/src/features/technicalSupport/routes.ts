import { supportBody, technicalSupport } from '@kontor/contract/technicalSupport'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { registerUpdate, updateById } from '../../lib/resources/register-update.ts'
import { type FileStore, openFileStore } from '../../lib/storage/storage.ts'
import { removeNode, setNodeVisible } from '../../lib/tree/branches.ts'
import { getNode } from '../../lib/tree/nodes.ts'
import { registerTree } from '../../lib/tree/routes.ts'
import { filesInUse, pruneVersions, restoreVersion, sendFileOf, sendVersion } from './files/queries.ts'
import { zipFolder } from './files/zip.ts'
import { portalTechnicalSupportRoutes } from './portal/routes.ts'
import { createNode, getDetails, streamSupport, updateNode } from './queries.ts'
import { supportTree as tree } from './table.ts'

export function technicalSupportRoutes(context: AppContext) {
  const { registerRoute, db, config } = context
  const store = openFileStore(config, 'technical_support')
  registerTree(context, tree, technicalSupport)
  registerRoute(technicalSupport.tree, () => streamSupport(db))
  registerRoute(technicalSupport.create, (call) => createNode(db, store, call))
  registerRoute(technicalSupport.one, ({ params }) => getDetails(db, params.id))
  const one = updateById(supportBody, (id) => getNode(db, tree, id))
  registerUpdate(registerRoute, [technicalSupport.update], one, (call) => updateNode(db, store, call))
  registerUpdate(registerRoute, [technicalSupport.patch], one, ({ user, params, body }) =>
    updateNode(db, store, { user, params, form: body, files: { file: undefined } }),
  )
  registerRoute(technicalSupport.remove, ({ params, body }) => removeNode(db, tree, params.id, body?.version))
  registerRoute(technicalSupport.setVisibility, ({ params, body }) =>
    setNodeVisible(db, tree, params.id, body?.is_visible),
  )
  supportFileRoutes(context, store)
  portalTechnicalSupportRoutes(context, store)
}

function supportFileRoutes({ registerRoute, db, jobs }: AppContext, store: FileStore) {
  registerRoute(technicalSupport.download, ({ params }) => sendFileOf(db, store, params.id))
  registerRoute(technicalSupport.downloadOld, ({ params }) => sendVersion(db, store, params.id))
  registerRoute(technicalSupport.restoreOld, ({ params }) => restoreVersion(db, params.id))
  registerRoute(technicalSupport.zip, ({ params }) => zipFolder(db, store, params.id))
  jobs.schedule('replaced_support_files', EVERY_HOUR, () => pruneVersions(db))
  jobs.schedule('orphaned_support_files', EVERY_HOUR, () => store.sweep((names) => filesInUse(db, names)))
}
