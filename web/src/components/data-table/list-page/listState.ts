import { defaultViews, type ViewState } from '@kontor/contract/lib/lists/default-views'
import { parseFilter } from '@kontor/contract/lib/lists/filter'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { filterColumn } from '@kontor/contract/lib/lists/list'

/**
 * Everything that determines which rows a table shows. Stored in the URL, so that a link shows the same
 * rows.
 */
export interface ListState {
  page: number
  size: number
  by: string
  desc: boolean
  /** Words searched in all text columns. */
  search: string
  /** Filter values per column in wire format, which is independent of the language. Never empty strings. */
  filters: Readonly<Record<string, string>>
  /** Key of the view that the state is based on, if any. */
  view?: string
}

/** The views of a list by key, and the preferred page size; null is the list's default. */
export interface ViewPreferences {
  of: (view: string) => ViewState | undefined
  size: number | null
  /** The preferred size is the one that fills the height. */
  fills?: boolean
}
export const NO_PREFERENCES: ViewPreferences = { of: () => undefined, size: null }

/** The page size that a refresh returns to. */
export const ownSize = (list: ListDefinition, { fills, size }: ViewPreferences) =>
  (fills && size) || list.size

/** Pixels: height of a row, of everything above and below the rows, and of the header and tabs of a record. */
const ROW = 40
const AROUND = 276
const RECORD = 164

/**
 * The offered page size that fills a window: at most two rows stay empty; a larger page scrolls. `isInside`: the list is
 * part of a record's page.
 */
export function fillingSize(sizes: readonly number[], height: number, isInside = false): number {
  const rows = Math.floor((height - AROUND - (isInside ? RECORD : 0)) / ROW)
  return sizes.find((size) => size >= rows - 2) ?? Math.max(...sizes)
}

/** The initial state of a list. Refreshing returns to its page and size. */
export const firstState = (list: ListDefinition): ListState => ({
  page: 1,
  size: list.size,
  by: list.sort.by,
  desc: list.sort.desc,
  search: '',
  filters: {},
})

/** Whether a filter text can be parsed; an empty one always can. */
export const isReadable = (list: ListDefinition, key: string, typed: string) =>
  typed.trim() === '' || parseFilter(filterColumn(list, key)?.filter ?? 'text', typed) !== null

const canSort = (list: ListDefinition, by: string) =>
  by === 'id' || (Object.hasOwn(list.columns, by) && list.columns[by]?.sort !== false)

/**
 * The defaults that the URL is compared with: those of the view, fitted to the existing columns, or of
 * the list.
 */
export function baseOf(list: ListDefinition, view: string, { of }: ViewPreferences): ListState {
  const first = firstState(list)
  const viewState = view === '' ? undefined : of(view)
  if (!viewState) return first
  const sort = viewState.sort && canSort(list, viewState.sort.by) ? viewState.sort : undefined
  const filters = Object.entries(viewState.filters).filter(
    ([key, typed]) => filterColumn(list, key)?.filter && isReadable(list, key, typed),
  )
  return {
    ...first,
    ...sort,
    view,
    size: viewState.size !== null && list.sizes.includes(viewState.size) ? viewState.size : first.size,
    search: viewState.search,
    filters: Object.fromEntries(filters),
  }
}

/** Default page size: the view's, or the preferred one. */
const preferredSize = (
  list: ListDefinition,
  { view = '' }: Pick<ListState, 'view'>,
  { of, size }: ViewPreferences,
) =>
  [view && of(view)?.size, size].find((one) => typeof one === 'number' && list.sizes.includes(one)) ||
  list.size

/**
 * Reads the state from the URL: a view and the differences from it. Unknown or invalid params are
 * ignored. `paramPrefix` prefixes the params of a list in a dialog, whose screen may have a list of its own.
 */
