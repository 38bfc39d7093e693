import { messages } from '@kontor/contract/messages'
import { portalMessages } from '@kontor/contract/messages/portal'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { chatting } from '../../../test/chats.ts'

const { app, another, database, db, call, makeCustomer, staff, staffUser } = await startApp()
const { makeTraining, makeChat, writes, answers, listed, read } = chatting({ db, call, makeCustomer })

const FIRST = '2000-01-01T00:00:00.000000Z'

describe('a message of the office', () => {
  test.each(['', ' \n\t ', '\u200b\u00a0', null, undefined, 5])(
    'is rejected when empty: %j',
    async (message) => {
      const { thread } = await makeChat()
      const { status, body } = await answers(thread, message as string)
      expect([status, body.errors?.message?.[0]]).toEqual([
        422,
        typeof message === 'string' ? 'validation.message' : expect.any(String),
      ])
      expect(await listed(thread)).toEqual([])
    },
  )

  test('has at most 4000 characters of any kind', async () => {
    const { thread } = await makeChat()
    const long = await answers(thread, 'š'.repeat(4001))
    expect([long.status, long.body.errors]).toEqual([422, { message: ['validation.long_message'] }])
    expect((await answers(thread, ` ${'😀'.repeat(4000)} `)).status).toBe(200)
    expect((await listed(thread))[0]?.message).toBe('😀'.repeat(4000))
  })

  test('stores HTML as plain text, with line breaks', async () => {
    const { thread, token } = await makeChat()
    const text = '<img src=x onerror=alert(1)>\r\n<script>alert(2)</script>'
    await answers(thread, text)
    await writes(token, thread, text)
    const [one, other] = await listed(thread)
    expect([one?.message, other?.message]).toEqual(Array(2).fill(text.replace('\r\n', '\n')))
  })

  test('to an unknown thread is 404 in every route', async () => {
    const message_thread_id = 2_000_000_000
    const calls = [
      call(messages.ofThread, { body: { message_thread_id } }),
      call(messages.ofThread, { body: { message_thread_id, last_message_timestamp: FIRST } }),
      call(messages.send, { body: { message_thread_id, message: 'Zdravo' } }),
      call(messages.read, {
        params: { id: String(message_thread_id) },
        body: { last_message_timestamp: FIRST },
      }),
      call(messages.threads, { body: { slider_id: message_thread_id } }),
      call(messages.sendToEveryone, { body: { slider_id: message_thread_id, message: 'Zdravo' } }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
  })

  test.each([
    '',
    '2026',
    '2026-02-30T10:00:00.000000Z',
    '2026-02-28T24:00:00.000000Z',
    '2026-02-28 10:00',
    'infinity',
  ])('an invalid timestamp is rejected: %s', async (stamp) => {
    const { thread } = await makeChat()
    for (const field of ['last_message_timestamp', 'before']) {
      const body = { message_thread_id: thread, [field]: stamp }
      expect((await call(messages.ofThread, { body })).status).toBe(422)
    }
  })

  test('has its author and time in the office’s time zone', async () => {
    const { thread } = await makeChat()
    const { status, body } = await answers(thread, '  Dobar dan!  ')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Dobar dan!',
      is_admin_response: true,
      user_admin_id: staffUser.id,
    })
    await sql`UPDATE messages SET created_at = '2026-07-01T22:30:00Z' WHERE id = ${body.id}`.execute(db)
    const [stored] = await listed(thread)
    expect(stored).toMatchObject({
      user_admin: staffUser.name,
      updated_at: '2026-07-01T22:30:00.000000Z',
      formatted_updated_at: '02.07.2026. 00:30',
    })
  })

  test('sent again with the same key is stored once', async () => {
    const { thread } = await makeChat()
    const idempotencyKey = 'pokusaj-1'
    const send = (message: string) =>
      call(messages.send, { body: { message_thread_id: thread, message }, idempotencyKey })
    const one = await send('Zdravo')
    const two = await send('Zdravo')
    expect(two.body).toEqual(one.body)
    expect((await send('Nešto drugo')).status).toBe(422)
    expect(await listed(thread)).toHaveLength(1)
  })
})

