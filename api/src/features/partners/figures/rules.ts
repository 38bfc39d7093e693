// Permissions of debts, plans and bonuses, in addition to those of partners.
import type { Permission } from '@kontor/contract/lib/http/permissions'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { figureFilters, figureNames } from '@kontor/contract/partners'
import type { FigureName } from '@kontor/contract/partners/fields'
import { type CurrentUser, requirePermission } from '../../../lib/auth/guard.ts'
import { invalid } from '../../../lib/http/http-error.ts'

type FigureValues = { [name in FigureName]?: string | undefined }

/** May be omitted in a form, and then are 0. */
const optional = new Set<FigureName>(['debitLimit', 'outOfCurrency'])

/** Throws 403 for a list request that filters, sorts or exports by fields that the user may not see or export. */
export function requireFigures(
  user: CurrentUser,
  { filters, options, show_columns, report_data }: ListRequest,
) {
  const requestedColumns = [
    Object.keys(filters ?? {}),
    options?.sortBy,
    show_columns,
    report_data?.columns,
  ].flat()
  const figureColumns = new Set<unknown>([...figureNames, ...Object.keys(figureFilters)])
  if (!requestedColumns.some((name) => figureColumns.has(name))) return
  const permission: Permission[] = report_data ? ['figures.see', 'figures.export'] : ['figures.see']
  for (const one of permission) requirePermission(user, one)
}

/**
 * The money-or-percent fields to write from a form. Users who may not change them must send them unchanged or omit
 * them, and none is written; other users send all. Users who may not see them must omit them, because otherwise they
 * could guess values.
 */
export function figuresToWrite(user: CurrentUser, input: FigureValues, before?: FigureValues): FigureValues {
  if (user.permissions.has('figures.change')) return requireAll(input)
  const differs = (name: FigureName) =>
    input[name] !== undefined &&
    !(user.permissions.has('figures.see') && isSame(input[name], before?.[name] ?? '0'))
  if (figureNames.some(differs)) requirePermission(user, 'figures.change')
  return {}
}

function requireAll(input: FigureValues): FigureValues {
  const missing = figureNames.filter((name) => input[name] === undefined && !optional.has(name))
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((name) => [name, ['validation.field']])))
  return { debitLimit: '0', outOfCurrency: '0', ...input }
}

function isSame(one: string, other: string) {
  const a = moneyOrPercentOf(one)
  const b = moneyOrPercentOf(other)
  return Number(a.value) === Number(b.value) && a.percent === b.percent
}
