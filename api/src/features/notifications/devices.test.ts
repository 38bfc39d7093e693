import { createECDH, randomBytes } from 'node:crypto'
import { notifications } from '@kontor/contract/notifications'
import { portalInbox } from '@kontor/contract/notifications/inbox'
import { MAX_DEVICES, portalDevices, portalNotifications } from '@kontor/contract/notifications/portal'
import { partners } from '@kontor/contract/partners'
import { portalSession } from '@kontor/contract/session/portal'
import { users } from '@kontor/contract/users'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeUser, PASSWORD, UNKNOWN_ID } from '../../../test/make.ts'
import { pushServices, pushTiming } from '../../../test/push-services.ts'
import { tokenHash } from '../../lib/auth/tokens.ts'
import { enqueue } from './push/queries.ts'

const services = await pushServices()
const { db, call, inject, makeCustomer, signIn, partner, partnerUser } = await startApp(services.env)
const { user: other, token: others } = await makeCustomer()

type Subject = { subject: string }
type Paged = { result: Subject[] }

const register = (body: object, as = partner) => call(portalDevices.register, { body: body as never }, as)
const devices = async (as = partner) => (await call(portalDevices.index, {}, as)).body
const subscription = (endpoint = `${services.url}/web/${randomBytes(4).toString('hex')}`) => ({
  endpoint,
  expirationTime: null,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
})

describe('a device', () => {
  test.for([
    ['no token', { token: '', platform: 'ios' }],
    ['a token with a blank', { token: 'a b', platform: 'ios' }],
    ['an endless token', { token: 'x'.repeat(2001), platform: 'ios' }],
    ['a platform nobody knows', { token: 'x', platform: 'symbian' }],
    [
      'keys that are none',
      { endpoint: 'https://updates.push.services.mozilla.com/x', keys: { p256dh: 'x', auth: 'y' } },
    ],
    ['a subscription without keys', { endpoint: 'https://updates.push.services.mozilla.com/x' }],
  ] as const)('with %s is rejected', async ([, body]) => {
    expect((await register(body)).status).toBe(422)
    expect(await devices()).toEqual([])
  })

  test.for([
    'http://127.0.0.1:5432/',
    'https://localhost/x',
    'https://evil.example.com/fcm.googleapis.com',
    'https://fcm.googleapis.com.evil.example.com/x',
    'https://fcm.googleapis.com@evil.example.com/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'x',
  ])('with the push service %s is rejected, because the server would call it', async (endpoint) => {
    const { status, body } = await register(subscription(endpoint))
    expect([status, body.errors]).toEqual([422, { endpoint: ['validation.push_service'] }])
  })

  test('is registered once for repeated requests, and deleted by its token', async () => {
    const first = await register({ token: 'telefon', platform: 'ios' })
    const again = await register({ token: 'telefon', platform: 'ios' })
    expect([first.status, again.body.id]).toEqual([200, first.body.id])
    expect(await devices()).toHaveLength(1)
    const body = { token: 'telefon' }
    expect((await call(portalDevices.remove, { body }, others)).body).toEqual({ removed: 0 })
    expect((await call(portalDevices.remove, { body }, partner)).body).toEqual({ removed: 1 })
    expect(await devices()).toEqual([])
  })

  test('has the language it was last registered in; the inbox has the texts of the call’s language', async () => {
    const { user, token } = await makeCustomer()
    const headers = (language: string) => ({
      authorization: `Bearer ${token}`,
      'accept-language': language,
    })
    const { method, path: url } = portalDevices.register
    const payload = { token: 'dvojezicni', platform: 'ios' }
    const languages = []
    for (const language of ['cnr', 'en-GB', 'sr-Latn-ME']) {
      await inject({ method, url, headers: headers(language), payload })
      const device = db.selectFrom('user_firebase_tokens').select('language').where('user_id', '=', user.id)
      languages.push((await device.executeTakeFirstOrThrow()).language)
    }
    expect(languages).toEqual(['cnr', 'en', 'cnr'])
    await call(portalDevices.remove, { body: { token: payload.token } }, token)

    const to = { userIds: [user.id] }
    const text = { cnr: 'u maju', en: 'in May' }
    await enqueue(db, { title: { cnr: 'Odgovor', en: 'Reply' }, text, link: null, to })
    await enqueue(db, { title: 'Akcija', text: 'za sve', link: null, to })
    const subjects = async (language: string, filters: object) => {
      const { method, path: url } = portalInbox.index
      const payload = { filters, options: { sortBy: ['subject'] } }
      const page = await inject<Paged>({ method, url, headers: headers(language), payload })
      const newest = await inject<Subject[]>({
        url: portalNotifications.all.path,
        headers: headers(language),
      })
      return [page.body.result, newest.body].map((rows) => rows.map((one) => one.subject))
    }
    expect(await subjects('en', { subject: 'reply' })).toEqual([['Reply'], ['Akcija', 'Reply']])
    expect(await subjects('cnr', { subject: 'o' })).toEqual([['Odgovor'], ['Akcija', 'Odgovor']])
    expect(await subjects('en', { notification_text: 'may' })).toEqual([['Reply'], ['Akcija', 'Reply']])
    expect(await subjects('en', { notification_text: 'maj' })).toEqual([[], ['Akcija', 'Reply']])
    expect(await subjects('cnr', { notification_text: 'maj' })).toEqual([['Odgovor'], ['Akcija', 'Odgovor']])
  })

  test('belongs to the user who signed in on it last', async () => {
    await register({ token: 'zajednicki', platform: 'android' })
    await register({ token: 'zajednicki', platform: 'android' }, others)
    expect([await devices(), (await devices(others)).length]).toEqual([[], 1])
  })

  test('may be a browser, which first gets the VAPID key', async () => {
    const { body } = await call(portalDevices.webPushKey, {}, partner)
    expect(Buffer.from(body.public_key, 'base64url')).toHaveLength(65)
    expect((await call(portalDevices.webPushKey, {}, others)).body).toEqual(body)
    const browser = subscription()
    expect((await register(browser)).body.platform).toBe('web')
    expect(
      (await call(portalDevices.remove, { body: { endpoint: browser.endpoint } }, partner)).body,
    ).toEqual({
      removed: 1,
    })
  })

  test(`number ${MAX_DEVICES + 1} removes the one seen longest ago, also for simultaneous requests`, async () => {
    for (let i = 0; i < MAX_DEVICES; i++) await register({ token: `mnogo-${i}`, platform: 'ios' })
    await register({ token: 'mnogo-0', platform: 'ios' })
    await Promise.all([1, 2, 3].map((i) => register({ token: `novi-${i}`, platform: 'ios' })))
    expect(await devices()).toHaveLength(MAX_DEVICES)
    const storedTokens = db
      .selectFrom('user_firebase_tokens')
      .select('token')
      .where('user_id', '=', partnerUser.id)
    const tokens = (await storedTokens.execute()).map(({ token }) => token)
    expect([tokens.includes('mnogo-0'), tokens.includes('mnogo-1')]).toEqual([true, false])
  })
})

