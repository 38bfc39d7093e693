import { RESTORABLE_DAYS } from '@kontor/contract/lib/resources/tree'
import type { OldFile } from '@kontor/contract/technicalSupport'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { deleteInPortions } from '../../../lib/database/delete-in-portions.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { FileDownload } from '../../../lib/http/download.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import type { Document } from '../../../lib/storage/documents.ts'
import { namesIn } from '../../../lib/storage/in-use.ts'
import { type FileStore, withFiles } from '../../../lib/storage/storage.ts'
import { lockNode } from '../../../lib/tree/branches.ts'
import { publishNode } from '../../../lib/tree/nodes.ts'
import { isAlive } from '../../../lib/tree/tree.ts'
import { userName } from '../../users/table.ts'
import { type FileColumns, supportTree as tree } from '../table.ts'

const fileColumns = ['file', 'file_name', 'file_type', 'file_size', 'file_at', 'file_user_id'] as const
const isRestorable = sql<boolean>`replaced_at > now() - ${sql.lit(`${RESTORABLE_DAYS} days`)}::interval`

type NewFile = Omit<FileColumns, 'file_at'> & { file_at: RawBuilder<string> }

/**
 * Stores a document and runs work that refers to it in a row by the columns of `file()`; without a document there are
 * none. A stored file that the work does not use, because the request was a repetition, is removed at once.
 */
export const storeDocument = <Result>(
  store: FileStore,
  document: Document | undefined,
  user: CurrentUser,
  work: (file: () => Partial<NewFile>) => Promise<Result>,
) =>
  withFiles(store, async (files) => {
    if (!document) return work(() => ({}))
    const file = await files.saveDocument(document)
    const { name: file_name, type: file_type, size: file_size } = document
    const columns = { file, file_name, file_type, file_size, file_user_id: user.id }
    let isNamed = false
    const result = await work(() => {
      isNamed = true
      return { ...columns, file_at: sql<string>`now()` }
    })
    if (!isNamed) await files.remove(file)
    return result
  })

/** Archives the current file of a node as a version. */
export const archiveVersion = (tx: Transaction<Schema>, id: number) =>
  tx
    .insertInto('technical_support_versions')
    .columns(['technical_support_id', ...fileColumns])
    .expression(
      tx
        .selectFrom('technical_support')
        .select(['id as technical_support_id', ...fileColumns])
        .where('id', '=', id)
        .$castTo<FileColumns & { technical_support_id: number }>(), // a file has all of them
    )
    .execute()

/** The replaced files of a node, the latest first. */
export const listVersions = (db: Kysely<Schema>, id: number): Promise<OldFile[]> =>
  db
    .selectFrom('technical_support_versions')
    .select(['id', 'file_name', 'file_type', 'file_size', 'file_at', 'replaced_at'])
    .select(userName(sql`file_user_id`).as('file_by'))
    .where('technical_support_id', '=', id)
    .where(isRestorable)
    .orderBy('id', 'desc')
    .execute()

/** A stored file as a download. */
export const fileDownload = (
  store: FileStore,
  { file, file_name, file_type }: Pick<FileColumns, 'file' | 'file_name' | 'file_type'>,
  begin?: () => Promise<unknown>,
) =>
  new FileDownload({
    content: store.content(file),
    type: file_type,
    fileName: file_name,
    tag: file,
    ...(begin ? { begin } : {}),
  })

/** The file of a node. Throws 404. */
export async function sendFileOf(db: Kysely<Schema>, store: FileStore, id: number) {
  const row = await db
    .selectFrom('technical_support')
    .select(['file', 'file_name', 'file_type'])
    .where('id', '=', id)
    .where('is_file', '=', true)
    .where(isAlive(tree))
    .$castTo<FileColumns>()
    .executeTakeFirst()
  return fileDownload(store, orNotFound(row))
}

const versionOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('technical_support_versions as version')
    .innerJoin('technical_support', 'technical_support.id', 'version.technical_support_id')
    .where('version.id', '=', id)
    .where(isRestorable)
    .where(isAlive(tree))

/** A replaced file. Throws 404. */
export async function sendVersion(db: Kysely<Schema>, store: FileStore, id: number) {
  const row = versionOf(db, id).select(['version.file', 'version.file_name', 'version.file_type'])
  return fileDownload(store, orNotFound(await row.executeTakeFirst()))
}

/** Makes an archived version the current file again, and archives the current one. Throws 404. */
export const restoreVersion = (db: Kysely<Schema>, id: number) =>
  inTransaction(db, async (tx) => {
    const owner = await versionOf(tx, id).select('version.technical_support_id').executeTakeFirst()
    const { technical_support_id } = orNotFound(owner)
    const node = await lockNode(tx, tree, technical_support_id)
    const taken = await tx
      .deleteFrom('technical_support_versions')
      .where('id', '=', id)
      .returning(fileColumns)
      .executeTakeFirst()
    const file = orNotFound(taken)
    await archiveVersion(tx, node.id)
    await tx.updateTable('technical_support').set(file).where('id', '=', node.id).execute()
    return publishNode(tx, tree, node.id, [node.parent_id])
  })

/** Deletes expired versions; their files are swept. */
export const pruneVersions = (db: Kysely<Schema>) =>
  deleteInPortions(db, 'technical_support_versions', sql`NOT ${isRestorable}`)

/** Returns those of the names that a node or a version uses. */
export const filesInUse = async (db: Kysely<Schema>, names: string[]) =>
  new Set(await namesIn(db, ['technical_support.file', 'technical_support_versions.file'], names))
