import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const licenses = resource({
  name: 'licenses',
  noun: {
    cnr: { gender: 'f', title: 'Licence', one: 'Licenca', accusative: 'licencu', other: 'licenci' },
    en: { title: 'Licences', one: 'Licence' },
  },
  icon: 'document',
  fields: {
    name: { ...nameField, unique: true },
    number: { kind: 'text', label: { cnr: 'Broj', en: 'Number' }, max: 50, searched: true },
    valid_until: { kind: 'day', label: { cnr: 'Važi do', en: 'Valid until' } },
  },
})
