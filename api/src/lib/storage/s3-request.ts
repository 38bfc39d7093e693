import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from './settings.ts'

// Not imported, which would also make what of it nobody asks for, such as WebSocket with all of fetch: 14 MB.
const { Agent: HttpAgent, request: httpRequest } = process.getBuiltinModule('node:http')

/** The storage cannot do now what was asked, or will not do it. The message is for the operator, and has no secret. */
export class StorageError extends Error {
  override name = 'StorageError'
  /** HTTP's; 0 when there was no answer. */
  readonly status: number
  /** S3's own word, such as `NoSuchBucket`, or the network's. */
  readonly code: string
  constructor(asked: string, status: number, code: string) {
    super(`FILES_URL: ${asked}: ${status || 'no answer'} ${code}`.trim())
    this.status = status
    this.code = code
  }
  /** Nothing more fits in. */
  get isFull() {
    return this.status === 507 || /StorageFull|QuotaExceeded/.test(this.code)
  }
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Within the bucket; empty for the bucket itself. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** What is sent; opened anew when it has to be sent again. The storage is told its digest, and refuses anything else. */
  body?: { size: number; sha256: string; open: () => Readable }
}

/** Connections stay open for the next request; those that nobody uses keep no process alive. */
const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

/** Sends requests to a bucket. Answers a response with 2xx, which the caller reads or destroys; throws StorageError otherwise. */
export function bucketOf(settings: S3Settings) {
  const keys = new Map<string, ArrayBuffer>() // which are made once a day
  return async (ask: S3Request): Promise<IncomingMessage> => {
    const asked = `${ask.method} ${settings.bucket}/${ask.path}`
    const failed = (error: NodeJS.ErrnoException) =>
      error instanceof StorageError ? error : new StorageError(asked, 0, error.code ?? error.message)
    try {
      const answer = await send(settings, ask, asked, keys).catch((error) => {
        if (error instanceof StaleConnection) return send(settings, ask, asked, keys, true)
        throw error
      })
      const { statusCode: status = 0 } = answer
      if (status >= 200 && status < 300) return answer
      throw new StorageError(asked, status, await wordOf(answer))
    } catch (error) {
      throw failed(error as Error) // nothing else is thrown here
    }
  }
}

/** The storage has closed a connection in the moment in which it was used again: a new one may do. */
class StaleConnection extends Error {}
const STALE = /^(ECONNRESET|EPIPE)$/

async function send(
  settings: S3Settings,
  ask: S3Request,
  asked: string,
  cache: Map<string, ArrayBuffer>,
  isAnew = false,
) {
  const { method, body } = ask
  const { origin, key, secret, region, patience } = settings
  const signed = await new AwsV4Signer({
    ...{ method, url: urlOf(settings, ask) },
    ...{ accessKeyId: key, secretAccessKey: secret, region, service: 's3', cache },
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
    watch(request, asked, patience)
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

/** SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Ends a request on which no byte moves for `patience` milliseconds, unless its reader has paused. */
function watch(request: ClientRequest, asked: string, patience: number) {
  let answer: IncomingMessage | undefined
  let before: number | undefined
  request.once('response', (given) => {
    answer = given
  })
  const checkProgress = () => {
    const { bytesRead = 0, bytesWritten = 0 } = request.socket ?? {}
    const moved = bytesRead + bytesWritten
    if (answer && isPaused(answer)) before = undefined
    else if (moved === before) (answer ?? request).destroy(new StorageError(asked, 0, 'ETIMEDOUT'))
    else before = moved
  }
  const timer = setInterval(checkProgress, patience / 2).unref()
  request.once('close', () => clearInterval(timer))
}

/** Whether the reader of the response has paused or has unread bytes. */
const isPaused = (answer: IncomingMessage) =>
  answer.readableLength > 0 || (answer.readableFlowing === false && answer.listenerCount('readable') === 0)

/** The error code in the body of a response, read up to 8 KiB; empty when there is none. */
async function wordOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const chunk of answer.setEncoding('utf8')) {
      text += chunk
      if (text.length > 8192) break
    }
  } catch {} // the status says enough
  answer.destroy()
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''
}
