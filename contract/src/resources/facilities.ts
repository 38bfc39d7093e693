import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const facilities = resource({
  name: 'facilities',
  noun: {
    cnr: { gender: 'm', title: 'Objekti', one: 'Objekat', few: 'objekta', other: 'objekata' },
    en: { title: 'Facilities', one: 'Facility' },
  },
  icon: 'building',
  fields: {
    name: { ...nameField, unique: true },
    address: { kind: 'text', label: { cnr: 'Adresa', en: 'Address' }, searched: true },
  },
})
