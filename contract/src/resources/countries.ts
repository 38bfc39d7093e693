import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const countries = resource({
  name: 'countries',
  noun: {
    cnr: { gender: 'f', title: 'Države', one: 'Država', accusative: 'državu', other: 'država' },
    en: { title: 'Countries', one: 'Country' },
    empty_hint: {
      cnr: 'Dodajte prvu da biste u nju dodali gradove.',
      en: 'Add the first one, then its cities.',
    },
    counted: true,
  },
  icon: 'world',
  group: 'reference',
  fields: {
    name: { ...nameField, short: 'validation.country_name', unique: true },
    post_code: {
      kind: 'text',
      label: { cnr: 'Poštanska oznaka', en: 'Postal code' },
      max: 20,
      searched: true,
      optional: true,
    },
  },
  pickedFor: ['cities.change', 'partners.change'],
})
