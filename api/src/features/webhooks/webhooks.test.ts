import { channel } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { history } from '@kontor/contract/history'
import type { RequestInput } from '@kontor/contract/lib/http/route'
import { partners } from '@kontor/contract/partners'
import { apiKeys } from '@kontor/contract/users/keys'
import { rolePermissions } from '@kontor/contract/users/roles'
import { webhooks } from '@kontor/contract/webhooks'
import { type WebhookEvent, webhookBody, webhookEvents } from '@kontor/contract/webhooks/events'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeCategory, makePartner } from '../../../test/make.ts'
import { ok, startReceiver, status, verified } from '../../../test/receiver.ts'
import { readRows } from '../../../test/sheets.ts'
import { shortenWaits } from '../../lib/jobs/waits.ts'
import { sweepLog, webhookWaits } from './deliveries/queries.ts'
import { pauseSeconds, secondsUntilNext } from './rules.ts'

const receiver = await startReceiver()
const TIMEOUT = 30_000
const { db, call, inject, another, tokenOf, staff, partner } = await startApp(
  { WEBHOOK_ALLOW_PRIVATE: '1' },
  // A host name that resolves to a cloud's metadata service.
  {
    webhookTiming: { timeoutMs: TIMEOUT, idleMs: 100 },
    resolveHost: (_host, _options, done) => done(null, [{ address: '169.254.169.254', family: 4 }]),
  },
)

let made = 0
async function makeWebhook(events: WebhookEvent[], path = `/${++made}`, as = staff) {
  const body = { name: `ERP ${++made}`, url: receiver.url(path), events }
  const answer = await call(webhooks.create, { body }, as)
  expect(answer.status).toBe(200)
  return { ...answer.body, path }
}
const rowOf = async ({ id }: { id: number }) =>
  (await call(webhooks.index, { body: {} })).body.result.find((row) => row.id === id)
const logOf = async (hook: { id: number }) =>
  (await call(webhooks.deliveries, { params: idOf(hook), body: {} })).body.result
const becomes = (hook: { id: number }, wanted: object) =>
  eventually(async () => expect((await logOf(hook))[0]).toMatchObject(wanted))
/** Counts the events about a webhook. */
const countEvents = async ({ id }: { id: number }) => {
  const events = db
    .selectFrom('events')
    .where('type', '=', 'webhooks')
    .where('data', '@>', JSON.stringify({ id }))
  return (await events.select('id').execute()).length
}
/** Makes the next attempts due. */
const timePasses = async () => {
  await db.updateTable('webhook_health').set({ paused_until: sql<string>`now()` }).execute()
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: sql<string>`now()` })
    .where('state', '=', 'waiting')
    .execute()
}
const changePartner = async (debt: string) => {
  const row = await makePartner(db)
  await db.updateTable('partners').set({ debt }).where('id', '=', row.id).execute()
  return row
}

beforeEach(async () => {
  receiver.state.answer = ok
  await db.deleteFrom('webhooks').execute()
})

