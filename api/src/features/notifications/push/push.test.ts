import { createECDH, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { addCategories, makeCategory, makeDevice, makePartner, makeUser } from '../../../../test/make.ts'
import { ok, pushServices, pushTiming, unregistered } from '../../../../test/push-services.ts'
import { readConfig } from '../../../config.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { fcmSender } from '../../../lib/jobs/push/fcm.ts'
import { MAX_RETRY_AFTER_SECONDS, retryAfter } from '../../../lib/jobs/push/sender.ts'
import type { FcmAccount } from '../../../lib/jobs/push/settings.ts'
import { shortenWaits } from '../../../lib/jobs/waits.ts'
import { pushWaits, secondsUntilNext } from '../deliveries/queries.ts'
import { countRecipients, enqueue, enqueueAgain } from './queries.ts'

const services = await pushServices()
const { db, another } = await startApp(services.env, { pushTiming })

beforeEach(() => {
  services.state.answer = () => ok
  services.state.accept = true
  services.arrived.length = 0
  services.subscriptions.length = 0
})

/** A partner with one user and these devices. */
async function makeRecipient(...tokens: string[]) {
  const user = await makeUser(db, { partner: true })
  for (const token of tokens) await makeDevice(db, { user_id: user.id, token })
  return { user_id: user.id, partner_id: user.partner_id ?? 0 }
}

const send = (partnerIds: number[], text = 'Nova akcija guma') =>
  enqueue(db, { title: 'Akcija', text, link: '/app/notifications', to: { partnerIds } })

const deliveries = (push_id: number) =>
  db.selectFrom('push_deliveries').selectAll().where('push_id', '=', push_id).orderBy('id').execute()
const shortly = async (pushId: number) =>
  (await deliveries(pushId)).map(({ status, error, attempts }) => [status, error, attempts])

/** Waits until every device of the push was tried. */
async function tried(pushId: number) {
  await eventually(async () =>
    expect((await shortly(pushId)).some(([s, e]) => s === 'pending' && !e)).toBe(false),
  )
  return shortly(pushId)
}

/** Makes the next attempts due. */
const timePasses = () => db.updateTable('push_deliveries').set({ next_at: sql`now()` }).execute()

const dueIn = (tx: Kysely<Schema>, pushId: number, interval: string) =>
  tx
    .updateTable('push_deliveries')
    .set({ next_at: sql`now() + ${interval}::interval` })
    .where('push_id', '=', pushId)
    .execute()
async function isDueAfter(pushId: number, interval: string) {
  const due = sql<boolean>`min(next_at) > now() + ${interval}::interval`.as('after')
  const found = db.selectFrom('push_deliveries').select(due).where('push_id', '=', pushId)
  return (await found.executeTakeFirstOrThrow()).after
}

describe('the outbox', () => {
  test('rejects a message that is too large for push services, measured as JSON', async () => {
    const { partner_id } = await makeRecipient('x8')
    for (const text of ['ž'.repeat(1750), '"'.repeat(1750), 'x'.repeat(10_000)]) {
      await expect(send([partner_id], text)).rejects.toMatchObject({
        status: 422,
        details: { errors: { notification_text: ['validation.push_too_long'] } },
      })
    }
    expect(await tried(await send([partner_id], 'ž'.repeat(1700)))).toEqual([['accepted', null, 1]])
  })

  test('omits inactive users and partners, and staff', async () => {
    const { id: partner_id } = await makePartner(db)
    const gone = await makePartner(db, { is_active: false })
    const users = [
      await makeUser(db, { partner_id }),
      await makeUser(db, { partner_id, is_active: false }),
      await makeUser(db, { partner_id: gone.id }),
      await makeUser(db),
    ]
    for (const { id } of users) await makeDevice(db, { user_id: id })
    expect(await countRecipients(db, { partnerIds: [partner_id, gone.id] })).toEqual({
      partners: 1,
      users: 1,
      devices: 1,
      phones: 1,
    })
    const pushId = await send([partner_id, gone.id])
    await tried(pushId)
    expect((await deliveries(pushId)).map(({ user_id }) => user_id)).toEqual([users[0]?.id])
  })

  test('sends once to everybody who shares one of the categories', async () => {
    const one = await makeCategory(db)
    const two = await makeCategory(db)
    const both = await makeRecipient('u-obje')
    await makeRecipient('ni-u-jednoj')
    await addCategories(db, both.partner_id, [one.id, two.id])
    const to = { categoryIds: [one.id, two.id] }
    expect((await countRecipients(db, to)).devices).toBe(1)
    const pushId = await enqueue(db, { title: 'A', text: 'B', link: null, to })
    expect(await tried(pushId)).toHaveLength(1)
    expect(services.arrived.map(({ token }) => token)).toEqual(['u-obje'])
  })

  test("sends nothing when the caller's transaction fails", async () => {
    const { partner_id } = await makeRecipient('vracen')
    const failing = db.transaction().execute(async (tx) => {
      await enqueue(tx, { title: 'Ne', text: 'Ne', link: null, to: { partnerIds: [partner_id] } })
      throw new Error('zaboravi')
    })
    await expect(failing).rejects.toThrow('zaboravi')
    await tried(await send([partner_id]))
    expect(services.arrived.map(({ title }) => title)).toEqual(['Akcija'])
  })

  test('sends title, text and link, without field names that FCM reserves', async () => {
    const { partner_id } = await makeRecipient('cio')
    const pushId = await send([partner_id], 'Čćšžđ 🎁')
    await tried(pushId)
    expect(services.arrived).toEqual([
      {
        token: 'cio',
        title: 'Akcija',
        body: 'Čćšžđ 🎁',
        data: { push_id: String(pushId), link: '/app/notifications' },
      },
    ])
  })

  test('sends a title that Kontor has written in the language of each device', async () => {
    const { user_id, partner_id } = await makeRecipient('crnogorski')
    await makeDevice(db, { user_id, token: 'engleski', language: 'en' })
    const title = { cnr: 'Odgovor', en: 'Reply' }
    await tried(await enqueue(db, { title, text: 'A', link: null, to: { partnerIds: [partner_id] } }))
    const sent = services.arrived.map(({ token, title }) => [token, title])
    expect(sent.sort()).toEqual([
      ['crnogorski', 'Odgovor'],
      ['engleski', 'Reply'],
    ])
  })
})

describe('when FCM', () => {
  test('is down, all deliveries are retried and arrive once', async () => {
    const { partner_id } = await makeRecipient('dolje-1', 'dolje-2')
    services.state.answer = () => ({ status: 503 })
    const pushId = await send([partner_id])
    expect(await tried(pushId)).toEqual([
      ['pending', 'unreachable', 1],
      ['pending', 'unreachable', 1],
    ])
    services.state.answer = () => ok
    services.arrived.length = 0
    await timePasses()
    await eventually(async () =>
      expect(await shortly(pushId)).toEqual([
        ['accepted', null, 2],
        ['accepted', null, 2],
      ]),
    )
    expect(services.arrived).toHaveLength(2)
  })

  test('does not respond, the attempt times out', async () => {
    const { push } = readConfig(services.env)
    const message = { pushId: 1, title: 'A', text: 'B', link: null, platform: 'ios', keys: null } as const
    services.state.answer = () => 'never'
    const send = fcmSender(push.fcm as FcmAccount, push.fcmUrl, 200)
    expect(await send({ ...message, token: 'sporo' })).toEqual({ status: 'later', error: 'timeout' })
    const gone = fcmSender(push.fcm as FcmAccount, 'http://127.0.0.1:1', 60_000)
    expect(await gone({ ...message, token: 'sporo' })).toEqual({ status: 'later', error: 'unreachable' })
  })

  test('limits the rate, nothing is sent to any phone before Retry-After', async () => {
    const { partner_id } = await makeRecipient('dosta')
    const other = await makeRecipient('ceka')
    services.state.answer = () => ({ status: 429, headers: { 'retry-after': '600' } })
    const waiting = await db.transaction().execute(async (tx) => {
      const to = { partnerIds: [other.partner_id] }
      const id = await enqueue(tx, { title: 'A', text: 'B', link: null, to })
      await dueIn(tx, id, '1 minute')
      return id
    })
    const pushId = await send([partner_id])
    expect(await tried(pushId)).toEqual([['pending', 'busy', 1]])
    for (const id of [pushId, waiting]) {
      await eventually(async () => expect(await isDueAfter(id, '500 seconds')).toBe(true))
    }
    await dueIn(db, pushId, '1 day')
    await dueIn(db, waiting, '1 day')
  })

  test('no longer has every tenth device, those are deleted and the others get the message', async () => {
    const tokens = Array.from({ length: 40 }, (_, i) => `deset-${i}`)
    const { partner_id, user_id } = await makeRecipient(...tokens)
    services.state.answer = (token) => (token.endsWith('0') ? unregistered : ok)
    const results = await tried(await send([partner_id]))
    expect(results.filter(([status]) => status === 'accepted')).toHaveLength(36)
    expect(results.filter(([, error]) => error === 'unregistered')).toHaveLength(4)
    const left = db.selectFrom('user_firebase_tokens').select('token').where('user_id', '=', user_id)
    expect((await left.execute()).filter(({ token }) => token.endsWith('0'))).toEqual([])
  })

  test.each([
    ['nothing that is JSON', { status: 200, body: '<html>' }, ['pending', 'rejected']],
    ['a list', { status: 200, body: [] }, ['pending', 'rejected']],
    ['null', { status: 200, body: 'null' }, ['pending', 'rejected']],
    ['an error without details', { status: 400, body: { error: 5 } }, ['failed', 'rejected']],
    ['no right to send', { status: 403, body: {} }, ['pending', 'credentials']],
    [
      'that the token is none',
      {
        status: 400,
        body: { error: { details: [{ fieldViolations: [{ field: 'message.token' }] }] } },
      },
      ['removed', 'unregistered'],
    ],
  ] as const)('answers %s, that is no delivery', async (_, answer, expected) => {
    const { partner_id } = await makeRecipient(`cudno-${randomBytes(4).toString('hex')}`)
    services.state.answer = () => answer
    expect((await tried(await send([partner_id]))).map((one) => one.slice(0, 2))).toEqual([expected])
  })

  test('has revoked the access token, a new one is requested', async () => {
    const { partner_id } = await makeRecipient('pristup')
    services.dropAccess()
    const pushId = await send([partner_id])
    expect(await tried(pushId)).toEqual([['pending', 'credentials', 1]])
    services.state.accept = false
    await timePasses()
    await eventually(async () => expect((await shortly(pushId))[0]?.[2]).toBe(2))
    services.state.accept = true
    await eventually(async () => {
      await timePasses() // repeated, because the second attempt may still run
      expect((await shortly(pushId))[0]?.[0]).toBe('accepted')
    })
  })

  test('is down for hours, deliveries are given up', async () => {
    const { partner_id } = await makeRecipient('satima')
    services.state.answer = () => ({ status: 500 })
    const pushId = await send([partner_id])
    await tried(pushId)
    await db
      .updateTable('push_deliveries')
      .set({ next_at: sql`now()`, give_up_at: sql`now()` })
      .where('push_id', '=', pushId)
      .execute()
    await eventually(async () => expect(await shortly(pushId)).toEqual([['failed', 'expired', 2]]))
    services.state.answer = () => ok
    expect(await enqueueAgain(db, pushId)).toHaveLength(1)
    expect(await tried(pushId)).toEqual([['accepted', null, 1]])
    expect(await enqueueAgain(db, pushId)).toEqual([])
  })

  test.each([
    ['could not be sent for a day, because Kontor was down, is not sent', '-18 h', 0, 0, 'failed'],
    ['could not be sent for less is sent, and then has its six hours', '-17 h', 0, 1, 'pending'],
    ['fails so late that the next attempt would be after them is given up at once', '30 min', 1, 1, 'failed'],
  ])('a message that %s', async (_, left, attempts, arrived, status) => {
    const { partner_id } = await makeRecipient(`kasni${left}`)
    services.state.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } })
    const pushId = await db.transaction().execute(async (tx) => {
      const to = { partnerIds: [partner_id] }
      const id = await enqueue(tx, { title: 'A', text: 'B', link: null, to })
      const late = tx
        .updateTable('push_deliveries')
        .set({ attempts, give_up_at: sql`clock_timestamp() + ${left}::interval` })
      await late.where('push_id', '=', id).execute()
      return id
    })
    const error = status === 'failed' ? 'expired' : 'unreachable'
    expect(await tried(pushId)).toEqual([[status, error, attempts + 1]])
    expect(services.arrived).toHaveLength(arrived)
  })

  test('is tried again after the clock was set back by two days', async () => {
    const { partner_id } = await makeRecipient('vraćen')
    services.state.answer = () => ({ status: 500 })
    const pushId = await send([partner_id])
    await tried(pushId)
    services.state.answer = () => ok
    await dueIn(db, pushId, '2 days')
    const ahead = { give_up_at: sql<string>`now() + interval '2 days 6 hours'` }
    await db.updateTable('push_deliveries').set(ahead).where('push_id', '=', pushId).execute()
    await shortenWaits(db, pushWaits)
    await eventually(async () => expect(await shortly(pushId)).toEqual([['accepted', null, 2]]))
    const hours = sql<number>`round(extract(epoch FROM give_up_at - now()) / 3600)::int`.as('hours')
    const left = db.selectFrom('push_deliveries').select(hours).where('push_id', '=', pushId)
    expect(await left.execute()).toEqual([{ hours: 6 }])
  })

  test('retries have growing intervals with jitter, not before Retry-After', () => {
    expect([1, 2, 3, 9, 30].map((attempts) => secondsUntilNext(attempts, 0, 0))).toEqual([
      5, 10, 20, 900, 900,
    ])
    expect(secondsUntilNext(1, 0, 1)).toBe(7.5)
    expect(secondsUntilNext(1, 600, 0)).toBe(600)
    expect(retryAfter(new Headers({ 'retry-after': '9000000000' }))).toBe(MAX_RETRY_AFTER_SECONDS)
  })
})

