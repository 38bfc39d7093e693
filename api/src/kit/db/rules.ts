import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Until the transaction ends no rule of 0015_rules.sql is judged: of work that puts back what has stood there. */
export const withoutRules = (tx: Kysely<Schema>) =>
  sql`SELECT set_config('kontor.rules', 'off', true)`.execute(tx)

/** From here on they are judged again. */
export const withRules = (tx: Kysely<Schema>) =>
  sql`SELECT set_config('kontor.rules', 'on', true)`.execute(tx)
