import { nameField } from '../kit/resource/fields.ts'
import { resource } from '../kit/resource/resource.ts'

export const facilities = resource({
  name: 'facilities',
  noun: {
    cnr: { gender: 'm', title: 'Objekti', one: 'Objekat', two: 'objekta', none: 'objekata' },
    en: { title: 'Facilities', one: 'Facility' },
  },
  icon: 'building',
  fields: {
    name: { ...nameField, unique: true },
    address: { kind: 'text', label: { cnr: 'Adresa', en: 'Address' }, searched: true },
  },
})
