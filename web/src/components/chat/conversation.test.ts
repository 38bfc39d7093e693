import { describe, expect, test, vi } from 'vitest'
import type { ChatMessage } from './conversation.ts'

vi.stubGlobal('localStorage', { getItem: () => null }) // the session reads it on import
const { ApiError, send: request } = await import('../../lib/api/apiRequest.ts')
const { Conversation } = await import('./conversation.ts')
const { unsaved } = await import('../../lib/router/unsaved.ts')

/** A fake server with one thread; `before` runs before every send and may throw. */
function thread(count = 0, before: (message: string, tries: number) => void = () => {}) {
  const messages: ChatMessage[] = []
  const keys = new Map<string, ChatMessage>()
  const tries = new Map<string, number>()
  const add = (message: string, is_admin_response = false) => {
    const id = messages.length + 1
    const updated_at = `2026-01-01T00:00:00.${String(id).padStart(6, '0')}Z`
    messages.push({ id, message, file: null, is_admin_response, user_admin: null, updated_at })
    return messages.at(-1) as ChatMessage
  }
  for (let n = 1; n <= count; n++) add(`${n}`)
  const calls = {
    page: async (query: { last_message_timestamp?: string | null; before?: string }) => {
      const { last_message_timestamp: after = null, before: end } = query
      const inside = messages.filter(({ updated_at }) =>
        end ? updated_at < end : after === null || updated_at > after,
      )
      const page = after === null ? inside.slice(-3) : inside.slice(0, 3)
      return {
        messages: page,
        last_message_timestamp: page.at(-1)?.updated_at ?? after,
        has_more: inside.length > page.length,
      }
    },
    send: async (message: string, key: string, _attached?: { file: File }) => {
      const known = keys.get(key)
      if (known) return known
      const tried = (tries.get(key) ?? 0) + 1
      tries.set(key, tried)
      before(message, tried)
      const sent = add(message, true)
      keys.set(key, sent)
      return sent
    },
  }
  return { calls, add, conversation: new Conversation(calls) }
}

const texts = ({ conversation }: ReturnType<typeof thread>) =>
  conversation.state().messages.map(({ message }) => message)
/** Resolves after all pending promises. */
const flushPromises = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('loading', () => {
  test('loads the newest messages first, then new ones page by page, and older ones on scrolling up', async () => {
    const one = thread(5)
    await one.conversation.poll()
    expect(texts(one)).toEqual(['3', '4', '5'])
    for (let n = 6; n <= 12; n++) one.add(`${n}`)
    await one.conversation.poll()
    expect(texts(one)).toHaveLength(10)
    await one.conversation.older()
    expect(texts(one)).toEqual(Array.from({ length: 12 }, (_, n) => `${n + 1}`))
    expect(one.conversation.state().hasOlder).toBe(false)
  })

  test('a new message during a pending request is loaded by the next one', async () => {
    const one = thread(1)
    const { page } = one.calls
    const answer = Promise.withResolvers<void>()
    one.calls.page = async (query) => {
      const read = await page(query)
      await answer.promise // the response is pending
      return read
    }
    const first = one.conversation.poll()
    one.add('upravo napisana')
    const polled = one.conversation.poll()
    answer.resolve()
    await Promise.all([first, polled])
    expect(texts(one)).toEqual(['1', 'upravo napisana'])
  })

  test('an empty thread shows its first message', async () => {
    const one = thread()
    await one.conversation.poll()
    expect(one.conversation.state()).toMatchObject({ isLoaded: true, messages: [] })
    one.add('prva')
    await one.conversation.poll()
    expect(texts(one)).toEqual(['prva'])
  })

  test('a message of the other side that precedes an own one is not skipped', async () => {
    const one = thread(1)
    await one.conversation.poll()
    one.add('njegova')
    one.conversation.send('moja', 'k1')
    await flushPromises()
    expect(texts(one)).toEqual(['1', 'moja'])
    await one.conversation.poll()
    expect(texts(one)).toEqual(['1', 'njegova', 'moja'])
  })
})

