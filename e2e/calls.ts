import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'

/** Sends a call, and again after the time the server names when it is too busy: with 503 it has done nothing. */
export async function call(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 503) return response
  await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000)
  return call(url, init)
}

/** Calls of somebody of the demo data, as a plain client makes them, with JSON or a form; one that is refused fails the test. */
export async function callsOf(address: string, as: { username: string; password: string }) {
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const isForm = body instanceof FormData
    const response = await call(address + path, {
      method,
      headers: {
        'idempotency-key': crypto.randomUUID(),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    expect([path, response.status, response.ok ? '' : answer]).toEqual([path, response.status, ''])
    return answer
  }
  const { token } = (await send('POST', '/api/login', as)) as { token: string }
  return <T>(method: string, path: string, body?: object) => send(method, path, body, token) as Promise<T>
}
