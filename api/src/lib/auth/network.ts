import ipaddr from 'ipaddr.js'

/**
 * The network that rate limits count by: an IPv4 address (also when written as IPv6), or the first 64 bits of an IPv6
 * address, which one subscriber gets. A text that is no address is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().replace(/%.*/, '')}/64`)}/64`
}
