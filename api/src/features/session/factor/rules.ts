import { hash, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Seconds for which a code of the app is shown. */
const STEP = 30
/** How many codes on paper there are at first. */
const RECOVERY_CODES = 10
/** Minutes for which a set-up that was begun may be ended. */
export const SETUP_MINUTES = 30

/** A new secret of an app: as many bits as SHA-1 has. */
export const newSecret = () => randomBytes(20)

const asSecret = (secret: Uint8Array) => new Secret({ buffer: new Uint8Array(secret).buffer })
const appOf = (secret: Uint8Array, label: string) =>
  new TOTP({ issuer: 'Kontor', label, secret: asSecret(secret), digits: 6, period: STEP, algorithm: 'SHA1' })

/** What an app is given to make codes: the secret in base 32, and the same as an address that a camera reads. */
export const totpShown = (secret: Uint8Array, username: string) => ({
  secret: asSecret(secret).base32,
  uri: appOf(secret, username).toString(),
})

/**
 * The step whose code this is: the one of `seconds` since 1970, the one before or the one after, and above `last`, the
 * last one that was accepted. Null when it is none of these.
 */
export function matchingStep(
  secret: Uint8Array,
  typed: string,
  seconds: number,
  last: number,
): number | null {
  const token = typed.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const app = appOf(secret, '')
  const now = Math.floor(seconds / STEP)
  const isOf = (step: number) => app.validate({ token, timestamp: step * STEP * 1000, window: 0 }) === 0
  return [now, now - 1, now + 1].find((step) => step > last && isOf(step)) ?? null
}

// None that is taken for another when it is written down: 31 of them, 49.5 bits in ten.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** New codes for paper, `abcde-fghjk`. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })

/** The normal form of a recovery code, however it was typed. */
export const recoveryHash = (typed: string) =>
  hash('sha256', typed.toLowerCase().replace(/[\s-]/g, ''), 'buffer')
