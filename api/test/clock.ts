import { type Kysely, sql } from 'kysely'
import { enqueue, publish } from '../src/features/notifications/push/queries.ts'
import type { Schema } from '../src/kit/db/schema.ts'

/** Sets the clock by which things begin and end; only they see it. */
export const itIs = (db: Kysely<Schema>, moment: string) =>
  sql`CREATE OR REPLACE FUNCTION office_now() RETURNS timestamptz LANGUAGE sql STABLE AS ${sql.lit(`SELECT '${moment}'::timestamptz`)}`.execute(
    db,
  )

/** What puts messages into the outbox, without anybody who empties it. */
export const outbox = { enqueue, publish }