describe('the threads of a slider', () => {
  test('are empty when nobody has opened the chat', async () => {
    const { slider } = await makeTraining()
    const { status, body } = await call(messages.threads, { body: { slider_id: slider.id } })
    expect([status, body]).toEqual([200, []])
  })

  test("are sorted by last message, with the office's unread count", async () => {
    const { slider, category_id } = await makeTraining()
    const a = await makeChat({ slider, category_id })
    const b = await makeChat({ slider, category_id })
    await writes(a.token, a.thread, 'Jedan')
    await writes(a.token, a.thread, 'Dva')
    await writes(b.token, b.thread, 'Tri')
    await answers(b.thread, `${'x'.repeat(300)}`)
    const { body } = await call(messages.threads, { body: { slider_id: slider.id } })
    expect(body.map(({ id, unread }) => [id, unread])).toEqual([
      [b.thread, 1],
      [a.thread, 2],
    ])
    expect(body[1]).toMatchObject({
      username: a.user.username,
      user: a.user.name,
      partner: { id: a.user.partner_id },
      last_message: { message: 'Dva' },
      read_at: null,
      user_read_at: null,
    })
    expect(body[0]?.last_message?.message).toHaveLength(200)
    expect(body[1]?.last_message?.updated_at).toBe((await listed(a.thread))[1]?.updated_at)
  })

  test('are marked as read by either side, and never back', async () => {
    const { slider, thread, token } = await makeChat()
    await writes(token, thread, 'Jedan')
    await writes(token, thread, 'Dva')
    await answers(thread, 'Tri')
    await writes(token, thread, 'Četiri')
    const [one, two, three, four] = (await listed(thread)).map(({ updated_at }) => updated_at)
    const unread = async () => (await call(messages.threads, { body: { slider_id: slider.id } })).body[0]
    expect((await read(thread, two)).body).toEqual({ id: thread, unread: 1 })
    expect((await read(thread, one)).body.unread).toBe(1)
    expect(await unread()).toMatchObject({ unread: 1, read_at: two })
    expect((await read(thread, '2999-01-01T00:00:00.000000Z')).body.unread).toBe(0)
    expect(await unread()).toMatchObject({ unread: 0, read_at: four })
    await writes(token, thread, 'Pet')
    expect((await unread())?.unread).toBe(1)
    const own = { params: { id: String(thread) }, body: { last_message_timestamp: three ?? '' } }
    expect((await call(portalMessages.unread, {}, token)).body).toEqual({ threads: 1, messages: 1 })
    expect((await call(portalMessages.read, own, token)).body.unread).toBe(0)
    expect((await call(portalMessages.unread, {}, token)).body).toEqual({ threads: 0, messages: 0 })
    expect((await unread())?.user_read_at).toBe(three)
  })

  test('the badge counts unread messages of all active sliders, by slider', async () => {
    const { body: before } = await call(messages.unread, {})
    const { slider, thread, token } = await makeChat()
    const closed = await makeChat()
    await writes(token, thread, 'Jedan')
    await writes(token, thread, 'Dva')
    await writes(closed.token, closed.thread, 'Tri')
    await db.updateTable('sliders').set({ is_active: false }).where('id', '=', closed.slider.id).execute()
    const { body } = await call(messages.unread, {})
    expect(body.threads - before.threads).toBe(1)
    expect(body.messages - before.messages).toBe(2)
    expect(body.sliders).toContainEqual({ id: slider.id, name: slider.name, threads: 1, messages: 2 })
  })

  test('the menu lists authors, newest first, without inactive sliders', async () => {
    const one = await makeChat()
    const two = await makeChat()
    const closed = await makeChat()
    await writes(one.token, one.thread, 'Jedan')
    await writes(closed.token, closed.thread, 'Tri')
    await writes(two.token, two.thread, 'Dva')
    await writes(two.token, two.thread, 'Četiri')
    await db.updateTable('sliders').set({ is_active: false }).where('id', '=', closed.slider.id).execute()
    const { people } = (await call(messages.unread, {})).body
    expect(people.slice(0, 2)).toMatchObject([
      { message_thread_id: two.thread, user: two.user.name, messages: 2 },
      { message_thread_id: one.thread, slider: { id: one.slider.id, name: one.slider.name }, messages: 1 },
    ])
    expect(people[0]?.partner?.id).toBe(two.user.partner_id)
    expect(people.map(({ message_thread_id }) => message_thread_id)).not.toContain(closed.thread)
  })

  test('without a slider and without `all` are rejected', async () => {
    const { status, body } = await call(messages.threads, { body: {} })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['slider_id']])
  })

  test('of all active sliders are one list, including the requested one', async () => {
    const one = await makeChat()
    const two = await makeChat()
    const closed = await makeChat()
    await writes(two.token, two.thread, 'Dva')
    await writes(one.token, one.thread, 'Jedan')
    await db.updateTable('sliders').set({ is_active: false }).where('id', '=', closed.slider.id).execute()
    const { body } = await call(messages.threads, { body: { all: true, message_thread_id: closed.thread } })
    expect(body.slice(0, 2).map(({ id, slider }) => [id, slider.id])).toEqual([
      [one.thread, one.slider.id],
      [two.thread, two.slider.id],
    ])
    expect(body.map(({ id }) => id)).not.toContain(closed.thread)
  })

  test('of two hundred inactive sliders do not displace others', async () => {
    const { slider, thread } = await makeChat()
    await sql`UPDATE message_threads SET office_unread = 0, last_at = now() - interval '1 hour'`.execute(db)
    await sql`WITH gone AS (INSERT INTO sliders (name, type, image, is_active)
      SELECT 'Bivši ' || n, 3, 'a.png', false FROM generate_series(1, 200) AS n RETURNING id)
      INSERT INTO message_threads (slider_id, user_id) SELECT id, ${staffUser.id}::int FROM gone`.execute(db)
    const { body } = await call(messages.threads, { body: { all: true } })
    expect(body).toContainEqual(
      expect.objectContaining({ id: thread, slider: expect.objectContaining({ id: slider.id }) }),
    )
  })
})

