// Users and partners that are added with an invitation by mail in place of a password.
import { history } from '@kontor/contract/history'
import { INVITATION_DAYS } from '@kontor/contract/lib/fields/identity'
import { figureNames, partners } from '@kontor/contract/partners'
import { session } from '@kontor/contract/session'
import { LINK_MINUTES, passwordLinks } from '@kontor/contract/session/passwordLinks'
import { users } from '@kontor/contract/users'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { requestOf, startApp } from '../../../test/app.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { makeCategory, makeCity, makePartner, makeUser, UNKNOWN_ID } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'

const server = await startMailServer()
const { received, until } = server
const { another, config, db, call, inject, staff } = await startApp(server.env, {
  jobTiming: { pollSeconds: 0.5, superviseSeconds: 1 },
  mailTiming: { retryDelaySeconds: 0 },
})
afterAll(() => server.close())

let count = 0
const someone = (more: object = {}) => {
  count += 1
  return {
    name: 'Nova Osoba',
    username: `nova${count}`,
    email: `nova${count}@firma.me`,
    invite: true,
    ...more,
  }
}
const add = (body: object) => call(users.create, { body: body as never })
const again = ({ id }: { id: number }) => call(users.invite, { params: { id: String(id) } })
const mailsTo = (email: string | null) => received.filter(({ to }) => to.some((one) => one === email))
const tokenIn = (body = '') => /\/password#([\w-]{43})\s/.exec(body)?.[1] ?? 'none'
/** The link of the last mail to an address, once there are so many. */
async function linkTo(email: string | null, mails = 1) {
  await until(() => mailsTo(email).length >= mails)
  return tokenIn(mailsTo(email).at(-1)?.body)
}
const readLink = (token: string) => call(passwordLinks.get, { body: { token } }, null)
const set = (token: string, password = 'prva-lozinka') =>
  call(passwordLinks.use, { body: { token, password } }, null)
const login = (username: string, password: string) =>
  call(session.login, { body: { username, password } }, null)
/** Moves the last invitation into the past. */
const aMinutePasses = ({ id }: { id: number }) =>
  sql`UPDATE users SET invited_at = invited_at - interval '1 minute 1 second' WHERE id = ${id}`.execute(db)
/** Moves the end of a user's links towards now. */
const minutesPass = ({ id }: { id: number }, minutes: number) =>
  sql`UPDATE password_links SET expires_at = expires_at - make_interval(mins => ${minutes})
    WHERE user_id = ${id}`.execute(db)
const one = async (id: number) => {
  const { result } = (await call(users.index, { body: { filters: { id: String(id) } } })).body
  return result[0]
}

test('refuses neither and both of password and invitation, and an invitation without an address', async () => {
  for (const [more, errors] of [
    [{ invite: false }, { password: ['validation.field'] }],
    [{ invite: undefined }, { password: ['validation.field'] }],
    [{ password: 'lozinka' }, { password: ['validation.invited_password'] }],
    [{ email: '' }, { email: ['validation.field'] }],
  ] as const) {
    const { status, body } = await add(someone(more))
    expect([more, status, body.errors]).toEqual([more, 422, errors])
  }
})

test('refuses an invitation where no mail is configured', async () => {
  const bare = await another({ config: { ...config, mail: undefined } })
  const body = someone()
  const answer = await call(users.create, { body }, staff, bare)
  expect([answer.status, answer.body.errors]).toEqual([422, { invite: ['users.no_mail'] }])
  const { body: user } = await add(someone())
  await aMinutePasses(user)
  const params = { id: String(user.id) }
  const second = await call(users.invite, { params }, staff, bare)
  expect([second.status, second.body.message]).toEqual([422, 'users.no_mail'])
  const found = await call(users.index, { body: { filters: { username: body.username } } })
  expect(found.body.total_rows).toBe(0)
  await bare.close()
})

