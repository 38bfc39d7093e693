import { history } from '@kontor/contract/history'
import { changesInWords } from '@kontor/contract/history/tables'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { figureNames, partners } from '@kontor/contract/partners'
import { moreFields } from '@kontor/contract/partners/fields'
import { portalPartners } from '@kontor/contract/partners/portal'
import { countries } from '@kontor/contract/resources/countries'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { changeRole, makeCategory, makeCity, makeCountry, makePartner, makeUser } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call, partner, signIn } = await startApp()
const city = await makeCity(db)
const goods = await makeCategory(db)
const country = await makeCountry(db, { name: 'Crna Gora' })
const figures = Object.fromEntries(figureNames.map((name) => [name, '0']))

let last = 700
function documented() {
  last += 1
  return { id: last, name: `Servis ${last}`, city_id: city.id, categories: [goods.id], ...figures }
}
const add = (values: object = {}) =>
  call(partners.create, { body: { ...documented(), password: 'lozinka', ...values } as never })
const edit = (id: number, values: object = {}) => {
  const { id: _, ...rest } = documented()
  return call(partners.update, { params: { id: String(id) }, body: { ...rest, ...values } as never })
}
const filled = {
  partner_number: 'K-17',
  sifdob: '0042',
  code: 'AJ',
  pib: '02345678',
  pdv: '30/31-01234-5',
  account_number: '510-1234-56',
  post_code: '81000',
  email: 'ured@primjer.me',
  authorised_person: 'Ana Anić',
  contact_person: 'Đuro Đurić',
  ordered_by_person: 'Žana Žarić',
  pin: '0042',
}
const none = Object.fromEntries(Object.keys(moreFields).map((name) => [name, null]))

