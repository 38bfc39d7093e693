// Calls of the contract's routes; no other module makes them.
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { permissionsLost } from '../permissions/permissionsLost.ts'
import { connection } from '../realtime/connection.ts'
import { appBase } from '../router/appBase.ts'
import { session } from '../session/session.ts'
import { isViewAsPartner } from '../session/storage.ts'
import { saveBlob } from './saveBlob.ts'
import { asDocumented } from './statusTexts.ts'

/** A request that was rejected or failed. `status` 0: the server was not reached, 408: timeout. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** The current row of a 409 response. */
export function rowNow<Row>(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return error.body.current as Row | undefined // the row, by the contract
}

/** What a call has thrown, as an ApiError also where the app itself is at fault. */
export const apiErrorOf = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError(0, { message: 'error.internal' })

/** Whether it is unknown if the request was carried out: cut off, timed out, or answered by a proxy. */
export const isUnanswered = ({ status }: ApiError) => [0, 408, 502, 504].includes(status)

const seconds = 1000
/** Milliseconds without a byte until a request times out: usual ones, and uploads or long-running ones. */
const TIMEOUT = { usual: 30 * seconds, slow: 600 * seconds }

export interface CallOptions {
  signal?: AbortSignal
  /** Sent also when the page is being left. At most 64 KiB. */
  keepalive?: boolean
  /** Sent fraction of the upload, 0 to 1. */
  onProgress?: (share: number) => void
  /** Milliseconds without a byte until it times out, instead of those of the route. */
  timeout?: number
}

/** The part of a route that a request needs. */
interface Endpoint {
  method: string
  path: string
  /** The server may take minutes. */
  slow?: boolean
  /** A view of the office may call it. */
  whileViewing?: boolean
}

/** The parts of a request, before its typed input. */
interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown>
  files?: Record<string, Blob | undefined>
  idempotencyKey?: string
}

/**
 * Calls a route of the contract and resolves with its response. Throws {@link ApiError}. When the session
 * has expired, no 401 is thrown: with an open form the call waits for the user to sign in again and is
 * then repeated; without one the page is left and the promise never settles.
 */
export async function apiRequest<const R extends Route>(
  route: R,
  input: RequestInput<R>,
  options: CallOptions = {},
): Promise<ResponseBody<R>> {
  const response = await send(route, input, options)
  return (await response.json()) as ResponseBody<R> // serialised by the server with the same schema
}

/** Calls a route that responds with a file and resolves with its content. Throws {@link ApiError}. */
export async function fetchFile<const R extends Route>(
  route: R,
  input: RequestInput<R>,
  options: CallOptions = {},
): Promise<Blob> {
  const response = await send({ ...route, slow: true }, input, options)
  return response.blob()
}

/**
 * Calls a route that responds with a file and downloads it under the server's name. Throws {@link
 * ApiError}.
 */
export async function download<const R extends Route>(
  route: R,
  input: RequestInput<R>,
  options: CallOptions = {},
): Promise<void> {
  const response = await send({ ...route, slow: true }, input, options)
  saveBlob(await response.blob(), fileName(response.headers.get('content-disposition')))
}

/**
 * Sends a request without the contract's schemas, for the few calls made before they are loaded. Resolves with a
 * successful response; throws {@link ApiError}. After a 401 the user signs in again and the request is
 * repeated, except for routes about the session.
 */
export async function send(route: Endpoint, parts: Parts, options: CallOptions = {}): Promise<Response> {
  // The server refuses it as well.
  if (isViewAsPartner && route.method !== 'GET' && !route.whileViewing)
    throw new ApiError(403, { message: 'error.view_only' })
  const token = session.token()
  const response = await reach(route, parts, token, options)
  if (response.ok) return response
  if (response.status === 401 && !aboutSession.includes(route.path)) {
    await session.renewed(token)
    return send(route, parts, options)
  }
  if (response.status >= 502) connection.failed()
  const error = new ApiError(response.status, await errorOf(response))
  if (permissionErrors.includes(error.body.message)) permissionsLost.notify()
  throw error
}

const aboutSession: readonly string[] = [appBase.login, appBase.second, appBase.logout]
/** Errors for which the permissions must be loaded again. */
const permissionErrors: readonly string[] = ['error.forbidden_right', 'error.second_factor_needed']

