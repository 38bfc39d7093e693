import { history } from '@kontor/contract/history'
import { partners } from '@kontor/contract/partners'
import { session } from '@kontor/contract/session'
import { secondFactor } from '@kontor/contract/session/factor'
import { passwordLinks } from '@kontor/contract/session/passwordLinks'
import { users } from '@kontor/contract/users'
import { signIns } from '@kontor/contract/users/signIns'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { startMailServer } from '../../../../test/mail-server.ts'
import { makePartner, makeUser, PASSWORD } from '../../../../test/make.ts'
import { codeOf, makeTotp } from '../../../../test/make-factor.ts'
import { untilWaiting } from '../../../../test/waiting.ts'
import { newToken, tokenHash } from '../../../lib/auth/tokens.ts'
import { ATTEMPTS } from '../attempts/rules.ts'
import { sweepLinks } from './queries.ts'
import { LINK_LIMITS } from './rules.ts'
import { PASSWORD_CHANGED } from './table.ts'

const server = await startMailServer()
const { received, state, until } = server
const { app, another, anotherPool, config, db, call, signIn } = await startApp(server.env, {
  jobTiming: { pollSeconds: 0.5, superviseSeconds: 1 },
  mailTiming: { retryDelaySeconds: 0 },
})
afterAll(() => server.close())
const tests = await anotherPool()

let count = 0
const address = () => {
  count += 1
  return `osoba${count}@firma.me`
}
const someone = async (values: Parameters<typeof makeUser>[1] = {}) => {
  const email = address()
  return { ...(await makeUser(db, { email, ...values })), email: values.email ?? email }
}
const ask = (who: string) => call(passwordLinks.request, { body: { who } }, null)
const readLink = (token: string) => call(passwordLinks.get, { body: { token } }, null)
const edit = ({ id }: { id: number }, body: object) =>
  call(users.update, { params: { id: String(id) }, body: body as never })
const set = (token: string, password = 'nova-lozinka', more: object = {}) =>
  call(passwordLinks.use, { body: { token, password, ...more } }, null)
const login = (username: string, password: string) =>
  call(session.login, { body: { username, password } }, null)
const mailsTo = (email: string | null) =>
  received.filter(({ to }) => to.some((one) => one.toLowerCase() === email?.toLowerCase()))
const mailJobs = () => db.selectFrom('pgboss.job').select('state').where('name', '=', 'mail')
const waitingMail = () => mailJobs().where('state', 'in', ['created', 'retry', 'active']).limit(1)
/** Waits until all mails were sent or have failed. */
const untilMailed = () => eventually(async () => expect(await waitingMail().execute()).toEqual([]))
const tokenIn = (body = '') => /\/password#([\w-]{43})\s/.exec(body)?.[1] ?? 'none'
/** Requests a link and reads it from the mail. */
async function linkFor(user: { username: string; email: string | null }) {
  const before = mailsTo(user.email).length
  await ask(user.username)
  await until(() => mailsTo(user.email).length > before)
  await untilMailed()
  return tokenIn(mailsTo(user.email).at(-1)?.body)
}
const BAD = [422, 'login.link']

beforeEach(async () => {
  state.refuse = 0
  await db.deleteFrom('login_attempts').execute()
})

