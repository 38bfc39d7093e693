// Requests and responses of imports.
import * as z from 'zod/mini'
import { id, optionalFlagText } from '../fields/fields.ts'
import { changedSince, errorBody } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { jsonText } from '../lists/json-text.ts'
import { type SheetColumns, sheetLimits, sheetProblem } from './columns.ts'
import { fileColumn, importAnswers, importQuestion, importSheet, leftOutRow } from './questions.ts'

/** Maximum rows and problems in a preview; its counts cover the whole file. */
export const PREVIEW_ROWS = 2000

/** Maximum rows left out in a response; its count covers all. */
export const LEFT_OUT_ROWS = 10_000

/** Body of a rejected import; `questions` are those about the file, with `import.unsettled` at least one is open. */
const importErrorBody = z.extend(errorBody, { questions: z.optional(z.array(importQuestion)) })

/** Summary and description of an import for the OpenAPI document; `effect` is a sentence with a blank after it. */
export const importTexts = (things: string, effect = '') => ({
  summary: `Import ${things} from Excel`,
  description: `${effect}All or nothing. With \`dry_run\` it returns a preview and changes nothing. What the file leaves open is in \`questions\` and is answered by \`choices\`; while one is open, nothing is imported (422 \`import.unsettled\`). With the preview's \`plan\` the import changes what the preview has shown, or nothing (409 \`import.plan_changed\`).`,
})

/** The multipart request that imports a layout. Its other fields are text. */
export const importUpload = <const C extends SheetColumns>(columns: C) =>
  ({
    form: z.strictObject({
      /** `true` returns the preview without writing. */
      dry_run: optionalFlagText,
      /** Used by the import of partners; elsewhere accepted and ignored. */
      is_update_financial: optionalFlagText,
      filters: z.optional(z.string()),
      options: z.optional(z.string()),
      /** Answers of the preview's questions, as JSON text. */
      choices: jsonText(importAnswers(columns)),
      /** The `plan` of the preview that was confirmed; 409 `import.plan_changed` when the import would do anything else. */
      plan: z.optional(z.string()),
    }),
    files: { file: { kind: 'sheet', bytes: sheetLimits.bytes, required: true } },
    invalid: importErrorBody,
    slow: true,
  }) as const

const cell = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/** A row that an import adds or changes: new values by column, and old values where they differ. */
const importChange = z.object({
  row: z.int(),
  change: z.enum(['create', 'update']),
  values: z.record(z.string(), cell),
  before: z.record(z.string(), cell),
})
export type ImportChange = z.infer<typeof importChange>

/** From this change in percent on, a value is a large change. */
const LARGE_CHANGE = 50

/** What the updates of an import do to an amount or a number: the whole file, not only the shown changes. */
const importEffect = z.object({
  /** The field. */
  key: z.string(),
  /** Records whose value changes; of these, those whose new value is zero, and large changes. */
  changed: z.int(),
  zero: z.int(),
  large: z.int(),
  /** Whole percents, of values that were and are not zero; null without such a value. */
  average: z.nullable(z.int()),
  largest: z.nullable(z.object({ row: z.int(), percent: z.int() })),
})
export type ImportEffect = z.infer<typeof importEffect>

/** The change of a value in percent; null from or to nothing or zero, and for percentages. */
export function changeInPercent(before: unknown, now: unknown): number | null {
  const from = Number(before ?? 0)
  const to = Number(now ?? 0)
  return from && to ? (100 * (to - from)) / Math.abs(from) : null // NaN for percentages
}

/** Whether a value changes by half or more, or to zero. */
export function isLargeChange(before: unknown, now: unknown): boolean {
  const percent = changeInPercent(before, now)
  if (percent !== null) return Math.abs(percent) >= LARGE_CHANGE
  return Math.abs(Number(before ?? 0)) > 0 && now !== null && Number(now) === 0
}

const importCounts = z.object({ create: z.int(), update: z.int(), same: z.int(), problems: z.int() })

const problemGroup = z.object({
  key: z.string(),
  header: z.string(),
  reason: z.string(),
  count: z.int(),
  first_row: z.int(),
})

