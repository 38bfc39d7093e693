import type { Translation } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  rooms: {
    categories: {
      title: 'Categories',
      add: 'Add category',
      new: 'New category',
      edit: 'Edit category',
      details: 'Category',
      many: '{count, plural, one {# category} other {# categories}}',
      hint: 'It will no longer be offered.',
      empty: 'No categories yet',
      empty_hint: 'Add the first one so that partners can be sorted.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
}