describe('a webhook is rejected', () => {
  test('without permission, and for every API key', async () => {
    const manager = await tokenOf({ role: 'user_manager' })
    const body = { name: 'Tuđi', url: receiver.url('/'), events: ['partner.changed'] } as const
    expect(
      (await call(webhooks.create, { body: { ...body, events: [...body.events] } }, manager)).status,
    ).toBe(403)
    // A user who may change webhooks, but not see the partners in this one's events.
    const hook = await makeWebhook(['partner.changed'])
    const { body: roles } = await call(rolePermissions.index, {})
    const { version } = roles.find(({ role }) => role === 'user_engineer') ?? { version: 0 }
    const rights = ['webhooks.see', 'webhooks.change'] as const
    const roleBody = { rights: [...rights], version }
    expect(
      (await call(rolePermissions.update, { params: { role: 'user_engineer' }, body: roleBody })).status,
    ).toBe(200)
    const engineer = await tokenOf({ role: 'user_engineer' })
    const params = idOf(hook)
    const refused = [
      await call(webhooks.setState, { params, body: { state: 'paused' } }, engineer),
      await call(webhooks.renewSecret, { params }, engineer),
      await call(webhooks.ping, { params }, engineer),
      await call(webhooks.patch, { params, body: { name: 'Moja' } }, engineer),
      await call(webhooks.remove, { params }, engineer),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    const key = await call(apiKeys.create, { body: { name: 'Ključ', role: 'user_admin' } })
    expect((await call(webhooks.index, { body: {} }, key.body.token)).body.message).toBe('error.not_for_keys')
  })

  test.each([
    ['without events', { events: [] }, 'events', 'validation.webhook_events'],
    ['with an event that is none', { events: ['partner.born'] }, 'events', 'validation.type'],
    ['with an address that is none', { url: 'nije adresa' }, 'url', 'validation.webhook_not_an_address'],
    ['with one slash', { url: 'https:/example.com' }, 'url', 'validation.webhook_not_an_address'],
    ['with another protocol', { url: 'ftp://example.com/' }, 'url', 'validation.webhook_not_an_address'],
    [
      'with a password in it',
      { url: 'https://a:b@example.com/' },
      'url',
      'validation.webhook_not_an_address',
    ],
    ['of the machine’s own link', { url: 'http://169.254.169.254/' }, 'url', 'validation.webhook_never'],
    ['of it, mapped', { url: 'http://[::ffff:169.254.169.254]/' }, 'url', 'validation.webhook_never'],
    ['of it, as a newer one', { url: 'http://[fe80::1]:3000/' }, 'url', 'validation.webhook_never'],
    ['of a cloud’s credentials', { url: 'http://[fd00:ec2::254]/' }, 'url', 'validation.webhook_never'],
  ])('%s', async (_, wrong, field, reason) => {
    const body = { name: 'ERP', url: receiver.url('/'), events: ['order.created'], ...wrong }
    const answer = await call(webhooks.create, { body: body as RequestInput<typeof webhooks.create>['body'] })
    expect(answer.status).toBe(422)
    expect(
      answer.body.errors?.[field === 'events' && reason === 'validation.type' ? 'events.0' : field],
    ).toEqual([reason])
  })
})

test('a host name with a link-local address is never called, even with private networks allowed', async () => {
  const { port } = new URL(receiver.url('/'))
  const url = `http://metadata.example.me:${port}/`
  const { body: hook } = await call(webhooks.create, {
    body: { name: 'Oblak', url, events: ['order.created'] },
  })
  await call(webhooks.ping, { params: idOf(hook) })
  await becomes(hook, { state: 'waiting', attempts: 1, status: null, error: 'private' })
})

describe('an event', () => {
  test('is posted by the Standard Webhooks, with the data of the contract', async () => {
    const hook = await makeWebhook(['partner.changed', 'support_message.created'])
    const category = await makeCategory(db)
    await makePartner(db, { category_ids: [category.id] })
    await becomes(hook, { state: 'delivered', status: 200 })
    const [first] = await receiver.at(hook.path, 1)
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
    expect(verified(hook.secret, first as never)).toEqual(first?.payload)
    expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, first as never)).toThrow()
    const message = { type: 1 as const, message_content: 'Gdje je roba?' }
    await call(portalCustomerSupport.create, { body: message, idempotencyKey: 'poruka-123' }, partner)
    await eventually(() =>
      expect(receiver.received.some(({ body }) => body.includes('support_message'))).toBe(true),
    )
    const report_data = { name: 'Webhookovi', format: 'xlsx' as const }
    const columns = ['events', 'waiting', 'succeeded_at'] as const
    const file = await call(webhooks.index, {
      body: { report_data: { ...report_data, columns: [...columns] } },
    })
    expect((await readRows(file.bytes))[1]).toEqual([
      `${webhookEvents['partner.changed'].label.cnr}, ${webhookEvents['support_message.created'].label.cnr}`,
      expect.any(Number),
      expect.stringMatching(/^\d\d\.\d\d\.\d{4}\. \d\d:\d\d$/),
    ])
    const all = await receiver.at(hook.path, 2)
    for (const { payload } of all)
      expect(webhookBody(payload.type as WebhookEvent).safeParse(payload).error).toBeUndefined()
    const supportMessage = all.find((one) => one.payload.type === 'support_message.created')?.payload
    expect(supportMessage?.data).toMatchObject({ message_content: 'Gdje je roba?', type_name: 'Pitanje' })
  })

  test('of one record in one transaction is sent once, and never after a rollback', async () => {
    const hook = await makeWebhook(['partner.changed'])
    const { id } = await makePartner(db)
    await becomes(hook, { state: 'delivered' })
    const had = (await logOf(hook)).length
    await db.transaction().execute(async (tx) => {
      for (const debt of ['1', '2', '3'])
        await tx.updateTable('partners').set({ debt }).where('id', '=', id).execute()
    })
    const failing = db.transaction().execute(async (tx) => {
      await tx.updateTable('partners').set({ debt: '4' }).where('id', '=', id).execute()
      throw new Error('nazad')
    })
    await expect(failing).rejects.toThrow('nazad')
    await eventually(async () => expect(await logOf(hook)).toHaveLength(had + 1))
    await becomes(hook, { state: 'delivered' })
    expect((await receiver.at(hook.path, had + 1)).at(-1)?.payload.data).toMatchObject({ id, debt: '3.000' })
  })

  test('is sent for an undo, and not for a restored backup', async () => {
    const hook = await makeWebhook(['partner.changed'])
    const { id } = await makePartner(db)
    const countDeliveries = async () => (await logOf(hook)).length
    const before = await countDeliveries()
    const put = (debt: string, setting: 'kontor.sums' | 'kontor.rules') =>
      db.transaction().execute(async (tx) => {
        await sql`SELECT set_config(${setting}, 'off', true)`.execute(tx)
        await tx.updateTable('partners').set({ debt }).where('id', '=', id).execute()
      })
    await put('1', 'kontor.sums')
    expect(await countDeliveries()).toBe(before)
    await put('2', 'kontor.rules')
    expect(await countDeliveries()).toBe(before + 1)
  })

  test('is sent for every kind of change, also by a form', async () => {
    const hook = await makeWebhook(['partner.changed'])
    const { id } = await makePartner(db)
    await call(partners.toggle, { params: { id: String(id) }, body: { is_active: false } })
    await eventually(() => expect(receiver.received.at(-1)?.body).toContain('"is_active":false'))
    expect(hook.state).toBe('on')
  })
})

