import type { Translation } from '../../lib/i18n/language.ts'
import type { chat as cnr } from '../cnr/chat.ts'

export const chat: Translation<typeof cnr> = {
  chat: {
    messages: 'Messages',
    write: 'Message',
    send: 'Send',
    enter_sends: 'sends',
    too_long: '{count, plural, one {# character} other {# characters}} too many',
    sending: 'Sending…',
    waiting: 'Waiting for connection…',
    discard: 'Discard',
    read: 'read',
    today: 'Today',
    yesterday: 'Yesterday',
    to_end: 'New messages',
    attach: 'Add image or file',
    remove_file: 'Remove file: {name}',
    open_picture: 'Open image: {name}',
    download: 'Download: {name}',
    picture_failed: 'The image cannot be shown. Download it.',
    file_too_large: 'The file “{name}” is larger than {max}.',
    file_empty: 'The file “{name}” is empty.',
    one_file: 'A message takes one file. “{name}” was attached.',
    unsent: 'Discard message?',
    unsent_text: 'A message or file has not been sent yet.',
  },
  validation: {
    message: 'Enter a message',
    long_message: 'A message can have at most 4,000 characters.',
    timestamp: 'The time of the last message is not valid.',
    chat_closed:
      'The user can no longer see this conversation and would not see the message. Write through customer support instead.',
  },
}
