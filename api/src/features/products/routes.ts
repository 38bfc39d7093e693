import type { Locale } from '@kontor/contract/kit/api/locales'
import { productBody, productSheet, products } from '@kontor/contract/products'
import { productGlance } from '@kontor/contract/products/glance'
import { openFiles } from '../../kit/files/files.ts'
import { previewImport, runImport } from '../../kit/imports/imports.ts'
import { importStatus, undoImport } from '../../kit/imports/undo.ts'
import { streamEvery } from '../../kit/list/list.ts'
import { pageOfPicked, pageOrFile } from '../../kit/list/report.ts'
import { keptById, serveChanges } from '../../kit/records/rest-stays.ts'
import { templateOf } from '../../kit/records/serve-imports.ts'
import { Download, XLSX } from '../../kit/serve/download.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import type { Upload } from '../../kit/serve/multipart.ts'
import { syncLines } from '../../kit/sync/sync.ts'
import { writeLayout } from '../../kit/xlsx-writer/xlsx-writer.ts'
import { tellOfProducts } from '../catalogue/table.ts'
import { bulkProductRoutes } from './bulk/routes.ts'
import { glanceOf } from './glance/queries.ts'
import { legacyProductRoutes } from './legacy.ts'
import {
  activeOf,
  createProduct,
  getProduct,
  namedPictures,
  type ProductFields,
  productSource,
  toggleProduct,
  updateProduct,
} from './queries.ts'
import { productImport, productRows } from './sheet.ts'

export function productRoutes(kontor: Kontor) {
  const { serve, db, reads, config, maintenance } = kontor
  const pictures = openFiles(config, 'products')
  serve(products.index, ({ body, locale }) => pageOrFile(reads, productSource, body, locale))
  serve(products.all, () => streamEvery(reads, productSource))
  serve(products.activePagePost, ({ body, locale }) =>
    pageOfPicked(reads, productSource, activeOf(body), locale),
  )
  serve(products.one, ({ params }) => getProduct(db, params.id))
  serve(productGlance, ({ user, params }) => glanceOf(db, user, params.id))
  serve(products.create, ({ form, files }) => createProduct(db, pictures, form, files.image))
  const one = keptById(productBody, (id) => getProduct(db, id))
  const change = async (id: number, fields: ProductFields, image?: Upload) => {
    const product = await updateProduct(db, pictures, id, fields, image)
    await tellOfProducts(kontor, id)
    return product
  }
  serveChanges(serve, [products.update], one, ({ params, form, files }) =>
    change(params.id, form, files.image),
  )
  serveChanges(serve, [products.patch], one, ({ params, body }) => change(params.id, body))
  serve(products.toggle, async ({ params, body }) => {
    const product = await toggleProduct(db, params.id, body?.is_active)
    await tellOfProducts(kontor, params.id)
    return product
  })
  serve(products.picture, ({ params }) => pictures.send(params.image))
  serve(products.excel, ({ locale }) => everyProduct(kontor, locale))
  serve(products.template, ({ locale }) =>
    templateOf({ cnr: 'Proizvodi', en: 'Products' }, productSheet, locale),
  )
  serve(products.import, async ({ form, files, user }) => {
    if (form.dry_run === 'true' || form.dry_run === '1')
      return previewImport(db, productImport(), files.file, form.choices)
    const result = await runImport(kontor, productImport(), files.file, user, form.choices)
    await tellOfProducts(kontor)
    return result
  })
  serve(products.sync, async ({ lines, user }) => {
    const result = await syncLines(kontor, productImport(), lines, user)
    await tellOfProducts(kontor)
    return result
  })
  serve(products.importStatus, ({ user }) => importStatus(kontor, productImport(), user))
  serve(products.undoImport, async ({ body, user }) => {
    const result = await undoImport(kontor, productImport(), body, user)
    await tellOfProducts(kontor)
    return result
  })
  legacyProductRoutes(kontor)
  bulkProductRoutes(kontor)
  maintenance.every(60 * 60_000, 'orphaned pictures of products', () =>
    pictures.sweep((names) => namedPictures(db, names)),
  )
}

function everyProduct({ reads }: Kontor, locale: Locale) {
  const sheet = writeLayout({
    sheetName: 'proizvodi',
    layout: productSheet,
    rows: productRows(reads),
    locale,
  })
  return new Download(sheet, XLSX, { fileName: 'proizvodi.xlsx' })
}
