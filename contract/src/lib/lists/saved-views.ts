// Saved views, and a user's preferences of lists: columns and page size.
import * as z from 'zod/mini'
import { eachOnce, idParams, text, version } from '../fields/fields.ts'
import { patchOf } from '../http/patch.ts'
import { route } from '../http/route.ts'
import { MAX_FILTER } from './filter.ts'

declare module '../http/events.ts' {
  interface EventTypes {
    /** The views of a list have changed: shared ones, or the user's own in another window. */
    views: { list: string }
  }
}

/** Maximum views of one user per list. */
export const MAX_VIEWS = 50

/** The name of a list, see `listNameOf`. */
const listName = text({ min: 1, max: 100 })
const key = z.string().check(z.regex(/^[\w.]{1,100}$/, 'validation.column'))
const keys = z.array(key).check(z.maxLength(100, 'validation.column'), eachOnce('validation.column_twice'))

/** See `ColumnChoice`. */
const columns = z.nullable(z.strictObject({ order: keys, hidden: keys }))
const size = z.nullable(z.int('validation.page_size'))
const sort = z.nullable(z.strictObject({ by: key, desc: z.boolean('validation.sort_direction') }))

/** The state of a view. Its columns and filters are validated against the list. */
const state = {
  filters: z.record(key, text({ max: MAX_FILTER, code: true })),
  search: text({ max: MAX_FILTER, code: true }),
  sort,
  columns,
  size,
}

const fields = { name: text({ min: 1, max: 60 }), is_shared: z.boolean('validation.type'), ...state }

const view = z.object({
  id: z.int(),
  name: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** Whether the caller may change and delete it. */
  may_change: z.boolean(),
  /** The name of its owner. */
  owner: z.string(),
  version: z.int(),
  /** Fields in its state that the list no longer has; they are removed from the state below. */
  dropped: z.array(z.string()),
  ...state,
})
export type SavedView = z.infer<typeof view>

const preferences = { columns, size }
const signedIn = { audience: 'staff', permission: 'signed-in' } as const
const viewBody = z.strictObject({ ...fields, version })
const update = route({
  method: 'PUT',
  path: '/api/views/:id',
  ...signedIn,
  summary: 'Update saved view',
  description: 'Only its owner can change it; a shared view also a user with `users.administer`.',
  params: idParams,
  body: viewBody,
  response: view,
})
const ofList = z.strictObject({ list: listName })

export const views = {
  index: route({
    method: 'GET',
    path: '/api/views',
    ...signedIn,
    summary: 'List views of a list',
    description: 'Returns own and shared views, and the caller’s columns and page size.',
    query: ofList,
    response: z.object({ views: z.array(view), ...preferences }),
  }),
  names: route({
    method: 'GET',
    path: '/api/views/names',
    ...signedIn,
    summary: 'List views of all lists',
    description: 'Returns the names of own and shared views of the lists that the caller may see.',
    response: z.array(z.object({ id: z.int(), name: z.string(), list: z.string() })),
  }),
  totals: route({
    method: 'GET',
    path: '/api/views/totals',
    ...signedIn,
    summary: 'Count rows of views',
    description:
      'Returns for each view of a paged list its number of rows; null if the caller may not count them.',
    query: ofList,
    /** By the name of a built-in view or the id of a saved one; the whole list has the empty name. */
    response: z.object({ totals: z.record(z.string(), z.nullable(z.int())) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/views',
    ...signedIn,
    summary: 'Create saved view',
    description: '`columns.order` names hidden columns as well: shown again, they are in their place.',
    body: z.strictObject({ list: listName, ...fields }),
    response: view,
  }),
  update,
  patch: patchOf(update, '/api/views/:id', viewBody),
  remove: route({
    method: 'DELETE',
    path: '/api/views/:id',
    ...signedIn,
    summary: 'Delete saved view',
    description: 'Only its owner can delete it; a shared view also a user with `users.administer`.',
    params: idParams,
    response: z.object({ id: z.int() }),
  }),
  prefer: route({
    method: 'PUT',
    path: '/api/preferences',
    ...signedIn,
    summary: 'Save list preferences',
    description:
      'Null resets columns or page size to the list’s own; an omitted one is not changed. A page size of 0 fills the height, in all lists without another choice. `columns.order` names hidden columns as well.',
    body: z.strictObject({ list: listName, columns: z.optional(columns), size: z.optional(size) }),
    response: z.object(preferences),
  }),
}
