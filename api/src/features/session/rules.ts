import { hash, randomBytes } from 'node:crypto'

/** A new token, of a session or a device: 256 random bits as 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer')
