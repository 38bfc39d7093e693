// Declaration of lists: columns, filters, sorting and pages.
import * as z from 'zod/mini'
import { id, text } from '../fields/fields.ts'
import type { Route } from '../http/route.ts'
import type { Locale, LocalizedText } from '../text/locales.ts'
import { dayByDate, type FilterKind, MAX_FILTER, parseFilter } from './filter.ts'
import { jsonText } from './json-text.ts'
import { keyed, keysOf } from './keys.ts'

/** The label of the flag of active records, by the Montenegrin gender of their noun. */
export const activeLabels = {
  m: { cnr: 'Aktivan', en: 'Active' },
  f: { cnr: 'Aktivna', en: 'Active' },
  n: { cnr: 'Aktivno', en: 'Active' },
} as const
export type Gender = keyof typeof activeLabels

/** Columns that many lists have; {@link list} puts the label of `is_active` into the gender of the records. */
export const commonColumns = {
  id: { label: { cnr: 'ID', en: 'ID' }, filter: 'number' },
  name: { label: { cnr: 'Naziv', en: 'Name' }, filter: 'text' },
  updated_at: { label: { cnr: 'Ažurirano', en: 'Updated' }, filter: 'day' },
  is_active: { label: activeLabels.m, filter: 'flag' },
} as const satisfies Record<string, Column>

/** All page sizes that lists offer. */
const PAGE_SIZES = [8, 10, 20, 30, 50, 100] as const

/** A column of a list: its label on screen and in files, its filter, and whether it can be sorted (default yes). */
export interface Column {
  label: LocalizedText
  filter?: FilterKind
  sort?: false
  /** The kind of its values in files where it has no filter; `text` for numbers that files have in words. */
  kind?: 'number' | 'day' | 'text'
  /** Calendar days (`2026-11-21`); otherwise a column of days has timestamps. */
  day?: true
  /** Euros: shown and exported with decimals. */
  money?: true
  /** Hidden by default on screen, and in a PDF without chosen columns. */
  optional?: true
  /** Percentages: shown with their sign. */
  percent?: true
  /** Texts that are compared without blanks, see `foldCompact`. */
  compact?: true
  /** A few possible values with labels: the filter is a choice, and cells and files show the labels. */
  options?: readonly Option[]
  /** The path in a row when it is not the column's key: `['partner', 'name']`. */
  at?: readonly [string, string]
}

/** A possible value of a column, in the form of its filter. */
export interface Option {
  value: string
  label: LocalizedText
}

