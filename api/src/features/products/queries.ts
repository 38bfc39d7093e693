import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { productFields, productList, type products } from '@kontor/contract/products'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { changedByUndo } from '../../lib/database/triggers.ts'
import type { Upload } from '../../lib/http/multipart.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { searched } from '../../lib/lists/search.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import { columnSources, referredTables, selectRecords } from '../../lib/resources/field-columns.ts'
import {
  createRecord,
  getRow,
  toggleRecord,
  updateDiffering,
  updateImportable,
} from '../../lib/resources/records.ts'
import { storePicture } from '../../lib/storage/images.ts'
import { namesIn } from '../../lib/storage/in-use.ts'
import { type FileStore, withFiles } from '../../lib/storage/storage.ts'
import { publishProducts } from '../catalogue/table.ts'
import { picturesInTexts } from '../sliders/table.ts'
import './table.ts'

export const productSource = listSource({
  definition: productList,
  id: sql.ref('products.id'),
  columns: {
    updated_at: column('products', 'updated_at'),
    ...columnSources('products', productFields),
    erp_code: searched('products', 'erp_code'),
    name: searched('products', 'name'),
    description: searched('products', 'description'),
    is_active: column('products', 'is_active'),
  },
  tables: ['products', ...referredTables(productFields)],
  rows: (db) =>
    selectRecords(db, 'products', productFields).select(sql.ref<string | null>('products.image').as('image')),
})

/** The request for active products, sorted by code by default. */
export const activeProducts = <R extends ListRequest>({ options, ...request }: R) => ({
  ...request,
  options: options?.sortBy?.length ? options : { ...options, sortBy: ['erp_code'], sortDesc: [false] },
  show_only_active: true,
})

export async function createProduct(
  db: Kysely<Schema>,
  pictures: FileStore,
  fields: HandlerCall<typeof products.create>['form'],
  upload: Upload,
) {
  return withFiles(pictures, async (files) => {
    const image = await storePicture(files, upload, 'image')
    return inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'products')
      return createRecord(tx, 'products', productSource, { ...fields, image })
    })
  })
}

/** The input of an update. */
export type ProductFields =
  | HandlerCall<typeof products.update>['form']
  | HandlerCall<typeof products.patch>['body']

/**
 * Without a picture the stored one is not changed; a replaced one is swept later, because open pages may still show it.
 */
export async function updateProduct(
  context: Pick<AppContext, 'db' | 'log'>,
  pictures: FileStore,
  id: number,
  { undo, ...fields }: ProductFields,
  upload: Upload | undefined,
) {
  const { db } = context
  const onChanged = () => publishProducts(context, id)
  return withFiles(pictures, async (files) => {
    const picture = upload ? { image: await storePicture(files, upload, 'image') } : {}
    const values = { ...fields, ...picture }
    if (!undo) return updateImportable(db, 'products', productSource, id, values, onChanged)
    const product = await inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'products')
      await changedByUndo(tx)
      return updateDiffering(tx, 'products', productSource, id, values)
    })
    await onChanged()
    return product
  })
}

export async function toggleProduct(
  context: Pick<AppContext, 'db' | 'log'>,
  id: number,
  target: boolean | undefined,
) {
  const product = await inTransaction(context.db, async (tx) => {
    await requireUnlocked(tx, 'products')
    return toggleRecord(tx, 'products', id, target)
  })
  if (product.isChanged) await publishProducts(context, id)
  return product
}

export const getProduct = (db: Kysely<Schema>, id: number) => getRow(db, productSource, id)

/** Returns those of the names that a product or a text uses. */
export const picturesInUse = async (db: Kysely<Schema>, names: string[]) =>
  new Set([...(await namesIn(db, ['products.image'], names)), ...(await picturesInTexts(db, 'products'))])
