import * as z from 'zod/mini'
import { route } from '../http/route.ts'
import type { SheetColumn, SheetColumns } from './columns.ts'

/** Limits of a body of lines: decompressed bytes, lines, and bytes of one line. */
export const lineLimits = { bytes: 100 * 1024 * 1024, lines: 100_000, lineBytes: 64 * 1024 }

/** Media type of JSON lines. */
export const NDJSON = 'application/x-ndjson'

/** Value types of a line for the OpenAPI document. */
const values = {
  text: z.string(),
  decimal: z.union([z.string(), z.number()]),
  integer: z.union([z.int(), z.string()]),
  boolean: z.boolean(),
  day: z.iso.date(),
} as const satisfies Record<SheetColumn['kind'], z.ZodMiniType>

/** A line for the OpenAPI document: the fields of the layout. */
const lineOf = (columns: SheetColumns) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(columns).map(([name, { kind, required, filled }]): [string, z.ZodMiniType] => {
        const value = filled ? values[kind] : z.nullable(values[kind])
        return [name, required ? values[kind] : z.optional(value)]
      }),
    ),
  )

/** The response for one line. */
export interface SyncedLine {
  line: number
  /** The key of the record, as in the line. */
  key: string | number
  result: 'created' | 'changed' | 'unchanged'
}

/** The route with which a program updates a list: records as JSON lines, all or none. */
export const syncCall = <P extends string>(list: P, columns: SheetColumns) =>
  route({
    method: 'PUT',
    path: `/api/sync/${list}`,
    audience: 'staff',
    permission: `${list}.import`,
    summary: `Sync ${list}`,
    description:
      'Takes one JSON object per line, validated like the form, and applies all lines or none. A field that a line leaves out stays as it is; null clears it. Returns for each line whether the record was created, changed or unchanged. Errors have line and field, e.g. `7.price` (422 `import.rejected`).',
    lines: lineOf(columns),
    response: 'file',
    slow: true,
  })
