import { keysOf } from '@kontor/contract/lib/lists/keys'
import { nameFieldOf } from '@kontor/contract/lib/resources/import-columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import type { AppContext } from './context.ts'
import type { ListName } from './lib/imports/lock.ts'
import { type Neighbours, registerResource } from './lib/resources/generated-resource.ts'
import type { TablesOf } from './lib/resources/table.ts'
import './features/partners/table.ts'
import './features/stores/table.ts'

declare module './lib/database/schema.ts' {
  interface Schema extends TablesOf<typeof resources> {}
}

declare module './lib/imports/lock.ts' {
  interface ImportableLists extends Record<keyof typeof resources, true> {}
}

/** Importable lists that refer to records of a resource. */
const importing: Record<string, readonly ListName[] | undefined> = {
  categories: ['partners'],
  cities: ['partners', 'stores'],
}

/** Registers all generated resources. */
export function resourceRoutes(context: AppContext) {
  for (const resource of Object.values<Resource>(resources))
    registerResource(context, resource, neighboursOf(resource))
}

const refersTo =
  (name: string) =>
  ({ fields }: Resource) =>
    Object.values(fields).some((field) => field.kind === 'reference' && field.to === name)

function neighboursOf({ name }: Resource): Neighbours {
  const isUser = refersTo(name)
  const plain = keysOf(resources).filter((one) => isUser(resources[one]))
  return {
    usedBy: [...plain, ...(importing[name] ?? [])],
    nameOf(table) {
      const other = Object.values<Resource>(resources).find((one) => one.name === table)
      // A partner's id is its number in the office's books.
      return { name: other ? nameFieldOf(other) : 'name', numbered: table === 'partners' }
    },
  }
}
