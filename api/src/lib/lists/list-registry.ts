import type { Route } from '@kontor/contract/lib/http/route'
import { listNameOf } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { listOfRoute } from '@kontor/contract/lib/lists/list'
import type { CurrentUser } from '../auth/guard.ts'
import { HttpError } from '../http/http-error.ts'
import type { RegisterRoute } from '../http/register-route.ts'

/** A list that the app serves. */
export interface RegisteredList {
  definition: ListDefinition
  route: Route
  /**
   * The number of rows that match, as the list's own route would return it to this user; null without the permission,
   * or where the list is not paged.
   */
  total: (user: CurrentUser, filters: Readonly<Record<string, string>>) => Promise<number | null>
}
export type ListRegistry = ReadonlyMap<string, RegisteredList>

/**
 * A registerRoute that also records the registered staff lists by name; a paged list takes precedence over a whole one.
 */
export function createListRegistry(registerRoute: RegisterRoute): {
  registerRoute: RegisterRoute
  lists: ListRegistry
} {
  const lists = new Map<string, RegisteredList>()
  const remember: RegisterRoute = (route, handler) => {
    registerRoute(route, handler)
    const definition = route.audience === 'staff' ? listOfRoute(route) : undefined
    const name = listNameOf(route.path)
    if (!definition || !returnsRows(route) || (lists.has(name) && route.method === 'GET')) return
    const listHandler = handler as unknown as ListHandler // only the body of list routes differs
    lists.set(name, { definition, route, total: totalBy(route, listHandler) })
  }
  return { registerRoute: remember, lists }
}

/** Other routes take list filters too, e.g. a bulk edit of all matching rows. */
const returnsRows = ({ method, response }: Route) =>
  method === 'GET' ||
  (typeof response === 'object' && 'shape' in response && 'total_rows' in (response.shape as object))

type ListHandler = (call: {
  user: CurrentUser
  locale: 'cnr'
  body: object
}) => Promise<{ total_rows: number }>

const totalBy =
  ({ method, path, body }: Route, listHandler: ListHandler): RegisteredList['total'] =>
  async (user, filters) => {
    const read = method === 'POST' && !path.includes(':') ? body?.safeParse({ filters }) : undefined
    if (!read?.success) return null
    try {
      const body = { ...(read.data as object), only_total: true }
      return (await listHandler({ user, locale: 'cnr', body: body })).total_rows
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) return null
      throw error
    }
  }
