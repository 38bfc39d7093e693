import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** Adds one file; its content is read no faster than the disk takes it. Names use `/`. */
export type AddFile = (
  name: string,
  content: AsyncIterable<string | Buffer>,
  options?: { compress?: boolean },
) => Promise<void>

const ended = promisify(finished)

/** Adds files to a zip one after the other, as long as somebody takes it: `taken` ends when nobody does any more. */
const adding =
  (zip: ZipFile, taken: Promise<unknown>): AddFile =>
  async (name, content, options) => {
    const source = Readable.from(content, { objectMode: false })
    zip.addReadStream(source, name, options)
    // A full disk, or a caller that has gone, ends the output and leaves the source waiting for ever.
    await Promise.race([ended(source), taken]).finally(() => {
      source.destroy()
      if (content instanceof Readable) content.destroy() // nobody may have begun to read it
    })
  }

/** A zip as a stream; an error of `fill` destroys it. Names of folders end with `/`. */
export function streamArchive(
  fill: (add: AddFile, addFolder: (name: string) => void) => Promise<unknown>,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // yazl declares less than it gives: a PassThrough
  const taken = ended(output)
  taken.catch(() => {}) // heard by whoever adds
  fill(adding(zip, taken), (name) => zip.addEmptyDirectory(name)).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  )
  return output
}

/**
 * Writes a zip file, whole or not at all: under a temporary name, flushed, then renamed. Only its owner may read it.
 * Answers what `fill` answers; what it or the disk throws is thrown, and the temporary file is removed. An existing file is replaced.
 */
export async function writeArchive<T>(path: string, fill: (add: AddFile) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = temporaryOf(path)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // yazl declares less than it gives: a PassThrough
  const written = pipeline(output, createWriteStream(temporary, { flush: true, mode: 0o600 }))
  written.catch(() => {}) // heard below, but perhaps later
  let answer: T
  try {
    answer = await fill(adding(zip, written))
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
  return answer
}

const temporaryOf = (path: string) => join(dirname(path), `.${basename(path)}.new`)

/** Makes what was renamed in a folder survive a power cut. */
async function flushFolder(path: string) {
  if (process.platform === 'win32') return // cannot open folders
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** An open zip file. `read` streams one file and throws at its end when the checksum is wrong. */
export type Archive = {
  names: string[]
  read(name: string): AsyncIterable<Buffer>
  close(): void
}

/** Opens a zip file. Throws when it is not one or was cut off; names that lead outside are refused. */
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
    if (sum !== entry.crc32) throw new Error(`${name} is damaged`) // yauzl does not look
  }
  return { names: [...entries.keys()], read, close: () => zip.close() }
}
