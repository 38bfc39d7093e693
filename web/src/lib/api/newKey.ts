/** An idempotency key. `crypto.randomUUID` is missing on plain http, which some offices use. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
