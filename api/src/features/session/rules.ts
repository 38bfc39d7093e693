import { hash, randomBytes } from 'node:crypto'

/** How many failed sign-ins there may be in a window: for one account from one address, one account, one address. */
export const ATTEMPTS = { both: 10, account: 100, address: 100 } as const
/** Minutes after the first failure when counting begins anew. */
export const WINDOW_MINUTES = 15

/**
 * The counters that a sign-in raises one after the other, with their limits. Whoever is over one raises none of those
 * after it: a single address can never use up the account's own limit and so lock its owner out elsewhere.
 */
export function attemptKeys(username: string, address: string) {
  const name = username.slice(0, 100)
  return [
    { key: `address:${address}`, limit: ATTEMPTS.address },
    { key: `both:${name}:${address}`, limit: ATTEMPTS.both },
    { key: `account:${name}`, limit: ATTEMPTS.account },
  ] as const
}

/** A new token: 256 random bits as 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer')
