import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    support: {
      type: 'What are you sending us?',
      type_1: 'Question',
      type_2: 'Suggestion',
      type_3: 'Complaint',
      message: 'Message',
      placeholder: 'Say what it is about',
      send: 'Send',
      done: 'The message was sent',
      sent: 'You have sent',
      resolved: 'Resolved',
      resolved_text: 'The office has resolved this. Writing on opens it again.',
      answers: '{count, plural, one {# new answer} other {# new answers}}',
      title: 'Write to us',
    },
  },
}