describe('the devices of an ended session are deleted', () => {
  const officeUpdate = async (id: number, change: object) => {
    const user = db.selectFrom('users').select(['name', 'username']).where('id', '=', id)
    const body = { ...(await user.executeTakeFirstOrThrow()), ...change }
    return (await call(users.update, { params: { id: String(id) }, body })).status
  }
  const password = { password: 'nova-lozinka', confirmPassword: 'nova-lozinka' }
  /** The devices of two sessions of one user, and of a session that has expired. */
  test.for<[string, (user: { id: number; partner_id: number }, token: string) => Promise<number>, string[]]>([
    ['the office sets another password', ({ id }) => officeUpdate(id, password), []],
    [
      'the user is deactivated and activated again',
      async ({ id }) => {
        const toggle = () => call(users.toggle, { params: { id: String(id) }, body: {} })
        await toggle()
        return (await toggle()).status
      },
      [],
    ],
    [
      'the partner is deactivated and activated again',
      async ({ partner_id }) => {
        const toggle = () => call(partners.toggle, { params: { id: String(partner_id) }, body: {} })
        await toggle()
        return (await toggle()).status
      },
      [],
    ],
    [
      'the user gets another partner',
      ({ id }) => officeUpdate(id, { partner_id: partnerUser.partner_id }),
      [],
    ],
    [
      'its app signs out',
      async (_, token) => (await call(portalSession.logout, {}, token)).status,
      ['drugi', 'istekli'],
    ],
    [
      'its user changes the own password',
      async (_, token) => {
        const body = { ...password, current_password: PASSWORD }
        return (await call(portalSession.password, { body }, token)).status
      },
      ['prvi'],
    ],
  ])('when %s', async ([, end, left]) => {
    const { partner, user, token: out } = await makeCustomer()
    const partner_id = partner.id
    const first = await signIn(user.username)
    const second = await signIn(user.username)
    const nameOf = (name: string) => `${name}-${user.id}`
    for (const [name, token] of [
      ['istekli', out],
      ['prvi', first],
      ['drugi', second],
    ] as const)
      expect((await register({ token: nameOf(name), platform: 'ios' }, token)).status).toBe(200)
    const ranOut = { expires_at: sql<string>`now() - interval '1 minute'` }
    await db.updateTable('sessions').set(ranOut).where('token_hash', '=', tokenHash(out)).execute()
    await db.deleteFrom('sessions').where('token_hash', '=', tokenHash(out)).execute() // as the sweep does
    expect(await end({ id: user.id, partner_id }, first)).toBe(200)
    const devices = await db
      .selectFrom('user_firebase_tokens')
      .select('token')
      .where('user_id', '=', user.id)
      .orderBy('token')
      .execute()
    expect(devices.map(({ token }) => token)).toEqual(left.map(nameOf))
  })

  test('and get no push messages', async () => {
    const user = await makeUser(db, { partner: true })
    await register({ token: 'izgubljen', platform: 'ios' }, await signIn(user.username))
    expect(await officeUpdate(user.id, password)).toBe(200)
    await register({ token: 'novi', platform: 'ios' }, await signIn(user.username, password.password))
    const body = {
      subject: 'Akcija',
      notification_text: 'Nova',
      send_by_category: false,
      partners: [user.partner_id ?? 0],
    }
    expect((await call(notifications.create, { body })).status).toBe(200)
    await eventually(async () => expect(services.arrived.map(({ token }) => token)).toEqual(['novi']))
  })
})

