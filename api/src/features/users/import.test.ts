import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { changeRole, makePartner, makeUser } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call, signIn, staff, staffUser } = await startApp()
const HEADER = ['Korisničko ime', 'Ime', 'Uloga', 'Partner (šifra)', 'Aktivan']
/** The header of an export; files without the e-mail column are accepted as well. */
const SHEET = HEADER.toSpliced(4, 0, 'E-mail')
const partner = await makePartner(db, { id: 501, name: 'Auto centar' })
await makePartner(db, { id: 502, name: 'Auto centar' })
await makePartner(db, { id: 503, name: 'Ugašen', is_active: false })
await makeUser(db, { username: 'menadzer', name: 'Menadžer', role: 'user_manager' })

const uploadFile = (rows: unknown[][], as?: string, dry = false) => {
  const file = sheetFile(rows, 'korisnici.xlsx')
  return call(users.import, { form: dry ? { dry_run: 'true' } : {}, files: { file } }, as)
}
const upload = (rows: unknown[][], as?: string, dry = false) => uploadFile([HEADER, ...rows], as, dry)
const uploadEmails = (rows: unknown[][], as?: string) =>
  uploadFile([['Korisničko ime', 'Ime', 'Uloga', 'E-pošta'], ...rows], as)
const stored = () =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'role', 'partner_id', 'email', 'is_active', 'password_hash'])
    .orderBy('id')
    .execute()
const one = async (username: string) => (await stored()).find((user) => user.username === username)
const undo = async (as?: string) => {
  const { last } = (await call(users.importStatus, {})).body
  return call(users.undoImport, { body: { id: last?.id ?? 0 } }, as)
}

