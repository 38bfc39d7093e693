import { isWebAddress } from '@kontor/contract/lib/text/web-address'

/** The URL of a typed address (`kontor.me` works too); null when it is invalid. */
export function webLink(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z][a-z\d+-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  return isWebAddress(address) ? address : null
}
