// auth: who calls, and whether they may. Also entered at device.ts (on what), network.ts (where a call comes from),
// passkey-json.ts, password.ts (passwords, hashed), tokens.ts (what a session or a program shows).
import type { Role } from '@kontor/contract/kit/api/about'
import { alternatives, may, type Needs } from '@kontor/contract/kit/api/rights'
import type { Route } from '@kontor/contract/kit/api/route'
import { Refusal } from '../serve/refusal.ts'

/** Who makes a call. Somebody with a partner is never staff. */
export interface SignedIn {
  id: number
  name: string
  username: string
  role: Role
  /** What the role may do, e.g. `partners.change`; nothing of a partner's user. */
  rights: ReadonlySet<string>
  partner_id: number | null
  /** Whether it is a program with an API key. */
  isKey: boolean
  /** Whether the office asks a second factor of the role and the user has none yet. */
  needsFactor: boolean
  /** Hash of the token that was shown, as the sessions table knows it. */
  session: Buffer
}

/** Who makes a call of the partners' API: always somebody's. */
export type SignedInPartner = SignedIn & { partner_id: number }

/** Lets a call with this token (or none) through to a route, or refuses with 401 or 403. */
export type Guard = (route: Guarded, token: string | null) => Promise<SignedIn | null>
type Guarded = Pick<Route, 'audience' | 'needs' | 'withoutFactor'>

/**
 * Builds the guard over a look-up of who shows a token, which must be asked anew for every call, and over which routes
 * take API keys.
 */
export function guardWith(
  findCaller: (token: string) => Promise<SignedIn | undefined>,
  takesKeys: (route: Guarded) => boolean,
): Guard {
  return async (route, token) => {
    const { audience, needs, withoutFactor } = route
    if (audience === 'public') return null
    const user = token === null ? undefined : await findCaller(token)
    if (!user) throw new Refusal('validation.session')
    if (user.isKey && !takesKeys(route)) throw new Refusal('error.not_for_keys')
    const own = user.partner_id === null ? 'staff' : 'partner'
    if (audience !== 'anyone' && audience !== own) throw new Refusal('error.forbidden')
    if (user.needsFactor && audience === 'staff' && !withoutFactor)
      throw new Refusal('error.second_factor_needed')
    if (needs) requireRight(user, needs)
    return user
  }
}

/** Refuses with 403 and what is missing. */
export function requireRight({ rights }: SignedIn, needs: Needs) {
  if (may(rights, needs)) return
  const [right = ''] = alternatives(needs)
  throw new Refusal('error.forbidden_right', { params: { right, verb: right.split('.')[1] ?? '' } })
}

/** Every value that a request gives a header: Node itself keeps the first of some and joins others. */
export const headerValues = (rawHeaders: readonly string[], name: string) =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)

/**
 * The token of the Authorization header, a session's or an API key's; null when there is none, more than one, or not a
 * bearer token of ours.
 */
export function bearerToken(rawHeaders: readonly string[]): string | null {
  const given = headerValues(rawHeaders, 'authorization')
  return given.length === 1 ? (/^Bearer ((?:kontor_)?[\w-]{43})$/i.exec(given[0] ?? '')?.[1] ?? null) : null
}
