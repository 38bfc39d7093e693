import { type DefaultView, filterColumn, type ListDefinition } from './list.ts'

/** Which rows somebody wants to see, in what order, and what of them: what a saved view keeps. */
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

/** A list by the name that views and preferences have it under: its address without what changes in it. */
export const listNameOf = (path: string) =>
  path
    .replace(/^\/api\//, '')
    .replace(/\/:\w+/g, '')
    .replace(/\/index$/, '')

/** As a number of rows: as many as fill the height of whoever's window it is. Of a person it counts for every list. */
export const FILLING = 0

/** Inside of another screen a list has fewer columns, and is remembered by itself. */
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
