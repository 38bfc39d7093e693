import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '@kontor/contract/session/factor'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

/** Concise Binary Object Representation, as far as an authenticator's response needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? Buffer.from([0x20 | (-1 - value)]) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const number32 = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((one) => one & 255))

/** WebAuthn's options, of which only the challenge is used. */
type ChallengeOptions = Readonly<Record<string, unknown>> | { challenge: unknown }

/** A passkey in software: registers and signs as a browser with a security key would, or wrongly on request. */
export function makeAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const rpId = new URL(origin).hostname
  let counter = 0
  const clientData = (type: string, { challenge }: ChallengeOptions, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  return {
    make(options: ChallengeOptions, from = origin): Attestation {
      const key = cbor(
        new Map<number, Cbor>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = Buffer.concat([sha256(rpId), Buffer.from([0x45]), number32(counter), credential])
      const statement = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', options, from).toString('base64url'),
          attestationObject: cbor(statement).toString('base64url'),
          transports: ['usb'],
        },
        clientExtensionResults: {},
      }
    },
    answer(options: ChallengeOptions, from = origin): Assertion {
      counter += 1
      const data = clientData('webauthn.get', options, from)
      const authData = Buffer.concat([sha256(new URL(from).hostname), Buffer.from([5]), number32(counter)])
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      }
    },
    /** Resets the counter, as in a copy that has not seen the last responses. */
    turnBack() {
      counter = 0
    },
  }
}
