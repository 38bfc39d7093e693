import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { scratch } from './scratch.ts'
import { requestText, statusOf } from './socket.ts'
import { openStream } from './streams.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())

/** The real server as a process of its own, with what it printed until it was ready. */
async function startServer(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../src/server.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      DEMO: '0',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      ADMIN_PASSWORD: 'lozinka',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const exit = once(child, 'exit')
  const complaint = child.stderr.toArray().then((parts) => parts.join(''))
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (line.startsWith('Kontor is ready')) break
  }
  child.stdout.resume()
  return { child, exit, said, complaint, port: Number(/:(\d+)$/.exec(said.at(-1) ?? '')?.[1]) }
}

test('SIGTERM lets a call in flight finish, takes no new one and exits with 0', async () => {
  const { child, exit, port } = await startServer()
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
  socket.write(requestText('POST /api/login', headers))
  await once(socket, 'data') // "100 Continue": the server is in the middle of this call now
  child.kill('SIGTERM')
  await refusesConnections(port)
  received = ''
  socket.write(payload)
  await closed
  expect(statusOf(received)).toBe(200)
  expect(received).toContain('"token"')
  expect(await exit).toEqual([0, null])
})

test('SIGTERM ends open streams with a hint when to come back', async () => {
  const { child, exit, port } = await startServer()
  const origin = `http://127.0.0.1:${port}`
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"admin","password":"lozinka"}',
  })
  const { token } = (await answer.json()) as { token: string }
  const stream = await openStream(`${origin}/api/events`, token)
  child.kill('SIGTERM')
  await stream.ended
  expect(stream.text()).toMatch(/retry: 2000\n\n$/)
  expect(await exit).toEqual([0, null])
})

test('tells a wrong setting in one line and exits with 1', async () => {
  const { exit, said, complaint } = await startServer({ PORT: 'abc', SESSION_HOURS: '0' })
  expect(await exit).toEqual([1, null])
  expect(said).toEqual([])
  expect(await complaint).toMatch(/^PORT must be .*; SESSION_HOURS must be .*\.\n$/)
})

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
