import { mkdirSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { StartupError } from '../database/database-errors.ts'
import { notFound } from '../http/http-error.ts'
import type { StorageDriver } from './driver.ts'

/** Flushes the names in a folder, because syncing a file does not write its name. Not needed on Windows. */
export async function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  await using names = await open(folder, 'r')
  await names.sync()
}

/** Renames a file, or copies it to the other disk that is mounted there. */
async function move(from: string, to: string) {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
    await using copy = await open(to, 'r+')
    await copy.sync()
    await rm(from)
  }
}

const isGone = (error: NodeJS.ErrnoException) => error.code === 'ENOENT'

/** Stores files in a folder of the local disk, which is created. Throws the errors of the file system. */
export function openDisk(root: string): StorageDriver {
  mkdirSync(root, { recursive: true })
  return {
    async put(path, content) {
      const target = join(root, path)
      const folder = dirname(target)
      const temporary = join(folder, `.${basename(target)}.new`)
      await mkdir(folder, { recursive: true }) // the folder may have been removed meanwhile
      try {
        if ('bytes' in content) await writeFile(temporary, content.bytes, { flush: true })
        else await move(content.path, temporary)
        await rename(temporary, target)
        await flushFolder(folder)
      } catch (error) {
        await rm(temporary, { force: true }) // a full disk needs the room
        if ('path' in content) await rm(content.path, { force: true })
        throw error
      }
    },
    async stat(path) {
      const found = await stat(join(root, path)).catch(() => undefined)
      return found?.isFile() ? { size: found.size, modified: found.mtimeMs } : undefined
    },
    async read(path, part) {
      const handle = await open(join(root, path)).catch((error) => {
        throw isGone(error) ? notFound() : error
      })
      if ((await handle.stat()).isFile()) return handle.createReadStream(part)
      await handle.close()
      throw notFound()
    },
    remove: (path) => rm(join(root, path), { force: true }),
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error) => {
        if (isGone(error)) return []
        throw error
      })
      const link = entries.find((entry) => entry.isSymbolicLink())
      if (link)
        throw new StartupError(
          `${join(link.parentPath, link.name)} is a link, and a backup would lack what is behind it: mount a disk there instead.`,
        )
      const files = entries.filter((entry) => entry.isFile())
      return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    },
  }
}
