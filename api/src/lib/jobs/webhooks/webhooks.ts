// Signs webhook payloads and posts them.
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { addressProblem, openOnly, PrivateAddress, type ResolveHost } from './address.ts'

const { request: requestPlain } = process.getBuiltinModule('node:http') // importing it would load fetch, 14 MB

/** A message by the Standard Webhooks: the id is the same at every attempt. */
interface Post {
  url: string
  id: string
  body: string
  /** The valid secrets: each adds a signature. */
  secrets: readonly string[]
  timeoutMs: number
  /** Whether private networks may be called, also without encryption. */
  allowsPrivate: boolean
  /** Resolves a host name; the system resolver when absent. */
  resolveHost?: ResolveHost | undefined
}

/** The result of an attempt: a status, or the error when there was no response. */
export interface WebhookResult {
  status: number | null
  error: 'timeout' | 'unreachable' | 'private' | 'address' | 'redirect' | null
  /** The beginning of the response body, as text. */
  text: string
}

/** Bytes of a response that are stored. */
const MAX_STORED_BYTES = 4096

/** The signed headers of a request sent now. */
export function signedHeaders({ id, body, secrets }: Pick<Post, 'id' | 'body' | 'secrets'>, at = new Date()) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kontor-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

/** Posts once, within `timeoutMs` for everything, and never rejects. Redirects are not followed. */
export function post({
  url,
  timeoutMs,
  allowsPrivate,
  resolveHost,
  ...message
}: Post): Promise<WebhookResult> {
  const problem = addressProblem(url, allowsPrivate)
  if (problem)
    return Promise.resolve(failed(problem === 'private' || problem === 'never' ? 'private' : 'address'))
  const body = Buffer.from(message.body)
  const target = new URL(url)
  const headers = { ...signedHeaders(message), 'content-length': body.length }
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      lookup: openOnly(allowsPrivate, resolveHost),
    }
    const send = target.protocol === 'https:' ? requestSecure : requestPlain
    const request: ClientRequest = send(target, options, (response) =>
      readResponse(response, request, resolve),
    )
    request.on('error', (error: Error) => resolve(failed(reasonOf(error))))
    // Node ends a request at status 101 without a further event, not even a timeout.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, error: null, text: '' })
    })
    request.end(body)
  })
}

/**
 * Reads the first part of a response and closes the connection. A response that is cut off after its status counts as a
 * response.
 */
function readResponse(
  response: IncomingMessage,
  request: ClientRequest,
  resolve: (result: WebhookResult) => void,
) {
  const { statusCode: status = 0 } = response
  const parts: Buffer[] = []
  let size = 0
  const end = () => {
    const text = Buffer.concat(parts)
      .subarray(0, MAX_STORED_BYTES)
      .toString()
      .replaceAll('\u0000', '')
      .toWellFormed()
    resolve({ status, error: status >= 300 && status < 400 ? 'redirect' : null, text })
    request.destroy()
  }
  response.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.length
    if (size >= MAX_STORED_BYTES) end()
  })
  response.on('end', end)
  response.on('error', end)
  request.removeAllListeners('error').on('error', end)
}

const failed = (error: WebhookResult['error']): WebhookResult => ({ status: null, error, text: '' })

function reasonOf(error: Error): WebhookResult['error'] {
  if (error instanceof PrivateAddress) return 'private'
  return error.name === 'AbortError' || error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}