test('the mailed link sets the password once; until then the user is listed as invited and cannot sign in', async () => {
  const { status, body: user } = await add(someone())
  expect([status, user.invited_at]).toEqual([200, expect.any(String)])
  const listed = async () => {
    const filters = { invited: 'true', username: user.username }
    return (await call(users.index, { body: { filters } })).body.total_rows
  }
  expect(await listed()).toBe(1)
  for (const password of ['', 'prva-lozinka']) expect((await login(user.username, password)).status).toBe(422)
  const token = await linkTo(user.email)
  expect(mailsTo(user.email)[0]).toMatchObject({ subject: 'Kontor: poziv' })
  expect(mailsTo(user.email)[0]?.body).toContain(user.username)
  expect((await readLink(token)).body).toEqual({ username: user.username, is_partner: false })
  expect((await set(token)).status).toBe(200)
  expect((await set(token)).body.message).toBe('login.link')
  expect((await login(user.username, 'prva-lozinka')).status).toBe(200)
  expect([await listed(), (await one(user.id))?.invited_at]).toEqual([0, null])
  const { result } = (
    await call(history.ofRecord, { params: { table: 'users', id: String(user.id) }, query: {} })
  ).body
  expect(result.map(({ values }) => values.map(({ column }) => column).sort())).toEqual([
    ['invited_at', 'password'],
    expect.arrayContaining(['invited_at']),
    expect.arrayContaining(['username']),
  ])
})

test('is valid for days, longer than a link for a forgotten password, and then ends', async () => {
  const { body: user } = await add(someone())
  const token = await linkTo(user.email)
  await minutesPass(user, LINK_MINUTES + 1)
  expect((await readLink(token)).status).toBe(200)
  await minutesPass(user, INVITATION_DAYS * 24 * 60 - LINK_MINUTES)
  expect((await readLink(token)).body.message).toBe('login.link')
})

test('a request for a forgotten password mails another invitation, and the former link stays valid', async () => {
  const { body: user } = await add(someone())
  const first = await linkTo(user.email)
  await call(passwordLinks.request, { body: { who: user.username } }, null)
  const second = await linkTo(user.email, 2)
  expect(mailsTo(user.email).map(({ subject }) => subject)).toEqual(Array(2).fill('Kontor: poziv'))
  expect((await one(user.id))?.invited_at).toBe(user.invited_at)
  await minutesPass(user, LINK_MINUTES + 1)
  for (const token of [first, second]) expect((await readLink(token)).status).toBe(200)
  const statuses = await Promise.all([first, second].map(async (token) => (await set(token)).status))
  expect(statuses.sort()).toEqual([200, 422])
  for (const token of [first, second]) expect((await readLink(token)).body.message).toBe('login.link')
})

test('is sent again at most once a minute, and ends the former link', async () => {
  const { body: user } = await add(someone())
  const first = await linkTo(user.email)
  expect((await again(user)).status).toBe(429)
  await aMinutePasses(user)
  expect((await again(user)).status).toBe(200)
  const second = await linkTo(user.email, 2)
  expect((await readLink(first)).status).toBe(422)
  expect((await readLink(second)).status).toBe(200)
  await sql`UPDATE users SET invited_at = now() + interval '1 day' WHERE id = ${user.id}`.execute(db)
  expect((await again(user)).status).toBe(200) // the clock was set back
})

test('is not sent again to a user with a password, or to an inactive one', async () => {
  const ready = await makeUser(db, { email: 'spreman@firma.me' })
  expect((await again(ready)).body.message).toBe('users.not_invited')
  const { body: user } = await add(someone())
  await aMinutePasses(user)
  const params = { id: String(user.id) }
  await call(users.toggle, { params, body: { is_active: false } })
  expect((await again(user)).body.message).toBe('users.not_invited')
  expect((await again({ id: UNKNOWN_ID })).status).toBe(404)
})

