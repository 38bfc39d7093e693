import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { invalidField } from '../http/http-error.ts'
import { memoize } from '../jobs/memoize.ts'
import { queue } from '../jobs/queue.ts'

// argon2id, 19 MiB, two passes: hashed in the thread pool, and never more than two at once, so that a wave of sign-ins
// neither fills the memory nor keeps everybody else waiting.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const { run: inTurn } = queue({ atOnce: 2 })

/** Hashes a password for keeping. */
export const hashPassword = (password: string) => inTurn(() => hash(password, PARAMETERS))

// Nobody guesses 60 random bits, however cheap a guess is: so an import can make thousands of passwords.
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

/** What is done around a comparison so that nobody may try for ever. */
export interface Tries {
  /** Counts one more, or throws when there were too many. */
  count: () => Promise<void>
  /** Takes the count back, for the password was right. */
  takeBack: () => Promise<void>
}

/**
 * Compares with a kept hash; without one it works as long and answers false, so that time tells nobody who exists. A try
 * is counted when its turn comes and taken back before the next one's: however many arrive at once, no more are under
 * way than are hashed, so that right passwords never use a limit up, and what is refused costs no hashing.
 */
export const verifyPassword = (
  storedHash: string | undefined,
  password: string,
  tries: Tries,
): Promise<boolean> =>
  inTurn(async () => {
    await tries.count()
    if (storedHash?.includes(LIGHT_MARK)) await verify(await nobody(), password)
    const matches = (await verify(storedHash ?? (await nobody()), password)) && storedHash !== undefined
    if (matches) await tries.takeBack()
    return matches
  })

const nobody = memoize(() => hash('nobody has this password', PARAMETERS))

/** Refuses a password that is shorter than this server's setting; counted in characters as people see them. */
export function requireLength(password: string, min: number) {
  if ([...password].length < min) throw invalidField('password', 'validation.short_password', { min })
}
