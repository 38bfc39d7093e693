import * as z from 'zod/mini'
import { route } from '../http/route.ts'
import type { SheetColumn, SheetColumns } from './columns.ts'

/** What a body of lines may hold: bytes once it is unpacked, lines, and bytes of one line. */
export const lineLimits = { bytes: 100 * 1024 * 1024, lines: 100_000, lineBytes: 64 * 1024 }

/** How a body of lines is called. */
export const NDJSON = 'application/x-ndjson'

/** A value of a line, for the API document: what a cell takes, as JSON has it. */
const values = {
  text: z.string(),
  decimal: z.union([z.string(), z.number()]),
  integer: z.union([z.int(), z.string()]),
  boolean: z.boolean(),
  day: z.iso.date(),
} as const satisfies Record<SheetColumn['kind'], z.ZodMiniType>

/** A line, for the API document: the fields of the layout by their own names. */
const lineOf = (columns: SheetColumns) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(columns).map(([name, { kind, required, filled }]): [string, z.ZodMiniType] => {
        const value = filled ? values[kind] : z.nullable(values[kind])
        return [name, required ? values[kind] : z.optional(value)]
      }),
    ),
  )

/** What is answered of a line. */
export interface SyncedLine {
  line: number
  /** What names the record, as in the line. */
  key: string | number
  result: 'created' | 'changed' | 'unchanged'
}

/** The call by which a program brings a list up to date: its records as lines of JSON, all or none. */
export const syncCall = <P extends string>(list: P, columns: SheetColumns) =>
  route({
    method: 'PUT',
    path: `/api/sync/${list}`,
    audience: 'staff',
    permission: `${list}.import`,
    summary: `Brings ${list} up to date: one JSON object per line, by the rules of the form, all lines or none. A field that a line leaves out stays as it is, null empties it. Answers a line for each: created, changed or unchanged. What is wrong is answered by line and field (422 import.rejected: "7.price")`,
    lines: lineOf(columns),
    reply: 'file',
    slow: true,
  })
