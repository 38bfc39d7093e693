import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const cities = resource({
  name: 'cities',
  noun: {
    cnr: { gender: 'm', title: 'Gradovi', one: 'Grad', few: 'grada', other: 'gradova' },
    en: { title: 'Cities', one: 'City' },
    empty_hint: {
      cnr: 'Dodajte prvi da biste ga izabrali za partnere i prodavnice.',
      en: 'Add the first one to use it for partners and stores.',
    },
    counted: true,
  },
  icon: 'map-pin',
  group: 'reference',
  fields: {
    name: { ...nameField, short: 'validation.city_name', unique: ['country_id'] },
    country_id: {
      kind: 'reference',
      label: { cnr: 'Država', en: 'Country' },
      to: 'countries',
      required: true,
      inactive: 'validation.inactive_country',
      searched: true,
    },
  },
  numbered: true,
  pickedFor: ['partners.change', 'stores.change'],
  parent: 'country_id',
})
