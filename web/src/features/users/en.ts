import type { Translation } from '../../kit/texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  rooms: {
    users: {
      title: 'Users',
      add: 'Add user',
      new: 'New user',
      edit: 'Edit user',
      details: 'User',
      many: '{count, plural, one {# user} other {# users}}',
      hint: 'The sessions of this user end at once.',
      empty: 'No users yet',
      empty_hint: 'Add the first one who may sign in.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  users: {
    own: 'My settings',
    self_title: 'This is your account. Deactivate it?',
    self_text: 'You will be signed out at once and cannot sign in until a colleague activates you again.',
    self_cancel: 'Keep my account',
    role: 'Role',
    password: 'Password',
    confirm: 'Confirm password',
    superior: 'Choose a superior partner',
    partner: 'Partner',
  },
}
