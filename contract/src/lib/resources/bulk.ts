// Bulk edits: request, plan and result.
import * as z from 'zod/mini'
import { id, idText, MAX_ID, moment } from '../fields/fields.ts'
import type { Permission } from '../http/permissions.ts'
import { route } from '../http/route.ts'
import { type ListDefinition, listBody } from '../lists/list.ts'
import { decimal } from '../numbers/decimal-field.ts'
import type { LocalizedText } from '../text/locales.ts'

/** Maximum records of one bulk edit. */
export const BULK_ROWS = 50_000
/** Maximum records that a preview shows with old and new values. */
export const BULK_SHOWN = 20

/** Operations: a value is set or changed by a percentage; a link is added or removed. */
type BulkHow = 'set' | 'percent' | 'add' | 'remove'

/** A field that bulk edits can change. */
export interface BulkField {
  label: LocalizedText
  /** `links` are linked records, of which one is added or removed. */
  kind: 'money' | 'count' | 'moneyOrPercent' | 'flag' | 'links'
  /** The rule of its value, which is sent as text. */
  rule: z.ZodMiniType
  hows: readonly BulkHow[]
  /** The linked resource. */
  to?: string
  /** The label of its own button, besides the common one. */
  button?: LocalizedText
  /** Required in addition to the permission to change the record. */
  permission?: readonly Permission[]
}
export type BulkFields = Readonly<Record<string, BulkField>>

/** Rules of values that are sent as text. */
export const bulkRules = {
  flag: z.enum(['true', 'false'], 'validation.field'),
  link: idText,
  count: (message: string) =>
    z.string().check(
      z.regex(/^\d{1,10}$/, message),
      z.refine((text) => Number(text) <= MAX_ID, message),
    ),
} as const

/** The result must be positive and at most eleven times the old value. */
const percent = decimal({ min: -99.99, max: 1000, scale: 2, message: 'validation.bulk_percent' })

/** A validated bulk edit. */
export interface BulkChange {
  field: string
  how: BulkHow
  value: string
}

/** Field, operation and value; returned in the database's form. */
const changeOf = <const F extends BulkFields>(fields: F) =>
  z.pipe(
    z.strictObject({
      field: z.enum(Object.keys(fields) as [string, ...string[]], 'validation.field'), // it has at least one
      how: z.enum(['set', 'percent', 'add', 'remove'], 'validation.field'),
      value: z.string('validation.field').check(z.maxLength(40, 'validation.field')),
    }),
    z.transform(({ field, how, value }, context): BulkChange => {
      const fail = (path: string, message: string) => {
        context.issues.push({ code: 'custom', path: [path], message, input: value })
        return z.NEVER
      }
      const known: BulkField | undefined = fields[field]
      if (!known?.hows.includes(how)) return fail('how', 'validation.field')
      const read = z.safeParse(how === 'percent' ? percent : known.rule, value)
      if (!read.success) return fail('value', read.error.issues[0]?.message ?? 'validation.field')
      return { field, how, value: String(read.data) }
    }),
  )

const ids = z.array(id).check(z.maxLength(BULK_ROWS, 'validation.bulk_rows'))

/** A record that is not changed, and why. */
const notDone = z.object({ id: z.int(), name: z.string(), reason: z.string() })
const text = z.nullable(z.string())

const plan = z.object({
  /**
   * Numbers of requested records, of those that would change, that have the value already, and that cannot be changed.
   */
  total: z.int(),
  changed: z.int(),
  same: z.int(),
  wrong: z.int(),
  /** The first records that would change, and that cannot be changed. */
  rows: z.array(z.object({ id: z.int(), name: z.string(), before: text, after: text })),
  problems: z.array(notDone),
  /** Ids and versions of the records that would change. */
  ids: z.array(z.int()),
  versions: z.array(z.int()),
})
export type BulkPlan = z.infer<typeof plan>

const result = z.object({
  /** The id for the undo; null when nothing was changed. */
  id: z.nullable(z.int()),
  changed: z.int(),
  not_done: z.array(notDone),
})
export type BulkResult = z.infer<typeof result>

const last = z.object({
  /** The id for the undo. */
  id: z.int(),
  at: moment,
  /** The name of the user. */
  by: z.string(),
  /** Number of changed records. */
  changed: z.int(),
  field: z.string(),
  how: z.string(),
  value: z.string(),
})
export type LastBulk = z.infer<typeof last>

/** The routes for bulk edits of a list: plan, apply, and undo. */
export function bulkRoutes<P extends string, C extends string, const F extends BulkFields>(
  area: P,
  list: ListDefinition<C>,
  fields: F,
) {
  const shared = { method: 'POST', audience: 'staff', permission: `${area}.change`, slow: true } as const
  const { filters } = listBody(list).shape
  return {
    bulkPlan: route({
      ...shared,
      path: `/api/${area}/bulk/plan`,
      summary: `Preview bulk edit of ${area}`,
      description: 'Changes nothing.',
      body: z.strictObject({
        change: changeOf(fields),
        /** These records, or all that match the filters. */
        ids: z.optional(ids),
        filters,
      }),
      bodyBytes: 1024 * 1024,
      response: plan,
    }),
    bulk: route({
      ...shared,
      path: `/api/${area}/bulk`,
      summary: `Edit ${area} in bulk`,
      description:
        'Records that were changed since their version was read are not changed; they are in `not_done`.',
      body: z
        .strictObject({ change: changeOf(fields), ids, versions: z.array(z.int().check(z.minimum(1))) })
        .check(
          z.refine(({ ids, versions }) => ids.length === versions.length, {
            path: ['versions'],
            message: 'validation.field',
          }),
        ),
      bodyBytes: 2 * 1024 * 1024,
      idempotent: 'optional',
      response: result,
    }),
    lastBulk: route({
      method: 'GET',
      audience: 'staff',
      permission: shared.permission,
      path: `/api/${area}/bulk/last`,
      summary: `Get last bulk edit of ${area}`,
      description: 'Returns the last one that was not undone, and who made it.',
      response: z.object({ last: z.nullable(last) }),
    }),
    undoBulk: route({
      ...shared,
      path: `/api/${area}/bulk/undo`,
      summary: `Undo bulk edit of ${area}`,
      description: 'Records that were changed since are not reverted; they are in `not_done`.',
      body: z.strictObject({ id }),
      idempotent: 'optional',
      response: result,
    }),
  }
}
