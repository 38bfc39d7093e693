import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const statuses = resource({
  name: 'statuses',
  noun: {
    cnr: { gender: 'm', title: 'Statusi', one: 'Status', two: 'statusa', none: 'statusa' },
    en: { title: 'Statuses', one: 'Status' },
  },
  icon: 'flag',
  fields: { name: { ...nameField, unique: true } },
})
