// SQL of timestamps in the API's format, for JSON that the database makes.
import { sql } from 'kysely'

const iso = (moment: string, fraction: 'MS' | 'US') =>
  sql<string>`to_char(${sql.ref(moment)} AT TIME ZONE 'UTC', ${sql.lit(`YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"`)})`

export const isoMilliseconds = (moment: string) => iso(moment, 'MS')

/** With microseconds, which the driver would drop. */
export const isoMicroseconds = (moment: string) => iso(moment, 'US')
