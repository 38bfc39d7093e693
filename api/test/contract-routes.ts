import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Route } from '@kontor/contract/lib/http/route'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { resources } from '@kontor/contract/resources'

/** A route of the contract and where it is declared, e.g. `users.create`. */
interface NamedRoute {
  name: string
  route: Route
}

const contract = resolve(import.meta.dirname, '../../contract/src')

/** Every route of the contract, found by looking into its files and its plain resources: none can be forgotten. */
export async function contractRoutes(): Promise<NamedRoute[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => resolve(contract, file))
  const modules = await Promise.all(files.map((file) => import(file) as Promise<object>))
  const named = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => routesIn(name, value)),
  )
  const plain = Object.values(resources).flatMap((resource) => routesIn(resource.name, routesOf(resource)))
  // A feature may take a call over from lib: it is one route, known by the feature's name.
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

/** Every address of a route: its path and its aliases. */
export const pathsOf = ({ path, aliases = [] }: Route) => [path, ...aliases]
