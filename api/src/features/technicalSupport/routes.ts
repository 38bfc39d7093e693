import { supportBody, technicalSupport } from '@kontor/contract/technicalSupport'
import { openFiles } from '../../kit/files/files.ts'
import { keptById, serveChanges } from '../../kit/records/rest-stays.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { activateNode, removeNode } from '../../kit/tree/branches.ts'
import { getNode } from '../../kit/tree/nodes.ts'
import { serveTree } from '../../kit/tree/routes.ts'
import { supportFileRoutes } from './files/routes.ts'
import { appTechnicalSupportRoutes } from './portal/routes.ts'
import { createNode, getDetails, streamSupport, updateNode } from './queries.ts'
import { supportTree as tree } from './table.ts'

export function technicalSupportRoutes(kontor: Kontor) {
  const { serve, db, config } = kontor
  const store = openFiles(config, 'technical_support')
  serveTree(kontor, tree, technicalSupport)
  serve(technicalSupport.tree, () => streamSupport(db))
  serve(technicalSupport.create, (call) => createNode(db, store, call))
  serve(technicalSupport.one, ({ params }) => getDetails(db, params.id))
  const one = keptById(supportBody, (id) => getNode(db, tree, id))
  serveChanges(serve, [technicalSupport.update], one, (call) => updateNode(db, store, call))
  serveChanges(serve, [technicalSupport.patch], one, ({ user, params, body }) =>
    updateNode(db, store, { user, params, form: body, files: { file: undefined } }),
  )
  serve(technicalSupport.remove, ({ params, body }) => removeNode(db, tree, params.id, body?.version))
  serve(technicalSupport.activate, ({ params, body }) => activateNode(db, tree, params.id, body?.is_visible))
  supportFileRoutes(kontor, store)
  appTechnicalSupportRoutes(kontor, store)
}
