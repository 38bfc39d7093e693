import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import * as z from 'zod/mini'
import { type ChatMessage, Conversation } from '../../../components/chat/conversation.ts'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { session } from '../../../lib/session/session.ts'

// Kept while somebody is signed in: what waits to be sent goes on waiting when one looks at another conversation.
const conversations = new Map<string, Conversation>()

/** An answer that resolves its message. */
interface Resolving {
  /** The place of the last message that was on screen when it was written. */
  seen: string | undefined
  /** What is done once it has arrived. */
  onResolved: () => void
}

/** Answers that resolve their message, by their keys. */
export const resolving = new Map<string, Resolving>()

/** Who asks, of a conversation that is on screen, whether to resolve it past what the partner has written meanwhile. */
export const asking = new Map<
  number,
  (key: string, message: string, unseen: readonly ChatMessage[]) => void
>()

export function conversationOf(id: number) {
  const name = `${session.token()} ${id}`
  const known = conversations.get(name) ?? open(id)
  conversations.set(name, known)
  return known
}

const open = (id: number) =>
  new Conversation({
    page: (body) => apiRequest(supportInbox.messages, { params: { id: String(id) }, body }),
    send: (message, idempotencyKey) => send(id, message, idempotencyKey),
  })

async function send(id: number, message: string, idempotencyKey: string) {
  const last = resolving.get(idempotencyKey)
  const body = { message, ...(last && { resolve: true, ...(last.seen && { seen: last.seen }) }) }
  try {
    const sent = await apiRequest(supportInbox.reply, { params: { id: String(id) }, body, idempotencyKey })
    resolving.delete(idempotencyKey)
    last?.onResolved()
    return sent
  } catch (error) {
    const unseen = unseenOf(error)
    if (unseen) asking.get(id)?.(idempotencyKey, message, unseen)
    throw error
  }
}

/** What the partner has written meanwhile, when that is why a call was refused. */
export const unseenOf = (error: unknown): readonly ChatMessage[] | null =>
  error instanceof ApiError && error.body.message === 'validation.support_unseen'
    ? z.parse(z.array(supportInbox.reply.reply), error.body.current)
    : null

/** A few words of it. */
export const wordsOf = (unseen: readonly ChatMessage[]) => {
  const text = unseen.map(({ message }) => message).join(' … ')
  return text.length > MOST ? `${text.slice(0, MOST).toWellFormed().trimEnd()}…` : text
}
const MOST = 300

/** The place of the last message that is on screen. */
export const lastCached = (conversation: Conversation) => conversation.state().messages.at(-1)?.updated_at
