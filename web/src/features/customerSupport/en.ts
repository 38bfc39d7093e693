import type { Translation } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  features: {
    customerSupport: {
      title: 'Customer support',
      details: 'A partner’s message',
      many: '{count, plural, one {# message} other {# messages}}',
      hint: 'The message is kept, but counts as dealt with.',
      empty: 'No messages yet',
      empty_hint: 'Questions, suggestions and complaints of partners come from their app.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  support: {
    type_1: 'Question',
    type_2: 'Suggestion',
    type_3: 'Complaint',
  },
}
