import { expect, test } from 'vitest'
import { campaignFields } from './campaigns.ts'
import { type Fields, labelledFields } from './lib/resources/fields.ts'
import type { Resource } from './lib/resources/resource.ts'
import { partnerFields } from './partners/fields.ts'
import { productFields } from './products.ts'
import { resources } from './resources.ts'
import { storeFields } from './stores.ts'

const all: Record<string, Resource> = resources
const forms: Record<string, Fields> = {
  ...Object.fromEntries(Object.entries(all).map(([name, { fields }]) => [name, fields])),
  ...{ campaigns: campaignFields, partners: partnerFields, products: productFields, stores: storeFields },
}

test('who may change a record may pick what it refers to: `pickedFor` of the other resource says so', () => {
  const missing = Object.entries(forms).flatMap(([name, fields]) =>
    Object.values(labelledFields(fields)).flatMap((field) => {
      const other = field.kind === 'reference' ? all[field.to] : undefined
      const permission = `${name}.change`
      return !other || other.name === name || other.pickedFor?.some((one) => one === permission)
        ? []
        : [`contract/src/resources/ of ${other.name}: pickedFor lacks ${permission}`]
    }),
  )
  expect(missing).toEqual([])
})
