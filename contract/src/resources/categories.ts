import { nameField } from '../lib/resources/fields.ts'
import { resource } from '../lib/resources/resource.ts'

export const categories = resource({
  name: 'categories',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Kategorije',
      one: 'Kategorija',
      accusative: 'kategoriju',
      other: 'kategorija',
    },
    en: { title: 'Categories', one: 'Category' },
    empty_hint: {
      cnr: 'Dodajte prvu da biste grupisali partnere.',
      en: 'Add the first one to group partners.',
    },
    counted: true,
  },
  icon: 'tags',
  group: 'reference',
  fields: { name: { ...nameField, short: 'validation.category_name', unique: true } },
  numbered: true,
  pickedFor: [
    'partners.change',
    'sliders.change',
    'campaigns.change',
    'catalogue.change',
    'technicalSupport.change',
    'notifications.send',
    'services.change',
  ],
})
