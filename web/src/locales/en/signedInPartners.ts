import type { Translation } from '../../lib/i18n/language.ts'
import type { signedInPartners as cnr } from '../cnr/signedInPartners.ts'

export const signedInPartners: Translation<typeof cnr> = {
  features: {
    signedInPartners: {
      title: 'Signed-in partners',
      details: 'Signed-in partner',
      many: '{count, plural, one {# signed-in partner} other {# signed-in partners}}',
      empty: 'No one has signed in yet',
      empty_hint: 'Partners appear here after their first sign-in to the app.',
      active: 'Yes',
      inactive: 'No',
    },
  },
}