test('is not sent to a user of an inactive partner, and is not said to be', async () => {
  const company = await makePartner(db)
  const { body: user } = await add(someone({ partner_id: company.id }))
  await linkTo(user.email)
  await aMinutePasses(user)
  const invited_at = (await one(user.id))?.invited_at
  await db.updateTable('partners').set({ is_active: false }).where('id', '=', company.id).execute()
  const refused = await again(user)
  expect([refused.status, refused.body.message]).toEqual([422, 'users.inactive_partner'])
  const body = { email: `zatvoren${count}@firma.me` }
  const moved = await call(users.patch, { params: { id: String(user.id) }, body })
  expect([moved.status, moved.body.invited_at]).toEqual([200, invited_at])
})

test('an import that corrects the address mails a new link, and so does its undo', async () => {
  const { body: user } = await add(someone())
  const old = await linkTo(user.email)
  const email = `uvezen${count}@firma.me`
  const rows = [
    ['Korisničko ime', 'Ime', 'E-mail'],
    [user.username, '', email],
  ]
  const file = sheetFile(rows, 'korisnici.xlsx')
  const request = await requestOf(users.import, { form: {}, files: { file } }, staff)
  const imported = await inject<{ counts: object }>({
    ...request,
    headers: { ...request.headers, 'accept-language': 'en' },
  })
  expect([imported.status, imported.body.counts]).toMatchObject([200, { update: 1 }])
  const token = await linkTo(email)
  await until(() => mailsTo(user.email).length === 2)
  expect([email, user.email].map((address) => mailsTo(address).at(-1)?.subject)).toEqual([
    'Kontor: your invitation',
    'Kontor: your e-mail has been changed',
  ])
  expect([(await readLink(old)).status, (await readLink(token)).status]).toEqual([422, 200])
  const { last } = (await call(users.importStatus, {})).body
  expect((await call(users.undoImport, { body: { id: last?.id ?? 0 } })).status).toBe(200)
  const back = await linkTo(user.email, 3) // the second told of the former address
  expect([(await readLink(token)).status, (await readLink(back)).status]).toEqual([422, 200])
})

test('a corrected address gets a new link; a password set by the office ends the invitation', async () => {
  const { body: user } = await add(someone())
  const old = await linkTo(user.email)
  const params = { id: String(user.id) }
  const email = `ispravljen${count}@firma.me`
  const moved = await call(users.patch, { params, body: { email } })
  expect([moved.status, moved.body.email]).toEqual([200, email])
  expect(moved.body.invited_at).toBe((await one(user.id))?.invited_at)
  const token = await linkTo(email)
  expect([(await readLink(old)).status, (await readLink(token)).status]).toEqual([422, 200])
  const given = await call(users.patch, { params, body: { password: 'od-kancelarije' } })
  expect([given.status, given.body.invited_at]).toEqual([200, null])
  expect((await readLink(token)).status).toBe(422)
  expect((await login(user.username, 'od-kancelarije')).status).toBe(200)
})

test('a partner’s user is invited into the partners’ app, also with a new partner', async () => {
  const company = await makePartner(db)
  const { body: user } = await add(someone({ partner_id: company.id }))
  await linkTo(user.email)
  expect(mailsTo(user.email)[0]?.body).toContain('/app/password#')
  const category = await makeCategory(db)
  const { id: city_id } = await makeCity(db)
  const figures = Object.fromEntries(figureNames.map((name) => [name, '0']))
  const own = { id: 770_001, name: 'Novi Partner', city_id, categories: [category.id] }
  const body = { ...own, ...figures, invite: true }
  const without = await call(partners.create, { body: body as never })
  expect([without.status, without.body.errors]).toEqual([422, { email: ['validation.field'] }])
  const taken = await call(partners.create, { body: { ...body, email: user.email } as never })
  expect([taken.status, taken.body.errors]).toEqual([422, { email: ['validation.unique_email'] }])
  const email = 'novi@partner.me'
  expect((await call(partners.create, { body: { ...body, email } as never })).status).toBe(200)
  const token = await linkTo(email)
  expect((await readLink(token)).body).toEqual({ username: '770001', is_partner: true })
  expect((await set(token)).status).toBe(200)
  const entered = await call(session.login, { body: { username: '770001', password: 'prva-lozinka' } }, null)
  expect([entered.status, entered.body.partner_id]).toEqual([200, 770_001])
})
