import {
  type ErrorBody,
  type ErrorCode,
  errorStatuses,
  type FactorKind,
  type FieldErrors,
  type MessageParams,
} from '@kontor/contract/lib/http/errors'

/**
 * A record, by the tables in whose history its changes are; of the first table only one column where `column` is set.
 */
export interface Changed {
  tables: readonly [string, ...string[]]
  id: number
  column?: string
}

interface Details {
  errors?: FieldErrors
  params?: MessageParams
  /** The current row: of a 409 the stored one, of a 491 the row that was saved although devices failed. */
  current?: unknown
  /** The record of that row, to look up who changed it last. Not sent. */
  changedRecord?: Changed
  saved_by?: NonNullable<ErrorBody['saved_by']>
  /** The open questions of an import. */
  questions?: unknown[]
  /** The records that use this one, with a 435. */
  used_by?: ErrorBody['used_by']
  /** What is in stock of the products of which more was ordered. */
  short?: NonNullable<ErrorBody['short']>
  /** The records of an import that cannot be undone, with a 409. */
  changed?: NonNullable<ErrorBody['changed']>
  /** The ticket with which a sign-in continues. */
  ticket?: string
  kinds?: FactorKind[]
  passkey?: NonNullable<ErrorBody['passkey']>
  /** Seconds after which the client should retry. */
  retryAfter?: number
}

/** An expected error. Its status comes from the contract's table of error codes. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details = {}) {
    super(code)
    this.code = code
    this.details = details
  }
  get status(): number {
    return errorStatuses[this.code]
  }
  get body(): ErrorBody {
    const { retryAfter: _, changedRecord: _changed, ...rest } = this.details
    return { message: this.code, ...rest }
  }
}

const ofDates = new Set([
  'validation.day',
  'validation.day_order',
  'validation.past_date',
  'validation.moment',
  'validation.moment_order',
  'validation.past_moment',
  'validation.date_unavailable',
])

/** A 422 with field errors, or a 436 when only dates are invalid; `errors` holds their message keys. */
export function invalid(errors: FieldErrors, params?: MessageParams) {
  const datesAlone = Object.values(errors)
    .flat()
    .every((key) => ofDates.has(key))
  return new HttpError(
    datesAlone ? 'validation.dates' : 'validation.invalid',
    params ? { errors, params } : { errors },
  )
}

/** A 422 about one field. */
export const invalidField = (field: string, key: string, params?: MessageParams) =>
  invalid({ [field]: [key] }, params)

/** A 409: the record has another version than the call; `current` is its row now. */
export const conflict = (table: string, id: number, current: unknown) =>
  new HttpError('error.conflict', { current, changedRecord: { tables: [table], id } })

export const notFound = () => new HttpError('error.not_found')

/** Returns the value; throws 404 when there is none. */
export function orNotFound<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw notFound()
  return value
}
