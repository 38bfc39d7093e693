// How often a password may be tried. Only wrong ones count: a right one takes its count back, with the wrong ones that
// the same person gave before it, and what was refused is not counted at all, so that no wait grows longer.
//
// - Strangers may be wrong 10 times for one account from one network, 50 times for one account from all networks
//   together, and 100 times from one network for all accounts together, each in 15 minutes.
// - Who is known (shows a device on which this account has signed in, or comes from a network from which it has, in the
//   last 60 days) has a count of its own that strangers cannot use up: 10 per device, or 10 for this account per network.
//
// So whoever guesses at an account gets 200 tries an hour, from however many addresses; and 40 more from within a network
// or with a device of its owner. Its owner meets at most the rest of 15 minutes: after ten mistakes of his own, or on a
// device and in a network that are both new to him while somebody guesses.
export const ATTEMPTS = { own: 10, account: 50, network: 100 } as const

/** Minutes after the first wrong password when counting begins anew. */
export const WINDOW_MINUTES = 15
/** Days for which a device and a network are known after a sign-in. */
export const KNOWN_DAYS = 60
/** Devices, each in each of its networks, that are known of one account; of more the one seen longest ago is forgotten. */
export const KNOWN_DEVICES = 20

/** What counts wrong passwords, and how many it allows. */
interface Counter {
  key: string
  max_attempts: number
}

/** The counters of a try: first the person's own, then those that are shared with others. */
export type Counters = readonly [own: Counter, ...shared: Counter[]]

/** Who tries, as far as counting goes. */
interface Trier {
  username: string
  /** See `networkOf`. */
  network: string
  /** Hash of the device that was shown, when this account has signed in on it. */
  device?: Buffer | undefined
  /** Whether this account has signed in from the network. */
  knowsNetwork: boolean
}

/** What a sign-in is counted by. */
export function countersOf({ username, network, device, knowsNetwork }: Trier): Counters {
  if (device) return [{ key: `device:${username}:${device.toString('hex')}`, max_attempts: ATTEMPTS.own }]
  const own = { key: `own:${username}:${network}`, max_attempts: ATTEMPTS.own }
  if (knowsNetwork) return [own]
  return [
    own,
    { key: `account:${username}`, max_attempts: ATTEMPTS.account },
    { key: `network:${network}`, max_attempts: ATTEMPTS.network },
  ]
}

/**
 * What a second step is counted by: as the first one is, and strangers together have ten of it for an account, for
 * whoever gets so far knows the password.
 */
export function secondCountersOf(trier: Trier): Counters {
  const [own, ...shared] = countersOf(trier)
  if (shared.length === 0) return [own]
  return [own, ...shared, { key: `second:${trier.username}`, max_attempts: ATTEMPTS.own }]
}

/** The counter of the current password that a signed-in user gives: by the user's id, which no new name changes. */
export const ownPasswordCounter = (userId: number): Counters => [
  { key: `user:${userId}`, max_attempts: ATTEMPTS.own },
]
