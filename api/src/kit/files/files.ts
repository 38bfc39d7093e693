// files: what people send and others look at, checked and kept on the disk. Also entered at documents.ts (files of any
// kind, as they arrive), file-names.ts (what they may be called), images.ts (pictures, drawn anew), rich-text.ts
// (formatted text, cleaned).
import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDatabaseError, isUnavailable } from '../db/database-errors.ts'
import { Download } from '../serve/download.ts'
import { notFound, Refusal } from '../serve/refusal.ts'
import type { Document } from './documents.ts'

/** Files of one kind on the local disk, under names that nobody can guess and nobody else chooses. */
export interface FileStore {
  /**
   * Keeps the bytes and answers their name. They are on the disk when it answers, before any row names them. What the
   * disk throws is thrown, and nothing is left.
   */
  save(bytes: Buffer, extension: 'jpg' | 'png'): Promise<string>
  /** The same for a document that has arrived, which is written already. */
  keep(document: Document): Promise<string>
  /** Where the document of this name lies. */
  pathOf(name: string): string
  /** The bytes behind a name, as an answer that browsers may keep for ever. Refuses with 404. */
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

const randomName = () => randomBytes(16).toString('base64url')

/** A file's name reaches the disk with its folder, not with the file. Windows sees to it by itself. */
async function flushNames(folder: string) {
  if (process.platform === 'win32') return
  await using names = await open(folder, 'r')
  await names.sync()
}

/** False also when it is not there any more: another node may sweep as well. */
const isYounger = async (path: string, moment: number) =>
  ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0) > moment

/**
 * Opens (and makes) the folder `<dataDir>/files/<kind>`. What is younger than `draftMs` is never swept: somebody may
 * see it in an editor before any row names it.
 */
export function openFiles(dataDir: string, kind: string, draftMs = 0): FileStore {
  const folder = join(dataDir, 'files', kind)
  mkdirSync(folder, { recursive: true })
  let orphans = new Map<string, number>() // since when, in milliseconds
  async function put(temporary: string, name: string) {
    await rename(temporary, join(folder, name))
    await flushNames(folder)
    return name
  }
  return {
    async save(bytes, extension) {
      const name = `${randomName()}.${extension}`
      const temporary = join(folder, `.${name}.new`)
      await mkdir(folder, { recursive: true }) // somebody may have moved it away
      try {
        await writeFile(temporary, bytes, { flag: 'wx', flush: true })
        return await put(temporary, name)
      } catch (error) {
        await rm(temporary, { force: true }) // a full disk needs the room
        throw error
      }
    },
    async keep({ path }) {
      await mkdir(folder, { recursive: true })
      return put(path, randomName())
    },
    pathOf: (name) => join(folder, NAME.test(name) ? name : 'none'),
    async send(name) {
      const extension = NAME.exec(name)?.[1] as keyof typeof TYPES | undefined // the pattern names both
      const path = join(folder, name)
      if (!extension || !(await stat(path).catch(() => undefined))?.isFile()) throw notFound()
      return new Download(createReadStream(path), TYPES[extension], { immutable: true })
    },
    remove: (name) => (NAME.test(name) ? rm(join(folder, name), { force: true }) : Promise.resolve()),
    async sweep(isNamed, now = Date.now()) {
      const names = await readdir(folder)
      const named = await isNamed(names)
      orphans = new Map(names.flatMap((name) => (named.has(name) ? [] : [[name, orphans.get(name) ?? now]])))
      const left = [...orphans].filter(([, since]) => now - since >= HOUR).map(([name]) => name)
      const oldest = draftMs > 0 ? now - draftMs : Number.POSITIVE_INFINITY
      const drafts = await Promise.all(left.map((name) => isYounger(join(folder, name), oldest)))
      const gone = left.filter((_, i) => !drafts[i])
      await Promise.all(gone.map((name) => rm(join(folder, name), { force: true })))
      return gone.length
    },
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
    keep: (document) => noted(files.keep(document)),
  } satisfies Partial<FileStore>
  try {
    return await work({ ...files, ...noting })
  } catch (error) {
    const isRefused = error instanceof Refusal || (isDatabaseError(error) && !isUnavailable(error))
    if (isRefused) await Promise.all(kept.map((name) => files.remove(name)))
    throw error
  }
}
