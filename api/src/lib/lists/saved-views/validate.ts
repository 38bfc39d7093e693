import { fieldErrors } from '@kontor/contract/lib/http/errors'
import { type ColumnChoice, FILLING, INSIDE, type ViewState } from '@kontor/contract/lib/lists/default-views'
import { type ListDefinition, listBody, sortParams } from '@kontor/contract/lib/lists/list'
import { type CurrentUser, requirePermission } from '../../auth/guard.ts'
import { invalid, invalidField, orNotFound } from '../../http/http-error.ts'
import type { ListRegistry, RegisteredList } from '../list-registry.ts'

/** The list of that name. Throws 404, and 403 without the permission to read it. */
export function listFor(lists: ListRegistry, user: CurrentUser, name: string): RegisteredList {
  const list = orNotFound(lists.get(name.endsWith(INSIDE) ? name.slice(0, -INSIDE.length) : name))
  requirePermission(user, list.route.permission ?? 'signed-in')
  return list
}

/**
 * The state of a view to store, without empty filters. Throws 422 by field for columns or filters that the list lacks.
 */
export function validatedState(
  definition: ListDefinition,
  { filters, search, sort, columns, size }: ViewState,
) {
  const { error } = listBody(definition).safeParse({
    filters: { ...filters, ...(search && { search }) },
    ...(sort && { options: { sortBy: [sort.by], sortDesc: [sort.desc] } }),
  })
  if (error) throw invalid(fieldErrors(error), sortParams(definition))
  validateColumns(definition, columns)
  validateSize(definition, size)
  const filled = Object.entries(filters).filter(([, typed]) => typed.trim() !== '')
  return { filters: Object.fromEntries(filled), search: search.trim(), sort, columns, size }
}

/** Throws 422 for columns that the list lacks, and when all are hidden. */
export function validateColumns(definition: ListDefinition, columns: ColumnChoice | null | undefined) {
  for (const part of ['order', 'hidden'] as const)
    if (columns?.[part].some((key) => !Object.hasOwn(definition.columns, key)))
      throw invalidField(`columns.${part}`, 'validation.column')
  if (columns && hidesAll(definition, columns.hidden))
    throw invalidField('columns.hidden', 'validation.columns_hidden')
}

const hidesAll = ({ columns }: ListDefinition, hidden: readonly string[]) =>
  Object.keys(columns).every((key) => hidden.includes(key))

/** Throws 422 for a page size that the list does not offer. */
export function validateSize(definition: ListDefinition, size: number | null | undefined) {
  if (typeof size === 'number' && !definition.sizes.includes(size))
    throw invalidField('size', 'validation.page_size')
}

/**
 * A stored state restricted to what its list still has: columns and filters that no longer exist are removed, and named
 * in `dropped`.
 */
export function knownState<S extends ViewState>(definition: ListDefinition, state: S) {
  const isValid = (part: object) => listBody(definition).safeParse(part).success
  const { filters, sort, columns } = state
  const [known, unknown] = partition(Object.entries(filters), ([key, typed]) =>
    isValid({ filters: { [key]: typed } }),
  )
  const sorts = sort !== null && isValid({ options: { sortBy: [sort.by] } })
  const named = [...(columns?.order ?? []), ...(columns?.hidden ?? [])]
  const dropped = [
    ...unknown.map(([key]) => key),
    ...(sort && !sorts ? [sort.by] : []),
    ...named.filter((key) => !Object.hasOwn(definition.columns, key)),
  ]
  return {
    ...state,
    filters: Object.fromEntries(known),
    sort: sorts ? sort : null,
    ...knownPreferences(definition, state),
    dropped: [...new Set(dropped)],
  }
}

function partition<T>(all: readonly T[], isIn: (one: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []]
  for (const one of all) (isIn(one) ? yes : no).push(one)
  return [yes, no]
}

/** As {@link knownState}, for columns and size alone. Older versions stored columns twice, and all as hidden. */
export function knownPreferences(
  definition: ListDefinition,
  { columns, size }: Pick<ViewState, 'columns' | 'size'>,
) {
  const known = (keys: readonly string[]) => [
    ...new Set(keys.filter((key) => Object.hasOwn(definition.columns, key))),
  ]
  return {
    columns: columns && {
      order: known(columns.order),
      hidden: hidesAll(definition, columns.hidden) ? [] : known(columns.hidden),
    },
    size: size === FILLING || (size !== null && definition.sizes.includes(size)) ? size : null,
  }
}