describe('a file of users is rejected', () => {
  test('when usernames differ by zeros only, from a stored one or from each other', async () => {
    await makeUser(db, { username: '00456', name: 'Nule', role: 'user_manager' })
    await makeUser(db, { username: '789', name: 'Bez nula', role: 'user_manager' })
    const before = await stored()
    const usernames = [456, '00789', '0061', 61, '61,00']
    const { status, body } = await upload(usernames.map((username) => [username, 'Ime', 'Menadžer', '', '']))
    const [lookalike, duplicate] = [['import.twin'], ['import.duplicate']]
    expect([status, body.errors]).toEqual([
      422,
      { A2: lookalike, A3: lookalike, A5: duplicate, A6: duplicate },
    ])
    expect(await stored()).toEqual(before)
  })

  test('with invalid cells, each by cell, and nothing is changed', async () => {
    const before = await stored()
    const { status, body } = await upload([
      ['ana nova', 'Ana', 'Menadžer', '', ''],
      ['bob', 'B', 'Gazda', '', ''],
      ['cile', 'Cile', '', '', ''],
      ['dane', 'Dane', 'Menadžer', 501, ''],
      ['ema', 'Ema', '', 'Auto centar', ''],
      ['fico', 'Fico', '', 503, ''],
      ['gaga', 'Gaga', '', 'Nema ga', ''],
      ['menadžer', 'Blizanac', 'Menadžer', '', ''],
      ['pеra', 'Miješana pisma', 'Menadžer', '', ''],
    ])
    expect([status, body.message]).toEqual([422, 'import.rejected'])
    expect(body.errors).toEqual({
      A2: ['validation.username'],
      B3: ['validation.user_name'],
      C3: ['excel.one_of'],
      C4: ['validation.field'],
      C5: ['import.role_of_partner'],
      D6: ['import.ambiguous_name'],
      D7: ['validation.inactive_partner'],
      D8: ['import.unknown_name'],
      A10: ['validation.username_letters'],
    })
    expect(await stored()).toEqual(before)
  })

  test("when it grants a role above the caller's, or changes a user with one", async () => {
    await changeRole(db, 'user_manager', { granted: ['users.see', 'users.import'] })
    const manager = await signIn('menadzer')
    const before = await stored()
    const beyond = await upload([['novi', 'Novi', 'Direktor', '', '']], manager)
    expect([beyond.status, beyond.body.errors]).toEqual([422, { C2: ['error.beyond_own_rights'] }])
    const director = before.find(({ role }) => role === 'user_admin')
    const demoted = await upload([[director?.username, director?.name, 'Stručni saradnik', '', '']], manager)
    expect(demoted.body.errors).toEqual({ C2: ['error.beyond_own_rights'] })
    const off = await upload([[director?.username, '', '', '', 'ne']], manager, true)
    expect(off.body.problems).toMatchObject([{ column: 'C', reason: 'error.beyond_own_rights' }])
    expect(await stored()).toEqual(before)
    const allowed = await upload([['saradnik', 'Saradnik', 'Stručni saradnik', '', '']], manager)
    expect(allowed.status).toBe(200)
    expect((await undo(manager)).status).toBe(200)
  })

  test("when it would make a member of the staff a partner's user, or leave nobody to sign in", async () => {
    await makeUser(db, { username: 'osoblje', role: 'user_financier' })
    const joins = await upload([['osoblje', '', '', 501, '']])
    expect(joins.body.errors).toEqual({ D2: ['import.staff_stays'] })
    const all = (await stored()).filter(({ partner_id, is_active }) => partner_id === null && is_active)
    const { body } = await upload(all.map(({ username }) => [username, '', 'Stručni saradnik', '', '']))
    expect(Object.values(body.errors ?? {})).toEqual([['validation.own_role']])
  })

  test('when it would change the role of the caller, at that row', async () => {
    await makeUser(db, { username: 'koleginica', role: 'user_engineer' })
    const { id } = await makeUser(db, { username: 'direktorka', role: 'user_admin' })
    const lines = [
      ['koleginica', '', 'Menadžer', '', ''],
      [staffUser.username, '', 'Menadžer', '', ''],
    ]
    const before = await stored()
    const previewed = await upload(lines, staff, true)
    expect(previewed.body.problems).toMatchObject([{ row: 3, column: 'C', reason: 'validation.own_role' }])
    expect((await upload(lines)).body.errors).toEqual({ C3: ['validation.own_role'] })
    expect(await stored()).toEqual(before)
    await db.deleteFrom('users').where('id', '=', id).execute() // the tests below have a single Direktor
  })

  test('when it would deactivate the caller, at that row', async () => {
    await makeUser(db, { username: 'kolega', role: 'user_engineer' })
    const lines = [
      ['kolega', '', '', '', 'ne'],
      [staffUser.username, '', '', '', 'ne'],
    ]
    const previewed = await upload(lines, staff, true)
    expect(previewed.body.problems).toMatchObject([{ row: 3, column: 'E', reason: 'import.own_active' }])
    expect((await upload(lines)).body.errors).toEqual({ E3: ['import.own_active'] })
    const active = (await stored()).filter(({ username }) =>
      ['kolega', staffUser.username].includes(username),
    )
    expect(active.map(({ is_active }) => is_active)).toEqual([true, true])
  })
})

test("rejects an e-mail that is invalid, a duplicate or the caller's own; otherwise stores it", async () => {
  const director = await makeUser(db, { username: 'uprava', role: 'user_admin', email: 'uprava@firma.me' })
  await makeUser(db, { username: 'zoran', role: 'user_financier', email: 'zoran@firma.me' })
  const own = await signIn(director.username)
  const before = await stored()
  const wrong = await uploadEmails([
    ['zoran', '', '', 'nije adresa'],
    ['petra', 'Petra', 'Poslovni sekretar', 'Uprava@firma.me'],
    ['iva', 'Iva', 'Poslovni sekretar', 'iva@firma.me'],
    ['igor', 'Igor', 'Poslovni sekretar', 'iva@firma.me'],
  ])
  const taken = ['validation.unique_email']
  expect(wrong.body.errors).toEqual({ D2: ['validation.email'], D3: taken, D5: taken })
  const mine = await uploadEmails([['uprava', '', '', 'drugi@firma.me']], own)
  expect(mine.body.errors).toEqual({ D2: ['validation.own_sign_in'] })
  expect(await stored()).toEqual(before)

  const { status, body } = await uploadEmails(
    [
      ['uprava', 'Uprava', '', 'uprava@firma.me'],
      ['zoran', '', '', 'zoran.z@firma.me'],
      ['petra', 'Petra', 'Poslovni sekretar', 'petra@firma.me'],
      ['mila', 'Mila', 'Poslovni sekretar', ''],
    ],
    own,
  )
  expect([status, body.counts]).toMatchObject([200, { create: 2, problems: 0 }])
  const emails = await Promise.all(['zoran', 'petra', 'mila'].map(async (name) => (await one(name))?.email))
  expect(emails).toEqual(['zoran.z@firma.me', 'petra@firma.me', null])
  expect((await upload([['petra', 'Petra P.', '', '', '']], own)).status).toBe(200)
  expect((await one('petra'))?.email).toBe('petra@firma.me')
  expect((await undo(own)).status).toBe(200)
})

