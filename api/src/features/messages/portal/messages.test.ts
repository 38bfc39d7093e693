import { portalMessages } from '@kontor/contract/messages/portal'
import { afterEach, describe, expect, test } from 'vitest'
import { listen, startApp } from '../../../../test/app.ts'
import { chatting } from '../../../../test/chats.ts'
import { makeSlider } from '../../../../test/make.ts'
import { openStream } from '../../../../test/streams.ts'

const { app, db, call, inject, makeCustomer, staff } = await startApp()
const { makeTraining, makeReader, makeChat, writes, answers, listed, read } = chatting({
  db,
  call,
  makeCustomer,
})
const { origin } = await listen(app)

const opens = (token: string, slider_id: number) => call(portalMessages.open, { body: { slider_id } }, token)
const reads = (token: string, message_thread_id: number) =>
  call(portalMessages.ofThread, { body: { message_thread_id } }, token)
const same = ({
  status,
  body: { request_id: _, ...body },
}: {
  status: number
  body: { request_id?: string }
}) => [status, body]

describe("a partner's user", () => {
  test('gets 404 for another user’s thread', async () => {
    const otherChat = await makeChat()
    const { token } = await makeChat()
    const stamp = '2026-01-01T00:00:00.000000Z'
    for (const attempt of [
      (id: number) => reads(token, id),
      (id: number) => writes(token, id, 'Zdravo'),
      (id: number) =>
        call(
          portalMessages.read,
          { params: { id: String(id) }, body: { last_message_timestamp: stamp } },
          token,
        ),
    ]) {
      const other = await attempt(otherChat.thread)
      const missing = await attempt(2_000_000_000)
      expect(other.status).toBe(404)
      expect(same(other)).toEqual(same(missing))
    }
    expect(await listed(otherChat.thread)).toEqual([])
    expect((await call(portalMessages.threads, {}, token)).body.map(({ id }) => id)).not.toContain(
      otherChat.thread,
    )
  })

  test("has a thread separate from a colleague's", async () => {
    const { user, slider, thread } = await makeChat()
    const colleague = await makeReader((await makeTraining()).category_id)
    await db
      .updateTable('users')
      .set({ partner_id: user.partner_id })
      .where('id', '=', colleague.user.id)
      .execute()
    expect((await opens(colleague.token, slider.id)).body.id).not.toBe(thread)
    expect((await reads(colleague.token, thread)).status).toBe(404)
  })

  test('sees no chat of an Obuka that is hidden, inactive, of another category or of another type', async () => {
    const { category_id, slider } = await makeTraining()
    const { token, user } = await makeReader(category_id)
    const { id: thread } = (await opens(token, slider.id)).body
    const hide = (values: object) =>
      db.updateTable('sliders').set(values).where('id', '=', slider.id).execute()
    const closed = async (code: string) => {
      const answers = [
        await opens(token, slider.id),
        await reads(token, thread),
        await writes(token, thread, 'X'),
      ]
      expect(
        answers.map(({ status }) => status),
        code,
      ).toEqual([404, 404, 404])
      expect((await call(portalMessages.threads, {}, token)).body, code).toEqual([])
      expect((await call(portalMessages.unread, {}, token)).body, code).toEqual({ threads: 0, messages: 0 })
    }
    await answers(thread, 'Zdravo')
    await hide({ is_visible: false })
    await closed('hidden')
    await hide({ is_visible: true, is_active: false })
    await closed('inactive')
    await hide({ is_active: true, type: 1 })
    await closed('a picture')
    await hide({ type: 4 })
    expect((await reads(token, thread)).status).toBe(200)
    await db
      .deleteFrom('partner_categories')
      .where('partner_id', '=', user.partner_id ?? 0)
      .execute()
    await closed('of another category')
    const picture = await makeSlider(db, { category_id })
    expect((await opens(token, picture.id)).status).toBe(404)
  })

  test('needs an idempotency key for a message', async () => {
    const { thread, token } = await makeChat()
    const payload = { message_thread_id: thread, message: 'Zdravo' }
    const headers = { authorization: `Bearer ${token}` }
    expect((await inject({ method: 'POST', url: '/api/app/messages', headers, payload })).status).toBe(422)
    const twice = await Promise.all([1, 2].map(() => writes(token, thread, 'Zdravo', 'isti-kljuc')))
    expect(twice[0]?.body).toEqual(twice[1]?.body)
    expect(await listed(thread)).toHaveLength(1)
  })
})

describe('opening a chat', () => {
  test('adds the welcome message once, also for simultaneous requests', async () => {
    const { slider, category_id } = await makeTraining({ welcome_message: 'Dobro došli na obuku!' })
    const { token } = await makeReader(category_id)
    const opened = await Promise.all([1, 2, 3].map(() => opens(token, slider.id)))
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(1)
    expect((await opens(token, slider.id)).body).toMatchObject({
      slider: { id: slider.id, name: slider.name },
      unread: 1,
      read_at: null,
      last_message: { message: 'Dobro došli na obuku!' },
    })
    const { body } = await reads(token, opened[0]?.body.id ?? 0)
    expect(body.messages).toMatchObject([
      { message: 'Dobro došli na obuku!', is_admin_response: true, user_admin_id: null, user_admin: null },
    ])
  })

  test('without a welcome message it is empty', async () => {
    const { thread, token, slider } = await makeChat()
    expect((await opens(token, slider.id)).body).toMatchObject({ id: thread, last_message: null, unread: 0 })
    expect((await reads(token, thread)).body).toEqual({
      messages: [],
      last_message_timestamp: null,
      has_more: false,
    })
  })
})

const open: Awaited<ReturnType<typeof openStream>>[] = []
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})
async function subscribe(path: string, token: string) {
  const stream = await openStream(`${origin}${path}`, token)
  open.push(stream)
  return stream
}

test("messages are published to both sides, without other users' messages", async () => {
  const { slider, thread, token } = await makeChat()
  const stranger = await makeChat()
  const office = await subscribe('/api/events', staff)
  const own = await subscribe('/api/app/events', token)
  const other = await subscribe('/api/app/events', stranger.token)
  await writes(token, thread, 'Zdravo')
  const event = { type: 'messages', data: { slider_id: slider.id, message_thread_id: thread } }
  expect(await office.until(1)).toMatchObject([event])
  expect(await own.until(1)).toMatchObject([event])
  await answers(thread, 'Dobar dan')
  expect(await own.until(2)).toMatchObject([event, event])
  await read(thread, (await listed(thread)).at(-1)?.updated_at)
  expect(await office.until(3)).toMatchObject([event, event, event])
  await answers(stranger.thread, 'Zdravo')
  expect(await other.until(1)).toMatchObject([{ data: { message_thread_id: stranger.thread } }])
})
