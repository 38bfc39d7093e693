import { resources } from '@kontor/contract/resources'
import { slots as categories } from './features/categories/routes.ts'
import { slots as cities } from './features/cities/routes.ts'
import { type Slots, serveResource } from './kit/resource/resource.ts'
import type { TablesOf } from './kit/resource/table.ts'
import type { Kontor } from './kit/serve/kontor.ts'

declare module './kit/db/schema.ts' {
  interface Schema extends TablesOf<typeof resources> {}
}

/** What single resources do in a way of their own. */
const slots: Record<string, ((kontor: Kontor) => Slots) | undefined> = { categories, cities }

/** Every plain resource; what one of them does differently is in its feature's `routes.ts`. */
export function resourceRoutes(kontor: Kontor) {
  for (const resource of Object.values(resources))
    serveResource(kontor, resource, slots[resource.name]?.(kontor))
}
