import { EventEmitter, once } from 'node:events'

/** The received part of an event. */
interface ReceivedEvent {
  id: number
  type: string
  data: unknown
}

/** Reads an event stream as a browser does. `until` waits for that many events in total. */
export async function openStream(url: string, token: string, lastEventId?: number) {
  const stop = new AbortController()
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
    signal: stop.signal,
  })
  const news = new EventEmitter()
  const received: ReceivedEvent[] = []
  let text = ''
  const ended = read().catch(() => {})

  async function read() {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      received.splice(0, Infinity, ...parse(text))
      news.emit('more')
    }
  }

  return {
    response,
    received,
    /** Resolves when the server ends the stream. */
    ended,
    text: () => text,
    async until(count: number) {
      while (received.length < count) await once(news, 'more')
      return received
    },
    async untilText(part: string) {
      while (!text.includes(part)) await once(news, 'more')
    },
    async close() {
      stop.abort()
      await ended
    },
  }
}

function parse(text: string): ReceivedEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const [, id, type, data] = /^id: (\d+)\nevent: (.+)\ndata: (.+)$/.exec(block) ?? []
    return id && type && data ? [{ id: Number(id), type, data: JSON.parse(data) as unknown }] : []
  })
}
