import type { Translation } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  rooms: {
    cities: {
      title: 'Cities',
      add: 'Add city',
      new: 'New city',
      edit: 'Edit city',
      details: 'City',
      many: '{count, plural, one {# city} other {# cities}}',
      hint: 'It will no longer be offered.',
      empty: 'No cities yet',
      empty_hint: 'Add the first one so that partners and stores can have it.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
}
