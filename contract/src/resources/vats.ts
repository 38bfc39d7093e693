import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const vats = resource({
  name: 'vats',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Stope PDV-a',
      one: 'Stopa PDV-a',
      accusative: 'stopu PDV-a',
      other: 'stopa PDV-a',
    },
    en: { title: 'VAT rates', one: 'VAT rate' },
  },
  icon: 'percent',
  fields: {
    name: { ...nameField, unique: true },
    rate: { kind: 'percent', label: { cnr: 'Stopa', en: 'Rate' }, required: true },
  },
  pickedFor: ['services.change'],
})
