/** What passkeys are bound to. */
export interface Site {
  /** WebAuthn's RP id: the host's name. */
  id: string
  origin: string
}

/** The site of a public address; null where browsers make no passkeys: without one, and over plain http. */
export const siteOf = (address: URL | undefined): Site | null =>
  address && (address.protocol === 'https:' || address.hostname === 'localhost')
    ? { id: address.hostname, origin: address.origin }
    : null

/** Minutes for which a browser may take to make a passkey. */
export const CHALLENGE_MINUTES = 10
/** Passkeys that one user may have. */
export const MOST_PASSKEYS = 20
