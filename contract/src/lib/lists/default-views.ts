import { type DefaultView, filterColumn, type ListDefinition } from './list.ts'

/** The state of a saved view: filters, search, sorting, columns and page size. */
export interface ViewState {
  /** By column, in the form of the API. */
  filters: Readonly<Record<string, string>>
  search: string
  /** Null means the list's own sorting, columns and page size. */
  sort: { by: string; desc: boolean } | null
  columns: ColumnChoice | null
  size: number | null
}

/** Which columns are visible, in which order. `order` names hidden ones as well: shown again, they are in their place. */
export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
}

/** The name under which views and preferences of a list are stored: its path without parameters. */
export const listNameOf = (path: string) =>
  path
    .replace(/^\/api\//, '')
    .replace(/\/:\w+/g, '')
    .replace(/\/index$/, '')

/** The page size that fills the window's height. As a preference it is valid for every list. */
export const FILLING = 0

/** Suffix for a list inside another screen: it has fewer columns and preferences of its own. */
export const INSIDE = ':inside'

/**
 * The built-in views of a list: the list itself and, where it has the columns, inactive records and records changed
 * today. Views whose filters the caller's list lacks are omitted.
 */
export function defaultViews(list: ListDefinition): Record<string, DefaultView> {
  const { columns, views } = list
  const all: Record<string, DefaultView> = {
    ...views,
    ...(columns.is_active?.filter === 'flag' && {
      inactive: {
        label: { cnr: inactiveLabels[list.gender], en: 'Inactive' },
        filters: { is_active: 'false' },
      },
    }),
    ...(columns.updated_at?.filter === 'day' && {
      changed_today: {
        label: { cnr: 'Izmijenjeno danas', en: 'Changed today' },
        filters: { updated_at: 'today' },
        sort: { by: 'updated_at', desc: true },
      },
    }),
  }
  const has = (key: string) => filterColumn(list, key)?.filter
  return Object.fromEntries(Object.entries(all).filter(([, view]) => Object.keys(view.filters).every(has)))
}

const inactiveLabels = { m: 'Neaktivni', f: 'Neaktivne', n: 'Neaktivna' }
