import { createVerify, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { PushTiming } from '../src/features/notifications/push/outbox.ts'

/** A response of FCM or a browser's push service. */
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'never'

export const ok: Answer = { status: 200, body: { name: 'projects/kontor-test/messages/1' } }
export const unregistered: Answer = {
  status: 404,
  body: { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } },
}

/** Polls often, and lets a request wait for its result on any machine. */
export const pushTiming: Partial<PushTiming> = { idleMs: 100, resultMs: 60_000 }

/** A received message: device and content. */
interface Arrived {
  token: string
  title: string
  body: string
  data: Record<string, string>
}

/**
 * Simulates Google's token server, FCM and a browser's push service, on one port. `env` configures an app to use it;
 * `state.answer` returns the response to a device, `arrived` has the received messages.
 */
export async function pushServices() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const arrived: Arrived[] = []
  const subscriptions: { path: string; headers: IncomingMessage['headers']; bytes: number }[] = []
  const state = { answer: (_token: string): Answer => ok, accept: true }
  const access = new Set<string>()

  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
    const body = Buffer.concat(chunks)
    const url = request.url ?? ''
    if (url === '/token') return send(response, tokenAnswer(new URLSearchParams(body.toString())))
    if (url.startsWith('/web/')) {
      subscriptions.push({ path: url, headers: request.headers, bytes: body.length })
      return send(response, state.answer(url))
    }
    if (!/^\/v1\/projects\/kontor-test\/messages:send$/.test(url)) return send(response, { status: 418 })
    if (!access.has(request.headers.authorization ?? '')) return send(response, { status: 401 })
    const { message } = JSON.parse(body.toString()) as {
      message: { token: string; notification: { title: string; body: string }; data: Record<string, string> }
    } // the fields of FCM's documentation
    arrived.push({ token: message.token, ...message.notification, data: message.data })
    return send(response, state.answer(message.token))
  }

  function tokenAnswer(form: URLSearchParams): Answer {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`)
    if (!state.accept || !verify.verify(publicKey, signature, 'base64url')) return { status: 401 }
    const access_token = `pristup-${randomUUID()}`
    access.add(`Bearer ${access_token}`)
    return { status: 200, body: { access_token, expires_in: 3600 } }
  }

  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  afterAll(close)
  return {
    url,
    arrived,
    subscriptions,
    state,
    close,
    /** Invalidates all access tokens. */
    dropAccess: () => access.clear(),
    /** The received messages by device. */
    perDevice: () => Map.groupBy(arrived, ({ token }) => token),
    env: { FCM_SERVICE_ACCOUNT: serviceAccount(url, privateKey), FCM_URL: url, WEB_PUSH_HOSTS: url },
  }
}

/** A Google service account file for FCM. */
function serviceAccount(url: string, privateKey: KeyObject) {
  return JSON.stringify({
    project_id: 'kontor-test',
    client_email: 'kontor@kontor-test.iam.example.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${url}/token`,
  })
}

function send(response: ServerResponse, answer: Answer) {
  if (answer === 'never') return
  const { status, body, headers = {} } = answer
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}
