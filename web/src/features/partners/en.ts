import type { Translation } from '../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  features: {
    partners: {
      title: 'Partners',
      add: 'Add partner',
      new: 'New partner',
      edit: 'Edit partner',
      details: 'Partner',
      many: '{count, plural, one {# partner} other {# partners}}',
      hint: 'The partner will no longer be able to sign in.',
      empty: 'No partners yet',
      empty_hint: 'Add the first one or import them from Excel.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  partners: {
    import: 'Import of partners',
    all: 'Download all partners (Partners.xlsx)',
    financial: 'Only financial',
    financial_help:
      'Only the figures of partners that exist are changed. Switch it off to add partners and change the rest too.',
    id_help: 'This is the partner’s username too.',
    basic: 'Basic data',
    more: 'More data',
    figures: 'Figures',
    tires: 'Tyres',
    login: 'Sign-in',
    password: 'Sign-in password',
    confirm: 'Confirm the password',
  },
}
