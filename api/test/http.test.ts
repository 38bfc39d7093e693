import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { products } from '@kontor/contract/products'
import { session } from '@kontor/contract/session'
import { apiKeys } from '@kontor/contract/users/keys'
import { afterAll, describe, expect, test } from 'vitest'
import { listen, startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { makePicture } from './make.ts'
import { requestText, sendRaw, statusOf } from './socket.ts'

const log: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    log.push(String(chunk))
    done()
  },
})
const webDir = mkdtempSync(join(tmpdir(), 'kontor-web-'))
mkdirSync(join(webDir, 'assets'))
writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Kontor</title>')
writeFileSync(join(webDir, 'assets/app-1a2b3c.js'), 'export {}')

const { app, another, config, db, call, inject, staff } = await startApp(
  {},
  { webDir, logger: { level: 'info', stream } },
)
const { port } = await listen(app)
const hasty = await another({ requestTimeout: 1000 })
/** Only for requests that never end. */
const { port: hastyPort } = await listen(hasty)
const origin = `http://127.0.0.1:${port}`
const authorization = `Bearer ${staff}`

const countCountries = async () => (await db.selectFrom('countries').select('id').execute()).length

/** Sends a body to the route that adds a country; expects no country to be added. */
async function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const before = await countCountries()
  const response = await fetch(`${origin}/api/countries`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  expect(await countCountries()).toBe(before)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

afterAll(async () => {
  expect((await fetch(`${origin}/health`)).status).toBe(200)
})

describe('bodies', () => {
  test.for([
    ['a depth of 30,000', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    ['sixty thousand open brackets', '['.repeat(60_000), 400],
    ['more than 64 KiB', JSON.stringify({ name: 'x'.repeat(65_536) }), 413],
    ['a text of nearly 64 KiB', JSON.stringify({ name: 'x'.repeat(65_000) }), 422],
    ['nearly 64 KiB of escapes', JSON.stringify({ name: '"'.repeat(32_000) }), 422],
    ['a list', '[{"name":"Danska"}]', 422],
    ['a text', '"Danska"', 422],
    ['null', 'null', 422],
    ['nothing', '', 422],
    ['half an object', '{"name":"Danska"', 400],
    ['two objects', '{"name":"Danska"}{}', 400],
    ['a comment', '{"name":"Danska"/**/}', 400],
    ['NaN', '{"name":NaN}', 400],
  ] as const)('rejects %s', async ([, body, status]) => {
    expect((await post(body)).status).toBe(status)
  })

  test.for([
    '{"name":"Danska","name":"Norveška"}',
    '{"name":"Danska","n\\u0061me":"Norveška"}',
    '{"name":"Danska","post_code":{"a":1,"a":2}}',
    '{"name":"Danska","__proto__":{"is_active":false}}',
    '{"name":"Danska","__pr\\u006fto__":1}',
  ])('rejects %s, which two parsers could read differently', async (body) => {
    expect((await post(body)).status).toBe(400)
  })

  test('rejects bytes that are not UTF-8 instead of changing them', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"name":"Dan'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ])
    expect((await post(bytes)).status).toBe(400)
  })

  test('rejects a body that is shorter or longer than declared', async () => {
    const body = '{"name":"Danska"}'
    const headers = { authorization, 'content-type': 'application/json' }
    const before = await countCountries()
    const shorter = await sendRaw(
      hastyPort,
      requestText('POST /api/countries', { ...headers, 'content-length': 500 }, body),
    )
    expect(statusOf(shorter)).toBe(408)
    const longer = await sendRaw(
      port,
      requestText('POST /api/countries', { ...headers, 'content-length': 5 }, body),
    )
    expect(statusOf(longer)).toBe(400)
    expect(await countCountries()).toBe(before)
  })

  test.for([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/html;application/json', 415],
    ['application/jsonx', 415],
    ['application/json garbage', 415],
    ['garbage', 415],
    ['', 415],
  ] as const)('rejects JSON with the content type %s', async ([type, status]) => {
    const before = await countCountries()
    const body = '{"name":"Danska"}'
    const headers = {
      authorization,
      'content-length': body.length,
      ...(type ? { 'content-type': type } : {}),
    }
    const answer = await sendRaw(port, requestText('POST /api/countries', headers, body))
    expect(statusOf(answer)).toBe(status)
    expect(await countCountries()).toBe(before)
  })

  test('reads a body alike for any notation of its content type', async () => {
    for (const type of ['application/json\t', 'APPLICATION/JSON', 'application/json; charset=utf-7']) {
      const { status } = await post('{"name":"","is_admin":true}', { 'content-type': type })
      expect([415, 422], type).toContain(status)
    }
  })

  test('does not decompress a body', async () => {
    const bomb = gzipSync(`{"name":"${'x'.repeat(20_000_000)}"}`)
    for (const bytes of [bomb, gzipSync('{"name":"Danska"}')]) {
      expect((await post(bytes, { 'content-encoding': 'gzip' })).status).toBe(400)
    }
  })
})

describe('requests', () => {
  const post = 'POST /api/countries HTTP/1.1\r\nHost: a\r\n'
  const get = 'GET /api/home HTTP/1.1\r\n'
  test.for([
    ['a length and chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['two lengths', `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`, 400],
    ['a folded header', `${get}Host: a\r\nX-A: 1\r\n 2\r\n\r\n`, 400],
    ['a bare line feed', `GET /api/home HTTP/1.1\nHost: a\n\n`, 400],
    ['a space before a colon', `${get}Host: a\r\nAuthorization : x\r\n\r\n`, 400],
    ['no host', `${get}\r\n`, 400],
    ['two hosts', `${get}Host: a\r\nHost: b\r\nConnection: close\r\n\r\n`, 400],
    ['a NUL in a header', `${get}Host: a\r\nX-A: \0\r\n\r\n`, 400],
    ['100 KB of headers', `${get}Host: a\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ] as const)('rejects %s and closes', async ([, text, status]) => {
    expect(statusOf(await sendRaw(port, text))).toBe(status)
  })

  test('accepts a header called __proto__', async () => {
    const answer = await sendRaw(
      port,
      requestText('GET /api/home', { authorization, __proto__: 'x', constructor: 'x' }),
    )
    expect(statusOf(answer)).toBe(200)
  })

  test('rejects two Authorization headers, even when both are valid', async () => {
    const text = requestText('GET /api/home', { authorization }).replace(
      '\r\n\r\n',
      `\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    expect(statusOf(await sendRaw(port, text))).toBe(401)
    expect(statusOf(await sendRaw(port, requestText('GET /api/home', { authorization })))).toBe(200)
  })

  test('authorises an absolute URL like a relative one', async () => {
    const statusFor = async (line: string) => statusOf(await sendRaw(port, requestText(line, {})))
    expect([401, 404]).toContain(await statusFor('GET http://evil.example/api/home'))
    expect([401, 404]).toContain(await statusFor('GET /api/./home'))
    expect([401, 404]).toContain(await statusFor('GET /api/x/../home'))
    expect([400, 404]).toContain(await statusFor('TRACE /api/home'))
    expect(await statusFor('CONNECT localhost:80')).toBe(0) // closed without a response
  })

  test('cuts off a slow body, and slow headers', async () => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': 10_000 }
    const text = requestText('POST /api/countries', headers)
    const body = await sendRaw(hastyPort, text, { rest: '{', ms: 50 })
    expect(statusOf(body)).toBe(408)
    const head = await sendRaw(hastyPort, 'GET /api/home HTTP/1.1\r\nHost: a\r\n', {
      rest: 'X-A: '.repeat(1000),
      ms: 50,
    })
    expect(statusOf(head)).toBe(408)
  })

  test('a slow route keeps its connection, which is then reset for other requests', async () => {
    const silences: (number | undefined)[] = []
    const note = (_: IncomingMessage, response: ServerResponse) => {
      response.once('prefinish', () => silences.push(response.socket?.timeout))
    }
    app.server.on('request', note)
    for (const path of ['/api/products/import/undo', '/api/countries'])
      await fetch(`${origin}${path}`, { method: 'POST', headers: { authorization } }).then((one) =>
        one.text(),
      )
    app.server.off('request', note)
    expect(silences).toEqual([30 * 60_000, 90_000])
  })

  test('a slow upload takes no place of its API key', async () => {
    const rights = ['products.see', 'products.import'] as const
    const key = await call(apiKeys.create, {
      body: { name: 'Sporo', role: 'user_admin', rights: [...rights] },
    })
    const authHeaders = { authorization: `Bearer ${key.body.token}` }
    const type = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 10_000 }
    const upload = requestText('POST /api/products/import', { ...authHeaders, ...type }, '--b\r\n')
    const node = await another()
    let begun = 0
    node.server.on('request', () => void begun++)
    const { port } = await listen(node)
    const slow = [1, 2].map(() => sendRaw(port, upload, { rest: 'x', ms: 50 }))
    await eventually(() => expect(begun).toBe(2))
    const list = await sendRaw(port, requestText('GET /api/products', authHeaders))
    node.server.closeAllConnections()
    expect(statusOf(list)).toBe(200)
    expect((await Promise.all(slow)).map(statusOf)).toEqual([0, 0]) // unanswered until closed
  })

  test('half of a head does not keep a closing server', async () => {
    const node = await another()
    const arrived = once(node.server, 'connection') as Promise<[Socket]>
    const { port } = await listen(node)
    const half = connect(port, '127.0.0.1')
    half.on('error', () => {}) // a reset
    half.write('GET / HTTP/1.1\r\n')
    const [socket] = await arrived
    await eventually(() => expect(socket.bytesRead).toBeGreaterThan(0))
    await node.close()
    expect(socket.destroyed).toBe(true)
  })

  test('serves neither a repository nor an environment file', async () => {
    const paths = [
      '/.git/config',
      '/.env',
      '/package.json',
      '/..%2fpackage.json',
      '/assets/..%2f..%2fetc/passwd',
    ]
    for (const path of paths)
      expect((await fetch(`${origin}${path}`)).status, path).toBeGreaterThanOrEqual(400)
  })
})

describe('headers', () => {
  const answers = async () => {
    const fields = { erp_code: `S-${Math.random()}`, name: 'Sa slikom', price: '1', quantity: '1' }
    const { body } = await call(products.create, { form: fields, files: { image: await makePicture() } })
    return {
      ok: await inject({ url: `/api/products/${body.id}`, headers: { authorization } }),
      refused: await inject({ url: '/api/home' }),
      wrong: await inject({ url: '/api/products/x', headers: { authorization } }),
      missing: await inject({ url: '/api/nothing' }),
      undecodable: await inject({ url: '/api/%E0%A4%A' }),
      page: await inject({ url: '/proizvodi' }),
      asset: await inject({ url: '/assets/app-1a2b3c.js' }),
      excel: await inject({ url: '/api/getProductsExcel', headers: { authorization } }),
      image: await inject({ url: `/api/images/products/${body.image}` }),
    }
  }

  test('every response has security headers, and none that names the server', async () => {
    for (const [what, { headers, status }] of Object.entries(await answers())) {
      expect(headers['x-content-type-options'], what).toBe('nosniff')
      expect(headers.server ?? headers['x-powered-by'], what).toBeUndefined()
      expect(headers['access-control-allow-origin'], what).toBeUndefined()
      if (what === 'undecodable') expect(status).toBe(400)
      const policy = String(headers['content-security-policy'])
      expect(policy, what).toMatch(/script-src 'self'(;|$)/)
      expect(policy, what).toContain("frame-ancestors 'none'")
      expect(policy, what).toContain("object-src 'none'")
      expect(headers['referrer-policy'], what).toBe('same-origin')
      expect(headers['strict-transport-security'], what).toMatch(/^max-age=\d{8}$/)
      expect(headers['x-frame-options'], what).toBe('DENY')
    }
  })

  test('private responses are not cached; pictures and built files are, without limit', async () => {
    const responses = await answers()
    const cached = Object.fromEntries(
      Object.entries(responses).map(([what, { headers }]) => [what, headers['cache-control']]),
    )
    expect(cached).toEqual({
      ok: 'no-store',
      refused: 'no-store',
      wrong: 'no-store',
      missing: 'no-store',
      undecodable: 'no-store',
      page: 'no-cache',
      asset: expect.stringMatching(/^public, max-age=31536000, immutable$/),
      excel: 'no-store',
      image: expect.stringMatching(/^public, max-age=31536000, immutable$/),
    })
  })

  test('another site can neither post a form nor read a response', async () => {
    for (const foreign of ['https://evil.example', 'null', `${origin}.evil`]) {
      const response = await post('{"name":"Danska"}', { 'content-type': 'text/plain', origin: foreign })
      expect(response.status).toBe(415)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      const preflightHeaders = { origin: foreign, 'access-control-request-method': 'POST' }
      const preflight = await fetch(`${origin}/api/countries`, {
        method: 'OPTIONS',
        headers: preflightHeaders,
      })
      expect(preflight.status).toBe(404)
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('uploads', () => {
  const disposition = 'Content-Disposition: form-data; name='
  const part = (boundary: string, head = `${disposition}"name"`) => `--${boundary}\r\n${head}\r\n\r\nx\r\n`

  async function upload(type: string, body: string) {
    const response = await fetch(`${origin}/api/products/store`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body,
    })
    return { status: response.status, text: await response.text() }
  }

  test.for([
    ['without a boundary', 'multipart/form-data', part('b')],
    ['with another boundary', 'multipart/form-data; boundary=a', part('b')],
    [
      'with a boundary of 252 bytes',
      `multipart/form-data; boundary=${'b'.repeat(252)}`,
      `--${'b'.repeat(251)}`.repeat(2000),
    ],
    ['without an end', 'multipart/form-data; boundary=b', part('b')],
    ['of nothing', 'multipart/form-data; boundary=b', ''],
    ['with a part without a header', 'multipart/form-data; boundary=b', `${part('b', '')}--b--\r\n`],
    [
      'with a header called __proto__',
      'multipart/form-data; boundary=b',
      `${part('b', '__proto__: x')}--b--\r\n`,
    ],
    [
      'with a field called __proto__',
      'multipart/form-data; boundary=b',
      `${part('b', `${disposition}"__proto__"`)}--b--\r\n`,
    ],
    [
      'with a field called constructor',
      'multipart/form-data; boundary=b',
      `${part('b', `${disposition}"constructor"`)}--b--\r\n`,
    ],
    [
      'with 10,000 part headers',
      'multipart/form-data; boundary=b',
      `${part('b', `${'X-A: 1\r\n'.repeat(10_000)}${disposition}"name"`)}--b--\r\n`,
    ],
    ['with 10,000 fields', 'multipart/form-data; boundary=b', `${part('b').repeat(10_000)}--b--\r\n`],
  ] as const)('rejects one %s, without waiting', async ([, type, body]) => {
    const { status, text } = await upload(type, body)
    expect([400, 413, 422], text).toContain(status)
  })
})

describe('the log', () => {
  test('one request is one line, with any input, without secrets', async () => {
    log.length = 0
    const username = 'ana\r\n{"level":30,"msg":"fake"}\u001b[31m'
    await inject({ method: 'POST', url: '/api/login', payload: { username, password: 'tajna-lozinka' } })
    await inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: 'staff', password: 'tajna-lozinka' },
    })
    await inject({ url: '/api/home%0d%0aX?token=u-adresi-tajna', headers: { authorization } })
    await inject({ url: '/api/home', headers: { authorization, 'user-agent': 'a\u001b[31m' } })
    expect(log).toHaveLength(4)
    for (const line of log) expect(JSON.parse(line)).toMatchObject({ msg: 'request' })
    expect(log.join('')).not.toMatch(/tajna|fake|\u001b/)
    expect(log.join('')).not.toContain(staff)
  })
})

describe('monitoring', () => {
  test('metrics are for this machine only, and not for forwarded requests', async () => {
    expect((await fetch(`${origin}/metrics`)).status).toBe(200)
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'])
      for (const value of ['', '127.0.0.1'])
        expect((await inject({ url: '/metrics', headers: { [header]: value } })).status, header).toBe(404)
    expect((await inject({ url: '/metrics', remoteAddress: '10.0.0.7' })).status).toBe(404)
    const behindProxy = await another({ config: { ...config, trustProxy: () => true } })
    expect((await behindProxy.inject('/metrics')).statusCode).toBe(404)
  })

  test('the OpenAPI document is served, and /api/docs/json redirects to it', async () => {
    const { status, bytes, headers } = await inject({ url: '/api/openapi.json' })
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const { release } = (await call(session.about, {}, null)).body
    expect(release).toMatch(/^\d+\.\d+\.\d+$/)
    expect(JSON.parse(bytes.toString())).toMatchObject({ openapi: '3.1.0', info: { version: release } })
    const page = await inject({ url: '/api/docs/json' })
    expect([page.status, page.headers.location]).toEqual([302, '/api/openapi.json'])
    const missing = await inject({ url: '/api/docs/static/nema.js' })
    expect([missing.status, missing.body.message]).toEqual([404, 'error.not_found'])
    const style = await inject({ url: '/api/docs/static/swagger-ui.css' })
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(style.headers['x-content-type-options']).toBe('nosniff')
  })

  test('metrics have no labels with paths of clients', async () => {
    await fetch(`${origin}/api/izmisljeno-123`)
    expect(await (await fetch(`${origin}/metrics`)).text()).not.toContain('izmisljeno')
  })

  test('/ready fails while a migration is pending', async () => {
    expect((await fetch(`${origin}/ready`)).status).toBe(200)
    const migrationsDir = mkdtempSync(join(tmpdir(), 'kontor-migrations-'))
    cpSync(join(import.meta.dirname, '../migrations'), migrationsDir, { recursive: true })
    writeFileSync(join(migrationsDir, '9999_later.sql'), 'SELECT 1')
    const behind = await another({ migrationsDir })
    const { statusCode, headers } = await behind.inject({ url: '/ready' })
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
  })

  test('/ready fails on a node that is older than the database', async () => {
    const migrationsDir = mkdtempSync(join(tmpdir(), 'kontor-migrations-'))
    cpSync(
      join(import.meta.dirname, '../migrations/0001_baseline.sql'),
      join(migrationsDir, '0001_baseline.sql'),
    )
    const older = await another({ migrationsDir })
    expect((await older.inject({ url: '/ready' })).statusCode).toBe(503)
  })
})

test('a sign-in error names no field', async () => {
  const { status, body } = await call(session.login, { body: { username: 'staff', password: '' } }, null)
  expect([status, body.message, body.errors]).toEqual([422, 'login_error', undefined])
})

test('what belongs to a record is an object in every answer, never its name alone', async () => {
  const { bytes } = await inject({ url: '/api/openapi.json' })
  const { paths } = JSON.parse(bytes.toString()) as { paths: Record<string, Record<string, object>> }
  const names = new Set(['city', 'country', 'partner', 'product', 'campaign', 'campaign_type', 'store'])
  /** The properties of these names whose schema allows a text. */
  const texts = (schema: unknown, at: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    return Object.entries(schema).flatMap(([key, inner]) =>
      names.has(key) && /"type":("string"|\[[^\]]*"string")/.test(JSON.stringify({ ...inner, properties: 0 }))
        ? [`${at}.${key}`]
        : texts(inner, key === 'properties' || key === 'items' ? at : `${at}.${key}`),
    )
  }
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]: [string, { responses?: object }]) =>
      texts((responses as Record<string, unknown>)?.['200'], `${method} ${path}`),
    ),
  )
  // The documents write these two as texts: `product` beside `product_code` and `product_name`, `partner` beside `code`.
  const documented = (place: string) => /[cC]art.*\.product$|signed_in_partners.*\.partner$/.test(place)
  expect(found.filter((place) => !documented(place))).toEqual([])
})