describe('requesting a link', () => {
  test('returns the same for existing and missing users, and mails nothing to users who may not sign in', async () => {
    const closed = await makePartner(db, { is_active: false })
    const can = await someone()
    const others = [
      await someone({ is_active: false }),
      await someone({ partner_id: closed.id }),
      await makeUser(db),
    ]
    const names = ['nema-takvog', 'nema@takvog.me', ...others.map(({ username }) => username)]
    const answers = await Promise.all([...names, can.username].map(ask))
    for (const { status, body } of answers) expect([status, body.message]).toEqual([200, 'login.link_sent'])
    await until(() => mailsTo(can.email).length > 0)
    await untilMailed()
    for (const { email } of others) expect(mailsTo(email)).toEqual([])
    for (const who of ['', 'a'.repeat(300)]) expect((await ask(who)).status).toBe(422)
  })

  test('stores nothing of the input, which may be a password', async () => {
    const typed = 'Moja-Tajna-1'
    expect((await ask(typed)).status).toBe(200)
    const { rows } = await sql`SELECT data::text FROM pgboss.job WHERE data::text ILIKE ${`%${typed}%`}
      UNION ALL SELECT key FROM login_attempts WHERE key ILIKE ${`%${typed}%`}`.execute(db)
    expect(rows).toEqual([])
    await untilMailed()
  })

  test('is limited by network and name, and mails per user are limited', async () => {
    const user = await someone()
    const statuses = []
    for (let i = 0; i <= LINK_LIMITS.name; i++) statuses.push((await ask(user.username)).status)
    expect(statuses).toEqual([...Array(LINK_LIMITS.name).fill(200), 429])
    await untilMailed()
    expect(mailsTo(user.email).length).toBeLessThanOrEqual(LINK_LIMITS.user)
    for (let i = LINK_LIMITS.name; i < LINK_LIMITS.network; i++) await ask(`neko${i}`)
    expect((await ask('jos-neko')).status).toBe(429)
    await untilMailed()
  })

  test('finds the user by name or address in any case, and links partners’ users to the portal', async () => {
    const user = await someone({ email: 'Ime.Prezime@Firma.me', name: 'Ime Prezime' })
    const partner = await someone({ partner: true })
    for (const who of ['ime.prezime@firma.ME', user.username.toUpperCase()]) {
      const before = mailsTo(user.email).length
      await ask(who)
      await until(() => mailsTo(user.email).length > before)
      await untilMailed()
    }
    await ask(partner.email ?? '')
    await untilMailed()
    expect(mailsTo('Ime.Prezime@Firma.me')).toHaveLength(2)
    expect(mailsTo(partner.email)[0]?.body).toContain('http://127.0.0.1:3000/app/password#')
  })

  test('returns an error where no mail is configured', async () => {
    const bare = await another({ config: { ...config, mail: undefined } })
    const answer = await call(passwordLinks.request, { body: { who: 'ana' } }, null, bare)
    expect([answer.status, answer.body.message]).toEqual([422, 'login.no_mail'])
    expect((await bare.inject(session.about.path)).json().mails_links).toBe(false)
    expect((await call(session.about, {}, null)).body.mails_links).toBe(true)
    await bare.close()
  })
})

