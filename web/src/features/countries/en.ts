import type { Translation } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  rooms: {
    countries: {
      title: 'Countries',
      add: 'Add country',
      new: 'New country',
      edit: 'Edit country',
      details: 'Country',
      many: '{count, plural, one {# country} other {# countries}}',
      hint: 'It will no longer be offered.',
      empty: 'No countries yet',
      empty_hint: 'Add the first one so that cities have somewhere to belong.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
}
