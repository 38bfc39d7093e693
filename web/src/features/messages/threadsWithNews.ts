import type { MessageThread } from '@kontor/contract/messages'

type Thread = Pick<MessageThread, 'id' | 'unread' | 'last_message'>

/**
 * The threads with a message that is unread and later than the last one known, and new threads with a message. Responses
 * may arrive out of order: a larger count without a later message is not news.
 */
export function threadsWithNews<T extends Thread>(before: readonly T[], now: readonly T[]): T[] {
  const known = new Map(before.map((one) => [one.id, one]))
  return now.filter(({ id, unread, last_message }) => {
    const one = known.get(id)
    const isLater = last_message && last_message.updated_at > (one?.last_message?.updated_at ?? '')
    return isLater && unread > (one?.unread ?? -1)
  })
}