describe('a receiver that', () => {
  test.each([
    ['answers 500', status(500), { status: 500, error: null }],
    [
      'redirects, which nobody follows',
      status(302, { location: 'http://127.0.0.1:1/' }),
      { status: 302, error: 'redirect' },
    ],
    [
      'goes on in another protocol',
      (response: ServerResponse) =>
        response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
        ),
      { status: 101, error: null },
    ],
    [
      'breaks off',
      (response: { destroy: () => void }) => response.destroy(),
      { status: null, error: 'unreachable' },
    ],
  ] as const)(
    '%s is retried later, with the same id, and delivered when it answers',
    async (_, answer, expected) => {
      receiver.state.answer = answer as typeof ok
      const hook = await makeWebhook(['partner.changed'])
      await makePartner(db)
      await becomes(hook, { state: 'waiting', attempts: 1, ...expected })
      receiver.state.answer = ok
      await timePasses()
      await becomes(hook, { state: 'delivered', attempts: 2, status: 200 })
      const [first, second] = await receiver.at(hook.path, 2)
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
      expect(second?.body).toBe(first?.body)
    },
  )

  /** Ends the requests of a test at a call of the returned function, instead of after the timeout. */
  function replaceTimeout() {
    const ended = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ended.signal)
    onTestFinished(() => timeout.mockRestore())
    return () => {
      expect(timeout).toHaveBeenCalledWith(TIMEOUT)
      ended.abort()
    }
  }

  test('hangs is retried later', async () => {
    receiver.state.answer = replaceTimeout()
    const hook = await makeWebhook(['partner.changed'])
    await makePartner(db)
    await becomes(hook, { state: 'waiting', attempts: 1, status: null, error: 'timeout' })
  })

  test('responds 200 without ending the response counts as delivered', async () => {
    const giveUp = replaceTimeout()
    receiver.state.answer = (response) => response.writeHead(200).write('evo')
    const began = channel('http.client.response.finish') // the sender has the head of a response
    const giveUpSoon = () => void setImmediate(giveUp)
    began.subscribe(giveUpSoon)
    onTestFinished(() => began.unsubscribe(giveUpSoon))
    const hook = await makeWebhook(['partner.changed'])
    await makePartner(db)
    await becomes(hook, { state: 'delivered', attempts: 1, status: 200, error: null })
  })

  test('gets a resend, or is switched on again, has all attempts again, beginning soon', async () => {
    receiver.state.answer = status(503)
    const hook = await makeWebhook(['partner.changed'])
    await makePartner(db)
    await becomes(hook, { state: 'waiting', attempts: 1 })
    const id = String((await logOf(hook))[0]?.id)
    const again = {
      'sent again': () => call(webhooks.resend, { params: { id } }),
      'switched on': async () => {
        await call(webhooks.setState, { params: idOf(hook), body: { state: 'paused' } })
        return call(webhooks.setState, { params: idOf(hook), body: { state: 'on' } })
      },
    }
    for (const [tries, begin] of Object.values(again).entries()) {
      await db.updateTable('webhook_deliveries').set({ attempts: 15 }).execute() // after most of a day
      await begin()
      await becomes(hook, { state: 'waiting', attempts: tries + 2 })
      const [{ next_at } = { next_at: null }] = await logOf(hook)
      expect(Date.parse(next_at ?? '') - Date.now()).toBeLessThan(60_000)
    }
  })

  test('is slow does not delay others', async () => {
    const slow = await makeWebhook(['partner.changed'])
    const quick = await makeWebhook(['partner.changed'])
    const pending: ServerResponse[] = []
    receiver.state.answer = (response, received) =>
      received.path === quick.path ? response.end() : pending.push(response)
    for (let i = 0; i < 6; i++) await makePartner(db)
    await receiver.at(quick.path, 6)
    expect((await logOf(slow)).some(({ state }) => state === 'delivered')).toBe(false)
    receiver.state.answer = ok
    for (const response of pending) response.destroy()
  })

  test('responds 410 is switched off at once, and works again when switched on', async () => {
    receiver.state.answer = status(410)
    const hook = await makeWebhook(['partner.changed'])
    await makePartner(db)
    await becomes(hook, { state: 'failed', status: 410 })
    expect(await rowOf(hook)).toMatchObject({ state: 'off', last_status: 410, next_at: null })
    expect(await rowOf(hook)).toMatchObject({ state: 'off', failed: 1 })
    await makePartner(db)
    expect(await logOf(hook)).toHaveLength(1)
    receiver.state.answer = ok
    expect((await call(webhooks.setState, { params: idOf(hook), body: { state: 'on' } })).body.state).toBe(
      'on',
    )
    const [failed] = await logOf(hook)
    await call(webhooks.resend, { params: { id: String(failed?.id) } })
    await becomes(hook, { state: 'delivered' })
  })

  test('fails for a day is switched off; a single failing event does not switch it off', async () => {
    receiver.state.answer = status(503)
    const hook = await makeWebhook(['partner.changed'])
    const other = await makeWebhook(['partner.changed'])
    const { name: record } = await makePartner(db)
    await becomes(hook, { attempts: 1, status: 503, record, next_at: expect.any(String) })
    const failing = { failing_since: expect.any(String), next_at: expect.any(String) }
    expect(await rowOf(hook)).toMatchObject({ state: 'on', last_status: 503, ...failing })
    expect(await countEvents(hook)).toBe(1)
    const report_data = { name: 'Webhook', format: 'xlsx' as const }
    const files = [
      await call(webhooks.index, { body: { report_data: { ...report_data, columns: ['state'] } } }),
      await call(webhooks.deliveries, {
        params: idOf(hook),
        body: { report_data: { ...report_data, columns: ['status'] } },
      }),
    ]
    const cells = await Promise.all(files.map(async ({ bytes }) => (await readRows(bytes)).flat()))
    expect(cells).toEqual([expect.arrayContaining(['Ne uspijeva (Odgovor 503)']), ['Odgovor', 'Odgovor 503']])
    await becomes(other, { attempts: 1, status: 503 })
    await db
      .updateTable('webhook_health')
      .set({ succeeded_at: sql<string>`now()` })
      .where('webhook_id', '=', other.id)
      .execute()
    await db.updateTable('webhook_deliveries').set({ give_up_at: sql<string>`now()` }).execute()
    await timePasses()
    await becomes(hook, { state: 'failed' })
    await becomes(other, { state: 'failed' })
    expect(await rowOf(hook)).toMatchObject({ state: 'off' })
    expect(await rowOf(other)).toMatchObject({ state: 'on' })
  })

  test('fails once after Kontor was down for a day stays on', async () => {
    receiver.state.answer = status(503)
    const hook = await makeWebhook(['partner.changed'])
    const record = await makePartner(db)
    await becomes(hook, { state: 'waiting', attempts: 1, status: 503 })
    const aDayAgo = sql<string>`now() - interval '1 day'`
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('partners').set({ debt: '1' }).where('id', '=', record.id).execute()
      await tx.updateTable('webhook_health').set({ paused_until: aDayAgo }).execute()
      await tx.updateTable('webhook_deliveries').set({ next_at: aDayAgo, give_up_at: aDayAgo }).execute()
    })
    await eventually(async () =>
      expect(await logOf(hook)).toMatchObject([
        { state: 'waiting', attempts: 1, status: 503 },
        { state: 'waiting', attempts: 2, status: 503 },
      ]),
    )
    expect(await rowOf(hook)).toMatchObject({ state: 'on' })
  })

  test('responds to an attempt after the next one was delivered stays delivered and works', async () => {
    const pending: ServerResponse[] = []
    receiver.state.answer = (response) => pending.push(response)
    const hook = await makeWebhook(['partner.changed'])
    await makePartner(db)
    await eventually(() => expect(pending).toHaveLength(1))
    receiver.state.answer = ok
    await timePasses() // the lease of the first attempt ends
    await becomes(hook, { state: 'delivered', attempts: 1 })
    pending[0]?.writeHead(503).end()
    await becomes(hook, { attempts: 2 })
    expect(await logOf(hook)).toMatchObject([{ state: 'delivered' }])
    expect(await rowOf(hook)).toMatchObject({ state: 'on', failing_since: null })
  })

  test('fails or recovers is published each time; one that works is not', async () => {
    const hook = await makeWebhook(['partner.changed'])
    await makePartner(db)
    await becomes(hook, { state: 'delivered' })
    expect(await countEvents(hook)).toBe(0)
    receiver.state.answer = status(503)
    await makePartner(db)
    await becomes(hook, { attempts: 1, status: 503 })
    expect(await countEvents(hook)).toBe(1)
    receiver.state.answer = ok
    await timePasses()
    await becomes(hook, { state: 'delivered', attempts: 2 })
    expect(await countEvents(hook)).toBe(2)
  })

  test('responds with megabytes is truncated, and the log has request and response', async () => {
    receiver.state.answer = (response) => response.end('č'.repeat(3_000_000))
    const hook = await makeWebhook(['partner.changed'])
    await makePartner(db)
    await becomes(hook, { state: 'delivered' })
    const id = (await logOf(hook))[0]?.id
    const { body } = await call(webhooks.delivery, { params: { id: String(id) } })
    expect(Buffer.byteLength(body.tries.at(-1)?.answer ?? '')).toBeLessThan(4200)
    const [came] = await receiver.at(hook.path, 1)
    expect(body.body).toBe(came?.body)
    expect(verified(hook.secret, { path: '', body: body.body ?? '', headers: body.headers })).toEqual(
      came?.payload,
    )
  })
})

