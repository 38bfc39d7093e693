// The client state of one thread: no message is lost or shown twice when the network fails.
import { ApiError } from '../../lib/api/apiRequest.ts'
import { createListeners } from '../../lib/listeners.ts'
import type { UnsavedWork } from '../../lib/router/unsaved.ts'
import { session } from '../../lib/session/session.ts'
import { guardUnsaved } from '../ui/dialog/useUnsaved.ts'
import { ChosenFile } from './files/chosenFile.ts'
import type { MessageFile } from './files/files.ts'

/** A message as both apps read it. `updated_at` is its position in the thread. */
export interface ChatMessage {
  id: number
  /** The name of the file, when it was sent without a text. */
  message: string
  file: MessageFile | null
  is_admin_response: boolean
  user_admin: string | null
  updated_at: string
}

interface Page {
  messages: ChatMessage[]
  last_message_timestamp: string | null
  has_more: boolean
}

/** The API calls for a thread. */
export interface ChatCalls {
  page: (query: { last_message_timestamp?: string | null; before?: string }) => Promise<Page>
  /** A repeated `key` sends the same message once. */
  send: (message: string, key: string, attached: Attached | undefined) => Promise<ChatMessage>
}

/** A file that is being sent; `onProgress` gets the sent fraction, 0 to 1. */
interface Attached {
  file: File
  onProgress: (share: number) => void
}

/** A message that is being sent. `failed`: the server rejected it; other errors are retried. */
export interface Outgoing {
  key: string
  /** Empty for a file alone. */
  message: string
  file: File | null
  /** Sent fraction of the file, 0 to 1. */
  share: number
  failed: ApiError | null
}

export interface ConversationState {
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  /** Whether the server has older messages. */
  hasOlder: boolean
  isLoadingOlder: boolean
  /** False until the newest messages have been loaded. */
  isLoaded: boolean
  /** Why loading failed. */
  error: ApiError | null
}

const seconds = 1000
const NOTHING: ConversationState = {
  messages: [],
  outgoing: [],
  hasOlder: false,
  isLoadingOlder: false,
  isLoaded: false,
  error: null,
}

/**
 * The messages of one thread. A new message is shown at once and sent in order, exactly once across
 * retries. New messages are requested after the last position that the server returned, so that none is
 * skipped.
 */
export class Conversation {
  #calls: ChatCalls
  #state = NOTHING
  #listeners = createListeners()
  /** The position to read from. Never that of a message sent from here: others may precede it. */
  #cursor: string | null = null
  #polling: Promise<void> | null = null
  #pollAgain: Promise<void> | null = null
  #isSending = false
  #again: ReturnType<typeof setTimeout> | undefined
  /** Screens of the app may be left meanwhile: what is unsent stays here and is sent from any of them. */
  #unsent: UnsavedWork = { isUnsaved: false, within: 'app', close: () => this.#forget() }
  #unguard: (() => void) | null = null