export function readListState(
  query: Readonly<Record<string, unknown>>,
  list: ListDefinition,
  paramPrefix = '',
  preferences = NO_PREFERENCES,
): ListState {
  const text = (key: string) => String(query[paramPrefix + key] ?? '').trim()
  const base = baseOf(list, text('view'), preferences)
  const without = new Set(text('without').split(','))
  const size = Number(text('size'))
  const page = Number(text('page'))
  const by = text('sort').replace(/^-/, '')
  const sorts = canSort(list, by)
  const filters = Object.keys({ ...list.columns, ...list.filters })
    .map((key) => [key, text(`f.${key}`) || (without.has(key) ? '' : (base.filters[key] ?? ''))] as const)
    .filter(([key, typed]) => typed && filterColumn(list, key)?.filter && isReadable(list, key, typed))
  // A page number beyond 1 refers to the page size without personal preferences.
  const impliedSize = page > 1 ? base.size : preferredSize(list, base, preferences)
  return {
    ...base,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: list.sizes.includes(size) ? size : impliedSize,
    by: sorts ? by : base.by,
    desc: sorts ? text('sort').startsWith('-') : base.desc,
    search: (text('q') || (without.has('q') ? '' : base.search)).slice(0, 200),
    filters: Object.fromEntries(filters),
  }
}

/** Columns whose filter in the URL cannot be parsed. */
export const invalidFiltersIn = (
  query: Readonly<Record<string, unknown>>,
  list: ListDefinition,
  paramPrefix: string,
) =>
  Object.keys({ ...list.columns, ...list.filters }).filter((key) => {
    const typed = query[`${paramPrefix}f.${key}`]
    return typed !== undefined && filterColumn(list, key)?.filter && !isReadable(list, key, String(typed))
  })

/** Whether the user's list lacks any of these columns. */
export const lacksAny = (list: ListDefinition, keys: readonly string[]) =>
  keys.some((key) => !filterColumn(list, key)?.filter)

/** The columns that a URL filters by. */
export const filtersIn = (query: object) =>
  Object.entries(query).flatMap(([key, typed]) => (/^f\../.test(key) && typed !== '' ? key.slice(2) : []))

/**
 * The search params of a state: `view`, `page`, `size`, `sort=-price`, `q` and `f.<column>`, without
 * defaults of the view or the list.
 */
export function writeListState(
  state: ListState,
  list: ListDefinition,
  paramPrefix = '',
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
    ...((state.size !== base.size || state.size !== preferredSize(list, base, preferences)) && {
      size: String(state.size),
    }),
  }
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [paramPrefix + key, value]))
}

/** Whether the state shows other rows than the view, or in another order. */
export const differs = (state: ListState, list: ListDefinition, preferences: ViewPreferences) =>
  Object.keys(writeListState({ ...state, page: 1 }, list, '', preferences)).some(
    (key) => !/^(view|size)$/.test(key),
  )

/**
 * The view that the rows are: the chosen one, also while it has changes; else the built-in one with the same filters,
 * '' for all rows. Null when there is none.
 */
export function viewShown({ view, search, filters }: ListState, list: ListDefinition): string | null {
  if (view) return view
  const same = Object.entries({ '': { filters: {} }, ...defaultViews(list) }).find(
    ([, builtIn]) =>
      search === '' &&
      Object.keys(builtIn.filters).length === Object.keys(filters).length &&
      Object.entries(builtIn.filters).every(([key, typed]) => filters[key] === typed),
  )
  return same ? same[0] : null
}

/** The filters of a state that its view does not have. */
export function filtersBeyondView(state: ListState, list: ListDefinition): readonly string[] {
  const view = defaultViews(list)[viewShown(state, list) ?? '']
  return Object.keys(state.filters).filter((key) => state.filters[key] !== view?.filters[key])
}

/** The other search params of a URL, such as the tab that the list is in. */
export const otherParams = <V>(query: Readonly<Record<string, V>>, paramPrefix = '') =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([key]) =>
        !(
          key.startsWith(paramPrefix) &&
          /^(view|without|q|sort|page|size|f\..+)$/.test(key.slice(paramPrefix.length))
        ),
    ),
  )

/** Whether a filter or a search is active. */
export const isFiltered = (state: ListState) => state.search !== '' || Object.keys(state.filters).length > 0

/** The state as the body of a paged list call. */
export const listBodyOf = ({ page, size, by, desc, search, filters }: ListState) => ({
  filters: search ? { ...filters, search } : filters,
  options: { page, itemsPerPage: size, sortBy: [by], sortDesc: [desc] },
})
