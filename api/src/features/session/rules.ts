import { createHash, randomBytes } from 'node:crypto'

/** How many failed sign-ins there may be in a window: for one account from one address, one account, one address. */
export const ATTEMPTS = { both: 10, account: 100, address: 100 } as const
/** Minutes after the first failure when counting begins anew. */
export const WINDOW_MINUTES = 15

/** The counters that a sign-in raises, with their limits. */
export function attemptKeys(username: string, address: string) {
  return [
    { key: `both:${username.slice(0, 100)}:${address}`, limit: ATTEMPTS.both },
    { key: `account:${username.slice(0, 100)}`, limit: ATTEMPTS.account },
    { key: `address:${address}`, limit: ATTEMPTS.address },
  ]
}

/** A new token: 256 random bits as 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
