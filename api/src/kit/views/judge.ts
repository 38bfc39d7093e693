import { fieldErrors } from '@kontor/contract/kit/api/errors'
import { type ListDefinition, listBody } from '@kontor/contract/kit/list/list'
import { type ColumnChoice, FILLING, INSIDE, type ViewState } from '@kontor/contract/kit/list/views'
import { requireRight, type SignedIn } from '../auth/guard.ts'
import type { ServedList, ServedLists } from '../list/served.ts'
import { found, invalid, invalidField } from '../serve/refusal.ts'

/** The list of that name, for whoever may read it. Refuses with 404 or 403. */
export function listFor(lists: ServedLists, user: SignedIn, name: string): ServedList {
  const list = found(lists.get(name.endsWith(INSIDE) ? name.slice(0, -INSIDE.length) : name))
  requireRight(user, list.route.needs ?? 'signed-in')
  return list
}

/** What is to be kept of a view, without empty filters. Refuses what its list does not know or understand, by field. */
export function judgedState(definition: ListDefinition, { filters, search, sort, columns, size }: ViewState) {
  const { error } = listBody(definition).safeParse({
    filters: { ...filters, ...(search && { search }) },
    ...(sort && { options: { sortBy: [sort.by], sortDesc: [sort.desc] } }),
  })
  if (error) throw invalid(fieldErrors(error))
  judgeColumns(definition, columns)
  judgeSize(definition, size)
  const given = Object.entries(filters).filter(([, typed]) => typed.trim() !== '')
  return { filters: Object.fromEntries(given), search: search.trim(), sort, columns, size }
}

/** Refuses columns that the list has not. */
export function judgeColumns(definition: ListDefinition, columns: ColumnChoice | null) {
  for (const part of ['order', 'hidden'] as const)
    if (columns?.[part].some((key) => !Object.hasOwn(definition.columns, key)))
      throw invalidField(`columns.${part}`, 'validation.column')
}

/** Refuses a number of rows that the list does not offer. */
export function judgeSize(definition: ListDefinition, size: number | null) {
  if (size !== null && !definition.sizes.includes(size)) throw invalidField('size', 'validation.page_size')
}

/** A view as far as its list still knows it: what a later build has not any more is left out, and named in `dropped`. */
export function knownState<S extends ViewState>(definition: ListDefinition, state: S) {
  const understood = (part: object) => listBody(definition).safeParse(part).success
  const { filters, sort, columns } = state
  const [known, gone] = apart(Object.entries(filters), ([key, typed]) =>
    understood({ filters: { [key]: typed } }),
  )
  const sorts = sort !== null && understood({ options: { sortBy: [sort.by] } })
  const named = [...(columns?.order ?? []), ...(columns?.hidden ?? [])]
  const dropped = [
    ...gone.map(([key]) => key),
    ...(sort && !sorts ? [sort.by] : []),
    ...named.filter((key) => !Object.hasOwn(definition.columns, key)),
  ]
  return {
    ...state,
    filters: Object.fromEntries(known),
    sort: sorts ? sort : null,
    ...knownLook(definition, state),
    dropped: [...new Set(dropped)],
  }
}

function apart<T>(all: readonly T[], isIn: (one: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []]
  for (const one of all) (isIn(one) ? yes : no).push(one)
  return [yes, no]
}

/** The same of columns and size alone. */
export function knownLook(
  { columns: has, sizes }: ListDefinition,
  { columns, size }: Pick<ViewState, 'columns' | 'size'>,
) {
  const isColumn = (key: string) => Object.hasOwn(has, key)
  return {
    columns: columns && {
      order: columns.order.filter(isColumn),
      hidden: columns.hidden.filter(isColumn),
    },
    size: size === FILLING || (size !== null && sizes.includes(size)) ? size : null,
  }
}
