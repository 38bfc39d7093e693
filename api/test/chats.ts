import { randomUUID } from 'node:crypto'
import { messages } from '@kontor/contract/messages'
import { portalMessages } from '@kontor/contract/messages/portal'
import type { TestApp } from './app.ts'
import { makeCategory, makeSlider } from './make.ts'

type Training = Awaited<ReturnType<typeof makeSlider>>

/** Helpers for tests of chats. */
export function chatting({ db, call, makeCustomer }: Pick<TestApp, 'db' | 'call' | 'makeCustomer'>) {
  /** An Obuka with a category for partners. */
  async function makeTraining(values: { welcome_message?: string | null } = {}) {
    const category_id = (await makeCategory(db)).id
    const slider = await makeSlider(db, {
      type: 4,
      url: 'https://youtu.be/dQw4w9WgXcQ',
      category_id,
      ...values,
    })
    return { slider, category_id }
  }

  /** A signed-in user of a partner with this category. */
  const makeReader = (category_id: number) => makeCustomer({ category_ids: [category_id] })

  /** A user with an open chat, of a new training unless one is given. */
  async function makeChat(training?: { slider: Training; category_id: number }) {
    const { slider, category_id } = training ?? (await makeTraining())
    const reader = await makeReader(category_id)
    const { body } = await call(portalMessages.open, { body: { slider_id: slider.id } }, reader.token)
    return { ...reader, slider, category_id, thread: body.id }
  }

  const writes = (
    token: string,
    message_thread_id: number,
    message: string,
    idempotencyKey: string = randomUUID(),
  ) => call(portalMessages.send, { body: { message_thread_id, message }, idempotencyKey }, token)
  const reply = (message_thread_id: number, message: string) =>
    call(messages.send, { body: { message_thread_id, message } })
  const listed = async (message_thread_id: number) =>
    (await call(messages.ofThread, { body: { message_thread_id, limit: 200 } })).body.messages
  const read = (thread: number, last_message_timestamp = '') =>
    call(messages.read, { params: { id: String(thread) }, body: { last_message_timestamp } })

  return { makeTraining, makeReader, makeChat, writes, answers: reply, listed, read }
}