async function reach(
  { method, path, slow = false }: Endpoint,
  parts: Parts,
  token: string | null,
  { signal, onProgress, timeout, keepalive = false }: CallOptions,
): Promise<Response> {
  const { body, type } = bodyOf(parts)
  const headers = {
    'accept-language': document.documentElement.lang,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(type && { 'content-type': type }),
    ...(parts.idempotencyKey && { 'idempotency-key': parts.idempotencyKey }),
  }
  const hasFile = Object.values(parts.files ?? {}).some(Boolean)
  const limit = timeLimit(timeout ?? TIMEOUT[slow || hasFile ? 'slow' : 'usual'], signal)
  const waited = onProgress ? () => {} : connection.wait() // with a progress bar no "slow" notice is needed
  const sent = (share: number) => {
    limit.extend()
    onProgress?.(share)
  }
  const request = { method, headers, body: body ?? null, signal: limit.signal, keepalive }
  try {
    const url = address(path, parts)
    const response = await (onProgress ? upload(url, request, sent) : fetch(url, request))
    return await readBody(response, limit.extend)
  } catch (error) {
    if (signal?.aborted) throw error
    if (limit.isOver()) throw new ApiError(408, { message: 'error.timeout' })
    if (!(await areReadable(parts))) throw new ApiError(400, { message: 'error.file_unreadable' })
    connection.failed()
    throw new ApiError(0, { message: 'error.network' })
  } finally {
    waited()
    limit.end()
  }
}

/** Whether the files can still be read: one that was changed or deleted since it was chosen fails like the network. */
const areReadable = ({ files = {} }: Parts) =>
  Promise.all(Object.values(files).map(async (file) => file?.slice(0, 1).arrayBuffer())).then(
    () => true,
    () => false,
  )

/** Reads a response completely, so that a connection that breaks off fails here. */
async function readBody(response: Response, onBytes: () => void): Promise<Response> {
  if (response.status < 500) connection.answered()
  if (!response.body) return response
  const reader = response.body.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (;;) {
    const { done, value } = await reader.read()
    // A Blob takes a round trip to another process; most responses are one part.
    if (done) return new Response(parts.length === 1 ? parts[0] : new Blob(parts), response)
    onBytes()
    parts.push(value)
  }
}

function address(path: string, { params = {}, query = {} }: Parts) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))
  return search.size ? `${filled}?${search}` : filled
}

function bodyOf({ body, form, files }: Parts): { body?: BodyInit; type?: string } {
  if (form || files) {
    const data = new FormData()
    for (const [key, value] of Object.entries(form ?? {}))
      if (value !== undefined && value !== null) data.append(key, String(value))
    for (const [key, file] of Object.entries(files ?? {})) if (file) data.append(key, file)
    return { body: data }
  }
  return body === undefined || body === null ? {} : { body: JSON.stringify(body), type: 'application/json' }
}

/** The body of an error; one that is not from our server (a proxy's page) becomes the general error. */
async function errorOf(response: Response): Promise<ErrorBody> {
  try {
    const body = (await response.json()) as ErrorBody
    if (typeof body.message === 'string') return asDocumented(response.status, body)
  } catch {}
  return asDocumented(response.status, {
    message: response.status >= 502 ? 'error.unavailable' : 'error.internal',
  })
}

const fileName = (disposition: string | null) => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded
    ? decodeURIComponent(encoded)
    : (/filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'kontor')
}

/** Aborts a request after `ms` without progress; every byte restarts the timer. */
function timeLimit(ms: number, signal?: AbortSignal) {
  const cut = new AbortController()
  let timer = setTimeout(() => cut.abort(), ms)
  return {
    signal: signal ? AbortSignal.any([signal, cut.signal]) : cut.signal,
    isOver: () => cut.signal.aborted,
    extend() {
      clearTimeout(timer)
      timer = setTimeout(() => cut.abort(), ms)
    },
    end: () => clearTimeout(timer),
  }
}

interface Request {
  method: string
  headers: Record<string, string>
  body: BodyInit | null
  signal?: AbortSignal
}

/** A `fetch` that reports upload progress from 0 to 1; browsers offer that only by XMLHttpRequest. */
function upload(url: string, request: Request, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    request.signal?.throwIfAborted() // while the password was asked for
    xhr.open(request.method, url)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    xhr.responseType = 'blob'
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    xhr.onload = () => resolve(responseOf(xhr))
    xhr.onerror = () => reject(new TypeError('network'))
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    request.signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(request.body as XMLHttpRequestBodyInit) // every BodyInit except a stream, which is never sent
  })
}

function responseOf(xhr: XMLHttpRequest): Response {
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
  const blob: Blob = xhr.response
  return new Response(blob, { status: xhr.status, statusText: xhr.statusText, headers })
}

/** An idempotency key. `crypto.randomUUID` is missing on plain http, which some offices use. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
