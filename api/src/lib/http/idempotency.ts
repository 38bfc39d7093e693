import { createHash } from 'node:crypto'
import type { Route } from '@kontor/contract/lib/http/route'
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import { isDatabaseError } from '../database/database-errors.ts'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Document } from '../storage/documents.ts'
import { HttpError, invalidField } from './http-error.ts'
import type { Upload } from './multipart.ts'

declare module '../database/schema.ts' {
  interface Schema {
    idempotency_keys: {
      user_id: number
      key: string
      request: Buffer
      response: unknown
      created_at: Generated<string>
    }
  }
}

/** A call with an idempotency key, so that it can be repeated without a second effect. */
export interface IdempotentCall {
  userId: number
  key: string
  /** SHA-256 of the request. */
  request: Buffer
}

/** Reads the Idempotency-Key: 8 to 200 printable ASCII characters. Throws 422. */
export function idempotentCallOf(
  key: string | string[] | undefined,
  userId: number,
  route: Route,
  parts: { params?: unknown; body?: unknown; form?: unknown; files?: object },
): IdempotentCall {
  if (key === undefined) throw invalidField('Idempotency-Key', 'validation.field')
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw invalidField('Idempotency-Key', 'validation.type')
  }
  const requestText = JSON.stringify([
    route.method,
    route.path,
    parts.params,
    parts.body,
    ...(parts.form ? [parts.form, contentOf(parts.files ?? {})] : []),
  ])
  return { userId, key, request: createHash('sha256').update(requestText).digest() }
}

/** The files of a call by their content, not by their names. */
const contentOf = (files: object) =>
  Object.entries(files).map(([field, file]: [string, Upload | Document]) => [
    field,
    'sha256' in file ? file.sha256 : createHash('sha256').update(file.bytes).digest('hex'),
  ])

/**
 * Runs the work of a call once: a repeated call with the same key gets the stored response. Throws 422 when the key was
 * used for another request, and 409 while the first call still runs after `patienceMs`. Work and response are one
 * transaction: a call that failed has no effect and may be repeated. A call without a key, where that is allowed, runs
 * every time.
 */
export const withIdempotencyKey = <Answer>(
  db: Kysely<Schema>,
  idempotency: IdempotentCall | undefined,
  work: (tx: Transaction<Schema>) => Promise<Answer>,
  patienceMs = 3000,
): Promise<Answer> =>
  inTransaction(db, async (tx) => {
    if (!idempotency) return work(tx)
    await waitForOthers(tx, idempotency, patienceMs)
    const { userId: user_id, key, request } = idempotency
    const known = await tx
      .selectFrom('idempotency_keys')
      .select(['request', 'response'])
      .where('user_id', '=', user_id)
      .where('key', '=', key)
      .executeTakeFirst()
    if (known && !known.request.equals(request)) throw new HttpError('error.key_reused')
    if (known) return known.response as Answer // written by the same work, hence of its type
    const response = await work(tx)
    await tx
      .insertInto('idempotency_keys')
      .values({ user_id, key, request, response: JSON.stringify(response) })
      .execute()
    return response
  })

/** Whether a call with this key has been answered: its repetition gets the same answer, whatever is true by now. */
export const isRepeated = async (db: Kysely<Schema>, { userId, key }: IdempotentCall) =>
  (await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()) !== undefined

async function waitForOthers(tx: Transaction<Schema>, { userId, key }: IdempotentCall, patienceMs: number) {
  await sql`SET LOCAL lock_timeout = ${sql.lit(patienceMs)}`.execute(tx)
  try {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0))`.execute(tx)
  } catch (error) {
    const isLate = isDatabaseError(error) && error.code === '55P03'
    throw isLate ? new HttpError('error.in_flight', { retryAfter: 1 }) : error
  }
  await sql`SET LOCAL lock_timeout TO DEFAULT`.execute(tx)
}

/** Deletes keys after two days. */
export const sweepKeys = (db: Kysely<Schema>) =>
  deleteInPortions(db, 'idempotency_keys', sql`created_at < now() - interval '2 days'`)
