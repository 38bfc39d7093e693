import { wordField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const partner_types = resource({
  name: 'partner_types',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Tipovi partnera',
      one: 'Tip partnera',
      few: 'tipa partnera',
      other: 'tipova partnera',
    },
    en: { title: 'Partner types', one: 'Partner type' },
  },
  icon: 'tags',
  fields: { name: { ...wordField, unique: true } },
  pickedFor: ['partners.change', 'child_partners.change'],
})
