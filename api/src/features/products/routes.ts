import { productSheet, products } from '@kontor/contract/products'
import { openFiles } from '../../kit/files/files.ts'
import { previewImport, runImport } from '../../kit/imports/imports.ts'
import { settleImports } from '../../kit/imports/steps.ts'
import { importStatus, undoImport } from '../../kit/imports/undo.ts'
import { streamEvery } from '../../kit/list/list.ts'
import { pageOrFile } from '../../kit/list/report.ts'
import { Download, XLSX } from '../../kit/serve/download.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { writeLayout } from '../../kit/xlsx-writer/xlsx-writer.ts'
import { legacyProductRoutes } from './legacy.ts'
import {
  createProduct,
  getProduct,
  namedPictures,
  productSource,
  toggleProduct,
  updateProduct,
} from './queries.ts'
import { productImport, productRows } from './sheet.ts'

export function productRoutes(kontor: Kontor) {
  const { serve, db, config, maintenance } = kontor
  const pictures = openFiles(config.dataDir, 'products')
  serve(products.index, ({ body, locale }) => pageOrFile(db, productSource, body, locale))
  serve(products.all, () => streamEvery(db, productSource))
  serve(products.activePagePost, ({ body, locale }) =>
    pageOrFile(db, productSource, { ...body, show_only_active: true }, locale),
  )
  serve(products.one, ({ params }) => getProduct(db, params.id))
  serve(products.create, ({ form, files }) => createProduct(db, pictures, form, files.image))
  serve(products.update, ({ params, form, files }) =>
    updateProduct(db, pictures, params.id, form, files.image),
  )
  serve(products.toggle, ({ params, body }) => toggleProduct(db, params.id, body?.is_active))
  serve(products.picture, ({ params }) => pictures.send(params.image))
  serve(products.excel, ({ locale }) => {
    const sheet = writeLayout({ sheetName: 'proizvodi', layout: productSheet, rows: productRows(db), locale })
    return new Download(sheet, XLSX, { fileName: 'proizvodi.xlsx' })
  })
  serve(products.import, async ({ form, files, user }) => {
    if (form.dry_run === 'true' || form.dry_run === '1')
      return previewImport(db, productImport(), files.file, form.choices)
    const result = await runImport(kontor, productImport(), files.file, user, form.choices)
    maintenance.vacuumSoon()
    return result
  })
  serve(products.importStatus, () => importStatus(kontor, 'products'))
  serve(products.undoImport, ({ body, user }) => undoImport(kontor, productImport(), body.id, user))
  legacyProductRoutes(kontor)
  kontor.beforeServing(() => settleImports(kontor, productImport()))
  maintenance.every(60 * 60_000, 'orphaned pictures of products', () =>
    pictures.sweep((names) => namedPictures(db, names)),
  )
}