describe('a device', () => {
  test('that belongs to another user now, or whose user may no longer sign in, gets nothing', async () => {
    const moved = await makeRecipient('preseljen')
    const gone = await makeRecipient('otisao')
    const stranger = await makeUser(db, { partner: true })
    const pushId = await db.transaction().execute(async (tx) => {
      const id = await enqueue(tx, {
        title: 'A',
        text: 'B',
        link: null,
        to: { partnerIds: [moved.partner_id, gone.partner_id] },
      })
      await tx
        .updateTable('user_firebase_tokens')
        .set({ user_id: stranger.id })
        .where('token', '=', 'preseljen')
        .execute()
      await tx.updateTable('partners').set({ is_active: false }).where('id', '=', gone.partner_id).execute()
      return id
    })
    expect((await tried(pushId)).map(([status, error]) => [status, error])).toEqual([
      ['removed', 'signed_out'],
      ['removed', 'inactive'],
    ])
    expect(services.arrived).toEqual([])
  })

  test('that was registered after the message gets it when it is resent, unless another one got it', async () => {
    const { partner_id, user_id } = await makeRecipient()
    const pushId = await send([partner_id])
    await makeDevice(db, { user_id, token: 'nov-1' })
    expect(await enqueueAgain(db, pushId)).toHaveLength(1)
    expect(await tried(pushId)).toEqual([['accepted', null, 1]])
    await makeDevice(db, { user_id, token: 'nov-2' })
    expect(await enqueueAgain(db, pushId)).toEqual([])
  })
})

