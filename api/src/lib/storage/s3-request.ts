import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from './settings.ts'

// Not imported, because an import would initialise unused parts, such as WebSocket with all of fetch: 14 MB.
const { Agent: HttpAgent, request: httpRequest } = process.getBuiltinModule('node:http')

/** The storage failed or rejected a request. The message is for the operator and contains no secret. */
export class StorageError extends Error {
  override name = 'StorageError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** S3's error code, such as `NoSuchBucket`, or the network's. */
  readonly code: string
  constructor(request: string, status: number, code: string) {
    super(`FILES_URL: ${request}: ${status || 'no answer'} ${code}`.trim())
    this.status = status
    this.code = code
  }
  /** The storage is full. */
  get isFull() {
    return this.status === 507 || /StorageFull|QuotaExceeded/.test(this.code)
  }
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Key within the bucket; empty for the bucket itself. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The body; reopened for a retry. The request is signed with its digest, so the storage rejects other bytes. */
  body?: { size: number; sha256: string; open: () => Readable }
}

/** Idle connections are kept open for the next request, but do not keep the process running. */
const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

/**
 * Sends requests to a bucket. Resolves to a response with 2xx, which the caller reads or destroys; throws StorageError
 * otherwise.
 */
export function bucketOf(settings: S3Settings) {
  const keys = new Map<string, ArrayBuffer>() // signing keys are valid for a day
  return async (request: S3Request): Promise<IncomingMessage> => {
    const target = `${request.method} ${settings.bucket}/${request.path}`
    const failed = (error: NodeJS.ErrnoException) =>
      error instanceof StorageError ? error : new StorageError(target, 0, error.code ?? error.message)
    try {
      const response = await send(settings, request, target, keys).catch((error) => {
        if (error instanceof StaleConnection) return send(settings, request, target, keys, true)
        throw error
      })
      const { statusCode: status = 0 } = response
      if (status >= 200 && status < 300) return response
      throw new StorageError(target, status, await readErrorCode(response))
    } catch (error) {
      throw failed(error as Error) // nothing else is thrown here
    }
  }
}

/** The storage closed a connection at the moment of its reuse: a retry on a new connection may succeed. */
class StaleConnection extends Error {}
const STALE = /^(ECONNRESET|EPIPE)$/

async function send(
  settings: S3Settings,
  ask: S3Request,
  target: string,
  cache: Map<string, ArrayBuffer>,
  isAnew = false,
) {
  const { method, body } = ask
  const { origin, key, secret, region, maxWaitMs } = settings
  const signed = await new AwsV4Signer({
    method,
    url: urlOf(settings, ask),
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    service: 's3',
    cache,
    headers: {
      ...ask.headers,
      'x-amz-content-sha256': body?.sha256 ?? EMPTY,
      ...(body || method === 'PUT' ? { 'content-length': String(body?.size ?? 0) } : {}),
    },
  }).sign()
  return new Promise<IncomingMessage>((resolve, reject) => {
    const isSafe = origin.startsWith('https:')
    const agent = isAnew ? false : agents[isSafe ? 'https' : 'http']
    const options = { method, headers: Object.fromEntries(signed.headers), agent }
    const request = (isSafe ? httpsRequest : httpRequest)(signed.url, options)
    watch(request, target, maxWaitMs)
    request.on('response', resolve)
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(request.reusedSocket && STALE.test(error.code ?? '') ? new StaleConnection() : error),
    )
    if (body) pipeline(body.open(), request, (error) => error && reject(error))
    else request.end()
  })
}

function urlOf({ origin, bucket }: S3Settings, { path, query }: S3Request) {
  const url = new URL(`${origin}/${bucket}${path && `/${path}`}`)
  url.search = new URLSearchParams(query).toString()
  return url.href
}

/** SHA-256 of the empty text. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Checks of a request's progress in its time. */
const CHECKS = 4

/** Ends a request without a byte in `maxWaitMs` milliseconds, unless its reader has paused. */
function watch(request: ClientRequest, target: string, maxWaitMs: number) {
  let answer: IncomingMessage | undefined
  let before: number | undefined
  let quietChecks = 0
  request.once('response', (response) => {
    answer = response
  })
  const checkProgress = () => {
    const { bytesRead = 0, bytesWritten = 0 } = request.socket ?? {}
    const moved = bytesRead + bytesWritten
    quietChecks = moved !== before || (answer && isPaused(answer)) ? 0 : quietChecks + 1
    before = moved
    if (quietChecks === CHECKS) (answer ?? request).destroy(new StorageError(target, 0, 'ETIMEDOUT'))
  }
  const timer = setInterval(checkProgress, maxWaitMs / CHECKS).unref()
  request.once('close', () => clearInterval(timer))
}

/** Whether the reader of the response has paused or has unread bytes. */
const isPaused = (response: IncomingMessage) =>
  response.readableLength > 0 ||
  (response.readableFlowing === false && response.listenerCount('readable') === 0)

/** The error code in the body of a response, read up to 8 KiB; empty when there is none. */
async function readErrorCode(response: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk
      if (text.length > 8192) break
    }
  } catch {} // the status is sufficient
  response.destroy()
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''
}
