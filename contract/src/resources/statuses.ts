import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const statuses = resource({
  name: 'statuses',
  noun: {
    cnr: { gender: 'm', title: 'Statusi', one: 'Status', few: 'statusa', other: 'statusa' },
    en: { title: 'Statuses', one: 'Status' },
  },
  icon: 'flag',
  fields: { name: { ...nameField, unique: true } },
})
