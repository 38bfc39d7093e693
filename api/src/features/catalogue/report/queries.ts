import { buffer } from 'node:stream/consumers'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { Download, XLSX } from '../../../lib/http/download.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import { pdfDownload } from '../../../lib/lists/export.ts'
import type { WriteValue } from '../../../lib/spreadsheets/xlsx-writer/cell-xml.ts'
import { writeSheet } from '../../../lib/spreadsheets/xlsx-writer/xlsx-writer.ts'
import { thumbnail } from '../../../lib/storage/images.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import { pathOf } from '../../../lib/tree/nodes.ts'
import { walkTree } from '../../../lib/tree/stream.ts'
import { isAlive } from '../../../lib/tree/tree.ts'
import { catalogueTree as tree } from '../table.ts'

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
export async function reportOf(
  db: Kysely<Schema>,
  pictures: FileStore,
  { of, format = 'pdf', locale }: { of: number | null; format?: 'pdf' | 'xlsx' | undefined; locale: Locale },
): Promise<Download> {
  const labels = words[locale]
  const { title, start, nodes } = await aboutOf(db, of, labels.title)
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

/** The name of the file, the path of its node, and the number of nodes. Throws 404. */
async function aboutOf(db: Kysely<Schema>, of: number | null, whole: string) {
  const living = db.selectFrom('catalogue').where(isAlive(tree))
  const category = living
    .select(['name', pathOf(tree, sql`ancestors || catalogue.id`).as('path')])
    .where('id', '=', of)
    .where('is_item', '=', false)
  const { name, path } =
    of === null ? { name: whole, path: [] } : orNotFound(await category.executeTakeFirst())
  const inside = of === null ? sql<boolean>`true` : sql<boolean>`ancestors @> ARRAY[${of}::int]`
  const counted = living.select(({ fn }) => fn.countAll<number>().as('nodes')).where(inside)
  return { title: name, start: { of, path }, ...(await counted.executeTakeFirstOrThrow()) }
}

/** The root node of a report, and the names of its ancestors. */
interface Start {
  of: number | null
  path: readonly string[]
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

/** Every product with the names of its ancestor categories; of an empty category the names alone. */
async function* placed(db: Kysely<Schema>, { of, path: before }: Start) {
  const path = [...before]
  for await (const portion of walkTree(db, tree, { of })) {
    for (const { node, depth, inside } of portion) {
      path.length = before.length + depth
      if (!node.is_item) path.push(node.name)
      if (node.is_item || inside === 0) yield { category: path.join(' › '), node }
    }
  }
}

type Placed = ReturnType<typeof placed> extends AsyncGenerator<infer One> ? One : never

const cellsOf = ({ node: { product, is_shown } }: Placed): WriteValue[] =>
  product
    ? [
        product.erp_code,
        product.name,
        product.description,
        product.price,
        product.quantity,
        is_shown && product.is_active,
      ]
    : []

async function* sheetRows(db: Kysely<Schema>, start: Start) {
  for await (const one of placed(db, start)) yield [[one.category, ...cellsOf(one)]]
}

async function* pdfRows(db: Kysely<Schema>, start: Start) {
  let last = ''
  for await (const one of placed(db, start)) {
    if (one.category !== last) yield [one.category]
    last = one.category
    if (one.node.product) yield [one.node.product.image, ...cellsOf(one)]
  }
}
