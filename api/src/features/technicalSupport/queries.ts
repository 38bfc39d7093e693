import type { SupportDetails, SupportNode, technicalSupport } from '@kontor/contract/technicalSupport'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { invalidField } from '../../lib/http/http-error.ts'
import { withIdempotencyKey } from '../../lib/http/idempotency.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import type { FileStore } from '../../lib/storage/storage.ts'
import { categoriseNode, changeNode, lockNode, requireParent } from '../../lib/tree/branches.ts'
import { getNode, pathOf, publishNode } from '../../lib/tree/nodes.ts'
import { streamTree } from '../../lib/tree/stream.ts'
import { levelsToRoot } from '../../lib/tree/tree.ts'
import { archiveVersion, listVersions, storeDocument } from './files/queries.ts'
import { supportTree as tree } from './table.ts'

/** A node in the documents' form. */
const asDocumented = (node: Omit<SupportNode, 'folders' | 'items'>) => {
  const { id, name, description, is_item, is_file, link, file, is_visible, version, updated_at } = node
  const { technical_support_id } = node
  const image = file?.file_name ?? null
  return {
    id,
    name,
    description,
    is_item,
    is_file,
    link,
    image,
    is_visible,
    technical_support_id,
    version,
    updated_at,
  }
}

/** Streams the whole tree in the documents' form. */
export const streamSupport = (db: Kysely<Schema>) => streamTree(db, tree, asDocumented)

/** A node with its ancestors, its replaced files, and its downloads. Throws 404. */
export async function getDetails(db: Kysely<Schema>, id: number): Promise<SupportDetails> {
  const node = await getNode(db, tree, id)
  const { path } = await db
    .selectFrom('technical_support')
    .select(pathOf(tree, sql`technical_support.ancestors`).as('path'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const downloads = await db
    .selectFrom('technical_support_downloads')
    .select(({ fn }) => fn.countAll<number>().as('times'))
    .select(({ fn }) => fn.count<number>('partner_id').distinct().as('partners'))
    .where('technical_support_id', '=', id)
    .executeTakeFirstOrThrow()
  return { node, path, versions: await listVersions(db, id), downloads }
}

type Creation = HandlerCall<typeof technicalSupport.create>

/** Adds a folder, a file or a link. Throws 422 for fields that do not fit the kind of node. */
export const createNode = (
  db: Kysely<Schema>,
  store: FileStore,
  { user, form, files, idempotency }: Pick<Creation, 'user' | 'form' | 'files' | 'idempotency'>,
) => {
  const { is_item, link } = form
  const isFile = is_item && !link
  requireFitting({ is_item, isFile, link }, files.file)
  if (isFile && !files.file) throw invalidField('file', 'validation.file_validation')
  return storeDocument(store, files.file, user, (file) =>
    withIdempotencyKey(db, idempotency, (tx) => insertNode(tx, form, file)),
  )
}

async function insertNode(tx: Transaction<Schema>, form: Creation['form'], file: () => object) {
  const { technical_support_id = null, categories, link = null, ...values } = form
  if (technical_support_id !== null)
    await requireParent(tx, tree, technical_support_id, 'technical_support_id')
  const { id, ancestors } = await tx
    .insertInto('technical_support')
    .values({ ...values, technical_support_id, link, is_file: values.is_item && !link, ...file() })
    .returning(['id', 'ancestors'])
    .executeTakeFirstOrThrow()
  await categoriseNode(tx, tree, id, categories ?? [])
  return publishNode(tx, tree, id, levelsToRoot({ ancestors }))
}

type Change = Pick<HandlerCall<typeof technicalSupport.update>, 'user' | 'params' | 'files'> & {
  form: Partial<HandlerCall<typeof technicalSupport.update>['form']>
}

/**
 * Changes a node; a sent file replaces the current one, which is archived as a version. Throws 404, 409, and 422 for
 * fields that do not fit the kind of node.
 */
export const updateNode = (
  db: Kysely<Schema>,
  store: FileStore,
  { user, params: { id }, form, files }: Change,
) =>
  storeDocument(store, files.file, user, (file) =>
    inTransaction(db, async (tx) => {
      const { version, is_item, name, description, link, categories } = form
      const before = await lockNode(tx, tree, id, version)
      const isFile = await isAFile(tx, id)
      if ((is_item ?? before.is_item) !== before.is_item)
        throw invalidField('is_item', 'validation.support_kind')
      requireFitting({ is_item: before.is_item, isFile, link }, files.file)
      if (before.is_item && !isFile && !link) throw invalidField('link', 'validation.field')
      if (files.file) await archiveVersion(tx, id)
      const values = { name, description, link: link || undefined, ...file() }
      return changeNode(tx, tree, before, values, categories === null ? [] : categories)
    }),
  )

const isAFile = async (tx: Transaction<Schema>, id: number) => {
  const row = tx.selectFrom('technical_support').select('is_file').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).is_file
}

/** Only a link has a URL, only a file a file. */
function requireFitting(
  node: { is_item: boolean; isFile: boolean; link: string | undefined },
  document: unknown,
) {
  if (document && !node.isFile) throw invalidField('file', 'validation.support_file')
  if (node.link && (node.isFile || !node.is_item)) throw invalidField('link', 'validation.support_link')
}
