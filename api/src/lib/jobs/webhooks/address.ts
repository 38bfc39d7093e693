import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// What is nobody's, this machine's or a network's own. One list for each family: in a common one ::/3 closes every IPv4
// address too.
const V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
const V6 = '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20'

// What a machine alone may ask: its link, and where clouds tell it its own credentials.
const NEVER4 = '169.254.0.0/16 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32'
const NEVER6 = 'fe80::/10 fd00:ec2::/32 fd20:ce::254/128'

/** An IPv4 range as it is written in IPv6: compatible, translated (NAT64), tunnelled (6to4). BlockList knows mapped ones. */
function inV6(range: string): string[] {
  const [net = '', bits] = range.split('/')
  const hex = net.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  const [high, low] = [hex.slice(0, 2).join(''), hex.slice(2).join('')]
  const last = ['::', '64:ff9b::', '64:ff9b:1::'].map(
    (prefix) => `${prefix}${high}:${low}/${96 + Number(bits)}`,
  )
  return [...last, `2002:${high}:${low}::/${16 + Number(bits)}`]
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

const never = closed(NEVER4, 'ipv4')
for (const range of [...NEVER6.split(' '), ...NEVER4.split(' ').flatMap(inV6)]) {
  const [net = '', bits] = range.split('/')
  never.addSubnet(net, Number(bits), 'ipv6')
}

const isPublic = (address: string) =>
  isIP(address) === 4 ? !closed4.check(address) : isIP(address) === 6 && !closed6.check(address, 'ipv6')

/** Whether an address may be called. Its own network may be opened, a machine's link and credentials never. */
function isOpen(address: string, allowsPrivate: boolean) {
  const [bare = ''] = address.split('%') // a link-local one may name its link
  const version = isIP(bare)
  if (version === 0 || never.check(bare, version === 4 ? 'ipv4' : 'ipv6')) return false
  return allowsPrivate || isPublic(bare)
}

/** Why an address may not be called. */
type AddressProblem = 'not_an_address' | 'not_https' | 'port' | 'private' | 'never'

/**
 * What of an address is wrong before anybody has asked where its name leads: it is https, names nobody and no page within,
 * has a port that a server of the web may have, and is no literal address of a network of one's own. With `allowsPrivate`
 * it is anything but what nobody else is to be asked from here. URL has by then unmasked 0x7f.1 and 2130706433.
 */
export function addressProblem(text: string, allowsPrivate: boolean): AddressProblem | undefined {
  const url = /[\s\\\p{C}]/u.test(text) ? null : URL.parse(text) // it would leave them out, or read a backslash as a slash, without a word
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
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

/** Who is asked where a name leads: all of its addresses. */
export type AskName = (
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/**
 * Finds out where a name leads, at the moment of the call, and goes nowhere when any of it may not be called. The
 * connection is made to what was judged, so that a name that leads elsewhere a moment later is not asked again.
 */
export const openOnly =
  (allowsPrivate: boolean, ask: AskName = lookup): LookupFunction =>
  (host, options, done) =>
    ask(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []) // and nothing was found, not even an empty list
      if (!found.every(({ address }) => isOpen(address, allowsPrivate))) return done(new PrivateAddress(), [])
      return options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)
    })
