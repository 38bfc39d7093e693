import { catalogue, catalogueBody } from '@kontor/contract/catalogue'
import { openFiles } from '../../kit/files/files.ts'
import { serveChanges } from '../../kit/records/rest-stays.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { activateNode, removeNode } from '../../kit/tree/branches.ts'
import { getNode } from '../../kit/tree/nodes.ts'
import { serveTree } from '../../kit/tree/routes.ts'
import { appCatalogueRoutes } from './portal/routes.ts'
import { attachFound, attachProducts } from './products/queries.ts'
import { createCategory, streamCatalogue, updateCategory } from './queries.ts'
import { reportOf } from './report/queries.ts'
import { catalogueTree as tree } from './table.ts'

export function catalogueRoutes(kontor: Kontor) {
  const { serve, db, config } = kontor
  const pictures = openFiles(config, 'products')
  serveTree(kontor, tree, catalogue)
  serve(catalogue.index, ({ body }) => streamCatalogue(db, body))
  serve(catalogue.create, ({ body }) => createCategory(db, body))
  serveChanges(
    serve,
    [catalogue.update, catalogue.patch],
    { whole: catalogueBody, stored: ({ params }) => getNode(db, tree, params.id) },
    ({ params, body }) => updateCategory(db, params.id, body),
  )
  serve(catalogue.remove, ({ params, body }) => removeNode(db, tree, params.id, body?.version))
  serve(catalogue.activate, ({ params, body }) => activateNode(db, tree, params.id, body?.is_visible))
  serve(catalogue.attach, ({ body }) => attachProducts(db, body.catalogue_id, body.products))
  serve(catalogue.attachFound, ({ params, body }) => attachFound(db, params.id, body))
  serve(catalogue.report, ({ query, locale }) =>
    reportOf(db, pictures, { of: query.of ?? null, format: query.format, locale }),
  )
  appCatalogueRoutes(kontor)
}
