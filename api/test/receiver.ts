import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll } from 'vitest'
import { eventually } from './eventually.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
type Answering = (response: ServerResponse, received: Received) => void

/** A server that receives webhooks, and responds as a test defines. Closed after the file's tests. */
export async function startReceiver() {
  const received: Received[] = []
  const state: { answer: Answering } = { answer: ok }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      received.push(one)
      state.answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** Waits for this number of requests to a path. */
  const at = (path: string, count: number) =>
    eventually(() => {
      const found = received.filter((one) => one.path === path)
      if (found.length < count) throw new Error(`${found.length} of ${count} came to ${path}`)
      return found.map((one) => ({ ...one, payload: JSON.parse(one.body) as WebhookBody }))
    })
  return { url: (path: string) => `http://127.0.0.1:${port}${path}`, received, state, at, port }
}

interface WebhookBody {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

export const ok: Answering = (response) => response.end('ok')
export const status =
  (code: number, headers = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end(`status ${code}`)

/** Verifies the signature with the standardwebhooks library; throws when it is not of this secret. */
export const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
