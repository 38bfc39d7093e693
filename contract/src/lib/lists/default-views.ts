import { type DefaultView, filterColumn, type ListDefinition } from './list.ts'

/** The state of a saved view: filters, search, sorting, columns and page size. */
export interface ViewState {
  /** By column, as they are sent. */
  filters: Readonly<Record<string, string>>
  search: string
  /** Null is the list's own order, its own columns and its own size. */
  sort: { by: string; desc: boolean } | null
  columns: ColumnChoice | null
  size: number | null
}

/** Which columns are shown and in what order. */
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
 * The views that a list has without anybody saving them: its own, and of lists that know it, what is inactive and what
 * has been changed today. One that filters by what this reader's list lacks is none of his.
 */
export function defaultViews(list: ListDefinition): Record<string, DefaultView> {
  const { columns, views } = list
  const all: Record<string, DefaultView> = {
    ...views,
    ...(columns.is_active?.filter === 'flag' && {
      inactive: { label: inactiveLabel(columns.is_active.label), filters: { is_active: 'false' } },
    }),
    ...(columns.updated_at?.filter === 'day' && {
      changed_today: {
        label: { cnr: 'Danas mijenjano', en: 'Changed today' },
        filters: { updated_at: 'today' },
        sort: { by: 'updated_at', desc: true },
      },
    }),
  }
  const has = (key: string) => filterColumn(list, key)?.filter
  return Object.fromEntries(Object.entries(all).filter(([, view]) => Object.keys(view.filters).every(has)))
}

/** In the gender of what the list holds: `Aktivna` (kategorija) makes `Neaktivne`. */
const inactiveLabel = ({ cnr }: DefaultView['label']) => {
  const word = cnr.endsWith('an') ? 'Neaktivni' : cnr.endsWith('na') ? 'Neaktivne' : 'Neaktivna'
  return { cnr: cnr.startsWith('Aktiv') ? word : 'Neaktivni', en: 'Inactive' }
}
