// Declaration of routes.
import type * as z from 'zod/mini'
import type { RequiredPermission } from './permissions.ts'

/** Default maximum size of a JSON body in bytes, sufficient for forms and list requests. */
export const MAX_BODY_BYTES = 64 * 1024

/** Who may call a route. `public` needs no token; `anyone` needs a token of either audience. */
export type Audience = 'public' | 'staff' | 'partner' | 'anyone'

/**
 * The rule of an uploaded file; `bytes` is its maximum size. A `document` may have any type and is streamed to the
 * disk.
 */
export interface FileRule {
  kind: 'image' | 'sheet' | 'document'
  bytes: number
  required: boolean
  /** Old clients send the text `null`, or an empty text, instead of no file. */
  orNull?: true
}

/**
 * One endpoint: registered and documented by the server, called by the browser, attacked by the tests. `path` has
 * `:name` parameters. `form` and `files` make it multipart (every field arrives as text); `body` makes it JSON. A
 * `response` of `'file'` is bytes, of `'events'` a stream of server-sent events.
 */
interface RouteDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** Other paths of the documents for the same endpoint. */
  aliases?: readonly `/api/${string}`[]
  /** For the OpenAPI document: an imperative of at most 80 characters, `List products`, unique and without full stop. */
  summary: string
  /** For the OpenAPI document: limits, conditions and effects that a caller must know, in one to three sentences. */
  description?: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Maximum size of a JSON body in bytes, when it is not {@link MAX_BODY_BYTES}. */
  bodyBytes?: number
  form?: z.ZodMiniType
  files?: Readonly<Record<string, FileRule>>
  /** The schema of a line, for a body of JSON lines (application/x-ndjson), which the handler reads as a stream. */
  lines?: z.ZodMiniType
  response: z.ZodMiniType | 'file' | 'events'
  /** The schema of its 422 in the OpenAPI document, where it extends the general error. */
  invalid?: z.ZodMiniType
  /**
   * True when the client sends an Idempotency-Key: a repeated request with the same key has no further effect and gets
   * the same response. `'optional'` where old clients send none.
   */
  idempotent?: true | 'optional'
  /** True when `password` of its body is a new password, which must have the server's minimum length. */
  newPassword?: true
  /** True when the server may take minutes; clients abort other requests after 30 seconds of silence. */
  slow?: true
  /**
   * True when an office user who only views the app as this partner's user may call it although it is no GET: it writes
   * nothing, or ends the view.
   */
  whileViewing?: true
  /** True when a user who must set up a second factor may call it. */
  withoutFactor?: true
  /** True when it adds a record: a clash with an inactive one is then a 434. */
  creates?: boolean
}

/** Staff routes have a permission; other routes only have an audience. */
export type Route = RouteDefinition &
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

/** The input that a client passes. */
export type RequestInput<R> = Input<R, 'params'> &
  Input<R, 'query'> &
  Input<R, 'body'> &
  Input<R, 'form'> &
  Files<R, Blob, Blob> &
  Key<R>
/** The parsed input of a handler. `F` is the server's type of an uploaded file, `D` that of a document. */
export type HandlerInput<R, F, D> = Output<R, 'params'> &
  Output<R, 'query'> &
  Output<R, 'body'> &
  Output<R, 'form'> &
  Files<R, F, D>
/** The JSON response. */
export type ResponseBody<R> = R extends { response: infer S extends z.ZodMiniType } ? z.output<S> : never
