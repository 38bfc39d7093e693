import * as z from 'zod/mini'
import { keysOf } from '../lists/keys.ts'
import type { SheetColumns } from './columns.ts'

/** Rows, cells and the like that a question shows; its counts are always those of the whole file. */
export const QUESTION_EXAMPLES = 100

/** Excel's name of a column: `A`, `AB`. */
const letter = z.string().check(z.regex(/^[A-Z]{1,3}$/, 'validation.column'))
/** The sign before the decimals: with a comma dots are thousands, and the other way round. */
const decimalSign = z.enum([',', '.'])
/** What becomes of rows that cannot be records: all of them, or leave out these and read the others. */
const rowsChoice = z.union([z.enum(['read', 'leave_out']), z.array(z.int()).check(z.maxLength(10_000))])
/** The code pages in which texts that are no Unicode are written here. */
const codePage = z.enum(['windows-1250', 'windows-1251', 'cp852'])
export type CodePage = z.infer<typeof codePage>
/** How the first words of a file read in a code page. */
const codePageReading = z.object({ encoding: codePage, text: z.string() })
export type CodePageReading = z.infer<typeof codePageReading>
const hiddenChoice = z.enum(['read', 'leave_out'])
/** What becomes of rows whose records nobody knows: they are left out, or are wrong cells. */
const unknownChoice = z.enum(['leave_out', 'refuse'])

/**
 * The answers that travel with an import, one per kind of question; columns and decimals are answered by field. An
 * answer to what the file does not ask changes nothing; one that names a sheet or rows which are none of the question's
 * leaves it open.
 */
export function importChoices<const C extends SheetColumns>(columns: C) {
  const field = z.enum(keysOf<keyof C & string>(columns))
  return z.strictObject({
    /** The code page of a text that is no Unicode; without it the one in which its words read best. */
    encoding: z.optional(codePage),
    /** The sheet to read. */
    sheet: z.optional(z.string().check(z.maxLength(255))),
    /** The column that holds a field, by its letter: any of the sheet, whatever its header; null where none does. */
    columns: z.optional(z.partialRecord(field, z.nullable(letter))),
    /** The decimal sign of a field's column. */
    decimals: z.optional(z.partialRecord(field, decimalSign)),
    /** Rows that cannot be records: read them all the same, or leave them (or the rows named) out. */
    rows: z.optional(rowsChoice),
    /** Rows that a filter or a person has hidden in Excel; read unless told otherwise. */
    hidden_rows: z.optional(hiddenChoice),
    /** Rows of records that do not exist and that the file cannot add: leave them out, or refuse them as wrong cells. */
    unknown: z.optional(unknownChoice),
    /** Empty cells empty what is there; without it they leave it as it is. */
    clear: z.optional(z.boolean()),
    /** Records may be created without a value that they should have, such as a price. */
    create_without: z.optional(z.boolean()),
    /** Numbers with too many decimals are rounded as Excel shows them; false makes them wrong cells. */
    round: z.optional(z.boolean()),
  })
}

/** What {@link importChoices} reads, whichever the list. */
export interface ImportChoices {
  encoding?: CodePage | undefined
  sheet?: string | undefined
  columns?: Record<string, string | null | undefined> | undefined
  decimals?: Record<string, ',' | '.' | undefined> | undefined
  rows?: 'read' | 'leave_out' | number[] | undefined
  hidden_rows?: 'read' | 'leave_out' | undefined
  unknown?: 'leave_out' | 'refuse' | undefined
  clear?: boolean | undefined
  create_without?: boolean | undefined
  round?: boolean | undefined
}

/** A sheet that holds a table of this kind; hidden ones are read only when no visible one does, or when chosen. */
export const importSheet = z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() })
export type ImportSheet = z.infer<typeof importSheet>

