import type { Translation } from '../../lib/i18n/language.ts'
import type { messages as cnr } from '../cnr/messages.ts'

export const messages: Translation<typeof cnr> = {
  conversation_start: {
    partner: 'Partner',
    partner_first: 'Choose a partner first',
    user: 'Partner’s user',
    training: 'Training',
    no_users: 'The partner has no active app users.',
    no_trainings: 'The partner sees no training. Write through customer support instead.',
    sent: 'Message sent',
  },
  chat: {
    new: 'New conversation',
    next: 'Next conversation',
    previous: 'Previous conversation',
    title: 'Conversations',
    training: 'Training',
    figures:
      '{threads, plural, one {# conversation} other {# conversations}}{unread, plural, =0 {} other { · # unread}}',
    everyone: 'Message everyone',
    everyone_count: 'Goes to {count, plural, one {# user} other {# users}} of this training.',
    everyone_sure: 'Send the message to {count, plural, one {# conversation} other {# conversations}}?',
    everyone_text: 'A sent message cannot be withdrawn.',
    mute: 'Mute new messages',
    unmute: 'Unmute new messages',
    threads: 'Conversations',
    search: 'Search users and partners',
    none_found: 'No conversations match your search',
    nobody: 'No conversations yet',
    nobody_text: 'A conversation begins when a partner opens it from a training, or when you write first.',
    choose: 'Choose a conversation from the list on the left',
    choose_text: 'Unread conversations are bold.',
    start: 'Start the conversation by sending a message with the form below',
    no_messages: 'No messages yet',
    sent: 'Message sent',
    yesterday_short: 'yesterday',
    back: 'Back to conversations',
    news: 'New message, {name}: {text}',
    all: 'All conversations',
    all_read: 'No unread messages',
  },
  shell: {
    unread: '{count, plural, =0 {No unread messages} one {# unread message} other {# unread messages}}',
  },
}
