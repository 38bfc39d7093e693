import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { scratch } from './scratch.ts'
import { requestText, statusOf } from './socket.ts'
import { startServer } from './start-server.ts'
import { openStream } from './streams.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())

test('SIGTERM lets running requests finish, accepts no new one and exits with 0', async () => {
  const { child, exit, port } = await startServer(place)
  const payload = '{"username":"admin","password":"lozinka"}'
  const headers = {
    'content-type': 'application/json',
    'content-length': payload.length,
    expect: '100-continue',
  }
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  const closed = once(socket, 'close')
  socket.write(requestText('POST /api/login', headers).replace('Connection: close', 'Connection: keep-alive'))
  await once(socket, 'data') // "100 Continue": the server handles the request now
  child.kill('SIGTERM')
  await refusesConnections(port)
  received = ''
  socket.write(payload)
  await closed
  expect(statusOf(received)).toBe(200)
  expect(received).toContain('"token"')
  expect(await exit).toEqual([0, null])
})

test('SIGTERM ends open streams with a retry time', async () => {
  const { child, exit, port } = await startServer(place)
  const { origin, token } = await signIn(port)
  const stream = await openStream(`${origin}/api/events`, token)
  child.kill('SIGTERM')
  await stream.ended
  expect(stream.text()).toMatch(/retry: 2000\n\n$/)
  expect(await exit).toEqual([0, null])
})

test('SIGTERM closes a connection without a request, which browsers open in advance', async () => {
  const { child, exit, port } = await startServer(place)
  const socket = connect(port, '127.0.0.1').on('error', () => {}) // reset when it was not accepted yet
  await once(socket, 'connect')
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('API keys and invited users are no demo data for a server that others reach', async () => {
  const mails = { PUBLIC_URL: 'http://kontor.example', SMTP_URL: 'smtp://127.0.0.1:9' }
  const { child, exit, port } = await startServer(place, { ...mails, MAIL_FROM: 'kontor@kontor.example' })
  const { origin, token } = await signIn(port)
  for (const name of ['prvi', 'drugi']) {
    const invited = { name, username: name, email: `${name}@kontor.example`, invite: true }
    expect(await post(`${origin}/api/api_keys/add`, { name, role: 'user_engineer' }, token)).toHaveProperty(
      'token',
    )
    expect(await post(`${origin}/api/users/add`, invited, token)).toHaveProperty('invited_at')
  }
  child.kill('SIGTERM')
  await exit
  const open = await startServer(place, { TRUST_PROXY: '1' })
  open.child.kill('SIGTERM')
  expect([await open.complaint, await open.exit]).toEqual(['', [0, null]])
})

test('prints an invalid setting in one line and exits with 1', async () => {
  const { exit, printed, complaint } = await startServer(place, { PORT: 'abc', SESSION_HOURS: '0' })
  expect(await exit).toEqual([1, null])
  expect(printed).toEqual([])
  expect(await complaint).toMatch(/^PORT must be .*; SESSION_HOURS must be .*\.\n$/)
})

test('prints why the demo data could not be added, and exits with 1', async () => {
  const unfinished = await scratch({ migrated: true })
  const client = new pg.Client(unfinished.databaseUrl)
  await client.connect()
  await client.query('drop table sliders cascade').finally(() => client.end())
  const { exit, complaint } = await startServer(unfinished, { DEMO: '1' })
  expect(await exit).toEqual([1, null])
  expect(await complaint).toMatch(
    /^The demo data could not be added: error: relation "sliders" does not exist/,
  )
  expect(await complaint).not.toContain('Command failed')
  await unfinished.drop()
})

async function signIn(port: number) {
  const origin = `http://127.0.0.1:${port}`
  const { token } = await post(`${origin}/api/login`, { username: 'admin', password: 'lozinka' })
  return { origin, token: token ?? '' }
}

async function post(address: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as { token?: string }
}

async function refusesConnections(port: number) {
  for (;;) {
    const probe = connect(port, '127.0.0.1')
    const outcome = await Promise.race([once(probe, 'connect'), once(probe, 'error')]).catch((error) => [
      error,
    ])
    probe.destroy()
    if (outcome[0] instanceof Error) return
  }
}