/** A column of the sheet by its letter, the first value in it and the field that is read from it. */
export const sheetPlace = z.object({
  column: z.string(),
  header: z.string(),
  sample: z.string(),
  field: z.nullable(z.string()),
})
export type SheetPlace = z.infer<typeof sheetPlace>

/** Why a row cannot be a record: it repeats the header, lacks the code, holds one text alone, or is a sum. */
const oddRow = z.enum(['header', 'no_key', 'title', 'total'])
export type OddRow = z.infer<typeof oddRow>

/** A row that was left out by choice, with what stands in it, shortened. */
export const leftOutRow = z.object({
  row: z.int(),
  reason: z.enum([...oddRow.options, 'hidden', 'unknown']),
  text: z.string(),
})
export type LeftOutRow = z.infer<typeof leftOutRow>

const perColumn = z.array(z.object({ field: z.string(), cells: z.int() }))

/** A question of one kind: `answer` is the choice in force, null while there is none. */
const question = <K extends string, A extends z.ZodMiniType, S extends z.core.$ZodShape>(
  kind: K,
  answer: A,
  details: S,
) =>
  z.object({
    kind: z.literal(kind),
    /** The import is refused until it is answered; otherwise `answer` is a default that may be changed. */
    blocking: z.boolean(),
    answer: z.nullable(answer),
    ...details,
  })

/**
 * What a file leaves open and only a person can settle. While a question is open, the preview shows what the first of
 * its possible answers would do: the first sheet or column, a decimal comma, odd and unknown rows left out, created,
 * rounded.
 */
export const importQuestion = z.discriminatedUnion('kind', [
  /** A text that is no Unicode: which code page was taken? Never blocking. */
  question('encoding', codePage, { readings: z.array(codePageReading) }),
  /** Which sheet? Not blocking when only a hidden sheet holds a table. */
  question('sheet', z.string(), { sheets: z.array(importSheet) }),
  /** Several headers claim one field, or none what names a record: which column? */
  question('column', letter, {
    field: z.string(),
    columns: z.array(z.object({ column: z.string(), header: z.string() })),
  }),
  /** `1.234` in a column whose other cells do not tell thousands from decimals; both readings per example. */
  question('decimals', decimalSign, {
    field: z.string(),
    column: z.string(),
    header: z.string(),
    cells: z.int(),
    examples: z.array(z.object({ row: z.int(), raw: z.string(), comma: z.string(), dot: z.string() })),
  }),
  /** Repeated headers, titles, sums and rows without a code, with what stands in them. */
  question('rows', rowsChoice, {
    count: z.int(),
    rows: z.array(z.object({ row: z.int(), reason: oddRow, text: z.string() })),
  }),
  /** Rows that are hidden in Excel. Never blocking. */
  question('hidden_rows', hiddenChoice, { count: z.int(), rows: z.array(z.int()) }),
  /**
   * Rows of records that do not exist. Blocking where an import adds none; elsewhere they are refused unless told
   * otherwise, for want of the columns of these fields.
   */
  question('unknown', unknownChoice, {
    count: z.int(),
    fields: z.array(z.string()),
    rows: z.array(z.object({ row: z.int(), text: z.string() })),
  }),
  /** Empty cells over values. Never blocking. */
  question('clear', z.boolean(), { cells: z.int(), columns: perColumn }),
  /** Records that would be created without these fields. Blocking only where one of them is asked for, such as a price. */
  question('create_without', z.boolean(), { fields: z.array(z.string()), count: z.int() }),
  /** Numbers with more decimals than can be kept, which Excel shows rounded. */
  question('round', z.boolean(), {
    cells: z.int(),
    columns: perColumn,
    examples: z.array(z.object({ row: z.int(), column: z.string(), stored: z.string(), shown: z.string() })),
  }),
])
export type ImportQuestion = z.infer<typeof importQuestion>

/** Whether a question still keeps the import from being applied. */
export const isOpen = ({ blocking, answer }: ImportQuestion) => blocking && answer === null
