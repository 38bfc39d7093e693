import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// What is nobody's, this machine's or a network's own. One list for each family: in a common one ::/3 closes every IPv4
// address too.
const V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
const V6 = '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20'

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

const isPublic = (address: string) =>
  isIP(address) === 4 ? !closed4.check(address) : isIP(address) === 6 && !closed6.check(address, 'ipv6')

/** Why an address may not be called. */
type AddressProblem = 'not_an_address' | 'not_https' | 'port' | 'private'

/**
 * What of an address is wrong before anybody has asked where its name leads: it is https, names nobody and no page within,
 * has a port that a server of the web may have, and is no literal address of a network of one's own. URL has by then
 * unmasked 0x7f.1 and 2130706433.
 */
export function addressProblem(text: string, allowsPrivate: boolean): AddressProblem | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    return 'not_an_address'
  if (allowsPrivate) return undefined
  if (url.protocol !== 'https:') return 'not_https'
  if (url.port && Number(url.port) < 1024) return 'port'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isLiteral = isIP(host) !== 0
  const isLocal =
    !isLiteral && (!host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/i.test(host))
  return isLocal || (isLiteral && !isPublic(host)) ? 'private' : undefined
}

/** Thrown by {@link publicOnly}. */
export class PrivateAddress extends Error {}

/** Finds out where a name leads, at the moment of the call, and goes nowhere when any of it is no public address. */
export const publicOnly: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const wrong = error ?? (found.every(({ address }) => isPublic(address)) ? null : new PrivateAddress())
    if (wrong) return done(wrong, [])
    return options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)
  })
