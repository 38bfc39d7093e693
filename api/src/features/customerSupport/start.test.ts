import { randomUUID } from 'node:crypto'
import { customerSupport } from '@kontor/contract/customerSupport'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { expect, test } from 'vitest'
import { at, startApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/make.ts'

const { db, call, makeCustomer, signIn, staff, staffUser } = await startApp()

const start = (
  body: { partner_id: number; user_id: number; message: string },
  key: string = randomUUID(),
  as = staff,
) => call(supportInbox.start, { body, idempotencyKey: key }, as)

test('the office writes first only to an active user of the partner', async () => {
  const user = await makeUser(db, { partner: true })
  const stranger = await makeUser(db, { partner: true })
  const partner_id = user.partner_id ?? 0
  const inactive = await makeUser(db, { partner_id, is_active: false })
  for (const user_id of [stranger.id, staffUser.id, inactive.id]) {
    const { status, body } = await start({ partner_id, user_id, message: 'Dobar dan' })
    expect([status, body.errors]).toEqual([422, { user_id: ['validation.not_found'] }])
  }
  await db.updateTable('partners').set({ is_active: false }).where('id', '=', partner_id).execute()
  expect((await start({ partner_id, user_id: user.id, message: 'Dobar dan' })).status).toBe(422)
  expect(await db.selectFrom('customer_support').select('id').execute()).toEqual([])
})

test('what the office writes first is unread at the partner, is taken by its author, and goes on as any conversation', async () => {
  const { partner, user, token } = await makeCustomer()
  const partner_id = partner.id
  const message = 'Roba za [[partner:10007|Gume Kotor]] je spremna'
  const key = randomUUID()
  const begun = await start({ partner_id, user_id: user.id, message }, key)
  const { id } = begun.body
  expect((await start({ partner_id, user_id: user.id, message }, key)).body).toEqual(begun.body)
  const me = { id: staffUser.id, name: staffUser.name }
  expect(begun.body).toMatchObject({
    user: { id: user.id },
    begun_by: me,
    taken_by: me,
    unread: 0,
    last_from_office: true,
    message_content: 'Roba za Gume Kotor je spremna',
  })
  const listed = await call(customerSupport.index, { body: { filters: { begun_by: me.name } as object } })
  expect(listed.body.result).toMatchObject([{ id, begun_by: me }])
  const own = (await call(portalCustomerSupport.index, {}, token)).body
  expect(own).toMatchObject([
    { id, from_office: true, unread: 1, message_content: 'Roba za Gume Kotor je spremna' },
  ])
  const thread = await call(portalCustomerSupport.messages, { ...at(id), body: {} }, token)
  expect(thread.body.messages).toMatchObject([{ is_admin_response: true, user_admin: staffUser.name }])
  const answer = { ...at(id), body: { message: 'Hvala' }, idempotencyKey: randomUUID() }
  expect((await call(portalCustomerSupport.reply, answer, token)).status).toBe(200)
  const now = (await call(supportInbox.one, at(id))).body
  expect(now).toMatchObject({ unread: 1, last_from_office: false, written: { messages: 0 } })
  const history = db
    .selectFrom('history')
    .select(['action', 'user_id'])
    .where('table_name', '=', 'customer_support')
    .where('record_id', '=', id)
  expect(await history.execute()).toEqual([{ action: 'create', user_id: staffUser.id }])
})

test('a webhook about what partners write is not told of it', async () => {
  const user = await makeUser(db, { partner: true })
  await db
    .insertInto('webhooks')
    .values({ name: 'ERP', url: 'https://erp.example/hook', events: ['support_message.created'] })
    .execute()
  await start({ partner_id: user.partner_id ?? 0, user_id: user.id, message: 'Dobar dan' })
  const queued = () => db.selectFrom('webhook_events').select('record_id').execute()
  expect(await queued()).toEqual([])
  const token = await signIn(user.username)
  const body = { type: 1, message_content: 'Kad stiže roba?' } as const
  const { id } = (await call(portalCustomerSupport.create, { body, idempotencyKey: randomUUID() }, token))
    .body
  expect(await queued()).toEqual([{ record_id: id }])
})
