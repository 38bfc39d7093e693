import { keysOf } from '@kontor/contract/lib/lists/keys'
import type { Fields } from '@kontor/contract/lib/resources/fields'
import { nameFieldOf } from '@kontor/contract/lib/resources/import-columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { partnerFields } from '@kontor/contract/partners/fields'
import { productFields } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { storeFields } from '@kontor/contract/stores'
import type { AppContext } from './context.ts'
import type { ListName } from './lib/imports/importable-lists.ts'
import { type Neighbours, registerResource } from './lib/resources/generated-resource.ts'
import type { TablesOf } from './lib/resources/table.ts'
import './features/partners/table.ts'
import './features/products/table.ts'
import './features/stores/table.ts'

declare module './lib/database/schema.ts' {
  interface Schema extends TablesOf<typeof resources> {}
}

declare module './lib/imports/importable-lists.ts' {
  interface ImportableLists extends Record<keyof typeof resources, true> {}
}

/** Importable lists of the features, which may refer to records of a resource. */
const importedLists: { list: ListName; fields: Fields; also?: readonly string[] }[] = [
  { list: 'partners', fields: partnerFields, also: ['categories'] },
  { list: 'products', fields: productFields },
  { list: 'stores', fields: storeFields },
]

/** Registers all generated resources. */
export function resourceRoutes(context: AppContext) {
  for (const resource of Object.values<Resource>(resources))
    registerResource(context, resource, neighboursOf(resource))
}

const refersTo = (fields: Fields, name: string) =>
  Object.values(fields).some((field) => field.kind === 'reference' && field.to === name)

function neighboursOf({ name }: Resource): Neighbours {
  const plain = keysOf(resources).filter((one) => refersTo(resources[one].fields, name))
  const imported = importedLists.filter(({ fields, also }) => refersTo(fields, name) || also?.includes(name))
  return {
    usedBy: [...plain, ...imported.map(({ list }) => list)],
    nameOf(table) {
      const other = Object.values<Resource>(resources).find((one) => one.name === table)
      // A partner's id is its number in the office's books.
      return { name: other ? nameFieldOf(other) : 'name', numbered: table === 'partners' }
    },
  }
}
