// A conversation that shows every message once and loses none, whatever the network does.
import { ApiError } from '../../lib/api/apiRequest.ts'

/** A message as both apps read it; `updated_at` is its place in the thread. */
export interface ChatMessage {
  id: number
  message: string
  is_admin_response: boolean
  user_admin: string | null
  updated_at: string
}

interface Page {
  messages: ChatMessage[]
  last_message_timestamp: string | null
  has_more: boolean
}

/** How a thread is read and written. */
export interface ChatCalls {
  page: (query: { last_message_timestamp?: string | null; before?: string }) => Promise<Page>
  /** The same key again is the same message. */
  send: (message: string, key: string) => Promise<ChatMessage>
}

/** A message on its way. `failed` is one that the server does not take; the others are tried again. */
export interface Outgoing {
  key: string
  message: string
  failed: ApiError | null
}

export interface ConversationState {
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  /** Whether there are older ones on the server. */
  hasOlder: boolean
  isLoadingOlder: boolean
  /** False until the newest messages are here for the first time. */
  isLoaded: boolean
  /** Why they are not. */
  error: ApiError | null
}

const seconds = 1000
const NOTHING: ConversationState = {
  ...{ messages: [], outgoing: [], hasOlder: false, isLoadingOlder: false, isLoaded: false, error: null },
}

/**
 * One thread as the screen shows it. What is written is shown at once and sent in its order, each message once, however
 * often it has to be tried; what comes is asked for after the last place that the server has told, so that nothing
 * between is missed.
 */
export class Conversation {
  #calls: ChatCalls
  #state = NOTHING
  #listeners = new Set<() => void>()
  /** The place after which to ask: never that of an own message, before which others may have come. */
  #place: string | null = null
  #polling: Promise<void> | null = null
  #pollAgain: Promise<void> | null = null
  #isSending = false
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(calls: ChatCalls) {
    this.#calls = calls
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  state = () => this.#state

  /**
   * Reads what is new. What is under way may have been read before that which the caller has heard of was there: who
   * asks meanwhile waits for one read more, the same for all of them.
   */
  poll = (): Promise<void> => {
    if (!this.#polling) {
      this.#polling = this.#poll().finally(() => {
        this.#polling = null
      })
      return this.#polling
    }
    this.#pollAgain ??= this.#polling.then(() => {
      this.#pollAgain = null
      return this.poll()
    })
    return this.#pollAgain
  }

  async #poll() {
    try {
      if (!this.#state.isLoaded) {
        const newest = await this.#calls.page({ last_message_timestamp: null })
        this.#take(newest, { isLoaded: true, hasOlder: newest.has_more })
        return
      }
      for (let more = true; more; ) {
        const page = await this.#calls.page({ last_message_timestamp: this.#place ?? BEGINNING })
        this.#take(page, {})
        more = page.has_more
      }
    } catch (error) {
      if (error instanceof ApiError) this.#set({ error })
    }
  }

  #take(page: Page, more: Partial<ConversationState>) {
    this.#place = page.last_message_timestamp ?? this.#place
    this.#set({ messages: merged(this.#state.messages, page.messages), error: null, ...more })
  }

  /** Reads the messages before the first one that is here. */
  older = async () => {
    const [first] = this.#state.messages
    if (!first || !this.#state.hasOlder || this.#state.isLoadingOlder) return
    this.#set({ isLoadingOlder: true })
    try {
      const page = await this.#calls.page({ before: first.updated_at })
      this.#set({ messages: merged(this.#state.messages, page.messages), hasOlder: page.has_more })
    } catch {
      // Scrolling up asks again.
    } finally {
      this.#set({ isLoadingOlder: false })
    }
  }

  send = (message: string, key: string) => {
    this.#set({ outgoing: [...this.#state.outgoing, { key, message, failed: null }] })
    void this.#flush()
  }

  /** Tries a message once more that the server did not take. */
  retry = (key: string) => {
    this.#change(key, { failed: null })
    void this.#flush()
  }

  discard = (key: string) => this.#set({ outgoing: this.#state.outgoing.filter((one) => one.key !== key) })

  /** Sends what waits, one after the other; a network that is back is a good moment to call it. */
  flush = () => {
    clearTimeout(this.#again)
    void this.#flush()
  }

  async #flush() {
    if (this.#isSending) return
    this.#isSending = true
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#sendOne(next)
    } catch {
      this.#again = setTimeout(() => void this.#flush(), 3 * seconds)
    } finally {
      this.#isSending = false
    }
  }

  #next() {
    return this.#state.outgoing.find(({ failed }) => !failed)
  }

  /** Throws when it may well succeed later. */
  async #sendOne({ key, message }: Outgoing) {
    try {
      const sent = await this.#calls.send(message, key)
      const outgoing = this.#state.outgoing.filter((one) => one.key !== key)
      this.#set({ outgoing, messages: merged(this.#state.messages, [sent]) })
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) throw error
      this.#change(key, { failed: error })
    }
  }

  #change(key: string, values: Partial<Outgoing>) {
    this.#set({
      outgoing: this.#state.outgoing.map((one) => (one.key === key ? { ...one, ...values } : one)),
    })
  }

  #set(values: Partial<ConversationState>) {
    this.#state = { ...this.#state, ...values }
    for (const listener of this.#listeners) listener()
  }
}

/** Before the first message of a thread that was empty. */
const BEGINNING = '2000-01-01T00:00:00.000000Z'

/** Not reached, too slow, in flight, too many at once, or a server that is away: the same message may be taken later. */
const isPassing = ({ status, body }: ApiError) =>
  [0, 408, 429].includes(status) || status >= 500 || body.message === 'error.in_flight'

/** Each message once, in the order of the thread. */
function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = more.filter(({ id }) => !ids.has(id))
  if (fresh.length === 0) return known
  return [...known, ...fresh].sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
}
