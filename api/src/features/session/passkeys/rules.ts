/** The site to which passkeys are bound. */
export interface Site {
  /** WebAuthn's RP id: the host name. */
  id: string
  origin: string
}

/** The site of a public address; null without one, and for plain http, where browsers create no passkeys. */
export const siteOf = (address: URL | undefined): Site | null =>
  address && (address.protocol === 'https:' || address.hostname === 'localhost')
    ? { id: address.hostname, origin: address.origin }
    : null

/** Minutes for which a challenge is valid. */
export const CHALLENGE_MINUTES = 10
/** Maximum passkeys of one user. */
export const MAX_PASSKEYS = 20
