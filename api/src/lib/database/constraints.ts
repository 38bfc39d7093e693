import type { ErrorBody, ErrorCode, MessageParams } from '@kontor/contract/lib/http/errors'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import { HttpError, invalidField } from '../http/http-error.ts'
import type { Schema } from './schema.ts'

/** The HTTP error for the violation of a constraint or of a rule of the migrations. */
export type Constraint = WrongField | BrokenRule

/**
 * An error with a code of its own. The detail names the records that use this one; `params` puts it into the message.
 */
interface BrokenRule {
  code: ErrorCode
  field?: string
  params?: true
}

/** The invalid field and the message key. */
interface WrongField {
  field: string
  key: string
  /**
   * Of a unique constraint: its table and columns, to distinguish an active duplicate (422) from an inactive one (434).
   */
  unique?: { table: keyof Schema; columns: readonly string[] }
}

const registered = new Map<string, Constraint>()

/** Registers the errors of constraints by their names in the migrations. Each feature's table.ts calls it. */
export function registerConstraints(constraints: Record<string, Constraint>) {
  for (const [name, constraint] of Object.entries(constraints)) registered.set(name, constraint)
}

/**
 * The HttpError for a violated constraint; undefined when it is not registered. `creates` is true when the call adds a
 * record: only then is a clash with an inactive duplicate a 434.
 */
export async function constraintError(db: Kysely<Schema>, error: pg.DatabaseError, creates: boolean) {
  const constraint = error.constraint ? registered.get(error.constraint) : undefined
  if (!constraint) return undefined
  if ('code' in constraint) return new HttpError(constraint.code, parseDetails(constraint, error.detail))
  if (creates && constraint.unique && (await isDuplicateInactive(db, error, constraint.unique))) {
    return new HttpError('validation.exists_inactive', {
      errors: { [constraint.field]: ['validation.exists_inactive'] },
    })
  }
  return invalidField(constraint.field, constraint.key)
}

/** Parses the detail that raise_rule_violation() of the migrations sends. */
function parseDetails({ code, field, params }: BrokenRule, detail: string | undefined) {
  const details = detail ? JSON.parse(detail) : undefined
  return {
    ...(field && { errors: { [field]: [code] } }),
    ...(details &&
      (params
        ? { params: details as MessageParams }
        : { used_by: details as NonNullable<ErrorBody['used_by']> })),
  }
}

async function isDuplicateInactive(
  db: Kysely<Schema>,
  error: pg.DatabaseError,
  { table, columns }: NonNullable<WrongField['unique']>,
) {
  const values = keyValues(error.detail ?? '', columns.length)
  if (!values) return false
  const same = columns.map((column, i) => sql`${sql.ref(column)}::text = ${values[i]}`)
  const { rows } = await sql<{ is_active: boolean }>`
    SELECT is_active FROM ${sql.table(table)} WHERE ${sql.join(same, sql` AND `)}`.execute(db)
  return rows[0]?.is_active === false
}

/** The values in `Key (a, b)=(1, x) …`, in any language of the server; only the last one may contain a comma. */
function keyValues(detail: string, count: number): string[] | undefined {
  const inside = /\)=\((.*)\)[^)]*$/s.exec(detail)?.[1]
  const parts = inside?.split(', ')
  return parts && [...parts.slice(0, count - 1), parts.slice(count - 1).join(', ')]
}
