import { describe, expect, test } from 'vitest'
import { addressProblem, type ResolveHost } from './address.ts'
import { post } from './webhooks.ts'

const problem = (url: string) => addressProblem(url, false)

describe('a private address is rejected', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[2002:7f00:1::]',
    '[64:ff9b::7f00:1]',
    '[2001:db8::1]',
    'localhost',
    'localhost.',
    'a.localhost',
    'server',
    'nas.local',
    'x.internal',
  ])('%s', (host) => expect(problem(`https://${host}/hook`)).toBe('private'))

  test.each(['http://example.com/', 'http://8.8.8.8/'])('%s is not encrypted', (url) =>
    expect(problem(url)).toBe('not_https'),
  )
  test.each(['https://example.com:22/', 'https://example.com:25/', 'https://8.8.8.8:445/'])(
    '%s is not an allowed port',
    (url) => expect(problem(url)).toBe('port'),
  )
  test.each([
    'https://example.com/a\nb',
    'https://exam\tple.com/',
    ' https://example.com/',
    'https://example.com/\u200b',
    'https://example.com\\@127.0.0.1/',
  ])('%j is not a valid URL', (url) => expect(problem(url)).toBe('not_an_address'))
})

test.each([
  'https://example.com/',
  'https://example.com:8443/hook?x=1',
  'https://8.8.8.8/',
  'https://172.32.0.1/',
  'https://[2606:4700::1111]/',
  'https://192.169.0.1/',
  'https://11.0.0.1/',
])('%s is public', (url) => expect(problem(url)).toBeUndefined())

describe('with private networks allowed', () => {
  const inside = (url: string) => addressProblem(url, true)

  test.each([
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '169.254.1.1',
    '100.100.100.200',
    '168.63.129.16',
    '[fe80::1]',
    '[febf::1]',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:1]',
    '[::a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '[fd00:ec2::23]',
    '[fd00:ec2:0:1::1]',
    '[::100.100.100.200]',
    '[64:ff9b::100.100.100.200]',
    '[2002:6464:64c8::1]',
    '[::ffff:100.100.100.200]',
    '[::168.63.129.16]',
    '[64:ff9b:1::168.63.129.16]',
    '[2002:a83f:8110::]',
    '[64:ff9b::192.0.0.192]',
    // NAT64 with a prefix of its own
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[64:ff9b:1:6464:64:c800::1]',
    // Teredo
    '[2001:0:a9fe:a9fe::1]',
    '[2001:0:1:2:3:4:5601:5601]',
    // SIIT
    '[::ffff:0:169.254.169.254]',
    // ISATAP
    '[fd12::5efe:a9fe:a9fe]',
    '[fd12:3456::200:5efe:169.254.169.254]',
    '[2a00:1::5efe:a83f:8110]',
    // NAT64 of an operator, and other forms
    '[fd64::169.254.169.254]',
    '[0:0:0:0:0:FFFF:A9FE:A9FE]',
    '[::ffff:168.63.129.16]',
    '169.254.169.254.',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.16689662',
    '0xa9.0xfe.0xa9.0xfe',
    '①⑥⑨.254.169.254',
    '[fd00:42::42]',
  ])('%s is still never called', (host) => expect(inside(`http://${host}/latest/`)).toBe('never'))

  test.each([
    '127.0.0.1:3000',
    '10.0.0.1',
    '192.168.1.1',
    '[::1]',
    '[fd12:3456::1]',
    '[::100.100.100.201]',
    '[2002:a9fd:a9fe::1]',
    '[fd12:a9fe:a9fe::1]',
    '[fd12::5efe:10.0.0.1]',
    'erp',
  ])('%s may be called', (host) => expect(inside(`http://${host}/`)).toBeUndefined())
})

test.each([
  '169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  'fd12::5efe:a9fe:a9fe',
])('a host name that resolves to %s is never called', async (address) => {
  const resolveHost: ResolveHost = (_host, _options, done) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ])
  const sent = { id: 'msg_1', body: '{}', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] }
  const target = { url: 'http://erp.example.me:1/', timeoutMs: 1000, allowsPrivate: true, resolveHost }
  expect(await post({ ...sent, ...target })).toMatchObject({ status: null, error: 'private' })
})

test('a host name that does not resolve is an error', async () => {
  const sent = { id: 'msg_1', body: '{}', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] }
  // As Node calls it: with an error alone, without a list.
  const resolveHost: ResolveHost = (_host, _options, done) => done(new Error('ENOTFOUND'), undefined as never)
  const target = { url: 'https://erp.nema-toga.invalid/', timeoutMs: 1000, allowsPrivate: false, resolveHost }
  expect(await post({ ...sent, ...target })).toMatchObject({ status: null, error: 'unreachable' })
})

test('a host name is checked by its address at the time of the request', async () => {
  const sent = { id: 'msg_1', body: '{}', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] }
  const answer = await post({ ...sent, url: 'https://127.0.0.1/', timeoutMs: 1000, allowsPrivate: false })
  expect(answer).toMatchObject({ status: null, error: 'private' })
})
