import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { memoize } from '../concurrency/memoize.ts'
import { HttpError } from '../http/http-error.ts'
import type { StorageLocation } from './settings.ts'

/**
 * An uploaded file of any type, complete and flushed at `path`; removed after the request unless a store takes it over.
 * Its name is only displayed, its type is detected from its bytes.
 */
export interface Document {
  name: string
  type: string
  size: number
  sha256: string
  path: string
}

/** The documents of one request. */
export interface Inbox {
  /** Writes a file with back pressure. Throws 413; an incomplete file is removed. */
  receive(content: Readable, name: string, maxBytes: number): Promise<Document>
  /** Writes a stream to a temporary file of the request and returns its path. Throws 413. */
  spool(content: AsyncIterable<Buffer>, maxBytes: number): Promise<string>
  /** Removes uploads that no store has taken over. */
  empty(): Promise<unknown>
}

/** The folder of uploads in progress. */
export interface UploadSpool {
  inbox(): Inbox
  /** Removes files of a process that died. */
  sweep(now?: number): Promise<void>
}

/** Bytes from which the type is detected. */
const HEAD = 16 * 1024
const HOUR = 3_600_000

/**
 * Opens `<dataDir>/files/arriving`, on the same disk as the stores, so that storing a file is a rename; with a bucket
 * `<dataDir>/arriving`.
 */
export function openUploadSpool({ dataDir, s3 }: StorageLocation): UploadSpool {
  const folder = join(dataDir, s3 ? 'arriving' : 'files/arriving')
  return {
    inbox: () => openInbox(folder),
    async sweep(now = Date.now()) {
      const names = await readdir(folder).catch(() => [])
      for (const path of names.map((name) => join(folder, name))) {
        const written = await stat(path).catch(() => undefined)
        // An upload in progress is younger: no upload may pause that long.
        if (written && now - written.mtimeMs > HOUR) await rm(path, { force: true })
      }
    },
  }
}

function openInbox(folder: string): Inbox {
  const paths: string[] = []
  async function newPath() {
    const path = join(folder, `.${randomBytes(16).toString('base64url')}.new`)
    await mkdir(folder, { recursive: true })
    paths.push(path)
    return path
  }
  return {
    async receive(content, name, maxBytes) {
      const path = await newPath()
      return { name, path, ...(await write(path, content, maxBytes)) }
    },
    async spool(content, maxBytes) {
      const path = await newPath()
      await using file = await open(path, 'wx', 0o600)
      await file.writeFile(within(content, maxBytes))
      return path
    },
    empty: () => Promise.all(paths.map((path) => rm(path, { force: true }))),
  }
}

async function write(path: string, content: Readable, maxBytes: number) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  async function* watched() {
    for await (const chunk of within(content, maxBytes)) {
      if (size < HEAD) head.push(chunk)
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(watched())
  await file.sync()
  const type = await typeOf(Buffer.concat(head).subarray(0, HEAD))
  return { type, size, sha256: hash.digest('hex') }
}

async function* within(content: AsyncIterable<Buffer>, maxBytes: number) {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > maxBytes) throw new HttpError('error.too_large')
    yield chunk
  }
}

const detector = memoize(async () => (await import('file-type')).fileTypeFromBuffer)

/** The type of a file by its first bytes; unknown types are text or binary. */
async function typeOf(head: Buffer): Promise<string> {
  const fileTypeFromBuffer = await detector()
  const known = await fileTypeFromBuffer(head).catch(() => undefined)
  return known?.mime ?? (isText(head) ? 'text/plain' : 'application/octet-stream')
}

/** UTF-8 without control characters; its last character may be cut. */
function isText(head: Buffer) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !/[^\P{Cc}\t\n\f\r]/u.test(text)
  } catch {
    return false
  }
}
