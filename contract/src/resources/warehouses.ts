import { nameField } from '../kit/resource/fields.ts'
import { resource } from '../kit/resource/resource.ts'

export const warehouses = resource({
  name: 'warehouses',
  noun: {
    cnr: { gender: 'n', title: 'Skladišta', one: 'Skladište', none: 'skladišta' },
    en: { title: 'Warehouses', one: 'Warehouse' },
  },
  icon: 'box',
  fields: {
    name: { ...nameField, unique: true },
    address: { kind: 'text', label: { cnr: 'Adresa', en: 'Address' }, searched: true },
  },
})
