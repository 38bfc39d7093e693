// Limits of password attempts. Only wrong passwords count: a right one uncounts itself and the wrong ones that the same
// user entered before, and rejected attempts do not count, so that they do not extend the wait.
// - An unknown caller may enter 10 wrong passwords for one account from one network, 50 for one account from all
// networks together, and 100 from one network for all accounts together, each in 15 minutes.
// - A known caller (with a device token of this account, or from a network from which the account has signed in within
// 60 days) has a counter of his own that others cannot use up: 10 per device, or 10 for this account per network.
// An attacker thus gets 200 attempts an hour for an account, from any number of addresses, and 40 more with a device or
// from a network of its owner. The owner waits at most the rest of 15 minutes: after ten mistakes of his own, or with a
// new device in a new network during an attack.
export const ATTEMPTS = { own: 10, account: 50, network: 100 } as const

/** Minutes after the first wrong password when a counter resets. */
export const WINDOW_MINUTES = 15
/** Days for which a device and a network are known after a sign-in. */
export const KNOWN_DAYS = 60
/** Known devices (each in each of its networks) per account; the one seen longest ago is deleted. */
export const KNOWN_DEVICES = 20

/** A counter of wrong passwords with its limit. */
interface Counter {
  key: string
  max_attempts: number
}

/** The counters of an attempt: the caller's own, then those shared with others. */
export type Counters = readonly [own: Counter, ...shared: Counter[]]

/** The source of an attempt, as far as counters depend on it. */
interface AttemptSource {
  username: string
  /** See `networkOf`. */
  network: string
  /** Hash of the presented device token, if this account has signed in with it. */
  device?: Buffer | undefined
  /** Whether this account has signed in from the network. */
  knowsNetwork: boolean
}

/** The counters of a sign-in. */
export function countersOf({ username, network, device, knowsNetwork }: AttemptSource): Counters {
  if (device) return [{ key: `device:${username}:${device.toString('hex')}`, max_attempts: ATTEMPTS.own }]
  const ownCounter = { key: `own:${username}:${network}`, max_attempts: ATTEMPTS.own }
  if (knowsNetwork) return [ownCounter]
  return [
    ownCounter,
    { key: `account:${username}`, max_attempts: ATTEMPTS.account },
    { key: `network:${network}`, max_attempts: ATTEMPTS.network },
  ]
}

/**
 * The counters of a second step: those of the first step, and one of ten attempts for the account shared by all unknown
 * callers, because they know the password.
 */
export function secondCountersOf(source: AttemptSource): Counters {
  const [own, ...shared] = countersOf(source)
  if (shared.length === 0) return [own]
  return [own, ...shared, { key: `second:${source.username}`, max_attempts: ATTEMPTS.own }]
}

/** The counter of a signed-in user's current password: by the user's id, which does not change with the username. */
export const ownPasswordCounter = (userId: number): Counters => [
  { key: `user:${userId}`, max_attempts: ATTEMPTS.own },
]