describe('a browser', () => {
  const ecdh = createECDH('prime256v1')
  const keys = {
    p256dh: ecdh.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  async function makeBrowser(address: string, subscriptionKeys = keys) {
    const { user_id, partner_id } = await makeRecipient()
    await makeDevice(db, { user_id, platform: 'web', token: address, ...subscriptionKeys })
    return partner_id
  }

  test('gets it encrypted and signed with keys that the server generated', async () => {
    const partnerId = await makeBrowser(`${services.url}/web/1`)
    expect(await tried(await send([partnerId], 'Tajna'))).toEqual([['accepted', null, 1]])
    const [{ headers, bytes } = { headers: {}, bytes: 0 }] = services.subscriptions
    const { public_key } = await db.selectFrom('vapid_keys').selectAll().executeTakeFirstOrThrow()
    expect(headers.authorization).toMatch(new RegExp(`^vapid t=.+, k=${public_key}$`))
    expect([headers['content-encoding'], bytes > 50]).toEqual(['aes128gcm', true])
  })

  test('with an address that is no push service is never called', async () => {
    const partnerId = await makeBrowser('http://127.0.0.1:1/web/1')
    expect(await tried(await send([partnerId]))).toEqual([['failed', 'rejected', 1]])
  })

  test.each([404, 410])('that has unsubscribed (%i) is deleted', async (status) => {
    services.state.answer = () => ({ status })
    const address = `${services.url}/web/${status}`
    expect(await tried(await send([await makeBrowser(address)]))).toEqual([['removed', 'unregistered', 1]])
    const left = db.selectFrom('user_firebase_tokens').select('id').where('token', '=', address)
    expect(await left.execute()).toEqual([])
  })

  test('with invalid keys is deleted, and the others get the message', async () => {
    const bad = { p256dh: randomBytes(65).toString('base64url'), auth: keys.auth }
    const partners = [
      await makeBrowser(`${services.url}/web/lose`, bad),
      await makeBrowser(`${services.url}/web/dobro`),
    ]
    expect((await tried(await send(partners))).map(([status]) => status)).toEqual(['removed', 'accepted'])
  })
})

test('two nodes share the work, and each of 300 devices gets a message once', async () => {
  await another({ pushTiming })
  const { partner_id } = await makeRecipient(...Array.from({ length: 300 }, (_, i) => `dva-${i}`))
  const results = await tried(await send([partner_id]))
  expect(results.every(([status]) => status === 'accepted')).toBe(true)
  expect(results).toHaveLength(300)
  expect([...services.perDevice().values()].every((all) => all.length === 1)).toBe(true)
})
