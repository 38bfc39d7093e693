// Authentication and authorisation of a call.
import type { Role } from '@kontor/contract/lib/http/about'
import { acceptedPermissions, can, type RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { Route } from '@kontor/contract/lib/http/route'
import { HttpError } from '../http/http-error.ts'

/** The caller. A user with a partner is never staff. */
export interface CurrentUser {
  id: number
  name: string
  username: string
  role: Role
  /** Permissions of the role, e.g. `partners.change`; empty for a partner's user. */
  permissions: ReadonlySet<string>
  partner_id: number | null
  /** Whether the caller is a program with an API key. */
  isKey: boolean
  /** Whether the role requires a second factor and the user has not set one up. */
  needsFactor: boolean
  /** Hash of the presented token, as stored in the sessions table. */
  session: Buffer
  /** The office user who only views the partners' app as this user, and until when; absent for the user itself. */
  viewer?: Viewer
}

export interface Viewer {
  name: string
  ends_at: string
}

/** The caller of a portal route: always a partner's user. */
export type CurrentPartnerUser = CurrentUser & { partner_id: number }

/** Resolves the caller of a route by the token; throws HttpError 401 or 403. */
export type Guard = (route: Guarded, token: string | null) => Promise<CurrentUser | null>
type Guarded = Pick<Route, 'method' | 'audience' | 'permission' | 'withoutFactor' | 'whileViewing'>

/**
 * Builds the guard. `findCaller` is called anew for every request; it returns undefined for an unknown token. The second
 * argument decides which routes accept API keys.
 */
export function guardWith(
  findCaller: (token: string) => Promise<CurrentUser | undefined>,
  acceptsApiKeys: (route: Guarded) => boolean,
): Guard {
  return async (route, token) => {
    const { method, audience, permission, withoutFactor, whileViewing } = route
    if (audience === 'public') return null
    const user = token === null ? undefined : await findCaller(token)
    if (!user) throw new HttpError('validation.session')
    if (user.isKey && !acceptsApiKeys(route)) throw new HttpError('error.not_for_keys')
    const audienceOfUser = user.partner_id === null ? 'staff' : 'partner'
    if (audience !== 'anyone' && audience !== audienceOfUser) throw new HttpError('error.forbidden')
    if (user.needsFactor && audience === 'staff' && !withoutFactor)
      throw new HttpError('error.second_factor_needed')
    if (user.viewer && method !== 'GET' && !whileViewing) throw new HttpError('error.view_only')
    if (permission) requirePermission(user, permission)
    return user
  }
}

/** Throws HttpError 403 that names the missing permission. */
export function requirePermission({ permissions }: CurrentUser, permission: RequiredPermission) {
  if (can(permissions, permission)) return
  const [right = ''] = acceptedPermissions(permission)
  throw new HttpError('error.forbidden_right', { params: { right, verb: right.split('.')[1] ?? '' } })
}

/** Every value of a header: Node itself drops repetitions of some headers and joins those of others. */
export const headerValues = (rawHeaders: readonly string[], name: string) =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)

/**
 * The token of the Authorization header, of a session or an API key. Null when the header is missing, repeated, or
 * holds no bearer token of Kontor.
 */
export function bearerToken(rawHeaders: readonly string[]): string | null {
  const authorization = headerValues(rawHeaders, 'authorization')
  return authorization.length === 1
    ? (/^Bearer ((?:kontor_)?[\w-]{43})$/i.exec(authorization[0] ?? '')?.[1] ?? null)
    : null
}
