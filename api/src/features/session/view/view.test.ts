import { randomUUID } from 'node:crypto'
import { portalCatalogue } from '@kontor/contract/catalogue/portal'
import { history } from '@kontor/contract/history'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { portalMessages } from '@kontor/contract/messages/portal'
import { portalDevices } from '@kontor/contract/notifications/portal'
import { portalPartners } from '@kontor/contract/partners/portal'
import { session } from '@kontor/contract/session'
import { portalSession } from '@kontor/contract/session/portal'
import { partnerView, VIEW_MINUTES, viewPermissions } from '@kontor/contract/session/view'
import { apiKeys } from '@kontor/contract/users/keys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestOf, startApp } from '../../../../test/app.ts'
import { chatting } from '../../../../test/chats.ts'
import { contractRoutes } from '../../../../test/contract-routes.ts'
import { changeRole, makePartner, makeUser } from '../../../../test/make.ts'
import { sampleOf } from '../../../../test/samples.ts'
import { tokenHash } from '../../../lib/auth/tokens.ts'
import '../../users/roles/table.ts'
import { writeSignIns } from '../../users/signIns/table.ts'
import { findValidSessions } from '../queries.ts'

const { db, call, inject, makeCustomer, tokenOf, signIn, staff, staffUser } = await startApp()
const { makeChat, answers } = chatting({ db, call, makeCustomer })

const begin = (partner_id: number, user_id: number, as = staff) =>
  call(partnerView.begin, { params: { id: String(partner_id) }, body: { user_id } }, as)
const me = (token: string) => call(portalSession.me, {}, token)

async function makeViewed() {
  const user = await makeUser(db, { partner: true })
  const partner_id = user.partner_id ?? 0
  const { body } = await begin(partner_id, user.id)
  return { user, partner_id, token: body.token }
}

/** The content of every table. */
async function content() {
  const { rows: tables } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' ORDER BY 1`.execute(db)
  const all: Record<string, string | null> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{
      hash: string | null
    }>`SELECT md5(string_agg(t::text, '' ORDER BY t::text)) AS hash
      FROM ${sql.table(name)} AS t`.execute(db)
    all[name] = rows[0]?.hash ?? null
  }
  return all
}

test('needs its own permission, which only the Direktor has at first, and no API key can have', async () => {
  const { partner, user, token: own } = await makeCustomer()
  const partner_id = partner.id
  const tokens = [await tokenOf({ role: 'user_manager' }), own]
  for (const token of tokens) {
    expect((await begin(partner_id, user.id, token)).status).toBe(403)
    expect((await call(partnerView.users, { params: { id: String(partner_id) } }, token)).status).toBe(403)
  }
  const key = await call(apiKeys.create, { body: { name: 'ERP', role: 'user_admin' } })
  const answer = await begin(partner_id, user.id, key.body.token)
  expect([answer.status, answer.body.message]).toEqual([403, 'error.not_for_keys'])
})

test('needs every permission for what the app shows of the partner', async () => {
  const user = await makeUser(db, { partner: true })
  const partner_id = user.partner_id ?? 0
  const as = await tokenOf({ role: 'user_manager' })
  const allow = (revoked: Permission[]) =>
    changeRole(db, 'user_manager', { granted: ['partnerView.see'], revoked })
  for (const right of viewPermissions.filter((one) => one !== 'partnerView.see')) {
    await allow([right])
    const { status, body } = await begin(partner_id, user.id, as)
    expect([status, body.params], right).toEqual([403, { right, verb: 'see' }])
  }
  await allow([])
  const { token } = (await begin(partner_id, user.id, as)).body
  expect((await me(token)).status).toBe(200)
  await allow(['figures.see'])
  expect((await me(token)).status).toBe(401)
  await db.deleteFrom('roles').execute()
})

test('views no user of another partner, no staff, and none that is inactive', async () => {
  const user = await makeUser(db, { partner: true })
  const other = await makeUser(db, { partner: true })
  const partner_id = user.partner_id ?? 0
  const inactive = await makeUser(db, { partner_id, is_active: false })
  for (const id of [other.id, staffUser.id, inactive.id, 2_000_000_000])
    expect((await begin(partner_id, id)).body.errors).toEqual({ user_id: ['validation.not_found'] })
  const listed = (await call(partnerView.users, { params: { id: String(partner_id) } })).body
  expect(listed).toEqual([{ id: user.id, name: user.name, username: user.username }])
  const closed = await makePartner(db, { is_active: false })
  const ofClosed = await makeUser(db, { partner_id: closed.id })
  expect((await begin(closed.id, ofClosed.id)).status).toBe(422)
})

test('reads the app as the user and says whose view it is; nothing of the office', async () => {
  const { user, partner_id, token } = await makeViewed()
  expect((await me(token)).body).toMatchObject({
    id: user.id,
    username: user.username,
    partner: { id: partner_id },
    viewer: { name: staffUser.name, ends_at: expect.stringMatching(/^\d{4}-/) },
  })
  const own = await signIn(user.username)
  expect((await me(own)).body.viewer).toBeUndefined()
  expect((await call(portalPartners.profile, {}, token)).body).toEqual(
    (await call(portalPartners.profile, {}, own)).body,
  )
  expect((await call(portalCatalogue.categories, { query: {} }, token)).status).toBe(200)
  expect((await call(session.me, {}, token)).status).toBe(403)
  expect((await begin(partner_id, user.id, token)).status).toBe(403)
})

