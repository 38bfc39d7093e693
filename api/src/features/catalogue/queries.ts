import type { CatalogueNode, catalogue } from '@kontor/contract/catalogue'
import type { Kysely } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { invalidField } from '../../lib/http/http-error.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import {
  categoriseNode,
  changeNode,
  lockNode,
  requireFolder,
  requireParent,
} from '../../lib/tree/branches.ts'
import { publishNode } from '../../lib/tree/nodes.ts'
import { streamTree } from '../../lib/tree/stream.ts'
import { levelsToRoot } from '../../lib/tree/tree.ts'
import { catalogueTree as tree } from './table.ts'

/** A node in the documents' form. */
const asDocumented = (
  {
    id,
    name,
    description,
    catalogue_id,
    is_visible,
    product,
    version,
    updated_at,
  }: Omit<CatalogueNode, 'folders' | 'items'>,
  has_children: boolean,
) => ({ id, name, description, catalogue_id, is_visible, product, version, updated_at, has_children })

/** Streams the tree in the documents' form. Throws for a category that does not exist. */
export async function streamCatalogue(
  db: Kysely<Schema>,
  { parent_id, single_level, search_criteria }: HandlerCall<typeof catalogue.index>['body'],
) {
  const of = parent_id ?? null
  if (of !== null) await requireFolder(db, tree, of, 'parent_id')
  const options = { of, isSingle: single_level ?? false, search: search_criteria ?? '' }
  return streamTree(db, tree, asDocumented, options)
}

export const createCategory = (
  db: Kysely<Schema>,
  { categories = [], catalogue_id = null, ...values }: HandlerCall<typeof catalogue.create>['body'],
) =>
  inTransaction(db, async (tx) => {
    if (catalogue_id !== null) await requireParent(tx, tree, catalogue_id, 'catalogue_id')
    const added = tx.insertInto('catalogue').values({ ...values, catalogue_id, product_id: null })
    const { id, ancestors } = await added.returning(['id', 'ancestors']).executeTakeFirstOrThrow()
    await categoriseNode(tx, tree, id, categories)
    return publishNode(tx, tree, id, levelsToRoot({ ancestors }))
  })

/** Changes a category. Throws 404, 409, and 422 for a product, which is changed by the product routes. */
export const updateCategory = (
  db: Kysely<Schema>,
  id: number,
  { name, description, categories, version }: HandlerCall<typeof catalogue.update>['body'],
) =>
  inTransaction(db, async (tx) => {
    const before = await lockNode(tx, tree, id, version)
    if (before.is_item) throw invalidField('name', 'validation.catalogue_product')
    return changeNode(tx, tree, before, { name, description }, categories)
  })
