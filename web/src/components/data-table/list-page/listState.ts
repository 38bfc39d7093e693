import type { ViewState } from '@kontor/contract/lib/lists/default-views'
import { parseFilter } from '@kontor/contract/lib/lists/filter'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { filterColumn } from '@kontor/contract/lib/lists/list'

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
  /** The view that it began with, by its name in the address; absent without one. */
  view?: string
}

/** The views of a list by name, and the preferred number of rows; null is the default of the list. */
export interface ViewPreferences {
  of: (view: string) => ViewState | undefined
  size: number | null
  /** That size is what fills the height. */
  fills?: boolean
}
export const NO_PREFERENCES: ViewPreferences = { of: () => undefined, size: null }

/** The size that refreshing returns to. */
export const ownSize = (list: ListDefinition, { fills, size }: ViewPreferences) =>
  (fills && size) || list.size

/** Pixels that a row takes, and what stands over and under the rows. */
const [ROW, AROUND] = [40, 276]

/** The offered size that fills a window: two rows may stay empty, what is more than fits is scrolled. */
export function fillingSize(sizes: readonly number[], height: number): number {
  const rows = Math.floor((height - AROUND) / ROW)
  return sizes.find((size) => size >= rows - 2) ?? Math.max(...sizes)
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
  typed.trim() === '' || parseFilter(filterColumn(list, key)?.filter ?? 'text', typed) !== null

const canSort = (list: ListDefinition, by: string) =>
  by === 'id' || (Object.hasOwn(list.columns, by) && list.columns[by]?.sort !== false)

/** The defaults that an address is compared with: those of the view, fitted to the existing columns, or of the list. */
export function baseOf(list: ListDefinition, view: string, { of }: ViewPreferences): ListState {
  const first = firstState(list)
  const viewState = view === '' ? undefined : of(view)
  if (!viewState) return first
  const sort = viewState.sort && canSort(list, viewState.sort.by) ? viewState.sort : undefined
  const filters = Object.entries(viewState.filters).filter(
    ([key, typed]) => filterColumn(list, key)?.filter && isReadable(list, key, typed),
  )
  return {
    ...{ ...first, ...sort, view },
    size: viewState.size !== null && list.sizes.includes(viewState.size) ? viewState.size : first.size,
    search: viewState.search,
    filters: Object.fromEntries(filters),
  }
}

/** Default number of rows on a page: the view's, or the preferred one. */
const likedSize = (
  list: ListDefinition,
  { view = '' }: Pick<ListState, 'view'>,
  { of, size }: ViewPreferences,
) =>
  [view && of(view)?.size, size].find((one) => typeof one === 'number' && list.sizes.includes(one)) ||
  list.size

/**
 * Reads the state from the address: a view and what differs from it. Whatever the list does not know or cannot read is
 * passed over. `under` begins the names of a list in a dialog, whose screen may have a list or a search of its own.
 */
export function readListState(
  query: Readonly<Record<string, unknown>>,
  list: ListDefinition,
  under = '',
  preferences = NO_PREFERENCES,
): ListState {
  const text = (key: string) => String(query[under + key] ?? '').trim()
  const base = baseOf(list, text('view'), preferences)
  const without = new Set(text('without').split(','))
  const size = Number(text('size'))
  const page = Number(text('page'))
  const by = text('sort').replace(/^-/, '')
  const sorts = canSort(list, by)
  const filters = Object.keys({ ...list.columns, ...list.filters })
    .map((key) => [key, text(`f.${key}`) || (without.has(key) ? '' : (base.filters[key] ?? ''))] as const)
    .filter(([key, typed]) => typed && filterColumn(list, key)?.filter && isReadable(list, key, typed))
  // A page further on is counted in the sizes that everybody has.
  const unsaid = page > 1 ? base.size : likedSize(list, base, preferences)
  return {
    ...base,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: list.sizes.includes(size) ? size : unsaid,
    by: sorts ? by : base.by,
    desc: sorts ? text('sort').startsWith('-') : base.desc,
    search: (text('q') || (without.has('q') ? '' : base.search)).slice(0, 200),
    filters: Object.fromEntries(filters),
  }
}

/** Columns whose filter in the address cannot be read. */
export const unreadIn = (query: Readonly<Record<string, unknown>>, list: ListDefinition, under = '') =>
  Object.keys({ ...list.columns, ...list.filters }).filter((key) => {
    const typed = query[`${under}f.${key}`]
    return typed !== undefined && filterColumn(list, key)?.filter && !isReadable(list, key, String(typed))
  })

/** Whether a list has not all of these to be filtered by, as its reader sees it. */
export const lacksAny = (list: ListDefinition, keys: readonly string[]) =>
  keys.some((key) => !filterColumn(list, key)?.filter)

/** The columns by which an address filters. */
export const filtersIn = (query: object) =>
  Object.entries(query).flatMap(([key, typed]) => (/^f\../.test(key) && typed !== '' ? key.slice(2) : []))

/** The address of a state: `view`, `page`, `size`, `sort=-price`, `q` and `f.<column>`, without what is the view's or the list's. */
export function writeListState(
  state: ListState,
  list: ListDefinition,
  under = '',
  preferences = NO_PREFERENCES,
): Record<string, string> {
  const base = baseOf(list, state.view ?? '', preferences)
  const differing = Object.entries(state.filters).filter(([key, typed]) => typed !== base.filters[key])
  const without = Object.keys(base.filters).filter((key) => !state.filters[key])
  if (base.search && !state.search) without.push('q')
  const written = {
    ...(base.view && { view: base.view }),
    ...(state.search !== base.search && state.search && { q: state.search }),
    ...Object.fromEntries(differing.map(([key, typed]) => [`f.${key}`, typed])),
    ...(without.length > 0 && { without: without.join(',') }),
    ...((state.by !== base.by || state.desc !== base.desc) && {
      sort: `${state.desc ? '-' : ''}${state.by}`,
    }),
    ...(state.page > 1 && { page: String(state.page) }),
    ...((state.size !== base.size || state.size !== likedSize(list, base, preferences)) && {
      size: String(state.size),
    }),
  }
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [under + key, value]))
}

/** Whether other rows are shown than the view has, or in another order. */
export const differs = (state: ListState, list: ListDefinition, preferences: ViewPreferences) =>
  Object.keys(writeListState({ ...state, page: 1 }, list, '', preferences)).some(
    (key) => !/^(view|size)$/.test(key),
  )

/** What an address holds besides: which part of a screen the list is in, for one. */
export const otherParams = (query: Readonly<Record<string, unknown>>, under = '') =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([key]) =>
        !(key.startsWith(under) && /^(view|without|q|sort|page|size|f\..+)$/.test(key.slice(under.length))),
    ),
  )

/** Whether rows are left out. */
export const isFiltered = (state: ListState) => state.search !== '' || Object.keys(state.filters).length > 0

/** The state as the body of a paged list call. */
export const listBodyOf = ({ page, size, by, desc, search, filters }: ListState) => ({
  filters: search ? { ...filters, search } : filters,
  options: { page, itemsPerPage: size, sortBy: [by], sortDesc: [desc] },
})