/** The result of an import, or of its preview with `dry_run`. */
export const importResult = z.object({
  message: z.string(),
  applied: z.boolean(),
  counts: importCounts,
  total_rows: z.int(),
  /** The sheet that was read, and all sheets with a table of this kind. */
  sheet: z.string(),
  sheets: z.array(importSheet),
  /** The questions, answered or open. */
  questions: z.array(importQuestion),
  /** Number of rows that were left out. */
  left_out: z.int(),
  left_out_rows: z.array(leftOutRow),
  /** Fields of the sheet's columns, in the sheet's order. */
  columns: z.array(z.string()),
  /**
   * The fields that can be imported, and all columns of the sheet: `choices.columns` can map any of them to any field.
   */
  fields: z.array(z.string()),
  sheet_columns: z.array(fileColumn),
  /** Headers that match no field; they are ignored. */
  unknown_columns: z.array(z.string()),
  /** The wrong cells, with the text of their row's key: a product's code; empty when the row has none. */
  problems: z.array(z.extend(sheetProblem, { code: z.string() })),
  /** The problems by column and reason, the most frequent first. */
  problem_groups: z.array(problemGroup),
  /** False when reading stopped because of too many problems. */
  complete: z.boolean(),
  /** Of a preview: identifies what the import changes, for the field `plan` of the import. */
  plan: z.optional(z.string()),
  effects: z.array(importEffect),
  changes: z.array(importChange),
})
export type ImportResult = z.infer<typeof importResult>

/**
 * The result of an undo: numbers of added records that were deleted, and of records with restored values. `kept` are
 * records that are in use meanwhile: they are not reverted, added ones are deactivated. `changed` are records that were
 * changed since and are not reverted.
 */
const undoResult = z.object({ created: z.int(), updated: z.int(), kept: z.int(), changed: z.int() })
export type UndoResult = z.infer<typeof undoResult>

/** The state of a list's imports: the running one with its progress, the last one and whether it can be undone. */
const importStatus = z.object({
  running: z.nullable(
    z.object({ action: z.enum(['import', 'undo']), done: z.int(), total: z.int(), user: z.string() }),
  ),
  last: z.nullable(
    z.object({
      id: z.int(),
      file_name: z.string(),
      user: z.string(),
      created_at: z.string(),
      created: z.int(),
      updated: z.int(),
      /** True when it was not undone and no record was changed since. */
      undoable: z.boolean(),
      /** Of an import that was not undone: the records that were changed since; the others can be undone. */
      changed: changedSince,
      undone_at: z.nullable(z.string()),
      /** Of an undone import: the number of records that were not reverted. */
      left: z.int(),
    }),
  ),
})
export type ImportStatus = z.infer<typeof importStatus>

/** The routes for the state of a list's imports and for the undo of the last one; `things` names its records. */
export const importRoutes = <P extends string>(list: P, things: string = list) => ({
  importStatus: route({
    method: 'GET',
    path: `/api/${list}/import`,
    audience: 'staff',
    permission: `${list}.see`,
    summary: `Get import status of ${things}`,
    description: 'Returns the running and the last import.',
    response: importStatus,
  }),
  undoImport: route({
    method: 'POST',
    path: `/api/${list}/import/undo`,
    audience: 'staff',
    permission: `${list}.import`,
    summary: `Undo last import of ${things}`,
    description:
      'If records were changed since, it returns 409 with them. With `leave_changed` these stay as they are and the others are reverted.',
    slow: true,
    body: z.strictObject({ id, leave_changed: z.optional(z.boolean()) }),
    response: undoResult,
  }),
})

/**
 * The routes of a list that is imported and exported in one layout, below the list's path: export, template, import
 * with preview, state, and undo. `things` names its records.
 */
export const sheetRoutes = <P extends string, C extends SheetColumns, R extends z.ZodMiniType>(
  list: P,
  columns: C,
  response: R,
  things: string = list,
) => ({
  excel: route({
    method: 'GET',
    path: `/api/${list}/excel`,
    audience: 'staff',
    permission: `${list}.export`,
    summary: `Export ${things} to Excel`,
    description: 'The file can be changed and imported.',
    response: 'file',
  }),
  template: route({
    method: 'GET',
    path: `/api/${list}/template`,
    audience: 'staff',
    permission: `${list}.import`,
    summary: `Download import template for ${things}`,
    description: 'Returns an empty Excel file; its second sheet describes the columns.',
    response: 'file',
  }),
  import: route({
    ...importUpload(columns),
    method: 'POST',
    path: `/api/${list}/import`,
    audience: 'staff',
    permission: `${list}.import`,
    ...importTexts(things),
    response,
  }),
  ...importRoutes(list, things),
})
