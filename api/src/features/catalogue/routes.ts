import { catalogue, catalogueBody } from '@kontor/contract/catalogue'
import type { AppContext } from '../../context.ts'
import { registerUpdate } from '../../lib/resources/register-update.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { removeNode, setNodeVisible } from '../../lib/tree/branches.ts'
import { getNode } from '../../lib/tree/nodes.ts'
import { registerTree } from '../../lib/tree/routes.ts'
import { portalCatalogueRoutes } from './portal/routes.ts'
import { attachFound, attachProducts } from './products/queries.ts'
import { createCategory, streamCatalogue, updateCategory } from './queries.ts'
import { catalogueReport } from './report/report.ts'
import { catalogueTree as tree } from './table.ts'

export function catalogueRoutes(context: AppContext) {
  const { registerRoute, db, config } = context
  const pictures = openFileStore(config, 'products')
  registerTree(context, tree, catalogue)
  registerRoute(catalogue.index, ({ body }) => streamCatalogue(db, body))
  registerRoute(catalogue.create, ({ body }) => createCategory(db, body))
  registerUpdate(
    registerRoute,
    [catalogue.update, catalogue.patch],
    { schema: catalogueBody, load: ({ params }) => getNode(db, tree, params.id) },
    ({ params, body }) => updateCategory(db, params.id, body),
  )
  registerRoute(catalogue.remove, ({ params, body }) => removeNode(db, tree, params.id, body?.version))
  registerRoute(catalogue.setVisibility, ({ params, body }) =>
    setNodeVisible(db, tree, params.id, body?.is_visible),
  )
  registerRoute(catalogue.attach, ({ body }) => attachProducts(db, body.catalogue_id, body.products))
  registerRoute(catalogue.attachFound, ({ params, body }) => attachFound(db, params.id, body))
  registerRoute(catalogue.report, ({ query, locale }) =>
    catalogueReport(db, pictures, { of: query.of ?? null, format: query.format, locale }),
  )
  portalCatalogueRoutes(context)
}
