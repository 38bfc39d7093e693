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
        subject: `Kontor: možete postaviti novu lozinku`,
        text: `Zdravo, ${name}.

Tražena je nova lozinka za korisničko ime ${username}. Postavite je na ovoj adresi:

${link}

Link važi ${LINK_MINUTES} minuta i može se upotrijebiti jednom. Ako novu lozinku nijeste tražili vi, ne morate ništa da uradite: stara i dalje važi.
`,
      }
    : {
        subject: `Kontor: you can set a new password`,
        text: `Hello, ${name}.

A new password was asked for, for the username ${username}. Set it at this address:

${link}

The link is good for ${LINK_MINUTES} minutes and can be used once. If it was not you who asked, there is nothing to do: the old password is still good.
`,
      }
}

/** The mail after a change of the password. */
export function changedMail({ name, username }: Recipient, at: Date, locale: Locale) {
  const time = moment(at, locale)
  return locale === 'cnr'
    ? {
        subject: `Kontor: vaša lozinka je promijenjena`,
        text: `Zdravo, ${name}.

Lozinka za korisničko ime ${username} je promijenjena (${time}). Prijave na drugim uređajima su završene.

Ako to nijeste bili vi, odmah se javite administratoru.
`,
      }
    : {
        subject: `Kontor: your password has been changed`,
        text: `Hello, ${name}.

The password for the username ${username} has been changed (${time}). Sessions on other devices have ended.

If it was not you, tell your administrator at once.
`,
      }
}

/** The mail to the former address of a user. */
export function elsewhereMail({ name, username }: Recipient, at: Date, locale: Locale) {
  const time = moment(at, locale)
  return locale === 'cnr'
    ? {
        subject: `Kontor: vaš e-mail je promijenjen`,
        text: `Zdravo, ${name}.

E-mail za korisničko ime ${username} je promijenjen (${time}). Na ovu adresu više ne stižu linkovi za novu lozinku.

Ako to nijeste željeli, odmah se javite administratoru.
`,
      }
    : {
        subject: `Kontor: your e-mail has been changed`,
        text: `Hello, ${name}.

The e-mail for the username ${username} has been changed (${time}). Links to a new password no longer come to this address.

If you did not want this, tell your administrator at once.
`,
      }
}

const moment = (at: Date, locale: Locale) =>
  new Intl.DateTimeFormat(locales[locale], {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE },
  }).format(at)
