import type { Route } from '@kontor/contract/lib/http/route'
import { listNameOf } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { listOfRoute } from '@kontor/contract/lib/lists/list'
import type { SignedIn } from '../auth/guard.ts'
import { HttpError } from '../http/http-error.ts'
import type { RegisterRoute } from '../http/register-route.ts'

/** A list that the app serves. */
export interface RegisteredList {
  definition: ListDefinition
  route: Route
  /**
   * How many of its rows match, as the call itself would tell this reader; null where he may not ask that, or where the
   * list is no paged one of its own.
   */
  total: (user: SignedIn, filters: Readonly<Record<string, string>>) => Promise<number | null>
}
export type ListRegistry = ReadonlyMap<string, RegisteredList>

/** A `serve` that remembers which lists of the staff have been mounted, by name; a paged one goes before a whole one. */
export function createListRegistry(registerRoute: RegisterRoute): {
  registerRoute: RegisterRoute
  lists: ListRegistry
} {
  const lists = new Map<string, RegisteredList>()
  const remember: RegisterRoute = (route, handler) => {
    registerRoute(route, handler)
    const definition = route.audience === 'staff' ? listOfRoute(route) : undefined
    const name = listNameOf(route.path)
    if (!definition || !answersRows(route) || (lists.has(name) && route.method === 'GET')) return
    const ask = handler as unknown as Asked // a list's call, of which only the body differs
    lists.set(name, { definition, route, total: totalBy(route, ask) })
  }
  return { registerRoute: remember, lists }
}

/** Others take the filters of a list too: what a change of all that they find would do, for one. */
const answersRows = ({ method, reply }: Route) =>
  method === 'GET' ||
  (typeof reply === 'object' && 'shape' in reply && 'total_rows' in (reply.shape as object))

type Asked = (call: { user: SignedIn; locale: 'cnr'; body: object }) => Promise<{ total_rows: number }>

const totalBy =
  ({ method, path, body }: Route, ask: Asked): RegisteredList['total'] =>
  async (user, filters) => {
    const read = method === 'POST' && !path.includes(':') ? body?.safeParse({ filters }) : undefined
    if (!read?.success) return null
    try {
      const asked = { ...(read.data as object), only_total: true }
      return (await ask({ user, locale: 'cnr', body: asked })).total_rows
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) return null
      throw error
    }
  }
