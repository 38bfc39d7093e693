// Scheduled notifications, with a simulated clock, on two nodes.
import { notifications } from '@kontor/contract/notifications'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { breakMessage, itIs as clock, maintenance, mendMessages, outbox } from '../../../test/clock.ts'
import { makeCategory, makePartner, makeUser } from '../../../test/make.ts'
import { readRows } from '../../../test/sheets.ts'
import { sendDue } from './schedule/queries.ts'

const { db, another, anotherPool, call, partnerUser } = await startApp({}, { maintenance })
const second = await anotherPool()

const itIs = (moment: string) => clock(db, moment)
const logged: string[] = []
const log = (line: string) => void logged.push(line)
/** The periodic task of each node, on both at once. */
const aWhilePasses = () =>
  Promise.all([db, second.db, db, second.db].map((node) => sendDue(node, outbox, log)))
const eight = '2027-03-01T07:00:00Z'
const noon = '2027-03-01T11:00:00Z'
const later = '2027-03-01T11:00:30Z'
beforeEach(() => itIs(eight))

const partnerId = partnerUser.partner_id ?? 0
const body = {
  subject: 'Akcija',
  notification_text: 'Gume na popustu',
  send_by_category: false,
  partners: [partnerId],
  send_at: noon,
}
const create = (more: object = {}) => call(notifications.create, { body: { ...body, ...more } })
const one = async (row: { id: number }) => (await call(notifications.one, { params: idOf(row) })).body
const deliveryInFile = async ({ id }: { id: number }) => {
  const report_data = { name: 'Notifikacije', format: 'xlsx' as const, ids: [id], columns: ['sent' as const] }
  return (await readRows((await call(notifications.index, { body: { report_data } })).bytes))[1]?.[0]
}
const update = (row: { id: number }, more: object = {}) =>
  call(notifications.update, { params: idOf(row), body: { ...body, ...more } })
const send = (row: { id: number }, version?: number) =>
  call(notifications.send, { params: idOf(row), body: version ? { version } : null })
const cancel = (row: { id: number }, version?: number) =>
  call(notifications.cancel, { params: idOf(row), body: version ? { version } : null })
