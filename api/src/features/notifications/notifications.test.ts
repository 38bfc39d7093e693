import { notifications } from '@kontor/contract/notifications'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import {
  addCategories,
  makeCategory,
  makeDevice,
  makePartner,
  makeUser,
  UNKNOWN_ID,
} from '../../../test/make.ts'
import { ok, pushServices, pushTiming, unregistered } from '../../../test/push-services.ts'
import { readRows } from '../../../test/sheets.ts'

const services = await pushServices()
const { db, call } = await startApp(services.env, { pushTiming })

beforeEach(() => {
  services.state.answer = () => ok
  services.arrived.length = 0
})

const message = { subject: 'Ljetnja akcija', notification_text: 'Gume 205/55 R16 na popustu' }
const rows = async () => (await db.selectFrom('notifications').select('id').execute()).length

/** A partner with one user and these devices. */
async function makeReachable(...tokens: string[]) {
  const user = await makeUser(db, { partner: true })
  for (const token of tokens) await makeDevice(db, { user_id: user.id, token })
  return { id: user.partner_id ?? 0, user_id: user.id }
}
const toPartners = (...partners: { id: number }[]) => ({
  ...message,
  send_by_category: false,
  partners: partners.map(({ id }) => id),
})

describe('sending', () => {
  test.for([
    ['without anything', {}, ['subject', 'notification_text', 'send_by_category']],
    ['with one letter', { subject: 'a', notification_text: ' b ', send_by_category: true }, undefined],
    ['to no category', { ...message, send_by_category: true, partners: [1] }, ['categories']],
    ['to no partner', { ...message, send_by_category: false, categories: [1], partners: [] }, ['partners']],
    [
      'of ten kilobytes',
      { ...message, notification_text: 'x'.repeat(10_000), send_by_category: false },
      undefined,
    ],
    [
      'of what no push service takes',
      { ...message, notification_text: 'ž'.repeat(1800), send_by_category: false, partners: [1] },
      ['notification_text'],
    ],
  ] as const)('a message %s is rejected', async ([, body, fields], { expect }) => {
    const before = await rows()
    const { status, body: answer } = await call(notifications.create, { body: body as never })
    expect(status).toBe(422)
    if (fields) expect(Object.keys(answer.errors ?? {}).sort()).toEqual([...fields].sort())
    expect(await rows()).toBe(before)
  })

  test('with the same key sends once and returns the same; another message with the key is rejected', async () => {
    const to = await makeReachable('jednom')
    const before = await rows()
    const idempotencyKey = 'izgubljen-odgovor'
    const first = await call(notifications.create, { body: toPartners(to), idempotencyKey })
    const again = await call(notifications.create, { body: toPartners(to), idempotencyKey })
    expect([first.status, again.status, again.body.id]).toEqual([200, 200, first.body.id])
    const other = { ...toPartners(to), subject: 'Zimska akcija' }
    expect((await call(notifications.create, { body: other, idempotencyKey })).status).toBe(422)
    expect([await rows(), services.arrived.length]).toEqual([before + 1, 1])
  })

  test('returns the documented message when no recipient was chosen', async () => {
    const nobody = async (send_by_category: boolean) =>
      (await call(notifications.create, { body: { ...message, send_by_category } })).body.errors
    expect(await nobody(true)).toEqual({ categories: ['notifications.validation_categories'] })
    expect(await nobody(false)).toEqual({ partners: ['notifications.validation_partners'] })
  })

  test('to a missing or inactive recipient is rejected, and nothing is sent', async () => {
    const active = await makeReachable('d8')
    const gone = await makePartner(db, { is_active: false })
    const missing = await call(notifications.create, { body: toPartners(active, { id: UNKNOWN_ID }) })
    expect([missing.status, missing.body.errors]).toEqual([422, { partners: ['validation.not_found'] }])
    const inactive = await call(notifications.create, { body: toPartners(active, gone) })
    expect([inactive.status, inactive.body.errors]).toEqual([422, { partners: ['validation.inactive'] }])
    expect(services.arrived).toEqual([])
  })

  test('to partners, as ids or records with duplicates, returns the row with its deliveries', async () => {
    const one = await makeReachable('a', 'b')
    const two = await makeReachable()
    const body = { ...toPartners(one), partners: [one.id, { id: one.id, name: 'x' }, { id: two.id }] }
    const { status, body: row } = await call(notifications.create, { body })
    expect(status).toBe(200)
    expect(row).toMatchObject({ ...message, send_by_category: false, categories: [], category_names: '' })
    expect(row.partners.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
    expect(row.sent).toEqual({
      users: 2,
      read: 0,
      devices: 2,
      accepted: 2,
      failed: 0,
      removed: 0,
      logged: 0,
      pending: 0,
    })
    const events = db
      .selectFrom('events')
      .select(['user_id', 'type'])
      .where('user_id', 'in', [one.user_id, two.user_id])
    expect(await events.orderBy('user_id').execute()).toEqual(
      [one.user_id, two.user_id].map((user_id) => ({ user_id, type: 'notification' })),
    )
    expect(services.arrived.map(({ title, body }) => [title, body])).toEqual(
      ['a', 'b'].map(() => Object.values(message)),
    )
  })

  test('to all partners of a large campaign is one notification, whose row names a thousand of them', async () => {
    const { rows } = await sql<{ id: number }>`INSERT INTO partners (id, name)
      SELECT 500000 + nr, 'Mnogi ' || lpad(nr::text, 5, '0') FROM generate_series(1, 12000) AS nr RETURNING id`.execute(
      db,
    )
    const phone = await makeReachable('među mnogima')
    const { status, body: row } = await call(notifications.create, { body: toPartners(...rows, phone) })
    expect(status).toBe(200)
    expect([row.partners.length, row.partner_names.split('; ').length]).toEqual([1000, 1000])
    expect(row.partners.slice(0, 2).map(({ name }) => name)).toEqual(['Mnogi 00001', 'Mnogi 00002'])
    expect(services.arrived.map(({ token }) => token)).toEqual(['među mnogima'])
    const beyond = { filters: { partner_names: 'Mnogi 11999' } }
    expect((await call(notifications.index, { body: beyond })).body.total_rows).toBe(1)
    const many = Array.from({ length: 50_001 }, (_, id) => ({ id: id + 1 }))
    const refused = await call(notifications.create, { body: toPartners(...many) })
    expect([refused.status, refused.body.errors]).toEqual([422, { partners: ['validation.too_many'] }])
  })

  test('to categories ignores submitted partners', async () => {
    const category = await makeCategory(db, { name: 'Zimske gume' })
    const inside = await makeReachable('unutra')
    const outside = await makeReachable('vani')
    await addCategories(db, inside.id, [category.id])
    const body = { ...toPartners(outside), send_by_category: true, categories: [category.id] }
    const { body: row } = await call(notifications.create, { body })
    expect([row.category_names, row.partners]).toEqual(['Zimske gume', []])
    expect(services.arrived.map(({ token }) => token)).toEqual(['unutra'])
  })

  test('returns 491 with the saved row when some devices were not reached', async () => {
    services.state.answer = (token) => (token === 'nema' ? unregistered : ok)
    const partner = await makeReachable('ima', 'nema')
    const { status, body } = await call(notifications.create, { body: toPartners(partner) })
    expect([status, body.message]).toEqual([491, 'error.not_reached'])
    const { id, sent } = body.current as { id: number; sent: object }
    expect(sent).toMatchObject({ devices: 2, accepted: 1, removed: 1 })
    expect((await call(notifications.one, { params: { id: String(id) } })).body.subject).toBe(message.subject)
  })

  test('is saved while FCM is down, and sent when it works again', async () => {
    services.state.answer = () => ({ status: 503 })
    const { status, body } = await call(notifications.create, {
      body: toPartners(await makeReachable('fcm')),
    })
    const { id, sent } = body.current as { id: number; sent: object }
    expect([status, sent]).toMatchObject([491, { accepted: 0, pending: 1 }])
    services.state.answer = () => ok
    await db.updateTable('push_deliveries').set({ next_at: sql`now()` }).execute()
    await eventually(async () => {
      expect((await call(notifications.one, { params: { id: String(id) } })).body.sent.accepted).toBe(1)
    })
  })
})

describe('before sending', () => {
  test('counts partners, users and devices of the recipients', async () => {
    const { id } = await makeReachable('r-1', 'r-2')
    await makeUser(db, { partner_id: id, is_active: false })
    const partners = [id, (await makePartner(db, { is_active: false })).id]
    const { body } = await call(notifications.recipients, { body: { send_by_category: false, partners } })
    expect(body).toEqual({ partners: 1, users: 1, devices: 2, phones: 2, reaches_phones: true })
    const nobody = await call(notifications.recipients, { body: { send_by_category: true } })
    expect(nobody.body).toMatchObject({ partners: 0, users: 0, devices: 0 })
  })

  test('lists the active partners with their devices', async () => {
    const gone = await makePartner(db, { is_active: false })
    const here = await makeReachable('izbor')
    const { body } = await call(notifications.partners, {})
    expect(body.find(({ id }) => id === here.id)).toMatchObject({ devices: 1, is_active: true })
    expect(body.some(({ id }) => id === gone.id)).toBe(false)
    const only = [gone.id, here.id]
    const page = await call(notifications.partnersPage, { body: { only, filters: { devices: '>0' } } })
    expect(page.body).toMatchObject({ result: [{ id: here.id, devices: 1 }], total_rows: 1 })
    const none = await call(notifications.partnersPage, { body: { only, filters: { devices: '0' } } })
    expect(none.body.total_rows).toBe(0)
  })
})

describe('deliveries', () => {
  test('are listed per device, and for users without devices', async () => {
    services.state.answer = (token) => (token === 'star' ? unregistered : ok)
    const one = await makeReachable('nov', 'star')
    const two = await makeReachable()
    const { body } = await call(notifications.create, { body: toPartners(one, two) })
    const params = idOf(body.current as { id: number })
    const { body: page } = await call(notifications.deliveries, { params, body: {} })
    expect(page.result.map(({ partner, status, error }) => [partner.id, status, error]).sort()).toEqual(
      [
        [one.id, 'accepted', null],
        [one.id, 'removed', 'unregistered'],
        [two.id, 'no_device', null],
      ].sort(),
    )
    const body2 = { filters: { user: 'nema toga' }, options: { sortBy: 'status' as const, sortDesc: true } }
    expect((await call(notifications.deliveries, { params, body: body2 })).body.total_rows).toBe(0)
    const columns: ('platform' | 'status')[] = ['platform', 'status']
    const report_data = { name: 'Primaoci', format: 'xlsx' as const, columns }
    const file = await call(notifications.deliveries, { params, body: { report_data } })
    const [header, ...lines] = await readRows(file.bytes)
    expect([header, lines.map((line) => line.join(': ')).sort()]).toEqual([
      ['Uređaj', 'Ishod'],
      [': Bez uređaja', 'Android: Stiglo', 'Android: Uređaj uklonjen: aplikacije više nema na uređaju'],
    ])
    const missing = await call(notifications.deliveries, { params: { id: String(UNKNOWN_ID) }, body: {} })
    expect(missing.status).toBe(404)
  })

  test('can be retried on the devices that failed', async () => {
    services.state.answer = (token) => (token === 'lose' ? { status: 400 } : ok)
    const { body } = await call(notifications.create, {
      body: toPartners(await makeReachable('dobro', 'lose')),
    })
    const params = idOf(body.current as { id: number })
    services.state.answer = () => ok
    services.arrived.length = 0
    const again = await call(notifications.resend, { params })
    expect([again.status, again.body.sent.accepted]).toEqual([200, 2])
    expect(services.arrived.map(({ token }) => token)).toEqual(['lose'])
    const nothing = await call(notifications.resend, { params })
    expect([nothing.status, nothing.body.message]).toEqual([422, 'notifications.nothing_to_resend'])
    expect((await call(notifications.resend, { params: { id: String(UNKNOWN_ID) } })).status).toBe(404)
  })

  test('can be retried on devices that are left, and is judged by these alone', async () => {
    services.state.answer = (token) => (token.startsWith('uklonjen') ? unregistered : { status: 400 })
    const { id, user_id } = await makeReachable('uklonjen-1')
    const { body } = await call(notifications.create, {
      body: toPartners({ id }, await makeReachable('uklonjen-2', 'odbijen')),
    })
    const params = idOf(body.current as { id: number })
    const retryable = async () => (await call(notifications.one, { params })).body.retryable
    expect(await retryable()).toBe(1)
    services.state.answer = () => ok
    const again = await call(notifications.resend, { params })
    expect([again.status, again.body.sent]).toEqual([
      200,
      expect.objectContaining({ accepted: 1, removed: 2 }),
    ])
    expect(await retryable()).toBe(0)
    await makeDevice(db, { user_id, token: 'novi' })
    expect(await retryable()).toBe(1)
    services.state.answer = () => unregistered
    expect((await call(notifications.resend, { params })).status).toBe(491)
    expect(await retryable()).toBe(0)
  })
})

describe('the list', () => {
  test('is sorted newest first, filtered by text and by category, and exported', async () => {
    const category = await makeCategory(db, { name: 'Akumulatori' })
    for (const subject of ['Prva', 'Druga'])
      await call(notifications.create, {
        body: { ...message, subject, send_by_category: true, categories: [category.id] },
      })
    const filters = { category_names: 'akumul' }
    const { body } = await call(notifications.index, { body: { filters } })
    expect(body.result.map(({ subject }) => subject)).toEqual(['Druga', 'Prva'])
    const all = await call(notifications.all, { query: { filters: JSON.stringify({ search: 'prva' }) } })
    expect(all.body.map(({ subject }) => subject)).toEqual(['Prva'])
    const report_data = { name: 'Notifikacije', format: 'xlsx' } as const
    const file = await call(notifications.index, { body: { filters, report_data } })
    expect(file.headers['content-type']).toMatch(/spreadsheet/)
  })
})
