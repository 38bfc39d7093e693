import * as z from 'zod/mini'
import { keysOf } from '../lists/keys.ts'
import type { SheetColumns } from './columns.ts'

/** Maximum examples (rows, cells) of a question; its counts cover the whole file. */
export const QUESTION_EXAMPLES = 100

/** Excel's letters of a column: `A`, `AB`. */
const letter = z.string().check(z.regex(/^[A-Z]{1,3}$/, 'validation.column'))
/** The decimal mark; the other sign groups thousands. */
const decimalSign = z.enum([',', '.'])
/** Handling of odd rows: read all, leave out all, or leave out these rows and read the others. */
const rowsAnswer = z.union([z.enum(['read', 'leave_out']), z.array(z.int()).check(z.maxLength(10_000))])
/** Encodings of texts that are not valid UTF-8. */
const codePage = z.enum(['utf-8', 'windows-1250', 'windows-1251', 'cp852', 'iso-8859-2'])
export type CodePage = z.infer<typeof codePage>
/** The first words of a file decoded with a code page. */
const codePageReading = z.object({ encoding: codePage, text: z.string() })
export type CodePageReading = z.infer<typeof codePageReading>
const hiddenRowsAnswer = z.enum(['read', 'leave_out'])
/** Handling of rows with unknown records: left out, or reported as wrong cells. */
const unknownAnswer = z.enum(['leave_out', 'refuse'])

/**
 * The answers of an import, one per kind of question; columns and decimal marks by field. An answer
 * without a question has no effect; one that names other sheets or rows than the question does not settle it.
 */
export function importAnswers<const C extends SheetColumns>(columns: C) {
  const field = z.enum(keysOf<keyof C & string>(columns))
  return z.strictObject({
    /** The code page of a text that is not Unicode; guessed by default. */
    encoding: z.optional(codePage),
    /** The sheet to read. */
    sheet: z.optional(z.string().check(z.maxLength(255))),
    /** The column of a field, by its letters: any column of the sheet; null for none. */
    columns: z.optional(z.partialRecord(field, z.nullable(letter))),
    /** The decimal mark of a field's column. */
    decimals: z.optional(z.partialRecord(field, decimalSign)),
    /** Odd rows: read them, or leave them (or the listed ones) out. */
    rows: z.optional(rowsAnswer),
    /** Rows that are hidden in Excel; read by default. */
    hidden_rows: z.optional(hiddenRowsAnswer),
    /** Rows of unknown records that the file cannot add: leave them out, or report them as wrong cells. */
    unknown: z.optional(unknownAnswer),
    /** Whether empty cells clear the stored values; by default they do not. */
    clear: z.optional(z.boolean()),
    /** Whether records may be created without a value that they should have, such as a price. */
    create_without: z.optional(z.boolean()),
    /** Whether numbers with too many decimals are rounded as Excel displays them; false reports them as wrong cells. */
    round: z.optional(z.boolean()),
  })
}

/** The output of {@link importAnswers} for any list. */
export type ImportAnswers = z.output<ReturnType<typeof importAnswers<SheetColumns>>>

/** A sheet with a table of this kind; hidden ones are read only when chosen or when no visible sheet has one. */
export const importSheet = z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() })
export type ImportSheet = z.infer<typeof importSheet>

/** A column of the sheet with its letters, its first value and the field that is read from it. */
export const fileColumn = z.object({
  column: z.string(),
  header: z.string(),
  sample: z.string(),
  field: z.nullable(z.string()),
})
export type FileColumn = z.infer<typeof fileColumn>

/** Why a row is odd: it repeats the header, lacks the key, has one text only, or is a total. */
const oddRow = z.enum(['header', 'no_key', 'title', 'total'])
export type OddRow = z.infer<typeof oddRow>

/** A row that was left out, with its shortened text. */
export const leftOutRow = z.object({
  row: z.int(),
  reason: z.enum([...oddRow.options, 'hidden', 'unknown']),
  text: z.string(),
})
export type LeftOutRow = z.infer<typeof leftOutRow>

const perColumn = z.array(z.object({ field: z.string(), cells: z.int() }))

/** A question of one kind: `answer` is the one in force, null without one. */
const question = <K extends string, A extends z.ZodMiniType, S extends z.core.$ZodShape>(
  kind: K,
  answer: A,
  details: S,
) =>
  z.object({
    kind: z.literal(kind),
    /** The import is rejected until it is resolved; otherwise `answer` is a default that may be changed. */
    blocking: z.boolean(),
    answer: z.nullable(answer),
    ...details,
  })

/**
 * A question about a file that a person must answer. While it is open, the preview shows the result of the first
 * possible answer: the first sheet or column, a decimal comma, odd and unknown rows left out, records created,
 * numbers rounded.
 */
export const importQuestion = z.discriminatedUnion('kind', [
  /** The code page of a text that is not Unicode. Not blocking where its words are clearly of our languages or German. */
  question('encoding', codePage, { readings: z.array(codePageReading) }),
  /** The sheet. Not blocking when only a hidden sheet has a table. */
  question('sheet', z.string(), { sheets: z.array(importSheet) }),
  /** The column of a field that several headers match, or of a key that none matches. */
  question('column', letter, {
    field: z.string(),
    columns: z.array(z.object({ column: z.string(), header: z.string() })),
  }),
  /** The decimal mark of a column with numbers such as `1.234` and no proof; both values per example. */
  question('decimals', decimalSign, {
    field: z.string(),
    column: z.string(),
    header: z.string(),
    cells: z.int(),
    examples: z.array(z.object({ row: z.int(), raw: z.string(), comma: z.string(), dot: z.string() })),
  }),
  /** Odd rows: repeated headers, titles, totals and rows without a key, with their text. */
  question('rows', rowsAnswer, {
    count: z.int(),
    rows: z.array(z.object({ row: z.int(), reason: oddRow, text: z.string() })),
  }),
  /** Rows that are hidden in Excel. Never blocking. */
  question('hidden_rows', hiddenRowsAnswer, { count: z.int(), rows: z.array(z.int()) }),
  /**
   * Rows of unknown records. Blocking where an import never adds records; elsewhere they are wrong cells by default,
   * because the sheet lacks the columns of these fields.
   */
  question('unknown', unknownAnswer, {
    count: z.int(),
    fields: z.array(z.string()),
    rows: z.array(z.object({ row: z.int(), text: z.string() })),
  }),
  /** Empty cells of stored values. Never blocking. */
  question('clear', z.boolean(), { cells: z.int(), columns: perColumn }),
  /**
   * Records that would be created without these fields. Blocking only when one of them needs a confirmation, such as a
   * price.
   */
  question('create_without', z.boolean(), { fields: z.array(z.string()), count: z.int() }),
  /** Numbers with more decimals than are stored, which Excel displays rounded. */
  question('round', z.boolean(), {
    cells: z.int(),
    columns: perColumn,
    examples: z.array(z.object({ row: z.int(), column: z.string(), stored: z.string(), shown: z.string() })),
  }),
])
export type ImportQuestion = z.infer<typeof importQuestion>

/** Whether a question still blocks the import. */
export const isOpen = ({ blocking, answer }: ImportQuestion) => blocking && answer === null
