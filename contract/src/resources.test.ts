import { expect, test } from 'vitest'
import { campaignFields } from './campaigns.ts'
import type { Permission } from './lib/http/permissions.ts'
import { type Fields, labelledFields } from './lib/resources/fields.ts'
import type { Resource } from './lib/resources/resource.ts'
import { partnerFields } from './partners/fields.ts'
import { partners } from './partners.ts'
import { productFields, products } from './products.ts'
import { resources } from './resources.ts'
import { storeFields, stores } from './stores.ts'

const all: Record<string, Resource> = resources
const forms: Record<string, Fields> = {
  ...Object.fromEntries(Object.entries(all).map(([name, { fields }]) => [name, fields])),
  campaigns: campaignFields,
  partners: partnerFields,
  products: productFields,
  stores: storeFields,
}

/** Who may pick a record in the forms of others. */
const pickedFor: Record<string, readonly Permission[]> = {
  ...Object.fromEntries(Object.entries(all).map(([name, one]) => [name, one.pickedFor ?? []])),
  partners: partners.active.permission,
  products: products.activePage.permission,
  stores: stores.active.permission,
}

test.each([
  ['categories', 'campaigns.change'],
  ['categories', 'catalogue.change'],
  ['categories', 'technicalSupport.change'],
  ['products', 'campaigns.change'],
  ['products', 'catalogue.change'],
] as const)('%s may be picked with %s', (picked, permission) => {
  expect(pickedFor[picked]).toContain(permission)
})

test('who may change a record may pick what it refers to: `pickedFor` of the other resource says so', () => {
  const missing = Object.entries(forms).flatMap(([name, fields]) =>
    Object.values(labelledFields(fields)).flatMap((field) => {
      const others = field.kind === 'reference' && field.to !== name ? pickedFor[field.to] : undefined
      const permission = `${name}.change`
      return !others || others.some((one) => one === permission)
        ? []
        : [`${name} refer to ${field.kind === 'reference' && field.to}: pickedFor lacks ${permission}`]
    }),
  )
  expect(missing).toEqual([])
})
