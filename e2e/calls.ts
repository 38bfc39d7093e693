import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'

/**
 * Sends a request, and again after the time in Retry-After when the server is too busy: a request with 503 had no
 * effect.
 */
export async function call(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 503) return response
  await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000)
  return call(url, init)
}

/** Requests as a demo user, with JSON or a form; an error response fails the test. */
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