describe('a webhook', () => {
  test('returns its secret once, and signs with both after a renewal', async () => {
    const hook = await makeWebhook(['partner.changed'])
    expect(JSON.stringify(await rowOf(hook))).not.toContain('whsec_')
    const { body } = await call(webhooks.renewSecret, { params: idOf(hook) })
    expect(body.secret).not.toBe(hook.secret)
    await call(webhooks.ping, { params: idOf(hook) })
    const [came] = await receiver.at(hook.path, 1)
    for (const secret of [hook.secret, body.secret])
      expect(verified(secret, came as never)).toMatchObject({ type: 'ping' })
    await db
      .updateTable('webhook_secrets')
      .set({ expires_at: sql<string>`now()` })
      .where('expires_at', 'is not', null)
      .execute()
    await call(webhooks.ping, { params: idOf(hook) })
    const [, second] = await receiver.at(hook.path, 2)
    expect(() => verified(hook.secret, second as never)).toThrow()
    const entries = await call(history.index, { body: { filters: { table: 'webhooks' } } })
    expect(JSON.stringify(entries.body)).not.toContain('whsec_')
  })

  test('that is renewed twice still signs with the first secret', async () => {
    const hook = await makeWebhook(['partner.changed'])
    const renew = () => call(webhooks.renewSecret, { params: idOf(hook) })
    const renewed = [await renew(), ...(await Promise.all([renew(), renew()]))]
    await call(webhooks.ping, { params: idOf(hook) })
    const [came] = await receiver.at(hook.path, 1)
    for (const secret of [hook.secret, ...renewed.map(({ body }) => body.secret)])
      expect(verified(secret, came as never)).toMatchObject({ type: 'ping' })
    const secrets = db.selectFrom('webhook_secrets').select('id').where('webhook_id', '=', hook.id)
    expect(await secrets.where('expires_at', 'is', null).execute()).toHaveLength(1)
  })

  test('that is paused queues events until it is resumed', async () => {
    const hook = await makeWebhook(['partner.changed'])
    await call(webhooks.setState, { params: idOf(hook), body: { state: 'paused' } })
    await changePartner('7')
    expect((await logOf(hook)).every(({ state, attempts }) => state === 'waiting' && attempts === 0)).toBe(
      true,
    )
    // However long that takes; the log is swept of other deliveries.
    const paused = await logOf(hook)
    await db.updateTable('webhook_events').set({ created_at: sql`now() - interval '31 days'` }).execute()
    await sweepLog(db)
    expect(await logOf(hook)).toEqual(paused)
    await call(webhooks.setState, { params: idOf(hook), body: { state: 'on' } })
    await receiver.at(hook.path, paused.length)
    await eventually(async () => {
      await sweepLog(db)
      expect(await logOf(hook)).toEqual([])
    })
  })

  test('that was paused for long has its log swept in portions, which end within the time limit', async () => {
    await sql`INSERT INTO webhook_events (type, record_id, created_at)
      SELECT 'partner.changed', n, now() - interval '31 days' FROM generate_series(1, 12000) AS n`.execute(db)
    await sql`CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM gone) > 5000 THEN RAISE 'too many at once'; END IF; RETURN NULL; END $$`.execute(
      db,
    )
    await sql`CREATE TRIGGER refuse_many AFTER DELETE ON webhook_events REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`.execute(db)
    await sweepLog(db).finally(() => sql`DROP FUNCTION refuse_many CASCADE`.execute(db))
    const old = db
      .selectFrom('webhook_events')
      .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    expect(await old.select('id').execute()).toEqual([])
  })

  test.each(['paused', 'off'] as const)(
    'that is %s queues resent and test events until it is resumed',
    async (state) => {
      const hook = await makeWebhook(['partner.changed'])
      await makePartner(db)
      await becomes(hook, { state: 'delivered', attempts: 1 })
      await db.updateTable('webhooks').set({ state }).where('id', '=', hook.id).execute()
      const [sent] = await logOf(hook)
      const again = await call(webhooks.resend, { params: { id: String(sent?.id) } })
      expect(again.body).toMatchObject({ state: 'waiting', attempts: 1 })
      await call(webhooks.ping, { params: idOf(hook) })
      const other = await makeWebhook(['partner.changed'])
      await makePartner(db)
      await becomes(other, { state: 'delivered' }) // the outbox has been polled since
      expect((await receiver.at(hook.path, 1)).length).toBe(1)
      await call(webhooks.setState, { params: idOf(hook), body: { state: 'on' } })
      await eventually(async () => {
        // in any order, and while it was paused a third event happened
        const ids = (await receiver.at(hook.path, 3)).map(({ headers }) => headers['webhook-id'])
        expect(ids.filter((id) => id === ids[0])).toHaveLength(2)
      })
    },
  )

  test('that is removed loses its log', async () => {
    const hook = await makeWebhook(['partner.changed'])
    expect((await call(webhooks.remove, { params: idOf(hook) })).body).toEqual({ id: hook.id })
    expect((await call(webhooks.remove, { params: idOf(hook) })).status).toBe(404)
    expect((await call(webhooks.deliveries, { params: idOf(hook), body: {} })).body.result).toEqual([])
  })
})