  constructor(calls: ChatCalls) {
    this.#calls = calls
    this.attached.subscribe(() => this.#guard())
  }

  /** Sets the texts of the question before unsent messages are lost. */
  askWith = (words: UnsavedWork['words']) => {
    this.#unsent.words = words
  }

  /** The file of the next message. */
  readonly attached = new ChosenFile()

  subscribe = this.#listeners.subscribe
  state = () => this.#state

  /**
   * Reads new messages. A running request may have been answered before the caller's event, so a caller
   * during a request waits for one further request, which all such callers share.
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
        const page = await this.#calls.page({ last_message_timestamp: this.#cursor ?? FIRST_CURSOR })
        this.#take(page, {})
        more = page.has_more
      }
    } catch (error) {
      if (error instanceof ApiError) this.#set({ error })
    }
  }

  #take(page: Page, more: Partial<ConversationState>) {
    this.#cursor = page.last_message_timestamp ?? this.#cursor
    this.#set({ messages: merged(this.#state.messages, page.messages), error: null, ...more })
  }

  /** Reads the messages before the first one loaded. */
  older = async () => {
    const [first] = this.#state.messages
    if (!first || !this.#state.hasOlder || this.#state.isLoadingOlder) return
    this.#set({ isLoadingOlder: true })
    try {
      const page = await this.#calls.page({ before: first.updated_at })
      this.#set({ messages: merged(this.#state.messages, page.messages), hasOlder: page.has_more })
    } catch {
      // Scrolling up requests them again.
    } finally {
      this.#set({ isLoadingOlder: false })
    }
  }

  send = (message: string, key: string, file: File | null = null) => {
    this.#set({ outgoing: [...this.#state.outgoing, { key, message, file, share: 0, failed: null }] })
    void this.#flush()
  }

  /** Sends a rejected message again. */
  retry = (key: string) => {
    this.#change(key, { failed: null, share: 0 })
    void this.#flush()
  }

  discard = (key: string) => this.#set({ outgoing: this.#state.outgoing.filter((one) => one.key !== key) })

  /** The file of an outgoing message. */
  fileOf = (key: string) => this.#state.outgoing.find((one) => one.key === key)?.file ?? null

  /** Sends the outgoing messages in order. Called when the network is back. */
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

  /** Throws when a retry may succeed. */
  async #sendOne({ key, message, file }: Outgoing) {
    const onProgress = (share: number) => this.#change(key, { share })
    try {
      const sent = await this.#calls.send(message, key, file ? { file, onProgress } : undefined)
      const outgoing = this.#state.outgoing.filter((one) => one.key !== key)
      this.#set({ outgoing, messages: merged(this.#state.messages, [sent]) })
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) throw error
      this.#change(key, { failed: error })
    }
  }

  #change(key: string, values: Partial<Outgoing>) {
    this.#set({
      outgoing: this.#state.outgoing.map((one) => (one.key === key ? { ...one, ...values } : one)),
    })
  }

  /** Discards what is unsent, on leaving the app. */
  #forget() {
    clearTimeout(this.#again)
    this.attached.put(null)
    this.#set({ outgoing: [] })
  }

  /** Guards what is unsent until it is sent or discarded. */
  #guard() {
    const { file, isPreparing } = this.attached.state()
    this.#unsent.isUnsaved = this.#state.outgoing.length > 0 || file !== null || isPreparing
    if (!this.#unsent.isUnsaved) {
      this.#unguard?.()
      this.#unguard = null
    } else this.#unguard ??= guardUnsaved(this.#unsent)
  }

  #set(values: Partial<ConversationState>) {
    this.#state = { ...this.#state, ...values }
    this.#guard()
    this.#listeners.notify()
  }
}

/**
 * One conversation per thread and user, kept while the page is open: outgoing messages are sent after leaving the screen, and a
 * chosen file is kept while another conversation is open.
 */
export function conversationsOf(callsOf: (id: number) => ChatCalls) {
  const opened = new Map<string, Conversation>()
  return (id: number) => {
    const name = session.userKey(`${id}`)
    const known = opened.get(name) ?? new Conversation(callsOf(id))
    opened.set(name, known)
    return known
  }
}

/** Cursor before the first message, for a thread that was empty. */
const FIRST_CURSOR = '2000-01-01T00:00:00.000000Z'

/**
 * Whether an error is temporary: unreachable, timed out, in flight, rate-limited or a server error. The limit of messages
 * in an hour is not: the user is told.
 */
const isTemporary = ({ status, body: { message } }: ApiError) =>
  ([0, 408, 429].includes(status) && message !== 'error.too_many_messages') ||
  status >= 500 ||
  message === 'error.in_flight'

/** Both lists without duplicates, in the order of the thread. */
function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = more.filter(({ id }) => !ids.has(id))
  if (fresh.length === 0) return known
  return [...known, ...fresh].sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
}