describe('the inbox', () => {
  const send = (title: string, user: { partner_id: number | null }, link = '/app/notifications') =>
    enqueue(db, {
      title,
      text: 'Tekst',
      link,
      to: { partnerIds: [user.partner_id ?? 0] },
    })

  test("contains only the user's messages; another user’s is 404", async () => {
    const otherMessage = await send('Tuđa', other)
    const own = await send('Moja', partnerUser)
    const { body } = await call(portalInbox.index, { body: {} }, partner)
    expect([body.total_rows, body.result.map(({ subject }) => subject)]).toEqual([1, ['Moja']])
    for (const id of [otherMessage, UNKNOWN_ID])
      expect((await call(portalNotifications.read, { params: { id: String(id) } }, partner)).status).toBe(404)
    expect((await call(portalNotifications.unread, {}, others)).body).toEqual({ unread: 1 })
    expect((await call(portalNotifications.read, { params: { id: String(own) } }, partner)).body).toEqual({
      unread: 0,
    })
  })

  test('stores what was read and when first, one by one or all at once', async () => {
    const ids = [await send('Prva', partnerUser), await send('Druga', partnerUser)]
    const params = { id: String(ids[0]) }
    await call(portalNotifications.read, { params }, partner)
    const readAt = async () =>
      (await call(portalNotifications.all, {}, partner)).body.find(({ id }) => id === ids[0])?.read_at
    const first = await readAt()
    await call(portalNotifications.read, { params }, partner)
    expect([typeof first, await readAt()]).toEqual(['string', first])
    const unread = { filters: { is_read: 'false' } }
    const { body } = await call(portalInbox.index, { body: unread }, partner)
    expect(body.result.map(({ subject }) => subject)).toEqual(['Druga'])
    await send('Treća', partnerUser, '/app/support/7')
    for (const [link, left] of [
      ['/app/support/8', 2],
      ['/app/support/7', 1],
    ] as const)
      expect((await call(portalNotifications.readAll, { body: { link } }, partner)).body).toEqual({
        unread: left,
      })
    expect((await call(portalNotifications.readAll, { body: null }, partner)).body).toEqual({ unread: 0 })
  })
})

test('without FCM a message to phones is only logged, with that status', async () => {
  const lines: string[] = []
  const { Writable } = await import('node:stream')
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const plain = await startApp({}, { logger: { level: 'warn', stream }, pushTiming })
  const user = await makeUser(plain.db, { partner: true })
  const values = { user_id: user.id, platform: 'ios' as const, token: 'x', p256dh: null, auth: null }
  await plain.db.insertInto('user_firebase_tokens').values(values).execute()
  const chosen = { send_by_category: false, partners: [user.partner_id ?? 0] }
  const { body } = await plain.call(notifications.recipients, { body: chosen })
  expect([body.phones, body.reaches_phones]).toEqual([1, false])
  const message = { subject: 'Bez FCM', notification_text: 'Samo u sandučetu' }
  const { status, body: row } = await plain.call(notifications.create, { body: { ...message, ...chosen } })
  expect([status, row.sent.logged]).toEqual([200, 1])
  await eventually(() =>
    expect(lines.join('')).toMatch(/1 messages to phones were not sent, FCM_SERVICE_ACCOUNT is not set/),
  )
})
