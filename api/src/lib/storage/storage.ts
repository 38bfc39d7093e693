// Stores uploaded files on the disk or in a bucket.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { portions } from '../database/batch-size.ts'
import { isDatabaseError, isUnavailable } from '../database/database-errors.ts'
import { Download, type StoredContent } from '../http/download.ts'
import { HttpError, notFound, orNotFound } from '../http/http-error.ts'
import { openDisk } from './disk.ts'
import type { Document } from './documents.ts'
import type { StorageDriver } from './driver.ts'
import { openS3 } from './s3.ts'
import type { StorageLocation } from './settings.ts'

/** Files of one kind, under random names. */
export interface FileStore {
  /**
   * Stores the bytes and returns their name. They are durable when it resolves, before any row refers to them. Errors
   * of the disk or the storage are rethrown, and nothing is left.
   */
  save(bytes: Buffer, extension: 'jpg' | 'png'): Promise<string>
  /** Stores an uploaded document as {@link save} stores bytes, and returns its name. */
  saveDocument(document: Document): Promise<string>
  /** The content of a document; reading it throws 404 when it does not exist. */
  content(name: string): StoredContent
  /** The bytes of a file as a response that browsers may cache for ever. Throws 404. */
  send(name: string): Promise<Download>
  remove(name: string): Promise<void>
  /**
   * Removes files that no row has referred to for an hour, counted from an earlier sweep of this process: a process
   * died between storing the file and its row, or the row was changed an hour ago, when pages may still have shown the
   * file.
   */
  sweep(isNamed: (names: string[]) => Promise<Set<string>>, now?: number): Promise<number>
}

const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const
const NAME = /^[\w-]{22}(?:\.(jpg|png))?$/
const HOUR = 3_600_000
/** Files that are checked and removed at once. */
const AT_ONCE = 20

const randomName = () => randomBytes(16).toString('base64url')

/**
 * Opens one folder of the stored files, or with '' all of them: in the bucket if there is one, otherwise on the disk.
 */
export const openStorageDriver = ({ dataDir, s3 }: StorageLocation, folder = ''): StorageDriver =>
  s3 ? openS3(s3, folder) : openDisk(join(dataDir, 'files', folder))

/**
 * Opens the files of one kind. Files younger than `draftMs` are never swept, because an editor may show them before a
 * row refers to them.
 */
export function openFileStore(location: StorageLocation, kind: string, draftMs = 0): FileStore {
  const driver = openStorageDriver(location, kind)
  const ours = (name: string) => (NAME.test(name) ? name : 'none')
  let orphans = new Map<string, number>() // unreferenced since, in ms since 1970
  return {
    async save(bytes, extension) {
      const name = `${randomName()}.${extension}`
      await driver.put(name, { bytes })
      return name
    },
    async saveDocument(document) {
      const name = randomName()
      await driver.put(name, document)
      return name
    },
    content: (name) => ({
      size: async () => orNotFound(await driver.stat(ours(name))).size,
      read: (part) => driver.read(ours(name), part),
    }),
    async send(name) {
      const extension = NAME.exec(name)?.[1] as keyof typeof TYPES | undefined // the pattern matches both
      if (!extension) throw notFound()
      return new Download(await driver.read(name), TYPES[extension], { immutable: true })
    },
    remove: (name) => (NAME.test(name) ? driver.remove(name) : Promise.resolve()),
    async sweep(isNamed, now = Date.now()) {
      const names = await driver.list()
      const named = await isNamed(names)
      orphans = new Map(names.flatMap((name) => (named.has(name) ? [] : [[name, orphans.get(name) ?? now]])))
      const left = [...orphans].filter(([, since]) => now - since >= HOUR).map(([name]) => name)
      let gone = 0
      for (const some of portions(left, AT_ONCE)) {
        const removed = await Promise.all(some.map((name) => removeOld(name, now)))
        gone += removed.filter(Boolean).length
      }
      return gone
    },
  }

  /** Returns false for a draft, and when another node has removed the file meanwhile. */
  async function removeOld(name: string, now: number) {
    if (draftMs > 0 && ((await driver.stat(name))?.modified ?? now) > now - draftMs) return false
    await driver.remove(name)
    return true
  }
}

/**
 * Runs work that stores files and then refers to them in rows. When it fails with an HttpError or a database error, the
 * stored files are removed at once. After other failures the commit is uncertain, so the sweep decides.
 */
export async function withFiles<Result>(files: FileStore, work: (files: FileStore) => Promise<Result>) {
  const saved: string[] = []
  const noted = async (saving: Promise<string>) => {
    const name = await saving
    saved.push(name)
    return name
  }
  const noting = {
    save: (bytes, extension) => noted(files.save(bytes, extension)),
    saveDocument: (document) => noted(files.saveDocument(document)),
  } satisfies Partial<FileStore>
  try {
    return await work({ ...files, ...noting })
  } catch (error) {
    const isRejected = error instanceof HttpError || (isDatabaseError(error) && !isUnavailable(error))
    if (isRejected) await Promise.allSettled(saved.map((name) => files.remove(name))) // otherwise they are swept
    throw error
  }
}
