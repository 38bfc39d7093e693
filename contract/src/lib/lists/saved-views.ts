// Saved views, and a user's preferences of lists: columns and page size.
import * as z from 'zod/mini'
import { idParams, text, version } from '../fields/fields.ts'
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
export const MOST_VIEWS = 50

/** The name of a list, see `listNameOf`. */
const listName = text({ min: 1, max: 100 })
const key = z.string().check(z.regex(/^[\w.]{1,100}$/, 'validation.column'))
const keys = z.array(key).check(z.maxLength(100, 'validation.column'))

const columns = z.nullable(z.strictObject({ order: keys, hidden: keys }))
const size = z.nullable(z.int('validation.page_size'))
const sort = z.nullable(z.strictObject({ by: key, desc: z.boolean('validation.sort') }))

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
  summary: 'Changes a view: its owner, or of a shared one whoever may give rights',
  params: idParams,
  body: viewBody,
  reply: view,
})
const ofList = z.strictObject({ list: listName })

export const views = {
  index: route({
    method: 'GET',
    path: '/api/views',
    ...signedIn,
    summary: 'One’s own and the shared views of a list, and which columns and how many rows one likes',
    query: ofList,
    reply: z.object({ views: z.array(view), ...preferences }),
  }),
  names: route({
    method: 'GET',
    path: '/api/views/names',
    ...signedIn,
    summary: 'One’s own and the shared views of all lists that one may see, by name',
    reply: z.array(z.object({ id: z.int(), name: z.string(), list: z.string() })),
  }),
  totals: route({
    method: 'GET',
    path: '/api/views/totals',
    ...signedIn,
    summary: 'How many rows of a paged list each of its views has; null of one that its reader may not count',
    query: ofList,
    /** By the name of a built-in view or the id of a saved one; the whole list has the empty name. */
    reply: z.object({ totals: z.record(z.string(), z.nullable(z.int())) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/views',
    ...signedIn,
    summary: 'Saves a view of a list',
    body: z.strictObject({ list: listName, ...fields }),
    reply: view,
  }),
  update,
  patch: patchOf(update, '/api/views/:id', viewBody),
  remove: route({
    method: 'DELETE',
    path: '/api/views/:id',
    ...signedIn,
    summary: 'Deletes a view: its owner, or of a shared one whoever may give rights',
    params: idParams,
    reply: z.object({ id: z.int() }),
  }),
  prefer: route({
    method: 'PUT',
    path: '/api/preferences',
    ...signedIn,
    summary:
      'Remembers which columns of a list somebody wants and how many rows; null is as the list has them, a size of 0 fills the height, of every list for which nothing else is chosen',
    body: z.strictObject({ list: listName, ...preferences }),
    reply: z.object(preferences),
  }),
}
