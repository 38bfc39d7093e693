import type { Translation } from '../../../lib/i18n/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  password_link: {
    forgot: 'Forgotten password',
    forgot_text: 'We mail a link to your account’s address, with which you set a new one.',
    who: 'Username or e-mail',
    send: 'Send the link',
    sent: 'Look at your mail',
    sent_text:
      'If there is an account “{who}” with an e-mail, the link is on its way. It is good for 30 minutes and can be used once.',
    sent_help: 'If it does not arrive, look among unwanted mail or ask your administrator.',
    back: 'Back to signing in',
    title: 'New password',
    text: 'Type the password that you will sign in with from now on.',
    username: 'Username',
    password: 'New password',
    confirm: 'Confirm the password',
    at_least: 'At least {min, plural, one {# character} other {# characters}}.',
    short: 'The password must have at least {min, plural, one {# character} other {# characters}}.',
    differs: 'The passwords differ.',
    save: 'Save the password',
    done: 'The password has been changed',
    done_text: 'Sessions on all devices have ended. Sign in with the new password.',
    sign_in: 'Sign in',
    bad: 'The link is no longer good',
    again: 'Ask for a new link',
  },
}
