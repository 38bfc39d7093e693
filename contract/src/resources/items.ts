import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const items = resource({
  name: 'items',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Stavke troškova',
      one: 'Stavka troškova',
      accusative: 'stavku troškova',
      other: 'stavki troškova',
    },
    en: { title: 'Cost items', one: 'Cost item' },
  },
  icon: 'coin',
  fields: {
    name: { ...nameField, unique: true },
    cost: { kind: 'money', label: { cnr: 'Trošak', en: 'Cost' } },
  },
})
