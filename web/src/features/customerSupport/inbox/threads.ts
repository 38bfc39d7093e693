import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { Conversation } from '../../../kit/chat/conversation.ts'
import { call } from '../../../kit/net/call.ts'
import { session } from '../../../kit/session/session.ts'

// Kept while somebody is signed in: what waits to be sent goes on waiting when one looks at another conversation.
const conversations = new Map<string, Conversation>()

/** Answers that resolve their message, by their keys, and what is done once they have arrived. */
export const resolving = new Map<string, () => void>()

export function conversationOf(id: number) {
  const name = `${session.token()} ${id}`
  const known = conversations.get(name) ?? open(String(id))
  conversations.set(name, known)
  return known
}

const open = (id: string) =>
  new Conversation({
    page: (body) => call(supportInbox.messages, { params: { id }, body }),
    send: async (message, idempotencyKey) => {
      const told = resolving.get(idempotencyKey)
      const body = { message, ...(told && { resolve: true }) }
      const sent = await call(supportInbox.reply, { params: { id }, body, idempotencyKey })
      resolving.delete(idempotencyKey)
      told?.()
      return sent
    },
  })