describe('paging', () => {
  test('returns the newest first, older ones backwards, and newer ones after the last', async () => {
    const { thread, token } = await makeChat()
    for (let n = 1; n <= 7; n++) await writes(token, thread, `Poruka ${n}`)
    const page = async (more: object) => {
      const { body } = await call(messages.ofThread, {
        body: { message_thread_id: thread, limit: 3, ...more },
      })
      return { ...body, texts: body.messages.map(({ message }) => Number(message.slice(7))) }
    }
    const newest = await page({ last_message_timestamp: null })
    expect([newest.texts, newest.has_more]).toEqual([[5, 6, 7], true])
    const older = await page({ before: newest.messages[0]?.updated_at })
    expect([older.texts, older.has_more]).toEqual([[2, 3, 4], true])
    const oldest = await page({ before: older.messages[0]?.updated_at })
    expect([oldest.texts, oldest.has_more]).toEqual([[1], false])
    const next = await page({ last_message_timestamp: older.messages[0]?.updated_at })
    expect([next.texts, next.has_more]).toEqual([[3, 4, 5], true])
    const none = await page({ last_message_timestamp: newest.last_message_timestamp })
    expect([none.texts, none.has_more, none.last_message_timestamp]).toEqual([
      [],
      false,
      newest.last_message_timestamp,
    ])
  })

  test('of simultaneous messages neither loses nor repeats any for a poller', async () => {
    const { thread, token } = await makeChat()
    const node = await another()
    const both = [app, node]
    const send = async (n: number) =>
      both[n % 2]?.inject({
        method: 'POST',
        url: n % 3 ? '/api/app/messages' : '/api/messages/admin',
        headers: { authorization: `Bearer ${n % 3 ? token : staff}`, 'idempotency-key': `poruka-broj-${n}` },
        payload: { message_thread_id: thread, message: `${n}` },
      })
    const sending = Promise.all(Array.from({ length: 60 }, (_, n) => send(n)))
    const seen: string[] = []
    for (let last_message_timestamp: string | null = FIRST; seen.length < 60; ) {
      const body = { message_thread_id: thread, last_message_timestamp }
      const answer: Awaited<ReturnType<typeof poll>> = await poll(body)
      seen.push(...answer.messages.map(({ message }) => message))
      last_message_timestamp = answer.last_message_timestamp
    }
    expect((await sending).map((answer) => answer?.statusCode)).toEqual(Array(60).fill(200))
    expect(new Set(seen).size).toBe(60)
    expect(seen).toEqual((await listed(thread)).map(({ message }) => message))
  })
  const poll = async (body: { message_thread_id: number; last_message_timestamp: string | null }) =>
    (await call(messages.ofThread, { body })).body

  test('a message whose commit is late delays later ones', async () => {
    const { thread } = await makeChat()
    const late = await database.pool.connect()
    const next = await database.pool.connect()
    const add = `WITH told AS (UPDATE message_threads
      SET last_at = greatest(clock_timestamp(), last_at + interval '1 microsecond') WHERE id = ${thread} RETURNING last_at)
      INSERT INTO messages (message_thread_id, message, from_office, created_at) SELECT ${thread}, $1, false, last_at FROM told`
    await late.query('BEGIN')
    await late.query(add, ['kasna'])
    const second = next.query(add, ['druga'])
    expect(await listed(thread)).toEqual([])
    await late.query('COMMIT')
    await second
    expect((await listed(thread)).map(({ message }) => message)).toEqual(['kasna', 'druga'])
    late.release()
    next.release()
  })
})