/** The options of a column of which the values have these labels, in their order. */
export const optionsOf = (labels: Readonly<Record<string, Option['label']>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The label of a column's value; undefined when it has none. */
export const optionLabel = ({ options }: Pick<Column, 'options'>, value: unknown, locale: Locale) =>
  options?.find((option) => option.value === String(value))?.label[locale]

/** A list: the server's allow-list, the screen's columns and URL state. */
export interface ListDefinition<C extends string = string> {
  columns: Record<C, Column>
  /** Filters that are not columns, such as a comparison of two columns. */
  filters?: Readonly<Record<string, Column>>
  /** Built-in views of its own, besides those of `defaultViews`. */
  views?: Readonly<Record<string, DefaultView>>
  /** Columns that the `search` filter covers, each word in any of them. */
  search: readonly C[]
  sort: { by: C; desc: boolean }
  /** Offered page sizes, and the initial one. */
  sizes: readonly number[]
  size: number
  /** Initially as many rows as fill the window's height, where the documents specify no size. */
  fills?: true
  /** The Montenegrin gender of the noun of its records: `Sve` (stavke). */
  gender: Gender
}

/** A built-in view of a list. */
export interface DefaultView<C extends string = string> {
  label: LocalizedText
  filters: Readonly<Record<string, string>>
  sort?: { by: string; desc: boolean }
  /** For users who have chosen none themselves. */
  columns?: { order: readonly C[]; hidden: readonly C[] }
}

/** The column or additional filter with this key; undefined when the list has neither. */
export const filterColumn = (
  { columns, filters }: Pick<ListDefinition, 'columns' | 'filters'>,
  key: string,
): Column | undefined => (Object.hasOwn(columns, key) ? columns[key] : filters?.[key])

/** A list as declared. */
export interface Declared<C extends string> {
  columns: Record<C, Column>
  filters?: Readonly<Record<string, Column>>
  views?: Readonly<Record<string, DefaultView<NoInfer<C>>>>
  search: readonly NoInfer<C>[]
  sort: { by: NoInfer<C>; desc: boolean }
  sizes?: readonly number[]
  size?: number
  fills?: true
  /** Masculine when absent. */
  gender?: Gender
}

/**
 * Declares a list with the literal type of its column names. Every list can be filtered by id, also where that is no
 * column.
 */
export const list = <const C extends string>(definition: Declared<C>): ListDefinition<C> => ({
  sizes: [10, 20, 30, 50],
  size: 10,
  gender: 'm',
  ...definition,
  filters: { id: commonColumns.id, ...definition.filters },
  columns: inGender(definition.columns, definition.gender),
})

function inGender<C extends string>(
  columns: Record<C, Column>,
  gender: Gender | undefined,
): Record<C, Column> {
  const { is_active }: { is_active?: Column } = columns
  return gender && is_active?.label === activeLabels.m
    ? { ...columns, is_active: { ...is_active, label: activeLabels[gender] } }
    : columns
}

/** Columns, hidden by default. */
export const optional = <C extends string>(columns: Record<C, Column>) =>
  keyed(keysOf(columns), (key): Column => ({ ...columns[key], optional: true }))

const oneOrMany = <T extends z.ZodMiniType>(schema: T, message: string) =>
  z
    .pipe(
      z.union([schema, z.array(schema)], message),
      z.transform((value) => (Array.isArray(value) ? value : [value]) as z.output<T>[]),
    )
    .check(z.maxLength(5, 'validation.sort_count'))

/** Maximum number of selected rows in a file: their ids fit into a JSON body, or into a URL. */
const MAX_SELECTED = { body: 5000, query: 1000 }

/** Requests a file instead of rows: PDF, or .xlsx by `format`, of the whole filtered list. */
const reportData = <C extends string>({ columns }: ListDefinition<C>, maxSelected: number) =>
  z.optional(
    z.nullable(
      z.strictObject({
        name: text({ min: 1, max: 200 }),
        /** By default those of `show_columns`; without these, in a PDF the non-optional columns, in a workbook all. */
        columns: z.optional(columnNames(columns)),
        format: z.optional(z.enum(['pdf', 'xlsx'])),
        /** Only these records, when rows are selected. */
        ids: z.optional(
          z.array(z.int().check(z.minimum(1))).check(z.maxLength(maxSelected, 'validation.too_many')),
        ),
      }),
    ),
  )

const columnNames = <C extends string>(columns: Record<C, Column>) =>
  z.array(z.enum(Object.keys(columns) as [C, ...C[]], 'validation.column')).check(z.maxLength(100))

/** Descriptions of list routes for the OpenAPI document. */
export const LIST_OR_FILE = 'With `report_data` it returns a file.'
export const PAGE_OR_FILE = 'Returns one page. With `report_data` it returns a file of all matching records.'

/** Schema of a list request's body. Rejects unknown columns, invalid filters, and other page sizes. */
export function listBody<C extends string>(definition: ListDefinition<C>) {
  const parts = listParts(definition)
  const { options } = parts
  const filters = z.optional(z.nullable(parts.filters))
  listsByFilters.set(filters, definition)
  return z.strictObject({
    show_only_active: z.optional(z.nullable(z.boolean())),
    show_columns: z.optional(z.nullable(columnNames(definition.columns))),
    filters,
    options: z.optional(z.nullable(options)),
    report_data: reportData(definition, MAX_SELECTED.body),
  })
}

/** The names by which a list can be sorted. */
const sortColumns = <C extends string>({ columns }: ListDefinition<C>) =>
  ['id', ...keysOf(columns).filter((key) => columns[key].sort !== false)] as ['id', ...C[]]

/** The parameters of `validation.sort`: what the list can be sorted by. */
export const sortParams = (definition: ListDefinition) => ({ columns: sortColumns(definition).join(', ') })

function listParts<C extends string>(definition: ListDefinition<C>) {
  const { columns } = definition
  const named = Object.entries({ ...columns, ...definition.filters }) as [C, Column][]
  const filterable = named.filter(([, column]) => column.filter)
  const filters = z.strictObject({
    search: filterText('text'),
    id: filterText('number'), // every list has it; the type of `filterable` does not say so
    ...(Object.fromEntries(
      filterable.map(([key, column]) => [key, filterText(column.filter, column.options)]),
    ) as Record<C, ReturnType<typeof filterText>>),
  })
  const options = z
    .strictObject({
      page: z.optional(z.int('validation.page').check(z.minimum(1, 'validation.page'))),
      itemsPerPage: z.optional(z.literal([...PAGE_SIZES], 'validation.page_size')),
      sortBy: z.optional(oneOrMany(z.enum(sortColumns(definition)), 'validation.sort')),
      sortDesc: z.optional(oneOrMany(z.boolean(), 'validation.sort_direction')),
    })
    .check(
      z.refine(
        (options) =>
          (options.sortDesc?.length ?? 0) <= (options.sortBy?.length ?? options.sortDesc?.length ?? 0),
        {
          path: ['sortDesc'],
          message: 'validation.sort_direction',
        },
      ),
    )
  return { filters, options }
}

/** A filter's text: empty means no filter. Flags may be sent as booleans. */
const filterText = (kind: FilterKind = 'text', options?: readonly Option[]) => {
  const known = options ? undefined : filterTexts.get(kind)
  if (known) return known
  const typed = z.string().check(
    z.maxLength(MAX_FILTER, 'validation.filter'),
    z.refine((text) => text.trim() === '' || isUnderstood(kind, text, options), `validation.filter_${kind}`),
  )
  const judged =
    kind === 'flag'
      ? z.union([typed, z.pipe(z.boolean(), z.transform(String))])
      : kind === 'day'
        ? z.pipe(typed, z.transform(dayByDate))
        : typed
  const schema = z.optional(z.nullable(judged))
  if (!options) filterTexts.set(kind, schema)
  return schema
}

/** Those without options, one for each kind: hundreds of columns share them. */
const filterTexts = new Map<FilterKind, z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniType<string>>>>()

const isUnderstood = (kind: FilterKind, typed: string, options?: readonly Option[]) =>
  kind === 'choice'
    ? options?.some(({ value }) => value === typed.trim()) === true
    : parseFilter(kind, typed) !== null

/** The request of {@link listBody} with its parts as JSON text in the query, for lists that are read by GET. */
export function listQuery<C extends string>(definition: ListDefinition<C>) {
  const body = listBody(definition)
  const { options } = body.shape
  const filters = jsonText(body.shape.filters)
  listsByFilters.set(filters, definition)
  return z.strictObject({
    filters,
    options: jsonText(options),
    report_data: jsonText(reportData(definition, MAX_SELECTED.query)),
  })
}

/** Lists by their filter schemas, also where a route's body has more than a list request. */
const listsByFilters = new WeakMap<object, ListDefinition>()

/** The list whose filters a route accepts in its body or query; undefined for other routes. */
export function listOfRoute({ body, query }: Pick<Route, 'body' | 'query'>): ListDefinition | undefined {
  for (const part of [body, query]) {
    // an object's fields
    const shape = part && 'shape' in part ? (part.shape as Record<string, object | undefined>) : {}
    const definition = shape.filters && listsByFilters.get(shape.filters)
    if (definition) return definition
  }
  return undefined
}

/** A list request, the same for POST and GET. */
export interface ListRequest {
  /** Only the number of matching rows: set by the server itself, no route accepts it. */
  only_total?: true
  show_only_active?: boolean | null | undefined
  /** The columns on screen, the default columns of a file. */
  show_columns?: string[] | null | undefined
  filters?: Record<string, string | null | undefined> | null | undefined
  options?:
    | {
        page?: number | undefined
        itemsPerPage?: number | undefined
        sortBy?: string[] | undefined
        sortDesc?: boolean[] | undefined
      }
    | null
    | undefined
  report_data?:
    | {
        name: string
        columns?: string[] | undefined
        format?: 'pdf' | 'xlsx' | undefined
        ids?: number[] | undefined
      }
    | null
    | undefined
}

/** Response of a paged list: the page's rows and the exact number of all matching rows. */
export const paged = <T extends z.ZodMiniType>(row: T) =>
  z.object({ result: z.array(row), total_rows: z.int() })

/** A record's id and name, for pickers and references. */
export const recordRef = z.object({ id: z.int(), name: z.string() })
export type RecordRef = z.infer<typeof recordRef>

/** Body of a picker's list: `only` restricts it to these records, such as those chosen on a screen. */
export const pickBody = <C extends string>(definition: ListDefinition<C>) =>
  z.extend(listBody(definition), {
    only: z.optional(z.array(id).check(z.maxLength(50_000, 'validation.too_many'))),
  })
