import { parseFilter } from '@kontor/contract/kit/list/filter'
import type { ListDefinition } from '@kontor/contract/kit/list/list'

/** Everything that decides which rows a table shows. It lives in the address, so that a link shows the same rows. */
export interface ListState {
  page: number
  size: number
  by: string
  desc: boolean
  /** Words looked for in all text columns. */
  search: string
  /** What is filtered by per column, as it is sent: numbers mean the same in every language. Never empty texts. */
  filters: Readonly<Record<string, string>>
}

/** The state a list starts with, and to which refresh returns page and size. */
export const firstState = (list: ListDefinition): ListState => ({
  page: 1,
  size: list.size,
  by: list.sort.by,
  desc: list.sort.desc,
  search: '',
  filters: {},
})

/** Whether a filter can be read; the empty text always can. */
export const isReadable = (list: ListDefinition, key: string, typed: string) =>
  typed.trim() === '' || parseFilter(list.columns[key]?.filter ?? 'text', typed) !== null

/**
 * Reads the state from the address. Whatever the list does not know or cannot read is passed over. `under` begins the
 * names of a list in a dialog, whose screen may have a list or a search of its own.
 */
export function readListState(
  query: Readonly<Record<string, unknown>>,
  list: ListDefinition,
  under = '',
): ListState {
  const text = (key: string) => String(query[under + key] ?? '').trim()
  const first = firstState(list)
  const size = Number(text('size'))
  const page = Number(text('page'))
  const by = text('sort').replace(/^-/, '')
  const sorts = by === 'id' || (list.columns[by] && list.columns[by].sort !== false)
  const filters = Object.keys(list.columns)
    .map((key) => [key, text(`f.${key}`)] as const)
    .filter(([key, typed]) => typed && list.columns[key]?.filter && isReadable(list, key, typed))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: list.sizes.includes(size) ? size : list.size,
    by: sorts ? by : first.by,
    desc: sorts ? text('sort').startsWith('-') : first.desc,
    search: text('q').slice(0, 200),
    filters: Object.fromEntries(filters),
  }
}

/** The address of a state: `page`, `size`, `sort=-price`, `q` and `f.<column>`, without what is the default. */
export function writeListState(state: ListState, list: ListDefinition, under = ''): Record<string, string> {
  const first = firstState(list)
  const written = {
    ...(state.search && { q: state.search }),
    ...Object.fromEntries(Object.entries(state.filters).map(([key, typed]) => [`f.${key}`, typed])),
    ...((state.by !== first.by || state.desc !== first.desc) && {
      sort: `${state.desc ? '-' : ''}${state.by}`,
    }),
    ...(state.page > 1 && { page: String(state.page) }),
    ...(state.size !== first.size && { size: String(state.size) }),
  }
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [under + key, value]))
}

/** What an address holds besides: which part of a screen the list is in, for one. */
export const besideList = (query: Readonly<Record<string, unknown>>, under = '') =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([key]) => !(key.startsWith(under) && /^(q|sort|page|size|f\..+)$/.test(key.slice(under.length))),
    ),
  )

/** Whether rows are left out. */
export const isFiltered = (state: ListState) => state.search !== '' || Object.keys(state.filters).length > 0

/** The state as the body of a paged list call. */
export const listBodyOf = ({ page, size, by, desc, search, filters }: ListState) => ({
  filters: search ? { ...filters, search } : filters,
  options: { page, itemsPerPage: size, sortBy: [by], sortDesc: [desc] },
})
