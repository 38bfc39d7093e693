import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  portal: {
    chats: {
      support: 'Write to us',
      write_us: 'A question, a suggestion or a complaint',
      empty: 'A conversation begins at a training: open one in the news and press “Ask the office”.',
      title: 'Messages',
    },
    chat: {
      messages: 'Messages',
      office: 'The office',
      placeholder: 'Message',
      send: 'Send',
      start: 'Start the conversation by sending a message with the form below',
      sending: 'Sending…',
      waiting: 'Waiting for the network',
      retry: 'Try again',
      discard: 'Discard',
      seen: 'Seen',
      today: 'Today',
    },
  },
}
