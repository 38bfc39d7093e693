import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { flushFolder } from '../storage/disk.ts'

/** Adds one file; its content is read no faster than the disk takes it. Names use `/`. */
export type AddFile = (
  name: string,
  content: AsyncIterable<string | Buffer>,
  options?: { compress?: boolean },
) => Promise<void>

const ended = promisify(finished)

/** Adds files to a zip one after the other. `taken` rejects when the reader of the zip has gone. */
const adding =
  (zip: ZipFile, taken: Promise<unknown>): AddFile =>
  async (name, content, options) => {
    const source = Readable.from(content, { objectMode: false })
    zip.addReadStream(source, name, options)
    // A full disk or a closed response ends the output; the source would wait for ever.
    await Promise.race([ended(source), taken]).finally(() => {
      source.destroy()
      if (content instanceof Readable) content.destroy() // nothing may have read it yet
    })
  }

/** A zip as a stream; an error of `fill` destroys it. Names of folders end with `/`. */
export function streamArchive(
  fill: (add: AddFile, addFolder: (name: string) => void) => Promise<unknown>,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // yazl's types name a weaker type than the PassThrough that it returns
  const taken = ended(output)
  taken.catch(() => {}) // the error is handled by `add`
  fill(adding(zip, taken), (name) => zip.addEmptyDirectory(name)).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  )
  return output
}

/**
 * Writes a zip file atomically: to a temporary file, flushed, then renamed. Only its owner may read it. An existing
 * file is replaced. Returns the result of `fill`. On any error, or when `signal` is aborted, the temporary file is removed
 * and the error rethrown.
 */
export async function writeArchive<T>(
  path: string,
  fill: (add: AddFile) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = temporaryPath(path)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // yazl's types name a weaker type than the PassThrough that it returns
  const written = pipeline(output, createWriteStream(temporary, { flush: true, mode: 0o600 }), { signal })
  written.catch(() => {}) // awaited below; this prevents an unhandled rejection until then
  let result: T
  try {
    result = await fill(adding(zip, written))
    zip.end()
    await written
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
  await rename(temporary, path)
  await flushFolder(dirname(path))
  return result
}

const temporaryPath = (path: string) => join(dirname(path), `.${basename(path)}.new`)

/** An open zip file. `read` streams one file and throws at its end when the checksum is wrong. */
export type Archive = {
  names: string[]
  read(name: string): AsyncIterable<Buffer>
  close(): void
}

/** Opens a zip file. Throws when it is no zip, is truncated, or has names that lead outside. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true })
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    zip.close()
    throw error
  }
  async function* read(name: string) {
    const entry = entries.get(name)
    if (!entry) throw new Error(`${name} is missing`)
    let sum = 0
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== entry.crc32) throw new Error(`${name} is damaged`) // yauzl does not check it
  }
  return { names: [...entries.keys()], read, close: () => zip.close() }
}
