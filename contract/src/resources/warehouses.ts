import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const warehouses = resource({
  name: 'warehouses',
  noun: {
    cnr: { gender: 'n', title: 'Skladišta', one: 'Skladište', other: 'skladišta' },
    en: { title: 'Warehouses', one: 'Warehouse' },
  },
  icon: 'box',
  fields: {
    name: { ...nameField, unique: true },
    address: { kind: 'text', label: { cnr: 'Adresa', en: 'Address' }, searched: true },
  },
})
