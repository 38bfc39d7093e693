import { INVITATION_DAYS } from '@kontor/contract/lib/fields/identity'
import { type Locale, locales, TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { LINK_MINUTES } from '@kontor/contract/session/passwordLinks'
import { tokenHash } from '../../../lib/auth/tokens.ts'
import type { Counters } from '../attempts/rules.ts'

/** Limits of link requests in 15 minutes: per network, per name from there, and mails per user. */
export const LINK_LIMITS = { network: 30, name: 5, user: 3 } as const

/** The counters of a link request. The input may be a password by mistake, so its hash is used. */
export const linkCounters = (network: string, login: string): Counters => [
  { key: `link:${tokenHash(login).toString('hex')}:${network}`, max_attempts: LINK_LIMITS.name },
  { key: `link:${network}`, max_attempts: LINK_LIMITS.network },
]
export const mailedTo = (userId: number): Counters => [
  { key: `link:user:${userId}`, max_attempts: LINK_LIMITS.user },
]

interface Recipient {
  name: string
  username: string
}

/** The mail with a link. */
export function linkMail({ name, username }: Recipient, link: string, locale: Locale) {
  return locale === 'cnr'
    ? {
        subject: `Kontor: nova lozinka`,
        text: `Zdravo, ${name}.

Zatražena je nova lozinka za korisničko ime ${username}. Postavite je na ovoj adresi:

${link}

Link važi ${LINK_MINUTES} minuta i može se iskoristiti jednom. Ako novu lozinku nijeste tražili, ne morate ništa da uradite: stara i dalje važi.
`,
      }
    : {
        subject: `Kontor: set a new password`,
        text: `Hello, ${name}.

A new password was requested for the username ${username}. Set it here:

${link}

The link works for ${LINK_MINUTES} minutes and can be used once. If you did not request it, ignore this e-mail: your current password still works.
`,
      }
}

/** The mail that invites a new user. */
export function invitationMail({ name, username }: Recipient, link: string, locale: Locale) {
  return locale === 'cnr'
    ? {
        subject: `Kontor: poziv`,
        text: `Zdravo, ${name}.

Kancelarija vam je otvorila nalog u Kontoru. Vaše korisničko ime je ${username}. Postavite lozinku na ovoj adresi:

${link}

Link važi ${INVITATION_DAYS} dana i može se iskoristiti jednom. Ako istekne, tražite od kancelarije novi.
`,
      }
    : {
        subject: `Kontor: your invitation`,
        text: `Hello, ${name}.

The office has opened a Kontor account for you. Your username is ${username}. Set your password here:

${link}

The link works for ${INVITATION_DAYS} days and can be used once. If it expires, ask the office for a new one.
`,
      }
}

/** The mail after a change of the password. */
export function changedMail({ name, username }: Recipient, at: Date, locale: Locale) {
  const time = moment(at, locale)
  return locale === 'cnr'
    ? {
        subject: `Kontor: vaša lozinka je izmijenjena`,
        text: `Zdravo, ${name}.

Lozinka za korisničko ime ${username} je izmijenjena (${time}). Odjavljeni ste na drugim uređajima.

Ako to nijeste bili vi, odmah se javite kancelariji.
`,
      }
    : {
        subject: `Kontor: your password has been changed`,
        text: `Hello, ${name}.

The password for the username ${username} was changed (${time}). You have been signed out on other devices.

If this was not you, contact the office immediately.
`,
      }
}

/** The mail to the former address of a user. */
export function elsewhereMail({ name, username }: Recipient, at: Date, locale: Locale) {
  const time = moment(at, locale)
  return locale === 'cnr'
    ? {
        subject: `Kontor: vaš e-mail je izmijenjen`,
        text: `Zdravo, ${name}.

E-mail za korisničko ime ${username} je izmijenjen (${time}). Na ovu adresu više ne stižu linkovi za novu lozinku.

Ako to nijeste bili vi, odmah se javite kancelariji.
`,
      }
    : {
        subject: `Kontor: your e-mail has been changed`,
        text: `Hello, ${name}.

The e-mail for the username ${username} has been changed (${time}). Password links are no longer sent to this address.

If this was not you, contact the office immediately.
`,
      }
}

/** The mail after a second factor was added or removed. */
export function factorMail({ name, username }: Recipient, isAdded: boolean, at: Date, locale: Locale) {
  const time = moment(at, locale)
  const [done, change] = isAdded ? ['dodat', 'added to'] : ['uklonjen', 'removed from']
  return locale === 'cnr'
    ? {
        subject: `Kontor: ${done} je drugi korak prijave`,
        text: `Zdravo, ${name}.

Za korisničko ime ${username} ${done} je drugi korak prijave (${time}).

Ako to nijeste bili vi, odmah se javite kancelariji.
`,
      }
    : {
        subject: `Kontor: two-step sign-in ${isAdded ? 'added' : 'removed'}`,
        text: `Hello, ${name}.

A second step of signing in was ${change} the username ${username} (${time}).

If this was not you, contact the office immediately.
`,
      }
}

const moment = (at: Date, locale: Locale) =>
  new Intl.DateTimeFormat(locales[locale], {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(at)