describe('a mailed link', () => {
  test('is rejected when it is unknown, used, expired, replaced, or its user may no longer sign in', async () => {
    expect((await readLink('x')).status).toBe(422)
    const nobodys = 'a'.repeat(43)
    const used = await linkFor(await someone())
    expect((await set(used)).status).toBe(200)
    const lateUser = await someone()
    const late = await linkFor(lateUser)
    await db
      .updateTable('password_links')
      .set({ expires_at: sql`expires_at - interval '30 minutes 1 second'` })
      .where('user_id', '=', lateUser.id)
      .execute()
    const twice = await someone()
    const older = await linkFor(twice)
    const newer = await linkFor(twice)
    expect(newer).not.toBe(older)
    const goneUser = await someone()
    const gone = await linkFor(goneUser)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', goneUser.id).execute()
    await db.updateTable('users').set({ is_active: true }).where('id', '=', goneUser.id).execute()
    const closed = await someone({ partner: true })
    await ask(closed.username)
    await untilMailed()
    const ofClosed = tokenIn(mailsTo(closed.email)[0]?.body)
    await db
      .updateTable('partners')
      .set({ is_active: false })
      .where('id', '=', closed.partner_id ?? 0)
      .execute()
    for (const token of [nobodys, used, late, older, gone, ofClosed]) {
      for (const answer of [await readLink(token), await set(token, 'jos-novija')])
        expect([answer.status, answer.body.message]).toEqual(BAD)
    }
    expect((await readLink(newer)).body).toEqual({ username: twice.username, is_partner: false })
  })

  test('is invalid when the password or the address was changed in another way', async () => {
    for (const change of [{ password: 'druga-lozinka' }, { email: address() }]) {
      const user = await someone()
      const token = await linkFor(user)
      const own = { name: user.name, username: user.username, current_password: PASSWORD, ...change }
      expect((await call(session.updateMe, { body: own }, await signIn(user.username))).status).toBe(200)
      expect((await readLink(token)).status).toBe(422)
    }
    await untilMailed()
  })

  test('of several requested at once or during an outage of the mail server the last mailed is valid', async () => {
    const user = await someone()
    state.refuse = 451
    const before = state.tries
    await Promise.all(Array.from({ length: LINK_LIMITS.user }, () => ask(user.username)))
    await until(() => state.tries > before + 1)
    state.refuse = 0
    await until(() => mailsTo(user.email).length > 0)
    await untilMailed()
    expect((await readLink(tokenIn(mailsTo(user.email).at(-1)?.body))).status).toBe(200)
  })

  test('is not used up by a password that is too short or not confirmed', async () => {
    const token = await linkFor(await someone())
    expect((await set(token, 'abc')).body.errors).toEqual({ password: ['validation.short_password'] })
    expect((await set(token, 'duga-lozinka', { confirmPassword: 'drugo' })).body.errors).toEqual({
      confirmPassword: ['validation.password_match'],
    })
    expect((await readLink(token)).status).toBe(200)
  })

  test('sets the new password, ends sessions, deletes devices and counters, sends a mail and writes the history', async () => {
    const user = await someone()
    const open = await signIn(user.username)
    for (let i = 0; i < 10; i++) await login(user.username, 'pogadjanje')
    const token = await linkFor(user)
    expect((await set(token, 'nova-lozinka', { confirmPassword: 'nova-lozinka' })).status).toBe(200)
    expect((await call(session.me, {}, open)).status).toBe(401)
    const devices = db.selectFrom('known_devices').select('user_id').where('user_id', '=', user.id)
    expect(await devices.execute()).toEqual([])
    expect((await login(user.username, PASSWORD)).status).toBe(422)
    expect((await login(user.username, 'nova-lozinka')).status).toBe(200)
    await untilMailed()
    expect(mailsTo(user.email).at(-1)?.subject).toBe('Kontor: vaša lozinka je izmijenjena')
    const { body } = await call(history.ofRecord, {
      params: { table: 'users', id: String(user.id) },
      query: {},
    })
    expect(body.result[0]).toMatchObject({ person: { id: user.id }, values: [{ column: 'password' }] })
    const log = await call(signIns.index, { body: { filters: { username: user.username } } })
    const entry = log.body.result.find(({ outcome }) => outcome === 'link_used')
    expect(entry).toMatchObject({ factor: 'link', user: { id: user.id } })
  })

  test('that a tool has made works for a user without an address', async () => {
    const user = await makeUser(db)
    const token = newToken()
    const link = { user_id: user.id, token_hash: tokenHash(token), expires_at: '2999-01-01' }
    await db.insertInto('password_links').values(link).execute()
    expect((await readLink(token)).body).toEqual({ username: user.username, is_partner: false })
    expect((await set(token)).status).toBe(200)
    expect((await login(user.username, 'nova-lozinka')).status).toBe(200)
  })

  test('is deleted when it would last longer than its kind, because the clock was set back', async () => {
    const user = await makeUser(db)
    const invited = await makeUser(db, { invited_at: new Date().toISOString() })
    for (const [{ id }, interval] of [
      [user, '30 minutes'],
      [user, '40 minutes'],
      [invited, '6 days'],
      [invited, '8 days'],
    ] as const) {
      const expires_at = sql<string>`now() + ${interval}::interval`
      await db
        .insertInto('password_links')
        .values({ user_id: id, token_hash: tokenHash(newToken()), expires_at })
        .execute()
    }
    await sweepLinks(db)
    const ids = [user.id, invited.id]
    const left = db.selectFrom('password_links').select('user_id').where('user_id', 'in', ids)
    expect(await left.orderBy('user_id').execute()).toEqual(ids.map((user_id) => ({ user_id })))
  })

  test('is used once, also by simultaneous requests on two nodes', async () => {
    const node = await another({ jobTiming: { pollSeconds: 60 } })
    const user = await someone()
    const token = await linkFor(user)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const body = { token, password: `lozinka-${i}` }
        return (await call(passwordLinks.use, { body }, null, i % 2 ? node : app)).status
      }),
    )
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(422)])
    const which = await Promise.all(statuses.map((_, i) => login(user.username, `lozinka-${i}`)))
    expect(which.filter(({ status }) => status === 200)).toHaveLength(1)
    await untilMailed()
    expect(mailsTo(user.email).filter(({ subject }) => subject.includes('izmijenjena'))).toHaveLength(1)
    await node.close()
  })

  test('is stored as a hash only, and is in no log', async () => {
    const user = await someone()
    const token = await linkFor(user)
    const links = await db.selectFrom('password_links').selectAll().where('user_id', '=', user.id).execute()
    expect(links[0]?.token_hash.toString('latin1')).not.toContain(token)
    expect(JSON.stringify(links)).not.toContain(token)
  })
})

