import { hash, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Seconds of a time step. */
const STEP = 30
/** Number of recovery codes. */
const RECOVERY_CODES = 10
/** Minutes for which a started set-up can be finished. */
export const SETUP_MINUTES = 30

/** A new secret of an app, with the size of SHA-1. */
export const newSecret = () => randomBytes(20)

const asSecret = (secret: Uint8Array) => new Secret({ buffer: new Uint8Array(secret).buffer })
const totpOf = (secret: Uint8Array, label: string) =>
  new TOTP({ issuer: 'Kontor', label, secret: asSecret(secret), digits: 6, period: STEP, algorithm: 'SHA1' })

/** The secret for an app: in base 32, and as an otpauth URL for a QR code. */
export const totpShown = (secret: Uint8Array, username: string) => ({
  secret: asSecret(secret).base32,
  uri: totpOf(secret, username).toString(),
})

/**
 * The time step of a code: that of `seconds` since 1970, the one before or after, and greater than `last`, the last
 * accepted one. Null when the code matches none.
 */
export function matchingStep(
  secret: Uint8Array,
  typed: string,
  seconds: number,
  last: number,
): number | null {
  const token = typed.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const app = totpOf(secret, '')
  const now = Math.floor(seconds / STEP)
  const isOf = (step: number) => app.validate({ token, timestamp: step * STEP * 1000, window: 0 }) === 0
  return [now, now - 1, now + 1].find((step) => step > last && isOf(step)) ?? null
}

// Letters that are not confused in handwriting: 31, so that ten have 49.5 bits.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** New recovery codes, `abcde-fghjk`. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })

/** The normal form of a recovery code, however it was typed. */
export const recoveryHash = (typed: string) =>
  hash('sha256', typed.toLowerCase().replace(/[\s-]/g, ''), 'buffer')
