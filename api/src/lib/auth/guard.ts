// Who calls, and whether they may.
import type { Role } from '@kontor/contract/lib/http/about'
import { acceptedPermissions, can, type RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { Route } from '@kontor/contract/lib/http/route'
import { HttpError } from '../http/http-error.ts'

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
type Guarded = Pick<Route, 'audience' | 'permission' | 'withoutFactor'>

/**
 * Builds the guard over a look-up of who shows a token, which must be asked anew for every call, and over which routes
 * take API keys.
 */
export function guardWith(
  findCaller: (token: string) => Promise<SignedIn | undefined>,
  acceptsApiKeys: (route: Guarded) => boolean,
): Guard {
  return async (route, token) => {
    const { audience, permission, withoutFactor } = route
    if (audience === 'public') return null
    const user = token === null ? undefined : await findCaller(token)
    if (!user) throw new HttpError('validation.session')
    if (user.isKey && !acceptsApiKeys(route)) throw new HttpError('error.not_for_keys')
    const own = user.partner_id === null ? 'staff' : 'partner'
    if (audience !== 'anyone' && audience !== own) throw new HttpError('error.forbidden')
    if (user.needsFactor && audience === 'staff' && !withoutFactor)
      throw new HttpError('error.second_factor_needed')
    if (permission) requirePermission(user, permission)
    return user
  }
}

/** Refuses with 403 and what is missing. */
export function requirePermission({ rights }: SignedIn, permission: RequiredPermission) {
  if (can(rights, permission)) return
  const [right = ''] = acceptedPermissions(permission)
  throw new HttpError('error.forbidden_right', { params: { right, verb: right.split('.')[1] ?? '' } })
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
