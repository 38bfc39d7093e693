import { isWebAddress } from '@kontor/contract/lib/text/web-address'

/** The web address that was meant by what was typed, `kontor.me` too; null when it is none. */
export function webLink(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z][a-z\d+-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  return isWebAddress(address) ? address : null
}
