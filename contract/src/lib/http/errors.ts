import * as z from 'zod/mini'

/**
 * Error codes of the API with their HTTP status. The code is the `message` of the response and the key of its text in
 * both languages.
 */
export const errorStatuses = {
  'validation.invalid': 422,
  'error.bad_request': 400,
  'validation.session': 401,
  'error.forbidden': 403,
  'error.forbidden_right': 403,
  'error.beyond_own_rights': 403,
  'error.not_for_keys': 403,
  'error.view_only': 403,
  'error.second_factor_needed': 403,
  'error.not_found': 404,
  'error.timeout': 408,
  'error.too_large': 413,
  'error.media_type': 415,
  'error.range': 416,
  'error.conflict': 409,
  'error.key_reused': 422,
  'error.in_flight': 409,
  'error.too_many_attempts': 429,
  'error.too_many_messages': 429,
  'error.busy': 429,
  'error.unavailable': 503,
  'error.files_unavailable': 503,
  'error.disk_full': 507,
  'error.storage': 507,
  'error.internal': 500,
  login_error: 422,
  'login.office': 422,
  'login.second_factor': 403,
  'login.ticket_ended': 422,
  'login.code_wrong': 422,
  'login.recovery_wrong': 422,
  'login.passkey_wrong': 422,
  'factor.exists': 422,
  'factor.none': 422,
  'factor.not_begun': 422,
  'factor.own': 422,
  'factor.no_passkeys': 422,
  'login.link': 422,
  'login.no_mail': 422,
  'validation.exists_inactive': 434,
  'validation.in_use': 435,
  'validation.dates': 436,
  'validation.left': 422,
  'validation.ordered': 422,
  'validation.delivered': 422,
  'validation.price_changed': 422,
  'validation.not_offered': 422,
  'order.short': 422,
  'tree.cycle': 422,
  'tree.depth': 422,
  'tree.parent_item': 422,
  'tree.not_deleted': 422,
  'validation.last_admin': 422,
  'validation.unlimited_role': 422,
  'validation.chat_closed': 422,
  'validation.support_closed': 422,
  'validation.support_taken': 422,
  'validation.support_unseen': 409,
  'validation.dates_changed': 409,
  'import.locked': 423,
  'import.running': 429,
  'import.rejected': 422,
  'import.unsettled': 422,
  'import.nothing_to_undo': 422,
  'import.changed_since': 409,
  'import.plan_changed': 409,
  'sync.too_many_lines': 422,
  'error.not_reached': 491,
  'notifications.nothing_to_resend': 422,
  'notifications.already_sent': 422,
  'notifications.already_cancelled': 422,
  'users.no_mail': 422,
  'users.not_invited': 422,
  'users.inactive_partner': 422,
  'views.not_own': 403,
  'views.too_many': 422,
  'report.too_many_rows': 422,
  'report.too_much_text': 422,
  'excel.file_validation': 422,
  'excel.too_large': 422,
  'excel.encrypted': 422,
  'excel.timeout': 422,
  'excel.too_many_rows': 422,
  'excel.too_many_columns': 422,
  'excel.no_header': 422,
  'excel.missing_column': 422,
} as const

/** An error code: a key of {@link errorStatuses}. */
export type ErrorCode = keyof typeof errorStatuses

/** Parameters of a message text, e.g. `{ min: 4 }`. */
export type MessageParams = Record<string, string | number>

/** The records that use a record: their number and table, and the first ones by name. */
const usedBy = z.object({
  table: z.string(),
  count: z.int(),
  records: z.array(z.object({ id: z.int(), name: z.string() })),
})

/** The stock of a product of which more was ordered, by the index of its line. */
const shortLine = z.object({ line: z.int(), product_id: z.int(), available: z.int() })

/** The user who changed a row last, and whether that is the caller. */
const savedBy = z.object({ name: z.string(), is_caller: z.boolean() })

/**
 * What prevents the complete undo of an import: the number of records that were changed since or are in use, the first
 * of them, and the number of others that can be undone. `by` is the user who changed the record, where that is known
 * and the caller may see it.
 */
export const changedSince = z.object({
  count: z.int(),
  others: z.int(),
  rows: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      code: z.nullable(z.string()),
      by: z.nullable(z.string()),
      is_used: z.boolean(),
    }),
  ),
})
export type ChangedSince = z.infer<typeof changedSince>

/** Kinds of a second factor. */
const factorKinds = ['totp', 'passkey', 'recovery_code'] as const
export type FactorKind = (typeof factorKinds)[number]

/**
 * Body of every error response. `errors` has message keys by field; `current` the current row (409, 491), `saved_by`
 * the user who changed it, `questions` the questions of an import (422), `used_by` the records that use this one
 * (435), `short` the products with too little stock (422), `changed` the records that prevent an undo (409); `ticket`,
 * `kinds` and `passkey` (WebAuthn's request options) continue a sign-in (403).
 */
export const errorBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  current: z.optional(z.unknown()),
  saved_by: z.optional(savedBy),
  questions: z.optional(z.array(z.unknown())),
  used_by: z.optional(usedBy),
  short: z.optional(z.array(shortLine)),
  changed: z.optional(changedSince),
  ticket: z.optional(z.string()),
  kinds: z.optional(z.array(z.enum(factorKinds))),
  passkey: z.optional(z.record(z.string(), z.unknown())),
  request_id: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBody>

/** Errors of an input by field, as message keys. */
export type FieldErrors = Record<string, string[]>

const isKey = (text: string) => /^[a-z]+[a-z_]*(\.[a-z_]+)+$/i.test(text)

function messageOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): string {
  if (issue.message && isKey(issue.message)) return issue.message
  if (issue.input === undefined && /^invalid_(type|union|value)$/.test(issue.code)) return 'validation.field'
  if (issue.code === 'unrecognized_keys') return 'validation.unknown_field'
  return 'validation.type'
}

// zod/mini has no texts: errors without a message key get one here, on server and client.
z.config({ customError: messageOf })

/** Maximum number of fields in an error response. */
const MAX_ERRORS = 100

/** The errors of a failed parse by dotted path (`''` for the whole input), each message once. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const found: FieldErrors = Object.create(null) // a field may be called `constructor`
  let left = MAX_ERRORS
  const add = (path: string, key: string) => {
    if (!found[path] && left-- <= 0) return
    found[path] ??= []
    if (!found[path].includes(key)) found[path].push(key)
  }
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 20))
        add(path ? `${path}.${key}` : key, 'validation.unknown_field')
    } else add(path, messageOf(issue))
  }
  return found
}
