import type { Translation } from '../../lib/i18n/language.ts'
import type { messages as cnr } from '../cnr/messages.ts'

export const messages: Translation<typeof cnr> = {
  chat: {
    next: 'Next conversation',
    previous: 'Previous conversation',
    title: 'Conversations',
    training: 'Training',
    figures:
      '{threads, plural, one {# conversation} other {# conversations}}{unread, plural, =0 {} other { · # unread}}',
    everyone: 'Message to everyone',
    everyone_count: '{count, plural, one {# user} other {# users}} of this training will get it.',
    everyone_sure: 'Send the message to {count, plural, one {# conversation} other {# conversations}}?',
    everyone_text: 'A message that was sent cannot be taken back.',
    mute: 'Turn off the sound of new messages',
    unmute: 'Turn on the sound of new messages',
    threads: 'Conversations',
    search: 'Find a user or a partner',
    nobody: 'No users have signed up',
    nobody_text: 'A conversation begins when a partner opens it at this training.',
    choose: 'Choose a conversation from the list on the left',
    choose_text: 'Those with unread messages are bold.',
    start: 'Start the conversation by sending a message with the form below',
    no_messages: 'No messages yet',
    sent: 'Message sent',
    yesterday_short: 'yesterday',
    back: 'Back to the conversations',
    open_partner: 'Open partner',
    news: 'New message, {name}: {text}',
    all: 'All conversations',
    all_read: 'All messages are read',
  },
}
