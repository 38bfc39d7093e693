import * as z from 'zod/mini'
import { historyTableNames, historyTables } from './history/tables.ts'
import { idParams, idText } from './lib/fields/fields.ts'
import { route } from './lib/http/route.ts'
import { keysOf } from './lib/lists/keys.ts'
import { listBody, optionsOf, PAGE_OR_FILE, paged, recordRef } from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import type { LocalizedText } from './lib/text/locales.ts'

const table = z.enum(historyTableNames, 'validation.field')

/** Actions. An import and its undo are one entry each, which contains its rows. */
export const historyActions = {
  create: { cnr: 'Dodato', en: 'Added' },
  update: { cnr: 'Izmijenjeno', en: 'Changed' },
  delete: { cnr: 'Obrisano', en: 'Deleted' },
  import: { cnr: 'Uvoz', en: 'Import' },
  undo: { cnr: 'Uvoz poništen', en: 'Import undone' },
  bulk: { cnr: 'Grupna izmjena', en: 'Bulk edit' },
  bulk_undo: { cnr: 'Grupna izmjena poništena', en: 'Bulk edit undone' },
  view: { cnr: 'Pregled kao partner', en: 'Viewed as partner' },
} as const satisfies Record<string, LocalizedText>
const action = z.enum(keysOf(historyActions))

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
/** A column with its value before and after. */
export const historyChange = z.object({ column: z.string(), before: value, after: value })
const values = z.array(historyChange)

const historyEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** Null: the server itself. */
  person: z.nullable(recordRef),
  table,
  /** Null for an import. */
  record_id: z.nullable(z.int()),
  /** The record's name at the time; of an import the name of its file. */
  record: z.nullable(z.string()),
  action,
  import_id: z.nullable(z.int()),
  values,
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** A record that an import changed. */
const historyRow = z.object({ id: z.int(), record: z.nullable(z.string()), values })

export const historyList = recordList({
  name: 'history',
  noun: {
    cnr: { gender: 'f', title: 'Istorija izmjena', one: 'Izmjena', other: 'izmjena' },
    en: { title: 'History', one: 'Change', other: 'changes' },
    empty_hint: {
      cnr: 'Svaka izmjena zapisa pojaviće se ovdje: ko, kada, šta je bilo i šta je sada.',
      en: 'Every change to a record appears here: who, when, the old value and the new one.',
    },
  },
  columns: {
    at: { label: { cnr: 'Vrijeme', en: 'Time' }, filter: 'day' },
    person: { label: { cnr: 'Korisnik', en: 'User' }, filter: 'text', sort: false },
    action: {
      label: { cnr: 'Radnja', en: 'Action' },
      filter: 'choice',
      sort: false,
      options: optionsOf(historyActions),
    },
    table: {
      label: { cnr: 'Vrsta', en: 'Kind' },
      filter: 'choice',
      sort: false,
      options: historyTableNames.map((value) => ({ value, label: historyTables[value].label })),
    },
    record: { label: { cnr: 'Zapis', en: 'Record' }, filter: 'text', sort: false },
    record_id: { label: { cnr: 'ID', en: 'ID' }, filter: 'number', sort: false, optional: true },
    values: { label: { cnr: 'Izmjene', en: 'Changes' }, sort: false },
  },
  search: ['person', 'record'],
  sort: { by: 'at', desc: true },
  sizes: [10, 20, 30, 50, 100],
  size: 20,
})

/** Rows on a page of one record's history, and of an import's rows. */
export const HISTORY_PAGE = 20
const page = z.strictObject({ page: z.optional(idText) })

export const history = {
  index: route({
    method: 'POST',
    path: '/api/history/index',
    audience: 'staff',
    permission: 'history.see',
    summary: 'Search history',
    description: PAGE_OR_FILE,
    body: listBody(historyList),
    response: paged(historyEntry),
  }),
  rows: route({
    method: 'GET',
    path: '/api/history/rows/:id',
    audience: 'staff',
    permission: 'history.see',
    summary: 'List rows of import in history',
    description: 'Returns one page. `id` is that of the import’s entry.',
    params: idParams,
    query: page,
    response: z.extend(paged(historyRow), {
      /** Of a bulk edit that was not undone: the id for its undo. */
      bulk_id: z.nullable(z.int()),
    }),
  }),
  ofRecord: route({
    method: 'GET',
    path: '/api/history/:table/:id',
    audience: 'staff',
    permission: 'history.see',
    summary: 'List history of record',
    description: 'Returns one page, the newest first, with changes by imports.',
    params: z.strictObject({ table, id: idText }),
    query: page,
    response: paged(historyEntry),
  }),
}