const pushesSince = async (last: number) => {
  const pushes = db.selectFrom('pushes').select(['title', 'text']).where('id', '>', last).orderBy('id')
  return (await pushes.execute()).map(({ title, text }) => `${title}: ${text}`)
}
const lastPush = async () =>
  (await sql<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM pushes`.execute(db)).rows[0]?.id ?? 0

test('rejects a message that is too large for push services when it is scheduled', async () => {
  const room = 3500 - JSON.stringify(['Akcija', '', '/app/notifications']).length
  const taken = 'č'.repeat(Math.floor(room / 2)).padEnd(Math.ceil(room / 2), 'x')
  const over = await create({ notification_text: `${taken}x` })
  expect([over.status, over.body.errors]).toEqual([422, { notification_text: ['validation.push_too_long'] }])
  const row = (await create({ notification_text: taken })).body
  const last = await lastPush()
  await itIs(noon)
  await aWhilePasses()
  expect(await pushesSince(last)).toEqual([`Akcija: ${taken}`])
  expect((await one(row)).state).toBe('sent')
})

test('rejects an invalid time or one in the past, and saves nothing', async () => {
  const before = (await call(notifications.all, { query: {} })).body.length
  for (const [send_at, key] of [
    ['2027-03-01T07:00:00Z', 'past_moment'],
    ['2027-03-01T07:59', 'past_moment'],
    ['sutra', 'moment'],
    ['2027-02-30T08:00', 'moment'],
  ]) {
    const { status, body } = await create({ send_at })
    expect([send_at, status, body.errors]).toEqual([send_at, 436, { send_at: [`validation.${key}`] }])
  }
  expect((await call(notifications.all, { query: {} })).body.length).toBe(before)
  const row = (await create()).body
  expect((await update(row, { send_at: '2027-02-01T08:00' })).status).toBe(436)
})

test('lists a scheduled notification and sends it at its time, once by two nodes', async () => {
  const last = await lastPush()
  const saved = (await create({ send_at: '2027-03-01T12:00' })).body
  expect(saved).toMatchObject({
    state: 'scheduled',
    is_late: false,
    version: 1,
    sent: { users: 0, devices: 0 },
  })
  expect(Date.parse(saved.send_at ?? '')).toBe(Date.parse(noon))
  const filters = { state: 'scheduled' }
  expect((await call(notifications.index, { body: { filters } })).body.result.map(({ id }) => id)).toContain(
    saved.id,
  )
  const deliveries = await call(notifications.deliveries, { params: idOf(saved), body: {} })
  expect([deliveries.status, deliveries.body.total_rows]).toEqual([200, 0])
  await itIs('2027-03-01T10:59:59Z')
  expect(await aWhilePasses()).toEqual([0, 0, 0, 0])
  expect(await pushesSince(last)).toEqual([])
  await itIs(later)
  // The notification of the previous test is due as well.
  expect((await aWhilePasses()).reduce((sum, sent) => sum + sent)).toBe(2)
  expect(await one(saved)).toMatchObject({ state: 'sent', is_late: false, sent: { users: 1 } })
  expect(await aWhilePasses()).toEqual([0, 0, 0, 0])
  const events = db.selectFrom('events').select('id').where('type', '=', 'notifications')
  expect(await events.where('data', '@>', { id: saved.id }).execute()).toHaveLength(1)
  // For partners its date is that of sending.
  expect((await send(saved)).body.message).toBe('notifications.already_sent')
  expect((await update(saved)).body.message).toBe('notifications.already_sent')
  expect((await cancel(saved)).body.message).toBe('notifications.already_sent')
})

test('nodes that were stopped send it at their start, once, and mark it as late', async () => {
  const last = await lastPush()
  const saved = (await create()).body
  await itIs('2027-03-01T15:00:00Z')
  const nodes = await Promise.all([another(), another({ database: second })])
  await Promise.all(nodes.map((node) => node.ready()))
  expect(await pushesSince(last)).toEqual(['Akcija: Gume na popustu'])
  expect(await one(saved)).toMatchObject({ state: 'sent', is_late: true })
})

test('a notification that cannot be sent is still due and logged; the others are sent, and the server starts', async () => {
  const last = await lastPush()
  const broken = (await create({ subject: 'Pokvarena' })).body
  const other = (await create()).body
  const latest = (await create({ subject: 'Druga' })).body
  await breakMessage(db, 'Pokvarena')
  await itIs(noon)
  const node = await another()
  await node.ready()
  await aWhilePasses()
  expect(await pushesSince(last)).toEqual(['Akcija: Gume na popustu', 'Druga: Gume na popustu'])
  const states = await Promise.all([broken, other, latest].map(async (row) => (await one(row)).state))
  expect(states).toEqual(['scheduled', 'sent', 'sent'])
  expect(logged).toContain(`notification ${broken.id} is due and was not sent: this message is broken`)
  await mendMessages(db)
  await aWhilePasses()
  expect((await one(broken)).state).toBe('sent')
  expect((await pushesSince(last)).at(-1)).toBe('Pokvarena: Gume na popustu')
})

test('is changed with the current version, and sent to its recipients at that time', async () => {
  const last = await lastPush()
  const own = await makeCategory(db)
  const other = await makePartner(db, { category_ids: [own.id] })
  const user = await makeUser(db, { partner_id: other.id })
  const saved = (await create()).body
  const changed = await update(saved, {
    subject: 'Nova akcija',
    send_by_category: true,
    categories: [own.id],
    version: 1,
  })
  expect(changed.body).toMatchObject({ subject: 'Nova akcija', partners: [], version: 2 })
  const late = await update(saved, { subject: 'Moja akcija', version: 1 })
  const unseen = await send(saved, 1)
  for (const { status, body } of [late, unseen])
    expect([status, body.current]).toMatchObject([409, { subject: 'Nova akcija' }])
  const chosen = (await call(notifications.chosen, { params: idOf(saved) })).body
  expect(chosen).toEqual({ categories: [{ id: own.id, name: own.name, is_active: true }], partners: [] })
  await itIs(later)
  await aWhilePasses()
  expect(await pushesSince(last)).toEqual(['Nova akcija: Gume na popustu'])
  const got = db.selectFrom('push_recipients').select('user_id').where('push_id', '>', last)
  expect(await got.execute()).toEqual([{ user_id: user.id }])
})

test('keeps recipients that are inactive while something else is changed, and writes no change of them', async () => {
  const last = await lastPush()
  const second = await makePartner(db)
  const user = await makeUser(db, { partner_id: second.id })
  const category = await makeCategory(db)
  const byCategory = (await create({ send_by_category: true, categories: [category.id], partners: [] })).body
  const saved = (await create({ partners: [partnerId, second.id] })).body
  const isActive = (is_active: boolean) =>
    db.updateTable('partners').set({ is_active }).where('id', '=', second.id).execute()
  await isActive(false)
  for (const row of [saved, byCategory])
    expect((await call(notifications.patch, { params: idOf(row), body: { subject: 'Nova' } })).status).toBe(
      200,
    )
  const chosen = (await call(notifications.chosen, { params: idOf(saved) })).body
  expect(chosen.partners).toContainEqual({ id: second.id, name: second.name, is_active: false })
  expect((await create({ partners: [second.id] })).body.errors).toEqual({ partners: ['validation.inactive'] })
  await isActive(true)
  const entries = await db
    .selectFrom('history')
    .select('changes')
    .where('table_name', '=', 'notifications')
    .where('record_id', 'in', [saved.id, byCategory.id])
    .where('action', '=', 'update')
    .execute()
  expect(entries.map(({ changes }) => Object.keys(changes ?? {}))).toEqual([['subject'], ['subject']])
  await cancel(byCategory)
  await itIs(later)
  await aWhilePasses()
  const got = db.selectFrom('push_recipients').select('user_id').where('push_id', '>', last)
  expect(await got.where('user_id', '=', user.id).execute()).toHaveLength(1)
})

test('that could not be sent at its time is mended without another time', async () => {
  const last = await lastPush()
  const saved = (await create({ subject: 'Pokvarena' })).body
  await breakMessage(db, 'Pokvarena')
  await itIs(noon)
  await aWhilePasses()
  await mendMessages(db)
  const mended = await call(notifications.patch, { params: idOf(saved), body: { subject: 'Ispravna' } })
  expect([mended.status, mended.body.send_at]).toEqual([200, saved.send_at])
  await aWhilePasses()
  expect(await pushesSince(last)).toEqual(['Ispravna: Gume na popustu'])
})

test('is not sent by a change without a time', async () => {
  const last = await lastPush()
  const saved = (await create()).body
  const changed = await update(saved, { subject: 'Nova akcija', send_at: undefined })
  expect(changed.body).toMatchObject({ subject: 'Nova akcija', state: 'scheduled', send_at: saved.send_at })
  expect(await pushesSince(last)).toEqual([])
  await cancel(saved)
})

test('is sent at once by hand, or when its time is removed, and then not again', async () => {
  const last = await lastPush()
  const first = (await create()).body
  const other = (await create({ subject: 'Druga' })).body
  expect((await send(first)).body).toMatchObject({ state: 'sent', send_at: null, is_late: false })
  expect((await update(other, { subject: 'Druga', send_at: null })).body).toMatchObject({ state: 'sent' })
  await itIs(later)
  await aWhilePasses()
  expect(await pushesSince(last)).toEqual(['Akcija: Gume na popustu', 'Druga: Gume na popustu'])
})

test('stays in the list when cancelled, and is never sent', async () => {
  const last = await lastPush()
  const saved = (await create()).body
  await update(saved, { subject: 'Druga' })
  const late = await cancel(saved, 1)
  expect([late.status, late.body.message]).toEqual([409, 'error.conflict'])
  expect(await one(saved)).toMatchObject({ state: 'scheduled', version: 2 })
  expect(await deliveryInFile(saved)).toBe('Zakazana')
  expect((await cancel(saved, 2)).body).toMatchObject({ state: 'cancelled', version: 3 })
  expect(await deliveryInFile(saved)).toBe('Otkazana')
  for (const again of [cancel, send, update])
    expect((await again(saved)).body.message).toBe('notifications.already_cancelled')
  expect((await cancel({ id: 2_000_000_000 })).status).toBe(404)
  await itIs(later)
  await aWhilePasses()
  expect(await pushesSince(last)).toEqual([])
  const resent = await call(notifications.resend, { params: idOf(saved) })
  expect(resent.body.message).toBe('notifications.nothing_to_resend')
})

test('of two simultaneous sends one succeeds and the other gets an error', async () => {
  const last = await lastPush()
  const saved = (await create()).body
  const answers = await Promise.all([send(saved), cancel(saved), send(saved)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await pushesSince(last)).length).toBe((await one(saved)).state === 'sent' ? 1 : 0)
})
