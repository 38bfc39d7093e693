import {
  type ErrorBody,
  type ErrorCode,
  errorStatuses,
  type FactorKind,
  type FieldErrors,
  type MessageParams,
} from '@kontor/contract/lib/http/errors'

/** A record, by the tables in whose history its changes are; in that of the first, those of one column where one is named. */
export interface Changed {
  tables: readonly [string, ...string[]]
  id: number
  column?: string
}

interface Details {
  errors?: FieldErrors
  params?: MessageParams
  /** The row as it is now, with a 409, or as it was saved all the same, with a 491. */
  current?: unknown
  /** The record of that row, to look up who changed it last. Not sent. */
  of?: Changed
  saved_by?: NonNullable<ErrorBody['saved_by']>
  /** What an import leaves open. */
  questions?: unknown[]
  /** What uses the record, with a 435. */
  used_by?: ErrorBody['used_by']
  /** What there is of that of which more was ordered. */
  short?: NonNullable<ErrorBody['short']>
  /** What of an import cannot be taken back, with a 409. */
  changed?: NonNullable<ErrorBody['changed']>
  /** What a sign-in goes on with. */
  ticket?: string
  kinds?: FactorKind[]
  passkey?: NonNullable<ErrorBody['passkey']>
  /** Seconds after which another try makes sense. */
  retryAfter?: number
}

/** An answer that the caller did not want, for a reason we know. Its status comes from the contract's table. */
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
    const { retryAfter: _, of: _of, ...rest } = this.details
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

/** A 422 about fields, or a 436 when nothing but dates is wrong; `errors` holds their message keys. */
export function invalid(errors: FieldErrors, params?: MessageParams) {
  const datesAlone = Object.values(errors)
    .flat()
    .every((key) => ofDates.has(key))
  return new HttpError(
    datesAlone ? 'validation.dates' : 'validation.invalid',
    params ? { errors, params } : { errors },
  )
}

/** The same about one field. */
export const invalidField = (field: string, key: string, params?: MessageParams) =>
  invalid({ [field]: [key] }, params)

export const notFound = () => new HttpError('error.not_found')

/** Answers the value, or refuses with 404 when there is none. */
export function found<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw notFound()
  return value
}
