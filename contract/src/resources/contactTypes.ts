import { wordField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const contact_types = resource({
  name: 'contact_types',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Tipovi kontakata',
      one: 'Tip kontakta',
      few: 'tipa kontakta',
      other: 'tipova kontakata',
    },
    en: { title: 'Contact types', one: 'Contact type' },
  },
  icon: 'tags',
  fields: { name: { ...wordField, unique: true } },
  pickedFor: ['contacts.change'],
})
