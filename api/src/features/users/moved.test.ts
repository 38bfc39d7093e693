// A user who moves to another partner leaves the chats and the inbox of the former one behind.
import { messages } from '@kontor/contract/messages'
import { portalMessages } from '@kontor/contract/messages/portal'
import { conversationStart } from '@kontor/contract/messages/start'
import { notifications } from '@kontor/contract/notifications'
import { portalInbox } from '@kontor/contract/notifications/inbox'
import { portalNotifications } from '@kontor/contract/notifications/portal'
import { partnerPage } from '@kontor/contract/partners/page'
import { partnerTimeline } from '@kontor/contract/partners/timeline'
import { users } from '@kontor/contract/users'
import { expect, test } from 'vitest'
import { at, listen, startApp } from '../../../test/app.ts'
import { chatting } from '../../../test/chats.ts'
import { makePartner } from '../../../test/make.ts'
import { openStream } from '../../../test/streams.ts'

const { app, db, call, makeCustomer, signIn } = await startApp()
const { makeChat, writes, answers, read } = chatting({ db, call, makeCustomer })
const { origin } = await listen(app)

const FIRST = '2000-01-01T00:00:00.000000Z'
const notify = (id: number, subject: string) =>
  call(notifications.create, {
    body: { subject, notification_text: 'Do petka', send_by_category: false, partners: [id] },
  })

/** A user with a chat and a notification who has moved from one partner to another that sees the same training. */
async function move() {
  const chat = await makeChat()
  const { user, token, thread, category_id } = chat
  const from = user.partner_id ?? 0
  await writes(token, thread, 'Pitanje bivšeg')
  await answers(thread, 'Odgovor bivšem')
  await notify(from, 'Za bivšeg')
  const { id: to } = await makePartner(db, { category_ids: [category_id] })
  const { name, username } = user
  const moved = await call(users.update, {
    ...at(user.id),
    body: { name, username, partner_id: to },
  })
  expect(moved.status).toBe(200)
  return { ...chat, from, to, token: await signIn(username) }
}

test('a moved user reads neither the chats nor the notifications of the former partner', async () => {
  const { token, thread } = await move()
  const body = { message_thread_id: thread }
  for (const answer of [
    await call(portalMessages.ofThread, { body }, token),
    await call(portalMessages.ofThread, { body: { ...body, last_message_timestamp: FIRST } }, token),
    await writes(token, thread, 'Još nešto'),
    await call(portalMessages.read, { ...at(thread), body: { last_message_timestamp: FIRST } }, token),
  ])
    expect(answer.status).toBe(404)
  expect((await call(portalMessages.threads, {}, token)).body).toEqual([])
  expect((await call(portalMessages.unread, {}, token)).body).toEqual({ threads: 0, messages: 0 })
  expect((await call(portalNotifications.all, {}, token)).body).toEqual([])
  expect((await call(portalInbox.index, { body: {} }, token)).body.total_rows).toBe(0)
  expect((await call(portalNotifications.unread, {}, token)).body).toEqual({ unread: 0 })
})

test('the office writes no more into the former chat, and the user is not told of it', async () => {
  const { token, thread, slider } = await move()
  expect((await answers(thread, 'Za koga?')).body.message).toBe('validation.chat_closed')
  const toAll = { body: { slider_id: slider.id, message: 'Svima' } }
  expect((await call(messages.sendToEveryone, toAll)).body.message).toBe('validation.chat_closed')
  const stream = await openStream(`${origin}/api/app/events`, token)
  await read(thread, new Date().toISOString())
  const own = await call(portalMessages.open, { body: { slider_id: slider.id } }, token)
  expect(own.body.id).not.toBe(thread)
  expect((await stream.until(1))[0]?.data).toMatchObject({ message_thread_id: own.body.id })
  await stream.close()
})

test('the former partner keeps its chats and notifications in the office, the new one has its own', async () => {
  const { from, to, thread, user, slider } = await move()
  await notify(to, 'Za novog')
  const of = async (id: number) => {
    const chats = (await call(partnerPage.chats, at(id))).body.map((chat) => chat.id)
    const { counts, unread } = (await call(partnerPage.overview, at(id))).body
    const { result } = (await call(partnerTimeline.index, { ...at(id), query: { kind: 'messages' } })).body
    return { chats, count: counts.chats, unread: unread?.id, notifications: result.map(({ title }) => title) }
  }
  expect(await of(from)).toEqual({
    chats: [thread],
    count: 1,
    unread: thread,
    notifications: ['Za bivšeg', slider.name],
  })
  expect(await of(to)).toMatchObject({ chats: [], count: 0, notifications: ['Za novog'] })
  const listed = (await call(messages.threads, { body: { slider_id: slider.id } })).body
  expect(listed.map(({ id, partner }) => [id, partner?.id])).toEqual([[thread, from]])
  const started = await call(conversationStart.start, {
    body: { partner_id: to, user_id: user.id, slider_id: slider.id, message: 'Dobro došli' },
    idempotencyKey: `novi-razgovor-${user.id}`,
  })
  expect(started.body).toMatchObject({ partner: { id: to } })
  expect((await of(to)).chats).toEqual([started.body.id])
})
