import { services } from '@kontor/contract/resources/services'
import type { Kysely, Transaction } from 'kysely'
import { openPromise } from 'yauzl'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { FileDownload } from '../../lib/http/download.ts'
import { invalidField, orNotFound } from '../../lib/http/http-error.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { updateRecord } from '../../lib/resources/records.ts'
import { sourceOf } from '../../lib/resources/source.ts'
import { writeHistory } from '../../lib/resources/write-history.ts'
import type { Document } from '../../lib/storage/documents.ts'
import { namesIn } from '../../lib/storage/in-use.ts'
import { type FileStore, withFiles } from '../../lib/storage/storage.ts'
import './table.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** The main part of a Word document, and the maximum number of parts that are scanned for it. */
const TEXT_PART = 'word/document.xml'
const MAX_PARTS = 10_000

/**
 * Stores a document as the template of a service and returns the service. Throws 404, 409, and 422 when it is no Word
 * document by its bytes or extension.
 */
export async function saveTemplate(
  db: Kysely<Schema>,
  store: FileStore,
  id: number,
  document: Document,
  version: number | undefined,
) {
  if (!(await isWord(document))) throw invalidField('file', 'validation.docx')
  return withFiles(store, async (files) => {
    const stored = { file: await files.saveDocument(document), sha256: document.sha256 }
    return inTransaction(db, async (tx) => {
      const replaced = await tx
        .selectFrom('services')
        .innerJoin('service_templates', 'service_id', 'services.id')
        .select(['services.id', 'name'])
        .where('services.id', '=', id)
        .where('template', '=', document.name)
        .where('sha256', '!=', document.sha256)
        .forUpdate('services')
        .executeTakeFirst()
      const row = await nameTemplate(tx, id, document.name, version)
      // The trigger sees no change where another file has the same name.
      if (replaced) await writeHistory(tx, 'services', replaced, { template: [document.name, document.name] })
      await tx
        .insertInto('service_templates')
        .values({ service_id: id, ...stored })
        .onConflict((conflict) => conflict.column('service_id').doUpdateSet(stored))
        .execute()
      return row
    })
  })
}

/** Whether it is a Word document: by its extension, and by its bytes, a package with a text part. */
async function isWord({ name, type, path }: Document): Promise<boolean> {
  if (type !== DOCX || !/\.docx$/i.test(name)) return false
  try {
    const zip = await openPromise(path, { lazyEntries: true })
    try {
      if (zip.entryCount > MAX_PARTS) return false
      for await (const { fileName } of zip.eachEntry()) if (fileName === TEXT_PART) return true
      return false
    } finally {
      zip.close()
    }
  } catch {
    return false // damaged after the beginning
  }
}

/** Removes the template of a service and returns the service. Throws 409, and 404 when it has none. */
export const removeTemplate = (db: Kysely<Schema>, id: number, version: number | undefined) =>
  inTransaction(db, async (tx) => {
    const gone = tx.deleteFrom('service_templates').where('service_id', '=', id).returning('service_id')
    orNotFound(await gone.executeTakeFirst())
    return nameTemplate(tx, id, null, version)
  })

async function nameTemplate(
  tx: Transaction<Schema>,
  id: number,
  template: string | null,
  version: number | undefined,
) {
  await requireUnlocked(tx, 'services')
  return updateRecord(tx, 'services', sourceOf(services), id, { template, version })
}

/** The template of a service as a download. Throws 404 when it has none. */
export async function sendTemplate(db: Kysely<Schema>, store: FileStore, id: number) {
  const row = await db
    .selectFrom('service_templates')
    .innerJoin('services', 'services.id', 'service_id')
    .select(['file', 'sha256', 'template'])
    .where('service_id', '=', id)
    .executeTakeFirst()
  const { file, sha256, template } = orNotFound(row)
  return new FileDownload({
    content: store.content(file),
    type: DOCX,
    fileName: template ?? 'template.docx',
    tag: sha256,
  })
}

/** Returns those of the names that are templates of services. */
export const namedTemplates = async (db: Kysely<Schema>, names: string[]) =>
  new Set(await namesIn(db, ['service_templates.file'], names))