describe('an undo is rejected', () => {
  const refusal = [422, { is_active: ['import.own_active'] }]

  test('by a user whom it would deactivate, not by another', async () => {
    const { id, username } = await makeUser(db, {
      username: 'povratnik',
      role: 'user_admin',
      is_active: false,
    })
    await upload([[username, '', '', '', 'da']])
    const refused = await undo(await signIn(username))
    expect([refused.status, refused.body.errors]).toEqual(refusal)
    expect((await one(username))?.is_active).toBe(true)
    expect((await undo()).body).toMatchObject({ updated: 1, kept: 0 })
    expect((await one(username))?.is_active).toBe(false)
    await db.deleteFrom('users').where('id', '=', id).execute() // the tests below have a single Direktor
  })

  test('by a user whom it would delete, not by another', async () => {
    const { body } = await upload([['pridosla', 'Pridošla', 'Direktor', '', '']])
    const refused = await undo(await signIn('pridosla', body.passwords[0]?.password))
    expect([refused.status, refused.body.errors]).toEqual(refusal)
    expect((await one('pridosla'))?.is_active).toBe(true)
    expect((await undo()).body).toMatchObject({ created: 1, kept: 0 })
    expect(await one('pridosla')).toBeUndefined()
  })
})

test('adds users with passwords that are returned once, changes, deactivates and ends sessions, and is undone', async () => {
  await makeUser(db, { username: 'marko', name: 'Marko', role: 'user_financier' })
  const token = await signIn('marko')
  const before = await stored()
  const preview = await upload([['nina', 'Nina', 'Poslovni sekretar', '', '']], undefined, true)
  expect([preview.body.counts.create, preview.body.passwords]).toEqual([1, []])
  const { status, body } = await upload([
    ['nina', 'Nina', 'Poslovni sekretar', '', ''],
    ['kupac', 'Kupac', '', 501, ''],
    ['marko', 'Marko Marković', '', '', 'ne'],
  ])
  expect([status, body.counts]).toEqual([200, { create: 2, update: 1, same: 0, problems: 0 }])
  expect(body.passwords.map(({ username }) => username)).toEqual(['nina', 'kupac'])
  expect(await one('kupac')).toMatchObject({ partner_id: partner.id, role: 'user_engineer' })
  expect(await one('nina')).toMatchObject({ partner_id: null, role: 'user_financier' })
  await signIn('nina', body.passwords[0]?.password)
  expect((await call(users.ofPartners, {}, token)).status).toBe(401)
  expect((await undo()).body).toMatchObject({ created: 2, updated: 1, kept: 0 })
  expect(await stored()).toEqual(before)
  expect((await call(users.ofPartners, {}, token)).status).toBe(401)
})

test('imports its own export unchanged, without API keys, and changes only edited cells', async () => {
  await makeUser(db, { username: 'kljuc', is_key: true } as never)
  const rows = await readRows((await call(users.excel, {})).bytes)
  const usernames = rows.slice(1).map(([username]) => username)
  expect([rows[0], usernames.includes('kljuc')]).toEqual([SHEET, false])
  const same = await uploadFile(rows, undefined, true)
  expect(same.body.counts).toEqual({ create: 0, update: 0, same: rows.length - 1, problems: 0 })
  const before = await stored()
  const edited = rows.map((row) => (row[0] === 'osoblje' ? row.with(1, 'Novo ime') : row))
  expect((await uploadFile(edited)).body.counts).toMatchObject({ create: 0, update: 1 })
  const after = await stored()
  expect(after.filter((user, i) => JSON.stringify(user) !== JSON.stringify(before[i]))).toMatchObject([
    { username: 'osoblje', name: 'Novo ime' },
  ])
  expect((await undo()).status).toBe(200)
  expect(await stored()).toEqual(before)
})