describe('the additional fields of a partner', () => {
  test.each([
    ['a PIB of seven', { pib: '1234567' }, 'pib', 'validation.pib'],
    ['a PIB of blanks', { pib: '1 2 3 4 ' }, 'pib', 'validation.pib'],
    ['a PIB of nine', { pib: '123456789' }, 'pib', 'validation.pib'],
    ['an e-mail without a host', { email: 'ured@' }, 'email', 'validation.email'],
    ['an e-mail of two', { email: 'a@b.me, c@d.me' }, 'email', 'validation.email'],
    ['a PIN of three', { pin: '123' }, 'pin', 'validation.pin'],
    ['a PIN of letters', { pin: '12a4' }, 'pin', 'validation.pin'],
    [
      'a person who begins with a digit',
      { contact_person: '3 Ana' },
      'contact_person',
      'validation.digit_first',
    ],
    ['a type that is none', { partner_type_id: 2_000_000_000 }, 'partner_type_id', 'validation.not_found'],
    ['a code that is no text', { code: 5 }, 'code', 'validation.type'],
    ['a number too long', { partner_number: 'x'.repeat(51) }, 'partner_number', 'validation.long_text'],
    ['a country that is none', { country_id: 2_000_000_000 }, 'country_id', 'validation.not_found'],
    [
      'a superior that is none',
      { superior_partner_id: 2_000_000_000 },
      'superior_partner_id',
      'validation.not_found',
    ],
  ])('reject %s, also for a new partner', async (_, values, field, key) => {
    const partner = await makePartner(db)
    for (const { status, body } of [await edit(partner.id, values), await add(values)])
      expect([status, body.errors]).toEqual([422, { [field]: [key] }])
  })

  test('reject inactive references, and a partner above itself at any distance', async () => {
    const away = await makeCountry(db, { is_active: false })
    const gone = await makePartner(db, { is_active: false })
    const head = await makePartner(db)
    const branch = await makePartner(db)
    const leaf = await makePartner(db)
    const errorsOf = async (id: number, values: object) => (await edit(id, values)).body.errors
    expect(await errorsOf(head.id, { country_id: away.id })).toEqual({
      country_id: ['validation.inactive_country'],
    })
    expect(await errorsOf(head.id, { superior_partner_id: gone.id })).toEqual({
      superior_partner_id: ['validation.inactive_partner'],
    })
    expect((await edit(branch.id, { superior_partner_id: head.id })).status).toBe(200)
    expect((await edit(leaf.id, { superior_partner_id: branch.id })).status).toBe(200)
    for (const id of [head.id, branch.id, leaf.id])
      expect(await errorsOf(head.id, { superior_partner_id: id }), String(id)).toEqual({
        superior_partner_id: ['validation.superior_circle'],
      })
  })

  test('a country of active partners cannot be deactivated; a superior can, and its branches keep it', async () => {
    const country = await makeCountry(db)
    const head = await makePartner(db)
    const branch = await makePartner(db, { country_id: country.id, superior_partner_id: head.id })
    const params = { id: String(country.id) }
    const refused = await call(routesOf(countries).toggle, { params, body: null })
    expect([refused.status, refused.body.used_by]).toEqual([
      435,
      { table: 'partners', count: 1, records: [{ id: branch.id, name: branch.name }] },
    ])
    expect((await call(partners.toggle, { params: { id: String(head.id) }, body: null })).status).toBe(200)
    const unchanged = await edit(branch.id, { superior_partner_id: head.id })
    expect([unchanged.status, unchanged.body.superior_partner]).toEqual([
      200,
      { id: head.id, name: head.name },
    ])
  })

  test('are all optional', async () => {
    const { status, body } = await add()
    expect(status).toBe(200)
    expect(body).toMatchObject(none)
  })

  test('are returned as typed, also under the documents’ names and as whole records', async () => {
    const head = await makePartner(db)
    const { body: added } = await add({ ...filled, country_id: country.id, superior_partner_id: head.id })
    const whole = {
      superior_partner: { id: head.id, name: head.name },
      country: { id: country.id, name: 'Crna Gora' },
    }
    expect(added).toMatchObject({ ...filled, ...whole, country_id: country.id })
    const { body: legacy } = await add({
      partnerNumber: 'K-17',
      accountNumber: '510-1234-56',
      postCode: '81000',
      authorisedPerson: 'Ana Anić',
      contactPerson: 'Đuro Đurić',
      orderedByPerson: 'Žana Žarić',
      superiorPartner: { id: head.id, name: 'kako god' },
      country: { id: country.id },
      sifdob: '0042',
      code: 'AJ',
      pib: '02345678',
      pdv: '30/31-01234-5',
      email: 'ured@primjer.me',
      pin: '0042',
    })
    expect(legacy).toMatchObject({ ...filled, ...whole })
    const { id, password: _, ...row } = { ...added, password: undefined }
    expect((await edit(id, row)).body).toMatchObject({ ...filled, ...whole })
  })

  test('are not changed when omitted, and cleared by null', async () => {
    const { body } = await add({ ...filled, country_id: country.id })
    expect((await edit(body.id)).body).toMatchObject({ ...filled, country_id: country.id })
    expect((await edit(body.id, { partner_number: null, postCode: '' })).body).toMatchObject({
      ...filled,
      partner_number: null,
      post_code: null,
    })
    expect((await edit(body.id, { ...filled, email: '', country_id: null })).body).toMatchObject({
      ...filled,
      email: null,
      country_id: null,
      country: null,
    })
  })

  test('filter and sort the list, and are in the history with labels', async () => {
    const head = await makePartner(db, { name: 'Centrala Šljiva' })
    const { body } = await add({ ...filled, pib: 'X7654321', superior_partner_id: head.id })
    const found = async (filters: object, sortBy: string) =>
      (await call(partners.index, { body: { filters, options: { sortBy } } as never })).body.result.map(
        ({ id }) => id,
      )
    expect(await found({ pib: 'x7654321' }, 'pib')).toEqual([body.id])
    expect(await found({ superior_partner: 'sljiva' }, 'superior_partner')).toEqual([body.id])
    expect(await found({ superior_partner: 'sljiva', country: 'nema' }, 'country')).toEqual([])
    const entries = await call(history.ofRecord, {
      params: { table: 'partners', id: String(body.id) },
      query: {},
    })
    const changes = [
      { column: 'superior_partner_id', before: null, after: 'Centrala Šljiva' },
      { column: 'pib', before: null, after: 'X7654321' },
    ]
    expect(entries.body.result[0]?.values).toEqual(expect.arrayContaining(changes))
    expect(changesInWords('partners', changes, 'cnr')).toBe(
      'Nadređeni partner: Centrala Šljiva · PIB: X7654321',
    )
  })

  test('need no permission for debts; a partner sees none of them in the portal', async () => {
    await changeRole(db, 'user_engineer', { granted: ['partners.change'], revoked: ['figures.see'] })
    const { username } = await makeUser(db, { role: 'user_engineer' })
    const without = await signIn(username)
    const { body } = await add(filled)
    const params = { id: String(body.id) }
    const seen = (await call(partners.one, { params }, without)).body
    expect(seen).toMatchObject(filled)
    expect(Object.keys(seen)).not.toContain('debt')
    const { name, categories } = seen
    const sent = { name, city_id: city.id, categories: categories.map(({ id }) => id), pdv: 'novi' }
    expect((await call(partners.update, { params, body: sent as never }, without)).body.pdv).toBe('novi')
    const own = await call(portalPartners.profile, {}, partner)
    expect(Object.keys(own.body)).toEqual(expect.not.arrayContaining(Object.keys(moreFields)))
  })
})