describe('a message to everyone', () => {
  test('sent twice at once with one key reaches each thread once', async () => {
    const { slider, category_id } = await makeTraining()
    const chats = [await makeChat({ slider, category_id }), await makeChat({ slider, category_id })]
    const node = await another()
    const body = { slider_id: slider.id, message: 'Vidimo se u petak!' }
    const input = { body, idempotencyKey: `svima-${slider.id}` }
    const send = (one: typeof app) => call(messages.sendToEveryone, input, staff, one)
    const sent = await Promise.all([send(app), send(node), send(app)])
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(sent[0]?.body).toEqual({ message: 'messages.sent', threads: 2 })
    for (const { thread } of chats) {
      expect((await listed(thread)).map(({ message }) => message)).toEqual(['Vidimo se u petak!'])
    }
  })

  test('skips users who could not read it, and is rejected when nobody could', async () => {
    const { slider, category_id } = await makeTraining()
    const stays = await makeChat({ slider, category_id })
    const left = await makeChat({ slider, category_id })
    await db.updateTable('users').set({ is_active: false }).where('id', '=', left.user.id).execute()
    const send = () => call(messages.sendToEveryone, { body: { slider_id: slider.id, message: 'Zdravo' } })
    const open = async () => {
      const threads = await call(messages.threads, { body: { slider_id: slider.id } })
      return threads.body.filter(({ is_open }) => is_open).map(({ id }) => id)
    }
    expect(await open()).toEqual([stays.thread])
    expect((await send()).body.threads).toBe(1)
    expect((await listed(left.thread)).length + (await listed(stays.thread)).length).toBe(1)
    await db.updateTable('sliders').set({ is_visible: false }).where('id', '=', slider.id).execute()
    expect(await open()).toEqual([])
    const refused = await send()
    expect([refused.status, refused.body.message]).toEqual([422, 'validation.chat_closed'])
  })

  test('reaches more chats than a statement could have parameters for', async () => {
    const { slider, user } = await makeChat()
    await sql`WITH readers AS (INSERT INTO users (name, username, password_hash, partner_id)
        SELECT 'Čitalac ' || n, 'citalac' || n, '', ${user.partner_id} FROM generate_series(1, 13200) AS n RETURNING id)
      INSERT INTO message_threads (slider_id, user_id, partner_id)
      SELECT ${slider.id}, id, ${user.partner_id} FROM readers`.execute(db)
    const { status, body } = await call(messages.sendToEveryone, {
      body: { slider_id: slider.id, message: 'Zdravo svima' },
    })
    expect([status, body.threads]).toEqual([200, 13_201])
  })
})

describe('while people chat', () => {
  test('a deactivated slider stops messages of both sides, and keeps the existing ones', async () => {
    const { slider, thread, token } = await makeChat()
    await writes(token, thread, 'Jedan')
    await db.updateTable('sliders').set({ is_active: false }).where('id', '=', slider.id).execute()
    expect((await writes(token, thread, 'Dva')).status).toBe(404)
    expect((await answers(thread, 'Tri')).status).toBe(422)
    expect((await listed(thread)).map(({ message }) => message)).toEqual(['Jedan'])
  })

  test('a partner that has lost the category gets no messages, alone or with everyone', async () => {
    const { slider, category_id, user, thread, token } = await makeChat()
    const of = db.deleteFrom('partner_categories').where('partner_id', '=', user.partner_id)
    await of.where('category_id', '=', category_id).execute()
    expect((await writes(token, thread, 'Dva')).status).toBe(404)
    const refused = await answers(thread, 'Tri')
    expect([refused.status, refused.body.message]).toEqual([422, 'validation.chat_closed'])
    const all = await call(messages.sendToEveryone, { body: { slider_id: slider.id, message: 'Svima' } })
    expect([all.status, all.body.message]).toEqual([422, 'validation.chat_closed'])
    expect(await listed(thread)).toEqual([])
  })

  test("a deactivated user's token is invalid, and the office gets an error", async () => {
    const { user, thread, token } = await makeChat()
    await db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
    expect((await writes(token, thread, 'Dva')).status).toBe(401)
    expect((await answers(thread, 'Tri')).status).toBe(422)
  })

  test('simultaneous messages are either accepted and stored, or rejected', async () => {
    const { slider, thread, token } = await makeChat()
    const sending = Array.from({ length: 10 }, (_, n) => writes(token, thread, `${n}`))
    const closing = db.updateTable('sliders').set({ is_active: false }).where('id', '=', slider.id).execute()
    const statuses = (await Promise.all(sending)).map(({ status }) => status)
    await closing
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true)
    expect(await listed(thread)).toHaveLength(statuses.filter((status) => status === 200).length)
  })
})
