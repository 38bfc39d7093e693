import { type Kysely, sql } from 'kysely'
import { enqueue, publish } from '../src/features/notifications/push/queries.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import type { Maintenance } from '../src/lib/jobs/maintenance.ts'

/** Sets the clock of office_now() for beginnings and ends; other timestamps are real. */
export const itIs = (db: Kysely<Schema>, moment: string) =>
  sql`CREATE OR REPLACE FUNCTION office_now() RETURNS timestamptz LANGUAGE sql STABLE AS ${sql.lit(`SELECT '${moment}'::timestamptz`)}`.execute(
    db,
  )

/** Sets the day of office_day(). */
export const dayIs = (db: Kysely<Schema>, day: string) =>
  sql`CREATE OR REPLACE FUNCTION office_day() RETURNS date LANGUAGE sql STABLE AS ${sql.lit(`SELECT '${day}'::date`)}`.execute(
    db,
  )

/** Runs no periodic task, for tests that run them themselves. */
export const maintenance: Maintenance = { every: () => () => {}, stop: async () => {} }

/** Enqueues messages without a sending loop. */
export const outbox = { enqueue, publish }

/** Makes enqueuing messages with this title fail. */
export const breakMessage = (db: Kysely<Schema>, title: string) =>
  sql`CREATE OR REPLACE FUNCTION break_message() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'this message is broken'; END $$;
    CREATE TRIGGER break_message BEFORE INSERT ON pushes FOR EACH ROW WHEN (NEW.title = ${sql.lit(title)})
    EXECUTE FUNCTION break_message()`.execute(db)
export const mendMessages = (db: Kysely<Schema>) => sql`DROP FUNCTION break_message CASCADE`.execute(db)
