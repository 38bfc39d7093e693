import type { ErrorBody, ErrorCode, MessageParams } from '@kontor/contract/lib/http/errors'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import { HttpError, invalidField } from '../http/http-error.ts'
import type { Schema } from './schema.ts'

/** What the violation of a constraint, or of a rule of the migrations, means to the caller. */
export type Constraint = WrongField | BrokenRule

/** A refusal of its own. The detail names what uses the record; with `params` it fills the message. */
interface BrokenRule {
  code: ErrorCode
  field?: string
  params?: true
}

/** Which field is wrong and why. */
interface WrongField {
  field: string
  key: string
  /** A unique one: its table and columns, to tell an active twin (422) from an inactive one (434). */
  unique?: { table: keyof Schema; columns: readonly string[] }
}

const known = new Map<string, Constraint>()

/** Tells what constraints mean, by their names in the migrations. Called by each feature's table.ts. */
export function registerConstraints(constraints: Record<string, Constraint>) {
  for (const [name, constraint] of Object.entries(constraints)) known.set(name, constraint)
}

/**
 * The refusal that a violated constraint stands for, or undefined when it is none of ours. `creates` is true when the
 * call adds a record: only then is a clash with an inactive twin answered 434.
 */
export async function constraintError(db: Kysely<Schema>, error: pg.DatabaseError, creates: boolean) {
  const constraint = error.constraint ? known.get(error.constraint) : undefined
  if (!constraint) return undefined
  if ('code' in constraint) return new HttpError(constraint.code, detailsOf(constraint, error.detail))
  if (creates && constraint.unique && (await twinIsInactive(db, error, constraint.unique))) {
    return new HttpError('validation.exists_inactive', {
      errors: { [constraint.field]: ['validation.exists_inactive'] },
    })
  }
  return invalidField(constraint.field, constraint.key)
}

/** The detail of the violation, which raise_rule_violation() of the migrations sends along. */
function detailsOf({ code, field, params }: BrokenRule, detail: string | undefined) {
  const details = detail ? JSON.parse(detail) : undefined
  return {
    ...(field && { errors: { [field]: [code] } }),
    ...(details &&
      (params
        ? { params: details as MessageParams }
        : { used_by: details as NonNullable<ErrorBody['used_by']> })),
  }
}

async function twinIsInactive(
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

/** The values in `Key (a, b)=(1, x) …`, whatever language the sentence is in; only the last may hold a comma. */
function keyValues(detail: string, count: number): string[] | undefined {
  const inside = /\)=\((.*)\)[^)]*$/s.exec(detail)?.[1]
  const parts = inside?.split(', ')
  return parts && [...parts.slice(0, count - 1), parts.slice(count - 1).join(', ')]
}
