// What an import asks and answers.
import * as z from 'zod/mini'
import { id } from '../fields/fields.ts'
import { changedSince, errorBody } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { jsonText } from '../lists/json-text.ts'
import { importChoices, importQuestion, importSheet, leftOutRow, sheetPlace } from './ambiguities.ts'
import { type SheetColumns, sheetLimits, sheetProblem } from './columns.ts'

/** Rows and wrong cells that a preview lists; its counts are always those of the whole file. */
export const PREVIEW_ROWS = 2000

/** Rows left out that an answer lists; it counts all of them. */
export const LEFT_OUT_ROWS = 10_000

/** What a refused import answers; `questions` are those of the preview, with `import.unsettled` at least one is open. */
const importErrorBody = z.extend(errorBody, { questions: z.optional(z.array(importQuestion)) })

/** One line about the import of a list, for the API document. */
export const importSummary = (list: string) =>
  `Imports ${list} from Excel, all or nothing; with dry_run answers what it would do. What the file leaves open stands in questions and is answered by choices; until then nothing is applied (422 import.unsettled)`

/** The multipart call that imports a layout. Its fields are text beside the file. */
export const importUpload = <const C extends SheetColumns>(columns: C) =>
  ({
    form: z.strictObject({
      /** `true` answers the preview and changes nothing. */
      dry_run: z.optional(z.enum(['true', 'false', '1', '0'])),
      /** Read where partners are imported; elsewhere accepted and ignored. */
      is_update_financial: z.optional(z.enum(['true', 'false', '1', '0'])),
      filters: z.optional(z.string()),
      options: z.optional(z.string()),
      /** Answers to the questions of the preview, as JSON text. */
      choices: jsonText(importChoices(columns)),
    }),
    files: { file: { kind: 'sheet', bytes: sheetLimits.bytes, required: true } },
    invalid: importErrorBody,
    slow: true,
  }) as const

const cell = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/** One row that an import adds or changes: the new value per column, and the old one where it differs. */
const importChange = z.object({
  row: z.int(),
  change: z.enum(['create', 'update']),
  values: z.record(z.string(), cell),
  before: z.record(z.string(), cell),
})
export type ImportChange = z.infer<typeof importChange>

const importCounts = z.object({ create: z.int(), update: z.int(), same: z.int(), problems: z.int() })

const problemGroup = z.object({
  key: z.string(),
  header: z.string(),
  reason: z.string(),
  count: z.int(),
  first_row: z.int(),
})

/** What an import did, or with `dry_run` would do. */
export const importResult = z.object({
  message: z.string(),
  applied: z.boolean(),
  counts: importCounts,
  total_rows: z.int(),
  /** The sheet that was read, and all that hold a table of this kind. */
  sheet: z.string(),
  sheets: z.array(importSheet),
  /** What the file leaves open, answered or not. */
  questions: z.array(importQuestion),
  /** Rows of the file that were left out by choice. */
  left_out: z.int(),
  left_out_rows: z.array(leftOutRow),
  /** Columns of the sheet, by field, in the sheet's order. */
  columns: z.array(z.string()),
  /** The fields that can be read, and all columns of the sheet with those that are: `choices.columns` takes any for any. */
  fields: z.array(z.string()),
  sheet_columns: z.array(sheetPlace),
  /** Headers that no column answers to; they are ignored. */
  unknown_columns: z.array(z.string()),
  problems: z.array(sheetProblem),
  /** The wrong cells by column and reason, the most frequent first. */
  problem_groups: z.array(problemGroup),
  /** False when there are so many wrong cells that reading was given up: there are more than are counted. */
  complete: z.boolean(),
  changes: z.array(importChange),
})
export type ImportResult = z.infer<typeof importResult>

/**
 * What taking an import back did: how many rows that it had added are gone, and how many have their old values again.
 * `kept` are rows that something has come to use: they stay as the import left them, added ones inactive. `changed` are
 * rows that were changed since and stay as they are.
 */
const undoResult = z.object({ created: z.int(), updated: z.int(), kept: z.int(), changed: z.int() })
export type UndoResult = z.infer<typeof undoResult>

/** Where imports of a kind stand: the running one with its progress, the last one and whether it can be undone. */
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
      /** As a whole: it was not undone and none of its rows was changed since. */
      undoable: z.boolean(),
      /** Of one that was not undone the rows that were changed since; the others can be taken back without them. */
      changed: changedSince,
      undone_at: z.nullable(z.string()),
      /** Of one that was undone the rows that have stayed as they are. */
      left: z.int(),
    }),
  ),
})
export type ImportStatus = z.infer<typeof importStatus>

/** The calls that say where the imports of a list stand and take the last one back. */
export const importCalls = <P extends string>(list: P) => ({
  importStatus: route({
    method: 'GET',
    path: `/api/${list}/import`,
    audience: 'staff',
    permission: `${list}.see`,
    summary: `The running and the last import of ${list}`,
    reply: importStatus,
  }),
  undoImport: route({
    method: 'POST',
    path: `/api/${list}/import/undo`,
    audience: 'staff',
    permission: `${list}.import`,
    summary:
      'Takes the last import back. When rows were changed since it is refused and names them (409); with leave_changed these stay as they are and the others are taken back',
    slow: true,
    body: z.strictObject({ id, leave_changed: z.optional(z.boolean()) }),
    reply: undoResult,
  }),
})

/**
 * All calls of a list that is imported and exported in one layout below its own address: the file of all rows, the empty
 * one to fill in, the import with its preview, where it stands, and the way back.
 */
export const sheetCalls = <P extends string, C extends SheetColumns, R extends z.ZodMiniType>(
  list: P,
  columns: C,
  reply: R,
) => ({
  excel: route({
    method: 'GET',
    path: `/api/${list}/excel`,
    audience: 'staff',
    permission: `${list}.export`,
    summary: `All ${list} as an Excel file that can be changed and imported`,
    reply: 'file',
  }),
  template: templateCall(list),
  import: route({
    ...importUpload(columns),
    method: 'POST',
    path: `/api/${list}/import`,
    audience: 'staff',
    permission: `${list}.import`,
    summary: importSummary(list),
    reply,
  }),
  ...importCalls(list),
})

/** The call of the empty file that an import takes. */
export const templateCall = <P extends string>(list: P) =>
  route({
    method: 'GET',
    path: `/api/${list}/template`,
    audience: 'staff',
    permission: `${list}.import`,
    summary: `An empty Excel file for the import of ${list}; a second sheet says what each column takes`,
    reply: 'file',
  })
