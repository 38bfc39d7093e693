/** A key that names one attempt. `crypto.randomUUID` is missing where the office runs it on plain http. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