test('a password set by the office is accepted at once, whatever was tried before', async () => {
  const { id: partner_id } = await makePartner(db)
  const ofPartner = await makeUser(db, { username: String(partner_id), partner_id })
  const ofOffice = await makeUser(db)
  const resets_at = sql<string>`now() + interval '10 minutes'`
  for (const { username } of [ofOffice, ofPartner]) {
    for (let i = 0; i < ATTEMPTS.own; i++) await login(username, 'pogadjanje')
    await db
      .updateTable('login_attempts')
      .set({ attempts: ATTEMPTS.account, resets_at })
      .where('key', '=', `account:${username}`)
      .execute()
    expect((await login(username, PASSWORD)).status).toBe(429)
  }
  const { name, username } = ofOffice
  expect((await edit(ofOffice, { name, username, password: 'nova-lozinka' })).status).toBe(200)
  const params = { id: String(partner_id) }
  expect((await call(partners.patch, { params, body: { password: 'nova-lozinka' } })).status).toBe(200)
  for (const { username } of [ofOffice, ofPartner])
    expect((await login(username, 'nova-lozinka')).status).toBe(200)
})

describe('the mail', () => {
  test('has one recipient for any name, and non-ASCII letters', async () => {
    const names = [
      'Žarko "Čika" Šćepović, direktor <zli@primjer.me>',
      'a@b.me, zli@primjer.me',
      'Ana\r\nBcc: zli@primjer.me\r\n\r\nTekst',
      'Ana\u2028Bcc: zli@primjer.me',
    ]
    for (const name of names) {
      const user = await someone({ name })
      await ask(user.username)
      await untilMailed()
      const [mail, ...more] = mailsTo(user.email)
      expect([mail?.to, more]).toEqual([[user.email], []])
      const head = mail?.raw.split('\r\n\r\n')[0] ?? ''
      expect(head).not.toMatch(/^bcc:/im)
      expect(mail?.subject).toBe('Kontor: nova lozinka')
    }
    expect(received.flatMap(({ to }) => to)).not.toContain('zli@primjer.me')
  })

  test('is not sent when credentials were not changed', async () => {
    const user = await someone()
    const { name, username, email } = user
    const input = { name: `${name} II`, username, email: email?.toUpperCase() ?? null, password: '' }
    expect((await edit(user, input)).status).toBe(200)
    const token = await signIn(username)
    const own = { name, username, email, current_password: PASSWORD }
    expect((await call(session.updateMe, { body: own }, token)).status).toBe(200)
    await untilMailed()
    expect(mailsTo(email)).toEqual([])
  })

  test('informs the former address of the change, of any user, with its time', async () => {
    for (const next of [address(), null]) {
      const own = await someone()
      const others = await someone()
      const change = { name: own.name, username: own.username, current_password: PASSWORD, email: next }
      const saved = await call(session.updateMe, { body: change }, await signIn(own.username))
      expect(saved.status).toBe(200)
      const input = { name: others.name, username: others.username, email: next && address() }
      expect((await edit(others, input)).status).toBe(200)
      await untilMailed()
      for (const { email, username } of [own, others]) {
        const mailsOf = mailsTo(email)
        expect(mailsOf.map(({ subject }) => subject)).toEqual(['Kontor: vaš e-mail je izmijenjen'])
        expect(mailsOf[0]?.body).toContain(`za korisničko ime ${username} je izmijenjen (`)
      }
      expect(next ? mailsTo(next) : []).toEqual([])
    }
  })

  test('of simultaneous changes goes to the address that each has replaced', async () => {
    const user = await someone()
    const token = await signIn(user.username)
    const addresses = [address(), address()]
    const { saved } = await tests.db.transaction().execute(async (tx) => {
      // NO KEY: rows in the background that refer to the user must not wait.
      await sql`SELECT FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`.execute(tx)
      const saved = addresses.map((email) => {
        const own = { name: user.name, username: user.username, current_password: PASSWORD }
        return call(session.updateMe, { body: { ...own, email } }, token)
      })
      await untilWaiting(tests.db, 2)
      return { saved }
    })
    expect((await Promise.all(saved)).map(({ status }) => status)).toEqual([200, 200])
    await untilMailed()
    expect(mailsTo(user.email)).toHaveLength(1)
    expect(addresses.flatMap(mailsTo)).toHaveLength(1)
  })

  test('informs a user of a password set by an administrator, at the current address', async () => {
    const stays = await someone()
    const moves = await someone()
    const next = address()
    for (const [user, email] of [
      [stays, stays.email],
      [moves, next],
    ] as const) {
      const input = { name: user.name, username: user.username, email, password: 'druga-lozinka' }
      expect((await edit(user, input)).status).toBe(200)
    }
    await untilMailed()
    const subjects = (email: string | null) => mailsTo(email).map(({ subject }) => subject)
    const changed = 'Kontor: vaša lozinka je izmijenjena'
    expect([subjects(stays.email), subjects(next)]).toEqual([[changed], [changed]])
    expect(subjects(moves.email)).toEqual(['Kontor: vaš e-mail je izmijenjen'])
  })

  test('informs a user of a password set in the form of the partner', async () => {
    const { id } = await makePartner(db)
    const user = await someone({ username: String(id), partner_id: id })
    const body = { password: 'druga-lozinka' }
    expect((await call(partners.patch, { params: { id: String(id) }, body })).status).toBe(200)
    await untilMailed()
    expect(mailsTo(user.email).map(({ subject }) => subject)).toEqual(['Kontor: vaša lozinka je izmijenjena'])
  })

  test('informs a user of a second factor that was added or removed, also by an administrator', async () => {
    const user = await someone()
    const token = await signIn(user.username)
    const proof = { current_password: PASSWORD }
    const { secret } = (await call(secondFactor.startTotp, { body: proof }, token)).body
    const subjects = async () => {
      await untilMailed()
      return mailsTo(user.email).map(({ subject }) => subject)
    }
    expect(await subjects()).toEqual([])
    await call(secondFactor.confirmTotp, { body: { code: codeOf(secret) } }, token)
    const [added, gone] = ['Kontor: dodat je drugi korak prijave', 'Kontor: uklonjen je drugi korak prijave']
    expect(await subjects()).toEqual([added])
    await call(secondFactor.removeTotp, { body: proof }, token)
    expect(await subjects()).toEqual([added, gone])
    await makeTotp(db, user.id)
    await call(users.removeFactor, { params: { id: String(user.id) } })
    expect(await subjects()).toEqual([added, gone, gone])
    expect(mailsTo(user.email)[0]?.body).toContain(`Za korisničko ime ${user.username} dodat je`)
  })

  test('has the time of the change, also when it is sent late', async () => {
    const user = await someone()
    const data = { user_id: user.id, locale: 'cnr', at: '2026-02-03T09:05:00Z' }
    await sql`INSERT INTO pgboss.job (name, data)
      VALUES ('mail', ${JSON.stringify({ kind: PASSWORD_CHANGED, data })})`.execute(db)
    await untilMailed()
    expect(mailsTo(user.email)[0]?.body).toMatch(/izmijenjena \(3\. ?2\. ?2026\. 10:05\)/)
  })

  test('an invalid or duplicate address is rejected', async () => {
    const { email } = await someone()
    const user = await someone()
    const token = await signIn(user.username)
    const own = { name: user.name, username: user.username }
    const save = (body: object) => call(session.updateMe, { body: { ...own, ...body } }, token)
    for (const wrong of [
      'bez-majmuna',
      'a@b',
      'a b@c.me',
      'a@b.me, c@d.me',
      'a@b.me\r\nBcc: x@y.me',
      '"a"@b.me',
      'a@b.me>',
      'č@b.me',
      `${'a'.repeat(65)}@b.me`,
    ]) {
      const { status, body } = await save({ email: wrong, current_password: PASSWORD })
      expect([wrong, status, body.errors]).toEqual([wrong, 422, { email: ['validation.email'] }])
    }
    expect((await save({ email: address() })).body.errors).toEqual({ current_password: ['validation.field'] })
    const taken = await save({ email: email?.toUpperCase(), current_password: PASSWORD })
    expect(taken.body.errors).toEqual({ email: ['validation.unique_email'] })
    expect((await save({ current_password: null })).body.email).toBe(user.email)
    expect((await save({ email: '', current_password: PASSWORD })).body.email).toBeNull()
    const all = await call(users.index, { body: { filters: { email: String(email) } } })
    expect(all.body.result.map(({ email }) => email)).toEqual([email])
  })

  test('is retried after 451 and given up after 550', async () => {
    const later = await someone()
    const never = await someone()
    state.refuse = 451
    const before = state.tries
    await ask(later.username)
    await until(() => state.tries >= before + 2)
    state.refuse = 0
    await until(() => mailsTo(later.email).length > 0)
    await untilMailed()
    expect(mailsTo(later.email)).toHaveLength(1)
    expect((await readLink(tokenIn(mailsTo(later.email)[0]?.body))).status).toBe(200)
    state.refuse = 550
    const tries = state.tries
    await ask(never.username)
    await until(() => state.tries > tries)
    await untilMailed()
    expect([state.tries, mailsTo(never.email)]).toEqual([tries + 1, []])
  })

  test('is kept while the server is unreachable, without its link in any log, and then sent by any node', async () => {
    // A mail that the server has not accepted yet keeps this node from others, so that the second one takes them.
    const { promise, resolve: accept } = Promise.withResolvers<void>()
    state.hold = promise
    const { tries } = state
    await ask((await someone()).username)
    await until(() => state.tries > tries)
    const user = await someone()
    const lines: string[] = []
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    const nowhere = config.mail && { ...config.mail, port: 1 }
    const node = await another({ config: { ...config, mail: nowhere }, logger })
    await node.ready()
    // The job of a killed node, whose lease has ended.
    const job = { kind: 'password_links_asked', data: { user_ids: [user.id], locale: 'en' } }
    await sql`INSERT INTO pgboss.job (name, data, state, started_on, expire_seconds)
      VALUES ('mail', ${JSON.stringify(job)}, 'active', now() - interval '2 minutes', 120)`.execute(db)
    await eventually(() => expect(lines.join()).toContain('jobs: mail failed'))
    await node.close()
    accept()
    await untilMailed()
    expect(mailsTo(user.email).map(({ subject }) => subject)).toEqual(['Kontor: set a new password'])
    expect(lines.join()).not.toMatch(/password#|@firma\.me/)
  })

  test('is given up after two hours', async () => {
    const user = await someone()
    state.refuse = 451
    const before = state.tries
    await ask(user.username)
    await until(() => state.tries > before)
    // A running attempt stores when the first one was, so it is set between two.
    await eventually(async () => {
      const early =
        await sql`UPDATE pgboss.job SET output = jsonb_build_object('first_at', now() - interval '2 hours')
        WHERE name = 'mail' AND state = 'retry'`.execute(db)
      expect(early.numAffectedRows).toBe(1n)
    })
    await untilMailed()
    expect(mailsTo(user.email)).toEqual([])
  })
})
