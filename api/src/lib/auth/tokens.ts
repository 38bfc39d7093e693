import { hash, randomBytes } from 'node:crypto'

/** A new token, of a session or a device: 256 random bits as 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The hash under which a token is stored. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer')

/** Prefix of API key tokens, so that people and secret scanners recognise one. */
const KEY_MARK = 'kontor_'

/** A new token of an API key, and the prefix by which people recognise it. */
export function newKeyToken() {
  const token = `${KEY_MARK}${newToken()}`
  return { token, prefix: token.slice(0, KEY_MARK.length + 4) }
}

/** Whether a token has the form of an API key. */
export const isKeyToken = (token: string) => token.startsWith(KEY_MARK)
