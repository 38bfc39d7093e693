import { randomUUID } from 'node:crypto'
import { customerSupport } from '@kontor/contract/customerSupport'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { MAX_SUPPORT_PER_HOUR, portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { unreadSupport } from '@kontor/contract/customerSupport/unread'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { messages } from '@kontor/contract/messages'
import { portalMessages } from '@kontor/contract/messages/portal'
import { describe, expect, test } from 'vitest'
import { at, startApp } from '../../../../test/app.ts'
import { chatting } from '../../../../test/chats.ts'
import { changeRole, makePartner, makeProduct, makeUser } from '../../../../test/make.ts'
import { makeOrder } from '../../../../test/make-order.ts'

const { db, call, makeCustomer, makeSignedIn, tokenOf, staff, staffUser, another } = await startApp()

const FIRST = '2000-01-01T00:00:00.000000Z'
const KOTOR = '[[partner:10007|Gume Kotor d.o.o.]]'

/** A signed-in user of a partner, with a message. */
async function makeMessage(message_content = 'Kad stiže roba?', type: 1 | 2 | 3 = 1) {
  const { user, token } = await makeSignedIn({ partner: true })
  const written = await call(
    portalCustomerSupport.create,
    { body: { type, message_content }, idempotencyKey: randomUUID() },
    token,
  )
  return { id: written.body.id, user, token }
}
const reply = (id: number, message: string, more: { resolve?: boolean; key?: string; as?: string } = {}) =>
  call(
    supportInbox.reply,
    {
      ...at(id),
      body: { message, ...(more.resolve && { resolve: true }) },
      idempotencyKey: more.key ?? randomUUID(),
    },
    more.as ?? staff,
  )
const writesOn = (id: number, message: string, token: string, idempotencyKey: string = randomUUID()) =>
  call(portalCustomerSupport.reply, { ...at(id), body: { message }, idempotencyKey }, token)
const thread = async (id: number) =>
  (await call(supportInbox.messages, { ...at(id), body: {} })).body.messages.map(({ message }) => message)
const seen = async (id: number, token: string) =>
  (await call(portalCustomerSupport.messages, { ...at(id), body: {} }, token)).body.messages
const inbox = async (body: object = {}) => (await call(supportInbox.list, { body })).body
const one = async (id: number, as = staff) => (await call(supportInbox.one, at(id), as)).body

async function makeEngineer(revoked: Permission[] = [], granted: Permission[] = []) {
  await changeRole(db, 'user_engineer', { granted, revoked })
  return makeSignedIn({ role: 'user_engineer' })
}

describe('who may not', () => {
  test('see support sees no inbox, and who may only see it answers nothing', async () => {
    const { id } = await makeMessage()
    const reader = await makeEngineer()
    expect((await call(supportInbox.list, { body: {} }, reader.token)).status).toBe(200)
    const refused = [
      await reply(id, 'Zdravo', { as: reader.token }),
      await call(supportInbox.take, { ...at(id), body: { taken: true } }, reader.token),
      await call(supportInbox.read, { ...at(id), body: { last_message_timestamp: FIRST } }, reader.token),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    const stranger = await makeEngineer(['customerSupport.see'])
    const closed = [
      await call(supportInbox.list, { body: {} }, stranger.token),
      await call(supportInbox.one, at(id), stranger.token),
      await call(supportInbox.messages, { ...at(id), body: {} }, stranger.token),
    ]
    expect(closed.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await thread(id)).toEqual(['Kad stiže roba?'])
  })

  test('see figures, partners or orders reads a conversation without them', async () => {
    const { id, user } = await makeMessage()
    const product = await makeProduct(db, { name: 'Sava Eskimo HP2' })
    const by = { partner_id: user.partner_id ?? 0, user_id: user.id }
    await makeOrder(db, { ...by, product_id: product.id, quantity: 12 })
    await makeOrder(db, { ...by, is_active: false })
    await db
      .updateTable('partners')
      .set({ debt: '8214.6', out_of_currency: '5', out_of_currency_percent: true, phone: '+382 69 417 205' })
      .where('id', '=', user.partner_id)
      .execute()
    expect(await one(id)).toMatchObject({
      figures: { debt: '8214.6', outOfCurrency: '5%' },
      phone: '+382 69 417 205',
      last_order: { product: { name: 'Sava Eskimo HP2' }, quantity: 12 },
      written: { messages: 1, complaints: 0 },
    })
    const hidden: Permission[] = [
      'figures.see',
      'partners.see',
      'catalogueOrders.see',
      'cart.see',
      'sliders.see',
    ]
    const { token } = await makeEngineer(hidden)
    expect(await one(id, token)).toMatchObject({ figures: null, phone: null, city: null, last_order: null })
  })

  test('be another partner’s user: its message is answered like one that does not exist', async () => {
    const { id } = await makeMessage()
    const other = await makeMessage()
    const colleague = await tokenOf({ partner_id: other.user.partner_id })
    for (const token of [other.token, colleague]) {
      const mine = token === other.token ? id : other.id
      const body = { last_message_timestamp: FIRST }
      for (const { params } of [at(mine), at(2_000_000_000)]) {
        const answers = [
          await call(portalCustomerSupport.one, { params }, token),
          await call(portalCustomerSupport.messages, { params, body: {} }, token),
          await writesOn(Number(params.id), 'Zdravo', token),
          await call(portalCustomerSupport.read, { params, body }, token),
        ]
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      }
    }
    expect(await thread(id)).toEqual(['Kad stiže roba?'])
  })
})

describe('a reply of the office', () => {
  test.each([
    ['', 'validation.message'],
    [' \u200b\n', 'validation.message'],
    ['š'.repeat(4001), 'validation.long_message'],
    [`${KOTOR}${'š'.repeat(3970)}`, 'validation.long_message'],
    ['a\u202eb', 'validation.characters'],
  ])('is rejected and changes nothing: %.20j', async (message, error) => {
    const { id } = await makeMessage()
    const { status, body } = await reply(id, message, { resolve: true })
    expect([status, body.errors?.message]).toEqual([422, [error]])
    expect([await thread(id), (await one(id)).is_active]).toEqual([['Kad stiže roba?'], true])
  })

  test('is rejected when the user belongs to another partner now', async () => {
    const { id, user, token } = await makeMessage()
    const { id: partner_id } = await makePartner(db)
    await db.updateTable('users').set({ partner_id }).where('id', '=', user.id).execute()
    expect((await writesOn(id, 'Još nešto', token)).status).toBe(404)
    const { status, body } = await reply(id, 'Zdravo')
    expect([status, body.message]).toEqual([422, 'validation.support_closed'])
  })

  test('is rejected when the user or the partner is inactive', async () => {
    for (const table of ['users', 'partners'] as const) {
      const { id, user } = await makeMessage()
      const gone = table === 'users' ? user.id : (user.partner_id ?? 0)
      await db.updateTable(table).set({ is_active: false }).where('id', '=', gone).execute()
      const { status, body } = await reply(id, 'Zdravo', { resolve: true })
      expect([status, body.message]).toEqual([422, 'validation.support_closed'])
      expect((await one(id)).is_active).toBe(true)
    }
    expect((await reply(2_000_000_000, 'Zdravo')).status).toBe(404)
  })

  test('twice with one key adds one message, also at once on two nodes; with another text it is rejected', async () => {
    const { id, token } = await makeMessage()
    const node = await another()
    const key = randomUUID()
    const input = { ...at(id), body: { message: 'Stiže sjutra.' }, idempotencyKey: key }
    const [here, there] = await Promise.all([
      call(supportInbox.reply, input),
      call(supportInbox.reply, input, staff, node),
    ])
    expect([here.status, there.status]).toEqual([200, 200])
    expect(there.body).toEqual(here.body)
    expect((await reply(id, 'Stiže danas.', { key })).status).toBe(422)
    expect(await thread(id)).toEqual(['Kad stiže roba?', 'Stiže sjutra.'])
    const pushes = db.selectFrom('pushes').select('text').where('link', '=', `/app/support/${id}`)
    expect(await pushes.execute()).toEqual([{ text: 'Stiže sjutra.' }])
    expect((await call(portalCustomerSupport.unread, {}, token)).body).toEqual({ messages: 1 })
  })

  test('reaches the partner, assigns the message, and resolves it on request', async () => {
    const { id, user, token } = await makeMessage()
    await reply(id, 'Gledamo.')
    expect(await one(id)).toMatchObject({
      is_active: true,
      last_from_office: true,
      taken_by: { id: staffUser.id, name: staffUser.name },
    })
    await reply(id, 'Gotovo.', { resolve: true })
    expect((await one(id)).is_active).toBe(false)
    expect((await seen(id, token)).map(({ message, user_admin }) => [message, user_admin])).toEqual([
      ['Kad stiže roba?', null],
      ['Gledamo.', staffUser.name],
      ['Gotovo.', staffUser.name],
    ])
    const own = (await call(portalCustomerSupport.index, {}, token)).body
    expect(own).toMatchObject([{ id, is_resolved: true, unread: 2 }])
    const published = db.selectFrom('events').select('data').where('user_id', '=', user.id)
    expect(await published.where('type', '=', 'support_reply').execute()).toContainEqual({ data: { id } })
    // The message itself keeps its date and the columns of the documented list.
    const listed = await call(customerSupport.index, { body: { filters: { message_content: 'roba' } } })
    expect(listed.body.result.find((row) => row.id === id)?.message_content).toBe('Kad stiže roba?')
  })

  test("is followed by a partner's message: a resolved conversation is open and unread", async () => {
    const { id, token } = await makeMessage('Jedna guma je probušena.', 3)
    await reply(id, 'Zamijenili smo je.', { resolve: true })
    const key = randomUUID()
    const twice = [await writesOn(id, 'Opet.', token, key), await writesOn(id, 'Opet.', token, key)]
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(await thread(id)).toEqual(['Jedna guma je probušena.', 'Zamijenili smo je.', 'Opet.'])
    const row = (await inbox()).result.find((item) => item.id === id)
    expect(row).toMatchObject({ is_active: true, unread: 2, last_from_office: false })
    for (let n = 2; n < MAX_SUPPORT_PER_HOUR; n++) await writesOn(id, `Još ${n}`, token)
    expect((await writesOn(id, 'I još', token)).status).toBe(429)
  })
})

describe('the inbox', () => {
  test('lists complaints first, then by the last message; with counts by type and state', async () => {
    await db.deleteFrom('customer_support').execute()
    const question = await makeMessage('Imate li lance?')
    const complaint = await makeMessage('Kasni pošiljka.', 3)
    const idea = await makeMessage('Otvorite u Tuzima.', 2)
    await reply(question.id, 'Imamo.')
    const all = await inbox()
    expect(all.result.map(({ id }) => id)).toEqual([complaint.id, question.id, idea.id])
    const [answered] = all.result.filter(({ id }) => id === question.id)
    expect(Date.parse(all.last_message_at ?? '')).toBe(Date.parse(answered?.last_at ?? ''))
    expect(all).toMatchObject({ total_rows: 3, types: { 1: 1, 2: 1, 3: 1 }, open: 3, resolved: 0 })
    expect((await inbox({ type: 2 })).result.map(({ id }) => id)).toEqual([idea.id])
    expect((await inbox({ search: 'IMAMO' })).result.map(({ id }) => id)).toEqual([question.id])
    expect(await inbox({ search: '100%' })).toMatchObject({ result: [], total_rows: 0, open: 3 })
    expect(await inbox({ limit: 1 })).toMatchObject({ result: [{ id: complaint.id }], total_rows: 3 })
    await call(customerSupport.toggle, { ...at(complaint.id), body: { is_active: false } })
    expect((await inbox({ resolved: true })).result.map(({ id }) => id)).toEqual([complaint.id])
    expect((await call(supportInbox.list, { body: { limit: 501 } })).status).toBe(422)
  })

  test('does not resolve a conversation with unseen messages, by a reply or by the toggle', async () => {
    const { id, token } = await makeMessage('Kad stiže?')
    const page = (await call(supportInbox.messages, { ...at(id), body: {} })).body
    const seen = page.last_message_timestamp ?? ''
    await writesOn(id, 'Već je stiglo, hvala, ali je oštećeno!', token)
    const answer = (seen?: string) =>
      call(supportInbox.reply, {
        ...at(id),
        body: { message: 'Stiže sjutra.', resolve: true, ...(seen && { seen }) },
        idempotencyKey: randomUUID(),
      })
    const toggle = (seen: string) =>
      call(customerSupport.toggle, { ...at(id), body: { is_active: false, seen } })
    for (const refused of [await answer(seen), await toggle(seen)]) {
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({
        message: 'validation.support_unseen',
        current: [{ message: 'Već je stiglo, hvala, ali je oštećeno!', is_admin_response: false }],
      })
    }
    expect(await thread(id)).toHaveLength(2)
    expect((await one(id)).is_active).toBe(true)
    expect((await toggle('x')).status).toBe(422)
    const now = (await call(supportInbox.messages, { ...at(id), body: {} })).body.last_message_timestamp
    expect((await answer(now ?? '')).status).toBe(200)
    expect((await one(id)).is_active).toBe(false)
  })

  test('is marked as read for all of the office, and never back', async () => {
    const { id } = await makeMessage()
    const unread = async () => (await call(unreadSupport, {})).body.conversations
    const before = await unread()
    const page = (await call(supportInbox.messages, { ...at(id), body: {} })).body
    const mark = (last_message_timestamp: string) =>
      call(supportInbox.read, { ...at(id), body: { last_message_timestamp } })
    expect((await mark(FIRST)).body.unread).toBe(1)
    expect((await mark(page.last_message_timestamp ?? '')).body.unread).toBe(0)
    expect((await mark(FIRST)).body.unread).toBe(0)
    expect(await unread()).toBe(before - 1)
  })

  test('returns the assignee: a colleague takes a message over only on request', async () => {
    const { id } = await makeMessage()
    const { user: colleague, token: other } = await makeSignedIn()
    const take = (as: string, body: { taken: boolean; over?: boolean }) =>
      call(supportInbox.take, { ...at(id), body }, as)
    const both = await Promise.all([take(staff, { taken: true }), take(other, { taken: true })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const [mine] = both
    const loser = mine?.status === 200 ? other : staff
    const refused = await take(loser, { taken: false })
    expect([refused.status, refused.body.message]).toEqual([422, 'validation.support_taken'])
    const over = await take(loser, { taken: true, over: true })
    expect(over.body.taken_by?.id).toBe(loser === staff ? staffUser.id : colleague.id)
    expect((await take(loser, { taken: false })).body).toMatchObject({ taken_by: null, taken_at: null })
    await take(staff, { taken: true })
    const released = await take(other, { taken: false, over: true })
    expect(released.body).toMatchObject({ taken_by: null, taken_at: null })
    expect((await call(supportInbox.take, { ...at(2_000_000_000), body: { taken: true } })).status).toBe(404)
  })
})

describe('a mention', () => {
  test('is a link for the office and a name for the partner, in support and its push message', async () => {
    const { id, token } = await makeMessage(`Radim sa ${KOTOR}`)
    await reply(id, `Pitajte ${KOTOR} za [[product:5|Sava Eskimo]].`)
    expect(await thread(id)).toEqual([`Radim sa ${KOTOR}`, `Pitajte ${KOTOR} za [[product:5|Sava Eskimo]].`])
    expect((await seen(id, token)).map(({ message }) => message)).toEqual([
      `Radim sa ${KOTOR}`, // the partner's own text is not interpreted
      'Pitajte Gume Kotor d.o.o. za Sava Eskimo.',
    ])
    const { text } = await db
      .selectFrom('pushes')
      .select('text')
      .where('link', '=', `/app/support/${id}`)
      .executeTakeFirstOrThrow()
    expect(text).toBe('Pitajte Gume Kotor d.o.o. za Sava Eskimo.')
  })

  test('is a name for the partner in a chat too, and in the lists of both', async () => {
    const { makeChat, answers, listed } = chatting({ db, call, makeCustomer })
    const { thread: chat, token, slider } = await makeChat()
    await answers(chat, `Kao kod ${KOTOR}`)
    expect((await listed(chat))[0]?.message).toBe(`Kao kod ${KOTOR}`)
    const read = await call(portalMessages.ofThread, { body: { message_thread_id: chat } }, token)
    expect(JSON.stringify(read.body)).not.toContain('10007')
    expect(read.body.messages[0]?.message).toBe('Kao kod Gume Kotor d.o.o.')
    const threads = [
      (await call(portalMessages.threads, {}, token)).body[0]?.last_message?.message,
      (await call(messages.threads, { body: { slider_id: slider.id } })).body[0]?.last_message?.message,
    ]
    expect(threads).toEqual(['Kao kod Gume Kotor d.o.o.', 'Kao kod Gume Kotor d.o.o.'])
  })
})

test('a message inserted by SQL has its conversation too', async () => {
  const partner = await makePartner(db)
  const user = await makeUser(db, { partner_id: partner.id })
  const { id } = await db
    .insertInto('customer_support')
    .values({ type: 1, message_content: 'Stara poruka', partner_id: partner.id, user_id: user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await thread(id)).toEqual(['Stara poruka'])
})
