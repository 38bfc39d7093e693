import { buffer } from 'node:stream/consumers'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { Download, XLSX } from '../../../lib/http/download.ts'
import { HttpError } from '../../../lib/http/http-error.ts'
import { pdfDownload } from '../../../lib/lists/export.ts'
import type { WriteValue } from '../../../lib/spreadsheets/xlsx-writer/cell-xml.ts'
import { writeSheet } from '../../../lib/spreadsheets/xlsx-writer/xlsx-writer.ts'
import { thumbnail } from '../../../lib/storage/images.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import { getContents, productRows, type Start } from './queries.ts'

const words = {
  cnr: {
    title: 'Katalog',
    category: 'Kategorija',
    picture: 'Slika',
    code: 'Šifra',
    name: 'Naziv',
    description: 'Opis',
    price: 'Cijena (€)',
    quantity: 'Količina',
    shown: 'Partneri vide',
  },
  en: {
    title: 'Catalogue',
    category: 'Category',
    picture: 'Image',
    code: 'Code',
    name: 'Name',
    description: 'Description',
    price: 'Price (€)',
    quantity: 'Quantity',
    shown: 'Visible to partners',
  },
} as const satisfies Record<Locale, object>

/** Maximum nodes of a document: the maximum of its rows. */
const MAX_NODES = 50_000

/** The catalogue, or a category of it, as a file: every product below the path of its category. Throws 404. */
export async function catalogueReport(
  db: Kysely<Schema>,
  pictures: FileStore,
  { of, format = 'pdf', locale }: { of: number | null; format?: 'pdf' | 'xlsx' | undefined; locale: Locale },
): Promise<Download> {
  const labels = words[locale]
  const { title, start, nodes } = await getContents(db, of, labels.title)
  const columns = [
    { header: labels.code, kind: 'text' as const },
    { header: labels.name, kind: 'text' as const },
    { header: labels.description, kind: 'text' as const },
    { header: labels.price, kind: 'decimal' as const },
    { header: labels.quantity, kind: 'integer' as const },
    { header: labels.shown, kind: 'boolean' as const },
  ]
  if (format === 'xlsx') {
    const category = { header: labels.category, kind: 'text' as const }
    const sheet = writeSheet({
      sheetName: title,
      columns: [category, ...columns],
      rows: sheetRows(db, start),
      locale,
    })
    return new Download(sheet, XLSX, { fileName: `${title}.xlsx` })
  }
  if (nodes > MAX_NODES) throw new HttpError('report.too_many_rows', { params: { max: MAX_NODES } })
  return pdfDownload({
    title,
    locale,
    rows: pdfRows(db, start),
    columns: [{ header: labels.picture, kind: 'picture' }, ...columns],
    picture: (name) => smallPicture(pictures, name),
  })
}

/** Pixels: twice the size on paper. */
const SIDE = 144

async function smallPicture(pictures: FileStore, name: string) {
  const file = await pictures.send(name).catch((error) => {
    if (error instanceof HttpError) return undefined // the file was removed
    throw error
  })
  if (!file) return undefined
  return thumbnail(Buffer.isBuffer(file.body) ? file.body : await buffer(file.body), SIDE)
}

type ProductRow = ReturnType<typeof productRows> extends AsyncGenerator<infer One> ? One : never

const productCells = ({ node: { product, is_shown } }: ProductRow): WriteValue[] =>
  product
    ? [
        product.erp_code,
        product.name,
        product.description,
        product.price,
        product.quantity,
        is_shown && product.is_active && Number(product.price) > 0,
      ]
    : []

async function* sheetRows(db: Kysely<Schema>, start: Start) {
  for await (const one of productRows(db, start)) yield [[one.category, ...productCells(one)]]
}

async function* pdfRows(db: Kysely<Schema>, start: Start) {
  let last = ''
  for await (const one of productRows(db, start)) {
    if (one.category !== last) yield [one.category]
    last = one.category
    if (one.node.product) yield [one.node.product.image, ...productCells(one)]
  }
}
