import { productBody, productList, productSheet, products } from '@kontor/contract/products'
import { bulkProducts, productBulk } from '@kontor/contract/products/bulk'
import { productSummary } from '@kontor/contract/products/summary'
import type { AppContext } from '../../context.ts'
import type { Upload } from '../../lib/http/multipart.ts'
import { registerImports } from '../../lib/imports/routes.ts'
import { syncLines } from '../../lib/imports/sync/sync.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { streamUnfiltered } from '../../lib/lists/list.ts'
import { pageOfPicked, pageOrFile } from '../../lib/lists/respond.ts'
import { registerBulkEdits } from '../../lib/resources/bulk-routes.ts'
import { registerUpdate, updateById } from '../../lib/resources/register-update.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { publishProducts } from '../catalogue/table.ts'
import { productBulkDefinition } from './bulk/queries.ts'
import {
  activeProducts,
  createProduct,
  getProduct,
  type ProductFields,
  picturesInUse,
  productSource,
  toggleProduct,
  updateProduct,
} from './queries.ts'
import { productImport, productRows } from './sheet.ts'
import { summaryOf } from './summary/queries.ts'

export function productRoutes(context: AppContext) {
  const { registerRoute, db, reads, config, jobs } = context
  const pictures = openFileStore(config, 'products')
  registerRoute(products.index, ({ body, locale }) => pageOrFile(reads, productSource, body, locale))
  registerRoute(products.all, () => streamUnfiltered(reads, productSource))
  registerRoute(products.activePagePost, ({ body, locale }) =>
    pageOfPicked(reads, productSource, activeProducts(body), locale),
  )
  registerRoute(products.one, ({ params }) => getProduct(db, params.id))
  registerRoute(productSummary, ({ user, params }) => summaryOf(db, user, params.id))
  registerRoute(products.create, ({ form, files }) => createProduct(db, pictures, form, files.image))
  const one = updateById(productBody, (id) => getProduct(db, id))
  const change = (id: number, fields: ProductFields, image?: Upload) =>
    updateProduct(context, pictures, id, fields, image)
  // What the form leaves out is not written, so the stored product is not read.
  const byForm = { ...one, completedByHandler: () => Object.keys(productBody.shape) }
  registerUpdate(registerRoute, [products.update], byForm, ({ params, form, files }) =>
    change(params.id, form, files.image),
  )
  registerUpdate(registerRoute, [products.patch], one, ({ params, body }) => change(params.id, body))
  registerRoute(products.toggle, ({ params, body }) => toggleProduct(context, params.id, body?.is_active))
  registerRoute(products.picture, ({ params }) => pictures.send(params.image))
  const onChanged = () => publishProducts(context)
  const imported = () => ({ ...productImport(), onChanged })
  registerImports(context, products, {
    labels: productList.labels,
    fileName: 'proizvodi',
    layout: () => productSheet,
    imported: () => ({ importDefinition: imported() }),
    rows: () => productRows(reads),
  })
  registerRoute(products.sync, ({ lines }) =>
    syncLines(context, { list: 'products', lines, imported: () => ({ importDefinition: imported() }) }),
  )
  legacyProductRoutes(context)
  registerBulkEdits(context, bulkProducts, {
    ...productBulkDefinition,
    fields: productBulk,
    onChanged,
  })
  jobs.schedule('orphaned_product_pictures', EVERY_HOUR, () =>
    pictures.sweep((names) => picturesInUse(db, names)),
  )
}

/** The routes of old clients. */
function legacyProductRoutes({ registerRoute, reads }: AppContext) {
  registerRoute(products.activePage, ({ query, locale }) =>
    pageOrFile(reads, productSource, activeProducts(query), locale),
  )
}
