import { describe, expect, test } from 'vitest'
import { addressProblem } from './address.ts'
import { post } from './webhooks.ts'

const problem = (url: string) => addressProblem(url, false)

describe('an address that leads inside is refused', () => {
  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0.0.0.0', '10.0.0.1', '100.64.0.1'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.1', '198.18.0.1'],
    ...['224.0.0.1', '255.255.255.255', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a00:1]'],
    ...['[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[ff02::1]', '[2002:7f00:1::]', '[64:ff9b::7f00:1]'],
    ...['[2001:db8::1]', 'localhost', 'localhost.', 'a.localhost', 'server', 'nas.local', 'x.internal'],
  ])('%s', (host) => expect(problem(`https://${host}/hook`)).toBe('private'))

  test.each(['http://example.com/', 'http://8.8.8.8/'])('%s is not encrypted', (url) =>
    expect(problem(url)).toBe('not_https'),
  )
  test.each(['https://example.com:22/', 'https://example.com:25/', 'https://8.8.8.8:445/'])(
    '%s is no port of the web',
    (url) => expect(problem(url)).toBe('port'),
  )
})

test.each([
  ...['https://example.com/', 'https://example.com:8443/hook?x=1', 'https://8.8.8.8/', 'https://172.32.0.1/'],
  ...['https://[2606:4700::1111]/', 'https://192.169.0.1/', 'https://11.0.0.1/'],
])('%s is public', (url) => expect(problem(url)).toBeUndefined())

test('a name is judged by where it leads when it is called', async () => {
  const sent = { id: 'msg_1', body: '{}', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] }
  const answer = await post({ ...sent, url: 'https://127.0.0.1/', timeoutMs: 1000, allowsPrivate: false })
  expect(answer).toMatchObject({ status: null, error: 'private' })
})
