import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { message } from '@kontor/contract/messages'
import * as z from 'zod/mini'
import {
  type ChatCalls,
  type ChatMessage,
  type Conversation,
  conversationsOf,
} from '../../../components/chat/conversation.ts'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'

/** An answer that resolves its message. */
interface Resolving {
  /** Position of the last message on screen at the time of writing. */
  seen: string | undefined
  /** Called when the answer has been sent. */
  onResolved: () => void
}

/** Answers that resolve their message, by idempotency key. */
export const resolving = new Map<string, Resolving>()

/** The confirmation of a mounted conversation for resolving it although the partner has written meanwhile. */
export const confirmations = new Map<
  number,
  (key: string, message: string, newMessages: readonly ChatMessage[]) => void
>()

export const conversationOf = conversationsOf((id) => ({
  page: (body) => apiRequest(supportInbox.messages, { params: { id: String(id) }, body }),
  send: (message, idempotencyKey, attached) => send(id, message, idempotencyKey, attached),
}))

async function send(
  id: number,
  message: string,
  idempotencyKey: string,
  attached: Parameters<ChatCalls['send']>[2],
) {
  const last = resolving.get(idempotencyKey)
  const seen = last?.seen && { seen: last.seen }
  const call = { params: { id: String(id) }, idempotencyKey }
  try {
    const sent = await (attached
      ? apiRequest(
          supportInbox.replyFile,
          {
            ...call,
            form: { message, ...(last && { resolve: 'true', ...seen }) },
            files: { file: attached.file },
          },
          attached,
        )
      : apiRequest(supportInbox.reply, {
          ...call,
          body: { message, ...(last && { resolve: true, ...seen }) },
        }))
    resolving.delete(idempotencyKey)
    last?.onResolved()
    return sent
  } catch (error) {
    const newMessages = unseenOf(error)
    if (newMessages) confirmations.get(id)?.(idempotencyKey, message, newMessages)
    throw error
  }
}

/** The partner's new messages, when they are why a call was rejected. */
export const unseenOf = (error: unknown): readonly ChatMessage[] | null =>
  error instanceof ApiError && error.body.message === 'validation.support_unseen'
    ? z.parse(z.array(message), error.body.current)
    : null

/** An excerpt of the messages. */
export const excerptOf = (newMessages: readonly ChatMessage[]) => {
  const text = newMessages.map(({ message }) => message).join(' … ')
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT).toWellFormed().trimEnd()}…` : text
}
const MAX_EXCERPT = 300

/** The position of the last message on screen. */
export const lastPosition = (conversation: Conversation) => conversation.state().messages.at(-1)?.updated_at
