import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartupError } from '../database/database-errors.ts'
import { notFound } from '../http/http-error.ts'
import type { ByteRange, Content, StorageDriver } from './driver.ts'
import { bucketOf, StorageError } from './s3-request.ts'
import type { S3Settings } from './settings.ts'

/** Stores files in a bucket below the prefix and `folder`, under the same names as on the disk. Throws StorageError. */
export function openS3(settings: S3Settings, folder: string): StorageDriver {
  const send = bucketOf(settings)
  const base = `${settings.prefix}${folder && `${folder}/`}`
  const driver: StorageDriver = {
    async put(path, content) {
      const { size, sha256, open, md5 } = sendable(content)
      const request = { method: 'PUT', path: base + path, body: { size, sha256, open } } as const
      const { headers } = (await send(request)).resume()
      if (isEncrypted(headers) || headers.etag === `"${md5()}"`) return
      await driver.remove(path).catch(() => {}) // otherwise it is swept
      throw new StorageError(`PUT ${settings.bucket}/${base}${path}`, 200, 'stored content differs')
    },
    async stat(path) {
      const response = await unlessGone(send({ method: 'HEAD', path: base + path }))
      if (!response) return undefined
      const { 'content-length': size, 'last-modified': modified = '' } = response.resume().headers
      return { size: Number(size), modified: Date.parse(modified) }
    },
    async read(path, part) {
      const range = part && `bytes=${part.start}-${part.end}`
      const response = await unlessGone(
        send({ method: 'GET', path: base + path, headers: range ? { range } : {} }),
      )
      if (!response) throw notFound()
      if (part && !isPart(response, part)) {
        response.destroy()
        throw new StorageError(
          `GET ${settings.bucket}/${base}${path}`,
          response.statusCode ?? 0,
          'not the requested range',
        )
      }
      return response
    },
    async remove(path) {
      const response = await unlessGone(send({ method: 'DELETE', path: base + path }))
      response?.resume()
    },
    async list() {
      const paths: string[] = []
      for await (const key of keysOf(send, base)) paths.push(key.slice(base.length))
      return paths
    },
  }
  return driver
}

const isPart = ({ statusCode, headers }: IncomingMessage, { start, end }: ByteRange) =>
  statusCode === 206 && Number(headers['content-length']) === end - start + 1

const unlessGone = (request: Promise<IncomingMessage>) =>
  request.catch((error: StorageError) => {
    if (error.status === 404 && error.code !== 'NoSuchBucket') return undefined
    throw error
  })

/** A request body: its SHA-256, which is signed, and its MD5, which is compared with the ETag of the response. */
function sendable(content: Content) {
  const hash = createHash('md5')
  let sent = hash
  let digest = ''
  const md5 = () => digest || sent.digest('hex')
  if ('bytes' in content) {
    const { bytes } = content
    digest = hash.update(bytes).digest('hex')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { size: bytes.length, sha256, open: () => Readable.from(bytes), md5 }
  }
  const { path, size, sha256 } = content
  async function* read() {
    sent = createHash('md5')
    for await (const chunk of createReadStream(path)) {
      sent.update(chunk)
      yield chunk
    }
  }
  return { size, sha256, open: () => Readable.from(read(), { objectMode: false }), md5 }
}

/** With encryption the ETag is no MD5; the signed SHA-256 is still verified by the storage. */
const isEncrypted = (headers: IncomingMessage['headers']) =>
  /kms/.test(String(headers['x-amz-server-side-encryption'])) ||
  headers['x-amz-server-side-encryption-customer-algorithm'] !== undefined

/** Names that the application creates; other objects in the bucket are ignored. */
const OURS = /^[\w./-]+$/

/** All keys that begin with `prefix`, a thousand per request. */
async function* keysOf(send: ReturnType<typeof bucketOf>, prefix: string) {
  let token = ''
  do {
    const query = { 'list-type': '2', prefix, ...(token ? { 'continuation-token': token } : {}) }
    const page = await text(await send({ method: 'GET', path: '', query }))
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) if (OURS.test(key)) yield key
    token = unescaped(/<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(page)?.[1] ?? '')
  } while (token)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (xml: string) =>
  xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
    decimal || hex ? String.fromCodePoint(Number(decimal ?? `0x${hex}`)) : (ENTITIES[name] ?? all),
  )

/** The file with which write access is tested; it is not a stored file. */
const MARK = '.kontor'

/** Checks at the start that the credentials may write to and list the bucket. Throws StartupError with the reason. */
export async function proveS3(settings: S3Settings) {
  try {
    await openS3(settings, '').put(MARK, { bytes: Buffer.from('The files of a Kontor.\n') })
    await checkS3(settings)
  } catch (error) {
    const { status, code, message } = error as StorageError // nothing else is thrown
    const { host } = new URL(settings.origin)
    const why = REASONS.find(([codes]) => codes.test(code || String(status)))?.[1]
    throw new StartupError(
      status === 0
        ? `FILES_URL: ${host} does not answer (${code}).`
        : why
          ? `FILES_URL: ${host} ${why(settings.bucket)} (${status} ${code}).`
          : `${message}.`,
    )
  }
}

const REASONS: [RegExp, (bucket: string) => string][] = [
  [/NoSuchBucket|^404$/, (bucket) => `has no bucket ${bucket}: make it first`],
  [/InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken/, () => 'does not know these keys'],
  [/AccessDenied|^403$/, (bucket) => `does not let these keys put, list, get and delete in ${bucket}`],
  [/RequestTimeTooSkewed/, () => 'has another time than this machine'],
]

/**
 * Lists the file that `proveS3` has written. Throws StorageError when the storage does not respond or denies access.
 */
export async function checkS3(settings: S3Settings) {
  const query = { 'list-type': '2', prefix: `${settings.prefix}${MARK}` }
  await text(await bucketOf(settings)({ method: 'GET', path: '', query }))
}
