import { hash, verify } from '@node-rs/argon2'
import { invalidField } from './refusal.ts'

// argon2id, 19 MiB, two passes: hashed in the thread pool, and never more than two at once, so that a wave of sign-ins
// neither fills the memory nor keeps everybody else waiting.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resume) => waiting.push(resume))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Hashes a password for keeping. */
export const hashPassword = (password: string) => inTurn(() => hash(password, PARAMETERS))

/** Compares with a kept hash; without one it works as long and answers false, so that time tells nobody who exists. */
export async function verifyPassword(kept: string | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(async () => verify(kept ?? (await nobody), password))
  return matches && kept !== undefined
}

const nobody = hash('nobody has this password', PARAMETERS)

/** Refuses a password that is shorter than this server's setting; counted in characters as people see them. */
export function requireLength(password: string, min: number) {
  if ([...password].length < min) throw invalidField('password', 'validation.short_password', { min })
}
