import ipaddr from 'ipaddr.js'

/**
 * What limits count as one place: an IPv4 address, whether or not it is written as IPv6, and of IPv6 the 64 bits that
 * one subscriber is given whole. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().replace(/%.*/, '')}/64`)}/64`
}