describe('sending', () => {
  test('messages are sent in the order in which they were written, each once', async () => {
    const one = thread()
    await one.conversation.poll()
    for (const n of ['a', 'b', 'c']) one.conversation.send(n, `key-${n}`)
    expect(one.conversation.state().outgoing).toHaveLength(3)
    await flushPromises()
    await one.conversation.poll()
    expect(texts(one)).toEqual(['a', 'b', 'c'])
    expect(one.conversation.state().outgoing).toEqual([])
  })

  test('an unsent message blocks the next ones and is sent when the network is back', async () => {
    let isDown = true
    const one = thread(0, () => {
      if (isDown) throw new ApiError(0, { message: 'error.network' })
    })
    await one.conversation.poll()
    one.conversation.send('a', 'k1')
    one.conversation.send('b', 'k2')
    await flushPromises()
    expect(one.conversation.state().outgoing.map(({ failed }) => failed)).toEqual([null, null])
    isDown = false
    one.conversation.flush()
    await flushPromises()
    expect(texts(one)).toEqual(['a', 'b'])
  })

  test('a rejected message stays until it is retried or discarded', async () => {
    const one = thread(0, (message, tries) => {
      if (message === 'x' && tries === 1) throw new ApiError(422, { message: 'validation.chat_closed' })
    })
    await one.conversation.poll()
    one.conversation.send('x', 'k1')
    one.conversation.send('b', 'k2')
    await flushPromises()
    expect(texts(one)).toEqual(['b'])
    expect(one.conversation.state().outgoing[0]?.failed?.status).toBe(422)
    one.conversation.retry('k1')
    await flushPromises()
    expect(texts(one)).toEqual(['b', 'x'])
    expect(one.conversation.state().outgoing).toEqual([])
  })

  test('a message beyond those of an hour is rejected, and not sent again and again', async () => {
    let tries = 0
    const one = thread(0, () => {
      tries += 1
      throw new ApiError(429, { message: 'error.too_many_messages' })
    })
    await one.conversation.poll()
    one.conversation.send('a', 'k1')
    await flushPromises()
    one.conversation.flush()
    await flushPromises()
    expect([one.conversation.state().outgoing[0]?.failed?.status, tries]).toEqual([429, 1])
    one.conversation.discard('k1')
  })

  test('a file that can no longer be read is rejected, and the messages after it are sent', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'cnr' } })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const one = thread()
    const { send } = one.calls
    one.calls.send = async (message, key, attached?: { file: File }) => {
      if (attached) await request({ method: 'POST', path: '/' }, { files: { file: attached.file } })
      return send(message, key)
    }
    const deleted = new File(['x'], 'slika.jpg')
    deleted.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException()) })
    one.conversation.send('a', 'k1', deleted)
    one.conversation.send('b', 'k2')
    await expect.poll(() => texts(one)).toEqual(['b'])
    expect(one.conversation.state().outgoing[0]?.failed?.message).toBe('error.file_unreadable')
    one.conversation.discard('k1')
  })

  test('what is unsent is asked about until it is sent, on any screen, and discarded on leaving', async () => {
    let isDown = true
    const one = thread(0, () => {
      if (isDown) throw new ApiError(0, { message: 'error.network' })
    })
    const { conversation } = one
    conversation.send('a', 'k1')
    const stays = unsaved.mayLeave()
    unsaved.question()?.answer(false)
    expect(await stays).toBe(false)
    isDown = false
    conversation.flush()
    await flushPromises()
    expect(await unsaved.mayLeave()).toBe(true)
    expect(texts(one)).toEqual(['a'])

    conversation.attached.put(new File(['x'], 'slika.jpg'))
    const leaves = unsaved.mayLeave()
    unsaved.question()?.answer(true)
    expect(await leaves).toBe(true)
    expect(conversation.attached.state().file).toBeNull()
    expect(await unsaved.mayLeave()).toBe(true)
  })
})
