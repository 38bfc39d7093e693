import { keysOf } from '@kontor/contract/kit/list/keyed'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { nameFieldOf } from '@kontor/contract/kit/resource/sheet'
import { resources } from '@kontor/contract/resources'
import type { ListName } from './kit/imports/lock.ts'
import { type Neighbours, type Slots, serveResource } from './kit/resource/resource.ts'
import type { TablesOf } from './kit/resource/table.ts'
import type { Kontor } from './kit/serve/kontor.ts'
import './features/partners/table.ts'
import './features/stores/table.ts'

declare module './kit/db/schema.ts' {
  interface Schema extends TablesOf<typeof resources> {}
}

declare module './kit/imports/lock.ts' {
  interface ImportableLists extends Record<keyof typeof resources, true> {}
}

/** What single resources do in a way of their own. */
const slots: Record<string, ((kontor: Kontor) => Slots) | undefined> = {}

/** Lists of features whose imports come to use records of a resource. */
const importing: Record<string, readonly ListName[] | undefined> = {
  categories: ['partners'],
  cities: ['partners', 'stores'],
}

/** Every plain resource; what one of them does differently is in its feature's `routes.ts`. */
export function resourceRoutes(kontor: Kontor) {
  for (const resource of Object.values<Resource>(resources))
    serveResource(kontor, resource, neighboursOf(resource), slots[resource.name]?.(kontor))
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
    called(table) {
      const other = Object.values<Resource>(resources).find((one) => one.name === table)
      // A partner's id is its number in the office's own books.
      return { name: other ? nameFieldOf(other) : 'name', numbered: table === 'partners' }
    },
  }
}
