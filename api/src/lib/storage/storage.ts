// Uploaded files, checked and stored on the disk or in a bucket.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isDatabaseError, isUnavailable } from '../database/database-errors.ts'
import { Download, type StoredContent } from '../http/download.ts'
import { found, HttpError, notFound } from '../http/http-error.ts'
import { portions } from '../jobs/batch-size.ts'
import { openDisk } from './disk.ts'
import type { Document } from './documents.ts'
import type { StorageDriver } from './driver.ts'
import type { StorageLocation } from './location.ts'
import { openS3 } from './s3.ts'

/** Files of one kind, under names that nobody can guess and nobody else chooses. */
export interface FileStore {
  /**
   * Keeps the bytes and answers their name. They are kept for good when it answers, before any row names them. What the
   * disk or the storage throws is thrown, and nothing is left.
   */
  save(bytes: Buffer, extension: 'jpg' | 'png'): Promise<string>
  /** The same for a document that has arrived. */
  saveDocument(document: Document): Promise<string>
  /** What is behind the name of a document. Refuses with 404 when it is read. */
  content(name: string): StoredContent
  /** The bytes of a file as a response that browsers may cache for ever. Throws 404. */
  send(name: string): Promise<Download>
  remove(name: string): Promise<void>
  /**
   * Removes what no row has named for an hour, as far as earlier sweeps of this process have seen: left by a process
   * that died between file and row, or let go by its row an hour ago, when pages still showed it.
   */
  sweep(isNamed: (names: string[]) => Promise<Set<string>>, now?: number): Promise<number>
}

const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const
const NAME = /^[\w-]{22}(?:\.(jpg|png))?$/
const HOUR = 3_600_000
/** Files that are looked at and removed at once. */
const AT_ONCE = 20

const randomName = () => randomBytes(16).toString('base64url')

/** Opens one folder of the stored files, or with '' all of them: in the bucket when there is one, else on the disk. */
export const openStorageDriver = ({ dataDir, s3 }: StorageLocation, folder = ''): StorageDriver =>
  s3 ? openS3(s3, folder) : openDisk(join(dataDir, 'files', folder))

/**
 * Opens the files of one kind. What is younger than `draftMs` is never swept: somebody may see it in an editor before any
 * row names it.
 */
export function openFileStore(place: StorageLocation, kind: string, draftMs = 0): FileStore {
  const shelf = openStorageDriver(place, kind)
  const ours = (name: string) => (NAME.test(name) ? name : 'none')
  let orphans = new Map<string, number>() // since when, in milliseconds
  return {
    async save(bytes, extension) {
      const name = `${randomName()}.${extension}`
      await shelf.put(name, { bytes })
      return name
    },
    async saveDocument(document) {
      const name = randomName()
      await shelf.put(name, document)
      return name
    },
    content: (name) => ({
      size: async () => found(await shelf.stat(ours(name))).size,
      read: (part) => shelf.read(ours(name), part),
    }),
    async send(name) {
      const extension = NAME.exec(name)?.[1] as keyof typeof TYPES | undefined // the pattern names both
      if (!extension) throw notFound()
      return new Download(await shelf.read(name), TYPES[extension], { immutable: true })
    },
    remove: (name) => (NAME.test(name) ? shelf.remove(name) : Promise.resolve()),
    async sweep(isNamed, now = Date.now()) {
      const names = await shelf.list()
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

  /** False of a draft, and when it is not there any more: another node may sweep as well. */
  async function removeOld(name: string, now: number) {
    if (draftMs > 0 && ((await shelf.stat(name))?.modified ?? now) > now - draftMs) return false
    await shelf.remove(name)
    return true
  }
}

/**
 * Does work that keeps files and then names them in rows. When it is refused, by us or by the database, what it has kept
 * goes at once. After other failures nobody knows whether the rows are there, so that is left to the sweep.
 */
export async function withFiles<Result>(files: FileStore, work: (files: FileStore) => Promise<Result>) {
  const kept: string[] = []
  const noted = async (keeping: Promise<string>) => {
    const name = await keeping
    kept.push(name)
    return name
  }
  const noting = {
    save: (bytes, extension) => noted(files.save(bytes, extension)),
    saveDocument: (document) => noted(files.saveDocument(document)),
  } satisfies Partial<FileStore>
  try {
    return await work({ ...files, ...noting })
  } catch (error) {
    const isRefused = error instanceof HttpError || (isDatabaseError(error) && !isUnavailable(error))
    if (isRefused) await Promise.allSettled(kept.map((name) => files.remove(name))) // else they are swept
    throw error
  }
}
