import * as z from 'zod/mini'
import { moment } from '../lib/fields/fields.ts'
import { browsers, systems } from '../lib/http/device.ts'
import { route } from '../lib/http/route.ts'
import { keyed, keysOf } from '../lib/lists/keys.ts'
import { listBody, optionsOf, PAGE_OR_FILE, paged, recordRef } from '../lib/lists/list.ts'
import { recordList } from '../lib/lists/record-list.ts'
import type { LocalizedText } from '../lib/text/locales.ts'

/** The outcomes of a sign-in attempt. */
export const signInOutcomes = {
  ok: { cnr: 'Prijavljen', en: 'Signed in' },
  wrong_password: { cnr: 'Pogrešna lozinka', en: 'Wrong password' },
  wrong_current: { cnr: 'Pogrešna trenutna lozinka', en: 'Wrong current password' },
  unknown: { cnr: 'Nepoznato ime', en: 'Unknown username' },
  locked: { cnr: 'Previše pokušaja', en: 'Too many attempts' },
  inactive: { cnr: 'Neaktivan nalog', en: 'Inactive account' },
  other_door: { cnr: 'Pogrešna aplikacija', en: 'Wrong app' },
  factor_missing: { cnr: 'Čeka drugi korak', en: 'Waiting for second step' },
  factor_wrong: { cnr: 'Pogrešan drugi korak', en: 'Wrong second step' },
  link_used: { cnr: 'Nova lozinka preko linka', en: 'New password via link' },
} as const satisfies Record<string, LocalizedText>

/** The factor that was used besides or instead of the password. */
export const signInFactors = {
  code: { cnr: 'Kod', en: 'Code' },
  passkey: { cnr: 'Pristupni ključ', en: 'Passkey' },
  recovery_code: { cnr: 'Rezervni kod', en: 'Recovery code' },
  api_key: { cnr: 'API ključ', en: 'API key' },
  link: { cnr: 'Link iz e-maila', en: 'E-mail link' },
} as const satisfies Record<string, LocalizedText>

const systemNames: Record<(typeof systems)[number], string> = {
  iphone: 'iPhone',
  ipad: 'iPad',
  android: 'Android',
  windows: 'Windows',
  mac: 'Mac',
  chromebook: 'Chromebook',
  linux: 'Linux',
}
const device = { browser: z.nullable(z.enum(browsers)), system: z.nullable(z.enum(systems)) }
const signIn = z.object({
  id: z.int(),
  at: moment,
  /** The user with this username under the current name; null when there is none. */
  user: z.nullable(recordRef),
  /** The typed username, if it is or was the name of a user. */
  username: z.nullable(z.string()),
  outcome: z.enum(keysOf(signInOutcomes)),
  factor: z.nullable(z.enum(keysOf(signInFactors))),
  address: z.string(),
  ...device,
  /** More than one where too many attempts came at once to store each. */
  tries: z.int(),
})
export type SignIn = z.infer<typeof signIn>

export const signInList = recordList({
  name: 'signIns',
  noun: {
    cnr: { gender: 'f', title: 'Prijave', one: 'Prijava', other: 'prijava' },
    en: { title: 'Sign-ins', one: 'Sign-in' },
    empty: { cnr: 'Nema prijava', en: 'No sign-ins' },
    empty_hint: { cnr: 'Pokušaji prijave čuvaju se 90 dana.', en: 'Sign-in attempts are kept for 90 days.' },
  },
  columns: {
    at: { label: { cnr: 'Vrijeme', en: 'Time' }, filter: 'day' },
    username: { label: { cnr: 'Korisničko ime', en: 'Username' }, filter: 'text' },
    user: { label: { cnr: 'Korisnik', en: 'User' }, filter: 'text' },
    outcome: {
      label: { cnr: 'Ishod', en: 'Outcome' },
      filter: 'choice',
      options: optionsOf(signInOutcomes),
    },
    factor: {
      label: { cnr: 'Drugi korak', en: 'Second step' },
      filter: 'choice',
      options: optionsOf(signInFactors),
    },
    address: { label: { cnr: 'Adresa', en: 'Address' }, filter: 'text' },
    browser: { label: { cnr: 'Pregledač', en: 'Browser' }, filter: 'text' },
    system: {
      label: { cnr: 'Sistem', en: 'System' },
      filter: 'choice',
      options: optionsOf(keyed(systems, (name) => ({ cnr: systemNames[name], en: systemNames[name] }))),
    },
    tries: { label: { cnr: 'Pokušaja', en: 'Attempts' }, filter: 'number', optional: true },
  },
  search: ['username', 'user', 'address'],
  sort: { by: 'at', desc: true },
  sizes: [10, 20, 30, 50, 100],
  size: 20,
})

export const signIns = {
  index: route({
    method: 'POST',
    path: '/api/sign_ins/index',
    audience: 'staff',
    permission: 'users.administer',
    summary: 'Search sign-in attempts',
    description: `Covers the last 90 days. ${PAGE_OR_FILE}`,
    body: listBody(signInList),
    response: paged(signIn),
  }),
  own: route({
    method: 'GET',
    path: '/api/sign_ins',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'List own sign-in attempts',
    description: 'Returns the last 20 with the signed-in user’s username.',
    response: z.array(signIn),
  }),
}