test('writes nothing by any call of the app, also by those that only read', async () => {
  const chat = await makeChat()
  const partner_id = chat.user.partner_id ?? 0
  await answers(chat.thread, 'Nova poruka')
  const { token } = (await begin(partner_id, chat.user.id)).body
  await call(portalDevices.webPushKey, {}, chat.token) // the server makes its key when it is first asked for
  await writeSignIns(db)
  const before = await content()
  const refused: string[] = []
  for (const { name, route } of await contractRoutes()) {
    if (route.audience !== 'partner') continue
    const request = await requestOf(
      route,
      {
        params: { id: chat.thread, image: 'x' },
        ...(route.body
          ? { body: { ...(sampleOf(route.body) as object), message_thread_id: chat.thread } }
          : {}),
        ...(route.form ? { form: sampleOf(route.form) as object } : {}),
        ...(route.files ? { files: { file: new File(['x'], 'x.txt') } } : {}),
        idempotencyKey: randomUUID(),
      },
      token,
    )
    if (route.response === 'events' || /logout/.test(route.path)) continue
    const { status, body } = await inject(request)
    const isRefused = status === 403 && body.message === 'error.view_only'
    expect(isRefused, name).toBe(route.method !== 'GET' && !route.whileViewing)
    if (isRefused) refused.push(name)
  }
  expect(refused).toEqual(
    expect.arrayContaining(['portalMessages.send', 'portalMessages.read', 'portalSession.password']),
  )
  expect(await content()).toEqual(before)
  const thread = { body: { message_thread_id: chat.thread } }
  expect((await call(portalMessages.ofThread, thread, token)).body.messages).toMatchObject([
    { message: 'Nova poruka' },
  ])
  expect((await call(portalMessages.unread, {}, chat.token)).body).toEqual({ threads: 1, messages: 1 })
})

test('is no sign-in of the user, and the history has who viewed whom', async () => {
  const { user, partner_id } = await makeViewed()
  const signedIn = db.selectFrom('signed_in_partners').select('user_id').where('user_id', '=', user.id)
  expect(await signedIn.execute()).toEqual([])
  const listed = await call(history.index, {
    body: { filters: { table: 'partners', record_id: String(partner_id) } } as never,
  })
  expect(listed.body.result.slice(0, 1)).toMatchObject([
    {
      action: 'view',
      person: { id: staffUser.id, name: staffUser.name },
      record_id: partner_id,
      values: [{ column: 'viewed_as', before: null, after: `${user.name} (${user.username})` }],
    },
  ])
})

test('ends by itself after half an hour, and at its end leaves the session of the office', async () => {
  const { token, partner_id, user } = await makeViewed()
  const { rows } = await sql<{
    minutes: number
  }>`SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes
    FROM sessions WHERE token_hash = ${tokenHash(token)}`.execute(db)
  expect(rows).toEqual([{ minutes: VIEW_MINUTES }])
  expect((await call(portalSession.logout, {}, token)).status).toBe(200)
  expect([(await me(token)).status, (await call(session.me, {})).status]).toEqual([401, 200])
  const next = (await begin(partner_id, user.id)).body.token
  await sql`UPDATE sessions SET expires_at = now() WHERE token_hash = ${tokenHash(next)}`.execute(db)
  expect((await me(next)).status).toBe(401)
})

test('ends with the session, the permission or the account of the viewer', async () => {
  const user = await makeUser(db, { partner: true })
  const partner_id = user.partner_id ?? 0
  const director = await makeUser(db)
  const viewing = async () => {
    const as = await signIn(director.username)
    return { as, token: (await begin(partner_id, user.id, as)).body.token }
  }
  const first = await viewing()
  expect((await me(first.token)).status).toBe(200)
  await call(session.logout, {}, first.as)
  expect((await me(first.token)).status).toBe(401)
  const second = await viewing()
  const change = (values: object) =>
    db.updateTable('users').set(values).where('id', '=', director.id).execute()
  await change({ role: 'user_manager' })
  expect((await me(second.token)).status).toBe(401)
  await change({ role: 'user_admin' })
  expect((await me(second.token)).status).toBe(200)
  expect(await findValidSessions(db, [tokenHash(second.token)])).toMatchObject([{ id: user.id }])
  await sql`UPDATE sessions SET expires_at = now() WHERE token_hash = ${tokenHash(second.as)}`.execute(db)
  expect((await me(second.token)).status).toBe(401)
  const third = await viewing()
  const requireFactor = (roles: string[]) =>
    sql`UPDATE settings SET second_factor_roles = ${roles}`.execute(db)
  await requireFactor(['user_admin'])
  expect((await me(third.token)).status).toBe(401)
  await requireFactor([])
  await change({ is_active: false })
  expect((await me(third.token)).status).toBe(401)
})
