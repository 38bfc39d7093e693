import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Route } from '@kontor/contract/lib/http/route'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { resources } from '@kontor/contract/resources'

/** A route of the contract with its name, e.g. `users.create`. */
interface NamedRoute {
  name: string
  route: Route
}

const contract = resolve(import.meta.dirname, '../../contract/src')

/** All routes of the contract, found in its files and generated resources. */
export async function contractRoutes(): Promise<NamedRoute[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => resolve(contract, file))
  const modules = await Promise.all(files.map((file) => import(file) as Promise<object>))
  const named = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => routesIn(name, value)),
  )
  const plain = Object.values(resources).flatMap((resource) => routesIn(resource.name, routesOf(resource)))
  // A feature may override a generated route: it is listed once, under the feature's name.
  return [...new Map([...named, ...plain].toReversed().map((one) => [one.route, one])).values()].toReversed()
}

function routesIn(name: string, value: unknown): NamedRoute[] {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return []
  if (isRoute(value)) return [{ name, route: value }]
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null && isRoute(inner)
      ? [{ name: `${name}.${key}`, route: inner }]
      : [],
  )
}

const isRoute = (value: object): value is Route => 'method' in value && 'path' in value && 'audience' in value

/** All paths of a route, including aliases. */
export const pathsOf = ({ path, aliases = [] }: Route) => [path, ...aliases]
