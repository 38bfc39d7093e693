import { randomBytes } from 'node:crypto'
import { isShortPassword } from '@kontor/contract/lib/fields/short-password'
import { hash, verify } from '@node-rs/argon2'
import { memoize } from '../concurrency/memoize.ts'
import { queue } from '../concurrency/queue.ts'
import { invalidField } from '../http/http-error.ts'

// argon2id, 19 MiB, two passes. Hashing runs in the thread pool, at most two at once, so that many sign-ins neither
// exhaust memory nor block other requests.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const { run: enqueue } = queue({ concurrency: 2 })

/** Hashes a password for storage. */
export const hashPassword = (password: string) => enqueue(() => hash(password, PARAMETERS))

// Generated passwords have 60 random bits, which a cheap hash protects well enough; an import makes thousands of them.
const LIGHT = { ...PARAMETERS, memoryCost: 256, timeCost: 1 }
const LIGHT_MARK = `m=${LIGHT.memoryCost},`
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new password that can be read out on the phone, `k7mp-w3xd-9qhs`, and its hash. */
export async function generatePassword() {
  const password = Array.from(randomBytes(12), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')
  return { password, hash: await hash(password, LIGHT) }
}

/** Counts the attempts around a comparison. */
export interface Attempts {
  /** Counts one attempt; throws when the limit is reached. */
  count: () => Promise<void>
  /** Runs after a right password, before the next one is hashed: removes the attempt from the count. */
  uncount: () => Promise<void>
}

/**
 * Compares a password with a stored hash. Without a hash it takes as long and returns false, so that timing does not
 * reveal which accounts exist. An attempt is counted when its hashing begins and uncounted before the next one begins.
 * Simultaneous right passwords therefore never use up a limit, and a rejected attempt costs no hashing.
 */
export const verifyPassword = (
  storedHash: string | undefined,
  password: string,
  attempts: Attempts,
): Promise<boolean> =>
  enqueue(async () => {
    await attempts.count()
    if (storedHash?.includes(LIGHT_MARK)) await verify(await nobody(), password)
    const matches = (await verify(storedHash ?? (await nobody()), password)) && storedHash !== undefined
    if (matches) await attempts.uncount()
    return matches
  })

const nobody = memoize(() => hash('nobody has this password', PARAMETERS))

/** Throws HttpError when a password is shorter than the configured minimum. */
export function requireLength(password: string, min: number) {
  if (isShortPassword(password, min)) throw invalidField('password', 'validation.short_password', { min })
}