test('two nodes send each event once', async () => {
  const node = await another()
  await node.ready()
  const hook = await makeWebhook(['partner.changed'])
  for (let i = 0; i < 20; i++) await makePartner(db)
  await receiver.at(hook.path, 20)
  await eventually(async () => expect(await rowOf(hook)).toMatchObject({ waiting: 0 }))
  const ids = (await receiver.at(hook.path, 20)).map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(ids.length)
})

test('a node that stops does not wait for receivers that hang', async () => {
  const pending: ServerResponse[] = []
  receiver.state.answer = (response) => pending.push(response)
  const node = await another({ webhookTiming: { timeoutMs: TIMEOUT, idleMs: 100, stopMs: 0 } })
  await node.ready()
  const hook = await makeWebhook(['partner.changed'])
  for (let i = 0; i < 8; i++) await makePartner(db)
  await eventually(() => expect(pending).toHaveLength(8)) // four at once on each node
  await node.close()
  expect(pending.map(({ closed }) => closed)).toEqual(Array.from(pending, () => false))
  for (const response of pending) response.end('ok')
  await eventually(async () => expect(await rowOf(hook)).toMatchObject({ waiting: 0 }))
})

test('a delivery of a dead node is sent at the end of its lease', async () => {
  const hook = await makeWebhook(['partner.changed'])
  await call(webhooks.setState, { params: idOf(hook), body: { state: 'paused' } })
  await makePartner(db)
  // The state that a node leaves when it is killed while sending.
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts: 1, next_at: sql<string>`now() + interval '1 hour'` })
    .execute()
  await db.updateTable('webhooks').set({ state: 'on' }).execute()
  await timePasses()
  await becomes(hook, { state: 'delivered' })
})

