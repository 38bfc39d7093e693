import type { ErrorBody } from '@kontor/contract/kit/errors'
import type { Ask, Reply, Route } from '@kontor/contract/kit/route'
import { door } from './door.ts'
import { session } from './session.ts'
import { asDocumented } from './statusTexts.ts'
import { upload } from './upload.ts'

/** A call that was refused or failed. `status` 0 means that the server was not reached. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Share of the upload that is sent, 0 to 1. */
  onProgress?: (share: number) => void
}

/** What a request is made of; a typed call is brought to this form. */
interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown>
  files?: Record<string, Blob | undefined>
  idempotencyKey?: string
}

/**
 * Calls a route of the contract and answers its reply. Throws {@link CallError}. When the session has ended, a 401
 * is never thrown: with an open form the call waits for the person to sign in again and is then repeated, without one
 * the page is left and the call never answered.
 */
export async function call<const R extends Route>(
  route: R,
  input: Ask<R>,
  options: CallOptions = {},
): Promise<Reply<R>> {
  const response = await send(route, input, options)
  return (await response.json()) as Reply<R> // the server has serialised it by the same schema
}

/** Calls a route that answers a file and saves it under the server's name. Throws {@link CallError}. */
export async function download<const R extends Route>(
  route: R,
  input: Ask<R>,
  options: CallOptions = {},
): Promise<void> {
  const response = await send(route, input, options)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(response.headers.get('content-disposition'))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * The same without the contract's schemas, for the few calls made before they are loaded. Answers the response when
 * it is a success; throws {@link CallError}. A 401 is the session's end, except where the session itself is meant.
 */
export async function send(
  route: { method: string; path: string },
  parts: Parts,
  options: CallOptions = {},
): Promise<Response> {
  const token = session.token()
  const response = await reach(route, parts, token, options)
  if (response.ok) return response
  if (response.status === 401 && !aboutSession.includes(route.path)) {
    await session.renewed(token)
    return send(route, parts, options)
  }
  throw new CallError(response.status, await errorOf(response))
}

const aboutSession: readonly string[] = [door.login, door.logout]

async function reach(
  { method, path }: { method: string; path: string },
  parts: Parts,
  token: string | null,
  { signal, onProgress }: CallOptions,
): Promise<Response> {
  const { body, type } = bodyOf(parts)
  const headers = {
    'accept-language': document.documentElement.lang,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(type && { 'content-type': type }),
    ...(parts.idempotencyKey && { 'idempotency-key': parts.idempotencyKey }),
  }
  const request = { method, headers, body: body ?? null, ...(signal && { signal }) }
  try {
    const url = address(path, parts)
    return await (onProgress ? upload(url, request, onProgress) : fetch(url, request))
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, { message: 'error.network' })
  }
}

function address(path: string, { params = {}, query = {} }: Parts) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
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

/** A refusal's body; one that did not come from our server (a proxy's page) becomes the general error. */
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