test('the OpenAPI document is compressed, and revalidated by its ETag', async () => {
  const ask = (headers: Record<string, string>) => app.inject({ url: '/api/openapi.json', headers })
  const whole = await ask({})
  const packed = await ask({ 'accept-encoding': 'gzip' })
  const { etag } = whole.headers
  expect([whole.statusCode, packed.headers['content-encoding'], packed.headers.etag]).toEqual([
    200,
    'gzip',
    etag,
  ])
  expect(gunzipSync(packed.rawPayload)).toEqual(whole.rawPayload)
  for (const known of [String(etag), '*']) {
    const again = await ask({ 'if-none-match': known })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  }
})

test('If-None-Match: * is answered with 304 where there is something to read, also without an ETag', async () => {
  const headers = { 'if-none-match': '*', authorization }
  for (const method of ['GET', 'HEAD'] as const)
    for (const url of ['/api/countries', '/api/products', '/api/getProductsExcel', '/health']) {
      const { statusCode, rawPayload } = await app.inject({ method, url, headers })
      expect([method, url, statusCode, rawPayload.length]).toEqual([method, url, 304, 0])
    }
  const missing = await app.inject({ url: '/api/countries/999999', headers })
  expect(missing.statusCode).toBe(404)
  const search = await app.inject({ method: 'POST', url: '/api/products/index', headers, payload: {} })
  expect(search.statusCode).toBe(200)
})
