import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    stores: {
      empty: 'No stores yet',
      empty_text: 'The office has not entered a store yet.',
      search: 'Search by name or city',
      nothing: 'No store for “{text}”',
      call: 'Call {phone}',
      map: 'Map',
      map_of: 'Map: {name}',
      title: 'Stores',
    },
  },
}