const book = (rows: unknown[][]) => sheetFile(rows, 'partneri.xlsx')
const upload = (rows: unknown[][]) =>
  call(partners.import, { form: { is_update_financial: 'false' }, files: { file: book(rows) } })
const HEADER = ['Šifra', 'Naziv', 'Kategorije', 'Grad', 'PIB', 'Država', 'Nadređeni partner', 'E-mail', 'PIN']
const row = (id: number, ...more: unknown[]) => [id, `Uvoz ${id}`, goods.name, city.name, ...more]

describe('a sheet of partners', () => {
  test('reports every invalid cell of them', async () => {
    const head = await makePartner(db)
    const branch = await makePartner(db)
    await db
      .updateTable('partners')
      .set({ superior_partner_id: head.id })
      .where('id', '=', branch.id)
      .execute()
    await makePartner(db, { name: 'Dvojnik' })
    await makePartner(db, { name: 'dvojnik' })
    const { status, body } = await upload([
      HEADER,
      row(801, '123'),
      row(802, '', 'Nigdje', 'Nepoznat'),
      row(803, '', '', 'Dvojnik'),
      row(804, '', '', 999_999),
      row(head.id, '', '', branch.id),
    ])
    expect([status, body.errors]).toEqual([
      422,
      {
        E2: ['validation.pib'],
        F3: ['import.unknown_name'],
        G3: ['import.unknown_name'],
        G4: ['import.ambiguous_name'],
        G5: ['import.unknown_name'],
        G6: ['validation.superior_circle'],
      },
    ])
  })

  test('reads a superior by number or exact name, and imports its own export unchanged', async () => {
    const head = await makePartner(db, { name: 'Jedina Centrala' })
    const { body } = await upload([
      HEADER,
      row(811, '02345678', 'crna gora', 'jedina centrala', 'a@b.me', '0042'),
      row(812, '', '', head.id),
    ])
    expect(body.counts).toMatchObject({ create: 2, problems: 0 })
    const one = async (id: number) => (await call(partners.one, { params: { id: String(id) } })).body
    expect(await one(811)).toMatchObject({
      pib: '02345678',
      email: 'a@b.me',
      pin: '0042',
      country_id: country.id,
      superior_partner_id: head.id,
    })
    expect((await one(812)).superior_partner_id).toBe(head.id)
    const gone = await makePartner(db)
    await edit(812, { superior_partner_id: gone.id })
    await call(partners.toggle, { params: { id: String(gone.id) }, body: null })
    const { bytes } = await call(partners.excel, {})
    const rows = await readRows(bytes)
    expect(rows.find(([code]) => String(code) === '812')?.map(String)).toContain(String(gone.id))
    const again = await upload(rows)
    expect(again.body.errors).toBeUndefined()
    expect([again.body.message, again.body.counts.update, again.body.counts.problems]).toEqual([
      'import.done',
      0,
      0,
    ])
  })
})
