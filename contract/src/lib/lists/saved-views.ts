// Lists as somebody wants to see them, kept on the server: saved views under their names, and which columns
// and how many rows a person likes.
import * as z from 'zod/mini'
import { idParams, text, version } from '../fields/fields.ts'
import { patchOf } from '../http/patch.ts'
import { route } from '../http/route.ts'
import { MAX_FILTER } from './filter.ts'

declare module '../http/events.ts' {
  interface EventTypes {
    /** Somebody has changed the views of a list that others see too, or one's own in another window. */
    views: { list: string }
  }
}

/** Views that one person may have of one list. */
export const MOST_VIEWS = 50

/** A list by its name, as `listNameOf` makes it. */
const listName = text({ min: 1, max: 100 })
const key = z.string().check(z.regex(/^[\w.]{1,100}$/, 'validation.column'))
const keys = z.array(key).check(z.maxLength(100, 'validation.column'))

const columns = z.nullable(z.strictObject({ order: keys, hidden: keys }))
const size = z.nullable(z.int('validation.page_size'))
const sort = z.nullable(z.strictObject({ by: key, desc: z.boolean('validation.sort') }))

/** The state of a view. Its columns and filters are validated against the list. */
const state = {
  filters: z.record(key, text({ max: MAX_FILTER })),
  search: text({ max: MAX_FILTER }),
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
  /** Whether the reader may change and delete it. */
  may_change: z.boolean(),
  /** Whose it is. */
  owner: z.string(),
  version: z.int(),
  /** Fields that it names and its list has not any more: they are left out of what follows. */
  dropped: z.array(z.string()),
  ...state,
})
export type SavedView = z.infer<typeof view>

const preferences = { columns, size }
const own = { audience: 'staff', permission: 'signed-in' } as const
const viewBody = z.strictObject({ ...fields, version })
const update = route({
  method: 'PUT',
  path: '/api/views/:id',
  ...own,
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
    ...own,
    summary: 'One’s own and the shared views of a list, and which columns and how many rows one likes',
    query: ofList,
    reply: z.object({ views: z.array(view), ...preferences }),
  }),
  names: route({
    method: 'GET',
    path: '/api/views/names',
    ...own,
    summary: 'One’s own and the shared views of all lists that one may see, by name',
    reply: z.array(z.object({ id: z.int(), name: z.string(), list: z.string() })),
  }),
  totals: route({
    method: 'GET',
    path: '/api/views/totals',
    ...own,
    summary: 'How many rows of a paged list each of its views has; null of one that its reader may not count',
    query: ofList,
    /** By the name of a default view or the id of a saved one; of the whole list by the empty name. */
    reply: z.object({ totals: z.record(z.string(), z.nullable(z.int())) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/views',
    ...own,
    summary: 'Saves a view of a list',
    body: z.strictObject({ list: listName, ...fields }),
    reply: view,
  }),
  update,
  patch: patchOf(update, '/api/views/:id', viewBody),
  remove: route({
    method: 'DELETE',
    path: '/api/views/:id',
    ...own,
    summary: 'Deletes a view: its owner, or of a shared one whoever may give rights',
    params: idParams,
    reply: z.object({ id: z.int() }),
  }),
  prefer: route({
    method: 'PUT',
    path: '/api/preferences',
    ...own,
    summary:
      'Remembers which columns of a list somebody wants and how many rows; null is as the list has them, a size of 0 fills the height, of every list for which nothing else is chosen',
    body: z.strictObject({ list: listName, ...preferences }),
    reply: z.object(preferences),
  }),
}
