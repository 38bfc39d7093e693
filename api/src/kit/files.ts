import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Download } from './download.ts'
import { notFound } from './refusal.ts'

/** Files of one kind on the local disk, under names that nobody can guess and nobody else chooses. */
export interface FileStore {
  /** Keeps the bytes and answers their name. They are on the disk when it answers, before any row names them. */
  save(bytes: Buffer, extension: 'jpg' | 'png'): Promise<string>
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
const NAME = /^[\w-]{22}\.(jpg|png)$/
const HOUR = 3_600_000

/** A file's name reaches the disk with its folder, not with the file. Windows sees to it by itself. */
async function flushNames(folder: string) {
  if (process.platform === 'win32') return
  await using names = await open(folder, 'r')
  await names.sync()
}

/** Opens (and makes) the folder `<dataDir>/files/<kind>`. */
export async function openFiles(dataDir: string, kind: string): Promise<FileStore> {
  const folder = join(dataDir, 'files', kind)
  await mkdir(folder, { recursive: true })
  let orphans = new Map<string, number>() // since when, in milliseconds
  return {
    async save(bytes, extension) {
      const name = `${randomBytes(16).toString('base64url')}.${extension}`
      const temporary = join(folder, `.${name}.new`)
      await writeFile(temporary, bytes, { flag: 'wx', flush: true })
      await rename(temporary, join(folder, name))
      await flushNames(folder)
      return name
    },
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
      await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
      return left.length
    },
  }
}
