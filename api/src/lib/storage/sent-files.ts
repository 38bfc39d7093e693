// The files of messages, in chats and in customer support.
import { readFile } from 'node:fs/promises'
import { MAX_IMAGE_BYTES, PICTURES_OF_MESSAGES } from '@kontor/contract/lib/http/files'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { FileDownload } from '../http/download.ts'
import { HttpError, invalidField, orNotFound } from '../http/http-error.ts'
import type { Document } from './documents.ts'
import { redrawSent, thumbnail } from './images.ts'
import { type FileStore, withFiles } from './storage.ts'

/** A stored file: `file` is its name in the store, `preview` that of its thumbnail, `file_size` in bytes. */
export interface SentFile {
  file: string
  file_name: string
  file_type: string
  file_size: number
  preview: string | null
}

/** The columns of a message; all are null where it has no file. */
export type SentFileColumns = { [K in keyof SentFile]: SentFile[K] | null }

/** What somebody sends: a text, a file, or both. `file` is called when the message is stored. */
export interface Sent {
  message?: string | undefined
  file?: (() => SentFile) | undefined
}

/** The text and the file of a message; a file without a text gives it its name. */
export function textAndFile({ message, file }: Sent) {
  const sent = file?.()
  return { message: message ?? orNotFound(sent).file_name, sent }
}

/** SQL: the file of a message as the API says it, null without one. */
export const fileOf = (table: string) => {
  const of = (column: keyof SentFile) => sql.ref(`${table}.${column}`)
  return sql<{ name: string; type: string; size: number; has_preview: boolean } | null>`
    CASE WHEN ${of('file')} IS NOT NULL THEN json_build_object('name', ${of('file_name')}, 'type', ${of('file_type')},
      'size', ${of('file_size')}, 'has_preview', ${of('preview')} IS NOT NULL) END`
}

/** SQL: the values of a file for an insert, in the order of {@link SENT_FILE_COLUMNS}. */
export const valuesOf = (sent: SentFile | undefined): RawBuilder<unknown> =>
  sql`${sent?.file ?? null}::text, ${sent?.file_name ?? null}::text, ${sent?.file_type ?? null}::text,
    ${sent?.file_size ?? null}::int, ${sent?.preview ?? null}::text`
export const SENT_FILE_COLUMNS = sql`file, file_name, file_type, file_size, preview`

const PICTURE_NAME = /\.(jpe?g|png|webp)$/i
/** The longer side of a thumbnail in pixels. */
const PREVIEW_SIDE = 640

/**
 * Stores the file of a message and runs the work that refers to it. What the work does not use, because the request was
 * a repetition, is removed at once. A picture is redrawn and gets a thumbnail. Throws 422 at `file` for a picture that
 * is none, and 413 for one of more than `MAX_IMAGE_BYTES`.
 */
export const storeSentFile = <Result>(
  store: FileStore,
  document: Document,
  work: (file: () => SentFile) => Promise<Result>,
) =>
  withFiles(store, async (files) => {
    const stored = await save(files, document)
    let isUsed = false
    const result = await work(() => {
      isUsed = true
      return stored
    })
    if (!isUsed) for (const name of [stored.file, stored.preview]) if (name) await files.remove(name)
    return result
  })

async function save(files: FileStore, document: Document): Promise<SentFile> {
  const { name, type, size, path } = document
  if (!PICTURES_OF_MESSAGES.includes(type)) {
    if (PICTURE_NAME.test(name)) throw invalidField('file', 'validation.image')
    const file = await files.saveDocument(document)
    return { file, file_name: name, file_type: type, file_size: size, preview: null }
  }
  if (size > MAX_IMAGE_BYTES) throw new HttpError('error.too_large')
  const { bytes, extension } = await redrawSent(await readFile(path), 'file')
  const small = await thumbnail(bytes, PREVIEW_SIDE)
  return {
    file: await files.save(bytes, extension),
    file_name: `${name.replace(PICTURE_NAME, '')}.${extension}`,
    file_type: extension === 'jpg' ? 'image/jpeg' : 'image/png',
    file_size: bytes.length,
    preview: small ? await files.save(small, 'jpg') : null,
  }
}

/** The file of a message that the caller may read, or its thumbnail. Throws 404 without one. */
export function sendSentFile(
  store: FileStore,
  row: SentFileColumns | undefined,
  { preview }: { preview?: '1' | undefined },
) {
  const { file, file_name, file_type, preview: small } = orNotFound(row)
  const [name, type] = preview ? [orNotFound(small), 'image/jpeg'] : [orNotFound(file), orNotFound(file_type)]
  return new FileDownload({ content: store.content(name), type, fileName: orNotFound(file_name), tag: name })
}

/** Returns those of the names that a table's messages use, as files or as thumbnails. */
export const filesInUseOf = (table: string) => async (db: Kysely<Schema>, names: string[]) => {
  const { rows } = await sql<Pick<SentFileColumns, 'file' | 'preview'>>`
    SELECT file, preview FROM ${sql.table(table)}
    WHERE file IS NOT NULL AND (file = ANY(${names}) OR preview = ANY(${names}))`.execute(db)
  return new Set(rows.flatMap(({ file, preview }) => [file, preview]).filter((name) => name !== null))
}
