import { randomUUID } from 'node:crypto'
import { messages } from '@kontor/contract/messages'
import { portalMessages } from '@kontor/contract/messages/portal'
import { conversationStart } from '@kontor/contract/messages/start'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { chatting } from '../../../../test/chats.ts'
import { makePartner, makeUser } from '../../../../test/make.ts'

const { db, call, makeCustomer, tokenOf, staff, staffUser, tokenWithout } = await startApp()
const { makeTraining, makeReader, makeChat, listed, writes } = chatting({ db, call, makeCustomer })

const recipients = (id: number, as = staff) =>
  call(conversationStart.recipients, { params: { id: String(id) } }, as)
type Body = { partner_id: number; user_id: number; slider_id: number; message?: string }
const start = (body: Body, idempotencyKey: string = randomUUID(), as = staff) =>
  call(conversationStart.start, { body: { message: 'Dobar dan', ...body }, idempotencyKey }, as)
const partnerOf = ({ user }: { user: { partner_id: number | null } }) => user.partner_id ?? 0

describe('who writes first', () => {
  test('needs the permission to write, and is given trainings only with that for chats', async () => {
    const { slider, category_id } = await makeTraining()
    const reader = await makeReader(category_id)
    const partner_id = partnerOf(reader)
    const body = { partner_id, user_id: reader.user.id, slider_id: slider.id }
    const none = await tokenWithout('sliders.send', 'sliders.change', 'customerSupport.change')
    expect([
      (await recipients(partner_id, none)).status,
      (await start(body, undefined, none)).status,
    ]).toEqual([403, 403])
    const manager = await tokenOf({ role: 'user_manager' })
    expect((await recipients(partner_id, manager)).body.sliders).toHaveLength(1)
    expect((await recipients(2_000_000_000)).status).toBe(404)
    const closed = await makePartner(db, { is_active: false })
    expect((await recipients(closed.id)).status).toBe(404)
  })

  test('reaches no user of another partner, no inactive one, and no training that the partner does not see', async () => {
    const { slider, category_id } = await makeTraining()
    const other = await makeTraining()
    const reader = await makeReader(category_id)
    const stranger = await makeReader(category_id)
    const body = { partner_id: partnerOf(reader), user_id: reader.user.id, slider_id: slider.id }
    const inactive = await makeUser(db, { partner_id: body.partner_id, is_active: false })
    const cases = [
      [{ ...body, user_id: stranger.user.id }, 'user_id'],
      [{ ...body, user_id: staffUser.id }, 'user_id'],
      [{ ...body, user_id: inactive.id }, 'user_id'],
      [{ ...body, slider_id: other.slider.id }, 'slider_id'],
      [{ ...body, slider_id: 2_000_000_000 }, 'slider_id'],
    ] as const
    for (const [wrong, field] of cases) {
      const { status, body: answer } = await start(wrong)
      expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]])
    }
    expect((await start({ ...body, message: ' ' })).body.errors).toEqual({ message: ['validation.message'] })
    expect((await call(portalMessages.threads, {}, reader.token)).body).toEqual([])
    const offered = (await recipients(body.partner_id)).body
    expect(offered).toEqual({
      partner: { id: body.partner_id, name: expect.any(String) },
      users: [{ id: reader.user.id, name: expect.any(String) }],
      sliders: [{ id: slider.id, name: slider.name }],
    })
  })
})

describe('a conversation that the office begins', () => {
  test('appears at the partner as any message, below the greeting, and once', async () => {
    const { slider, category_id } = await makeTraining({ welcome_message: 'Dobro došli' })
    const reader = await makeReader(category_id)
    const body = { partner_id: partnerOf(reader), user_id: reader.user.id, slider_id: slider.id }
    const key = randomUUID()
    const first = await start(body, key)
    const again = await start(body, key)
    expect(again.body).toEqual(first.body)
    expect(first.body).toMatchObject({ user: reader.user.name, slider: { id: slider.id }, unread: 0 })
    const own = (await call(portalMessages.threads, {}, reader.token)).body
    expect(own).toMatchObject([{ id: first.body.id, unread: 2, last_message: { message: 'Dobar dan' } }])
    expect((await listed(first.body.id)).map((one) => [one.message, one.user_admin_id])).toEqual([
      ['Dobro došli', null],
      ['Dobar dan', staffUser.id],
    ])
    expect((await writes(reader.token, first.body.id, 'Dobar dan i vama')).status).toBe(200)
    const threads = await call(messages.threads, { body: { slider_id: slider.id } })
    expect(threads.body).toMatchObject([{ id: first.body.id, unread: 1 }])
  })

  test('goes on in the one that the user has opened, also when two begin at once', async () => {
    const chat = await makeChat()
    const body = { partner_id: partnerOf(chat), user_id: chat.user.id, slider_id: chat.slider.id }
    expect((await start(body)).body.id).toBe(chat.thread)
    const { slider, category_id } = await makeTraining({ welcome_message: 'Dobro došli' })
    const reader = await makeReader(category_id)
    const fresh = { partner_id: partnerOf(reader), user_id: reader.user.id, slider_id: slider.id }
    const both = await Promise.all([start(fresh), start(fresh)])
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
    expect(await listed(both[0].body.id)).toHaveLength(3)
  })
})
