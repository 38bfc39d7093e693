import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Reserved, loopback and private ranges. One list per family: in a common list ::/3 would block every IPv4 address too.
const V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
const V6 = '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20'

// Link-local ranges and metadata services of clouds, which must never be called; Teredo and NAT64 with a prefix of its
// own (64:ff9b:1::/48) also lead there, with the IPv4 address in places that depend on their set-up.
const NEVER4 = '169.254.0.0/16 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32'
const NEVER6 =
  'fe80::/10 fd00:ec2::/32 fd00:42::42/128 fd00:c1::a9fe:a9fe/128 fd20:ce::254/128 2001::/32 64:ff9b:1::/48'

/**
 * The IPv4 addresses that an IPv6 address may lead to: of 6to4 the next 32 bits, of every other kind the last. The last
 * are judged although they reject one in 65,536 random public addresses; an operator's prefix shorter than /96 has its
 * address in other places, which are not seen.
 */
function insideV6(address: string): string[] {
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':')
  const [, first, second] = groups
  return [groups.slice(-2), ...(groups[0] === '2002' ? [[first, second]] : [])].map((pair) =>
    pair
      .map((group) => Number.parseInt(group || '0', 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join('.'),
  )
}

const closed = (ranges: string, family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const range of ranges.split(' ')) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}
const closed4 = closed(V4, 'ipv4')
const closed6 = closed(V6, 'ipv6')

const never4 = closed(NEVER4, 'ipv4')
const never6 = closed(NEVER6, 'ipv6')

const isNever = (address: string): boolean =>
  isIP(address) === 4
    ? never4.check(address)
    : never6.check(address, 'ipv6') || insideV6(address).some((inside) => never4.check(inside))

const isPublic = (address: string) =>
  isIP(address) === 4 ? !closed4.check(address) : isIP(address) === 6 && !closed6.check(address, 'ipv6')

/**
 * Whether an address may be called. `allowsPrivate` permits private ranges, but never link-local and metadata
 * addresses.
 */
function isOpen(address: string, allowsPrivate: boolean) {
  const [bare = ''] = address.split('%') // a link-local address may have a zone
  if (isIP(bare) === 0 || isNever(bare)) return false
  return allowsPrivate || isPublic(bare)
}

/** Why an address may not be called. */
type AddressProblem = 'not_an_address' | 'not_https' | 'port' | 'private' | 'never'

/**
 * Checks the URL of a webhook before any DNS lookup. It must be https, without credentials and fragment, with an
 * allowed port, and no literal private address. With `allowsPrivate` only the never-allowed ranges are rejected. URL
 * has normalised forms like 0x7f.1 and 2130706433.
 */
export function addressProblem(text: string, allowsPrivate: boolean): AddressProblem | undefined {
  // URL would silently remove them, or read a backslash as a slash
  const url = /[\s\\\p{C}]/u.test(text) ? null : URL.parse(text)
  if (!url || !/^https?:\/\/[^/]/i.test(text) || url.username || url.password || url.hash)
    return 'not_an_address'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isLiteral = isIP(host) !== 0
  if (allowsPrivate) return isLiteral && !isOpen(host, true) ? 'never' : undefined
  if (url.protocol !== 'https:') return 'not_https'
  if (url.port && Number(url.port) < 1024) return 'port'
  const isLocal =
    !isLiteral && (!host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/i.test(host))
  return isLocal || (isLiteral && !isOpen(host, false)) ? 'private' : undefined
}

/** Thrown by {@link openOnly}. */
export class PrivateAddress extends Error {}

/** Resolves a host name to all of its addresses. */
export type ResolveHost = (
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/**
 * A DNS lookup for one connection that fails when any address of the host is not allowed. The connection uses the
 * checked address, so a DNS entry that changes afterwards (DNS rebinding) has no effect.
 */
export const openOnly =
  (allowsPrivate: boolean, lookupHost: ResolveHost = lookup): LookupFunction =>
  (host, options, done) =>
    lookupHost(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []) // Node passes no list then
      if (!found.every(({ address }) => isOpen(address, allowsPrivate))) return done(new PrivateAddress(), [])
      return options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)
    })
