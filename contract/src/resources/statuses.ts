import { nameField } from '../kit/resource/fields.ts'
import { resource } from '../kit/resource/resource.ts'

export const statuses = resource({
  name: 'statuses',
  noun: {
    cnr: { gender: 'm', title: 'Statusi', one: 'Status', two: 'statusa', none: 'statusa' },
    en: { title: 'Statuses', one: 'Status' },
  },
  icon: 'flag',
  fields: { name: { ...nameField, unique: true } },
})