test('a delivery and a paused receiver are tried again after the clock was set back by two days', async () => {
  const hook = await makeWebhook(['partner.changed'])
  receiver.state.answer = (response) => void response.writeHead(500).end()
  await makePartner(db)
  await becomes(hook, { state: 'waiting', attempts: 1, status: 500 })
  receiver.state.answer = (response) => void response.end()
  const ahead = sql<string>`now() + interval '2 days'`
  await db.updateTable('webhook_health').set({ paused_until: ahead }).execute()
  const waiting = db.updateTable('webhook_deliveries').where('state', '=', 'waiting')
  await waiting.set({ next_at: ahead, give_up_at: sql<string>`now() + interval '3 days'` }).execute()
  await shortenWaits(db, webhookWaits)
  const late = db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'waiting')
  expect(await late.where('give_up_at', '>', sql<string>`now() + interval '1 day'`).execute()).toEqual([])
  await becomes(hook, { state: 'delivered' })
})

test('a look for waits that are too long counts as no change of a list', async () => {
  const counted = async () =>
    (
      await sql`SELECT sum(changes) AS changes FROM change_counters
      WHERE table_name LIKE 'webhook%'`.execute(db)
    ).rows
  const before = await counted()
  await shortenWaits(db, webhookWaits)
  expect(await counted()).toEqual(before)
})

test('attempts continue for about a day with growing intervals, and a failing URL is paused for a minute at most', () => {
  let seconds = 0
  let attempts = 0
  while (seconds < 24 * 3600) seconds += secondsUntilNext(++attempts, 0)
  expect(attempts).toBeGreaterThan(15)
  expect(attempts).toBeLessThan(30)
  expect([1, 3, 20].map(pauseSeconds)).toEqual([1, 4, 60])
})

test('the OpenAPI document has the payloads by event', async () => {
  const { body } = await inject<{ webhooks: Record<string, { post: object }> }>({
    method: 'GET',
    url: '/api/openapi.json',
  })
  expect(body.webhooks['cart_item.delivered']?.post).toHaveProperty(
    'requestBody.content.application/json.schema',
  )
})
