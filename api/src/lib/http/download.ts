import { pipeline, Readable, Transform } from 'node:stream'
import { normalize } from '@kontor/contract/lib/text/normalize'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/** A response that is not JSON: bytes with a media type and, to be saved, a file name. */
export class Download {
  readonly body: Readable | Buffer
  readonly type: string
  readonly fileName: string | undefined
  /** True when the same address always returns the same bytes. */
  readonly immutable: boolean
  constructor(
    body: Readable | Buffer,
    type: string,
    options: { fileName?: string; immutable?: boolean } = {},
  ) {
    this.body = body
    this.type = type
    this.fileName = options.fileName
    this.immutable = options.immutable ?? false
  }
}

export function send(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { body, type, fileName, immutable }: Download,
) {
  reply.header('content-type', type)
  if (fileName) reply.header('content-disposition', attachment(fileName))
  if (immutable) reply.header('cache-control', 'public, max-age=31536000, immutable')
  if (method !== 'HEAD' || Buffer.isBuffer(body)) return reply.send(body)
  body.destroy() // nothing else would read it to its end
  return reply.send(Readable.from([]))
}

/** A stored file, which never changes. Both methods throw 404 when it is gone. */
export interface StoredContent {
  /** In bytes. */
  size(): Promise<number>
  /** The whole file, or bytes `start` to `end`; the caller must read or destroy the stream. */
  read(part?: { start: number; end: number }): Promise<Readable>
}

interface StoredFile {
  content: StoredContent
  type: string
  fileName: string
  /** Identifies the content (ETag): the name of a file that never changes. */
  tag: string
  /** Called before the first byte is sent, each time a download begins; not for later ranges. */
  begin?: () => Promise<unknown>
}

/** A stored file as a download: whole or a range, so that an interrupted download can be resumed. */
export class FileDownload {
  readonly file: StoredFile
  constructor(file: StoredFile) {
    this.file = file
  }
}

/** Sends a file by RFC 9110: a single range (206, 416), no body where the client has it (304), or the whole file. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, { file }: FileDownload) {
  const etag = `"${file.tag}"`
  const size = await file.content.size()
  const part = partOf(request, etag, size)
  if (part === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new HttpError('error.range')
  }
  const known = listed(request.headers['if-none-match'])
  const has = known.includes(etag) || known.includes('*')
  const isSent = request.method === 'GET' && !has
  const { start, end } = part ?? { start: 0, end: size - 1 }
  const body = isSent ? await file.content.read(part) : Readable.from([])
  try {
    if (isSent && start === 0) await file.begin?.()
  } catch (error) {
    body.destroy()
    throw error
  }
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' })
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  if (has) return reply.code(304).send()
  if (part) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.headers({ 'content-type': typed(file.type), 'content-length': end - start + 1 })
  reply.header('content-disposition', attachment(file.fileName))
  return reply.send(isSent ? whole(body, end - start + 1) : body)
}

/** Destroys a stream that ends before its announced length; otherwise the client would wait for the rest. */
function whole(body: Readable, length: number) {
  let left = length
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      done(null, chunk)
    },
    flush: (done) =>
      done(left === 0 ? null : new Error(`the file ended ${left} bytes early, expected ${length}`)),
  })
  return pipeline(body, counted, () => {}) // the reader of the stream receives the error
}

const listed = (header = '') => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
const typed = (type: string) => (type === 'text/plain' ? 'text/plain; charset=utf-8' : type)

/**
 * The requested range; undefined for the whole file, which also answers several ranges, an invalid range, and a range
 * of an older version (If-Range); null when the range is outside the file.
 */
function partOf({ method, headers }: FastifyRequest, etag: string, size: number) {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? '') ?? []
  const isOfThis = headers['if-range'] === undefined || headers['if-range'] === etag
  if (method !== 'GET' || !isOfThis || (!first && !last)) return undefined
  if (!first) return Number(last) > 0 ? { start: Math.max(0, size - Number(last)), end: size - 1 } : null
  const start = Number(first)
  const end = last ? Math.min(Number(last), size - 1) : size - 1
  if (start >= size) return null
  return start <= end ? { start, end } : undefined
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const PDF = 'application/pdf'

/** Content-Disposition of a file to save, by RFC 6266: an ASCII name and the real one, both escaped. */
export function attachment(fileName: string): string {
  const clean = [...fileName.replace(/[\p{C}"\\/:*?<>|;]/gu, '_')].slice(0, 150).join('').trim() || 'kontor'
  const ascii = normalize(clean, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .replace(/[^\x20-\x7e]|%/gu, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
