// How a route is declared, and what all routes have in common.
import type * as z from 'zod/mini'
import type { RequiredPermission } from './permissions.ts'

/** Largest JSON body in bytes, unless a route says otherwise: more than any form or list call needs. */
export const MAX_BODY_BYTES = 64 * 1024

/** Who may call a route. `public` needs no token; `anyone` needs a token of either audience. */
export type Audience = 'public' | 'staff' | 'partner' | 'anyone'

/** What an uploaded file must be; `bytes` is the largest size accepted. A `document` may be anything and goes to the disk as it comes. */
export interface FileRule {
  kind: 'image' | 'sheet' | 'document'
  bytes: number
  required: boolean
  /** Old clients send the text `null`, or none, where they have no file. */
  orNull?: true
}

/**
 * One endpoint, described once: the server mounts and documents it, the browser calls it, the tests attack it.
 * `path` is written with `:name` parameters. `form` and `files` make it a multipart call (every field arrives as
 * text); `body` makes it JSON. A `reply` of `'file'` answers bytes, one of `'events'` a stream of server-sent events.
 */
interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Other paths of the documents that mean the same call. */
  aliases?: readonly `/api/${string}`[]
  /** One line for the API document. */
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Largest JSON body in bytes, where it is not {@link MAX_BODY_BYTES}. */
  bodyBytes?: number
  form?: z.ZodMiniType
  files?: Readonly<Record<string, FileRule>>
  /** Makes it a body of lines of JSON (application/x-ndjson), which a handler takes in when it asks for it; each is such a value. */
  lines?: z.ZodMiniType
  reply: z.ZodMiniType | 'file' | 'events'
  /** The body of its 422, for the API document, where it says more than the general error. */
  invalid?: z.ZodMiniType
  /**
   * True when the caller names each attempt by an Idempotency-Key: the same call with the same key happens once, and is
   * answered the same again. `'optional'` where old clients name none.
   */
  idempotent?: true | 'optional'
  /** True when its body's `password`, where there is one, is to be a new one: the server's least length holds for it. */
  newPassword?: true
  /** True when the server may work on it for minutes; callers give the others up after 30 seconds of silence. */
  slow?: true
  /** True when somebody who must have a second factor and has none yet may call it. */
  withoutFactor?: true
  /** True when it adds a record: a clash with an inactive one is then answered 434. */
  creates?: boolean
}

/** Whoever of the staff calls needs a right; everybody else's calls are judged by who they are alone. */
export type Route = Call &
  (
    | { audience: 'staff'; permission: RequiredPermission }
    | { audience: Exclude<Audience, 'staff'>; permission?: never }
  )

/** Declares a route and keeps its exact type. */
export const route = <const R extends Route>(definition: R): R => definition

type Schema<R, K extends string> = R extends Record<K, infer S extends z.ZodMiniType> ? S : never
type Input<R, K extends string> =
  R extends Record<K, z.ZodMiniType> ? { [P in K]: z.input<Schema<R, K>> } : object
type Output<R, K extends string> =
  R extends Record<K, z.ZodMiniType> ? { [P in K]: z.output<Schema<R, K>> } : object
type FileOf<Rule, F, D> = Rule extends { kind: 'document' } ? D : F
type Files<R, F, D> = R extends { files: infer S }
  ? {
      files: {
        [K in keyof S]: S[K] extends { required: true } ? FileOf<S[K], F, D> : FileOf<S[K], F, D> | undefined
      }
    }
  : object

type Key<R> = R extends { idempotent: true }
  ? { idempotencyKey: string }
  : R extends { idempotent: 'optional' }
    ? { idempotencyKey?: string }
    : object

/** What a caller passes. */
export type RequestInput<R> = Input<R, 'params'> &
  Input<R, 'query'> &
  Input<R, 'body'> &
  Input<R, 'form'> &
  Files<R, Blob, Blob> &
  Key<R>
/** What a handler receives, parsed. `F` is the server's shape of an uploaded file, `D` of one that is a document. */
export type HandlerInput<R, F, D> = (R extends { lines: unknown }
  ? { lines: () => Promise<AsyncIterable<Uint8Array>> }
  : object) &
  Output<R, 'params'> &
  Output<R, 'query'> &
  Output<R, 'body'> &
  Output<R, 'form'> &
  Files<R, F, D>
/** What comes back as JSON. */
export type ResponseBody<R> = R extends { reply: infer S extends z.ZodMiniType } ? z.output<S> : never
