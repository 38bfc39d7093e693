import { LEAST_ROLE } from '@kontor/contract/lib/http/about'
import { defaultValues } from '@kontor/contract/lib/resources/import-columns'
import { figureNames, partnerList, partners } from '@kontor/contract/partners'
import { plainFields } from '@kontor/contract/partners/fields'
import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { deactivateInUse, makeCategory, makeCity, makePartner, makeUser } from '../../../test/make.ts'
import { pdfTexts } from '../../../test/pdf-texts.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'

const { db, call, inject, staff, signIn, partnerUser } = await startApp()

const city = await makeCity(db, { name: 'Žabljak' })
const tyres = await makeCategory(db, { name: 'Šlauferi' })
const oils = await makeCategory(db, { name: 'Čepovi' })
const figures = {
  debt: '1.234,5',
  moneyCirculation: 0,
  annualPlan: '0',
  payment: '1',
  bonus: '5%',
  toolCash: 0.5,
  paymentTires: '0',
  bonusTires: '7,5 %',
  toolCashTires: '0',
  annualPlanTires: '0',
  moneyCirculationTires: '9999999999.999',
}
let last = 5000
const next = () => {
  last += 1
  return last
}
const filled = (values: object = {}) => ({
  id: next(),
  name: 'Gume Đurović',
  city_id: city.id,
  categories: [tyres.id],
  password: 'lozinka',
  confirmPassword: 'lozinka',
  ...figures,
  ...values,
})
const add = (values: object = {}) => call(partners.create, { body: filled(values) as never })
const edit = (id: number, values: object = {}) => {
  const { id: _, password: __, confirmPassword: ___, ...rest } = filled()
  return call(partners.update, { params: { id: String(id) }, body: { ...rest, ...values } as never })
}
/** 403 while its session exists, 401 afterwards. */
const meOf = async (token: string) =>
  (await inject({ url: '/api/getLogedUserData', headers: { authorization: `Bearer ${token}` } })).status
const everything = async () => ({
  partners: await db.selectFrom('partners').selectAll().orderBy('id').execute(),
  links: await db.selectFrom('partner_categories').selectAll().orderBy('partner_id').execute(),
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
})

describe('adding a partner', () => {
  test('rejects all invalid fields at once, and changes nothing', async () => {
    const before = await everything()
    const { status, body } = await add({
      id: 0,
      name: 'G',
      city_id: null,
      categories: [],
      password: 'abc',
      is_admin: true,
      debt: '%',
      bonus: '٣',
      payment: '1,2,3',
      toolCash: -1,
      annualPlan: '',
      debitLimit: 'x',
      bonusTires: '12345678901',
      paymentTires: '0,0001',
    })
    expect(body.params).toEqual({ min: 4 })
    expect([status, body.errors]).toEqual([
      422,
      {
        id: ['validation.id'],
        name: ['validation.partner_name'],
        city_id: ['validation.field'],
        categories: ['validation.categoryCountException'],
        password: ['validation.short_password'],
        debt: ['validation.not_a_number'],
        bonus: ['validation.not_a_number'],
        payment: ['validation.not_a_number'],
        toolCash: ['validation.not_negative'],
        annualPlan: ['validation.field'],
        debitLimit: ['validation.not_a_number'],
        bonusTires: ['validation.too_many_digits'],
        paymentTires: ['validation.too_many_decimals'],
        is_admin: ['validation.unknown_field'],
      },
    ])
    expect(await everything()).toEqual(before)
  })

  test.each([
    ['no id', { id: undefined }, 'id', 'validation.field'],
    ['an empty id', { id: '' }, 'id', 'validation.field'],
    ['no city', { city_id: undefined }, 'city_id', 'validation.field'],
    ['an id below 1', { id: -5 }, 'id', 'validation.id'],
    ['an id above the largest', { id: 2 ** 31 }, 'id', 'validation.id'],
    ['a figure too few', { moneyCirculation: undefined }, 'moneyCirculation', 'validation.field'],
    ['no categories', { categories: undefined }, 'categories', 'validation.categoryCountException'],
    ['another confirmation', { confirmPassword: 'lozinkA' }, 'confirmPassword', 'validation.password_match'],
    [
      'a short password',
      { password: 'abc', confirmPassword: 'abc' },
      'password',
      'validation.short_password',
    ],
    ['a city that is none', { city_id: 2_000_000_000 }, 'city_id', 'validation.not_found'],
    ['a category that is none', { categories: [2_000_000_000] }, 'categories', 'validation.not_found'],
  ])('rejects %s', async (_, values, field, key) => {
    const { status, body } = await add(values)
    expect([status, body.errors]).toEqual([422, { [field]: [key] }])
  })

  test('rejects an inactive city and category', async () => {
    const place = await makeCity(db, { is_active: false })
    const goods = await makeCategory(db, { is_active: false })
    expect((await add({ city_id: place.id })).body.errors).toEqual({ city_id: ['validation.inactive_city'] })
    expect((await add({ categories: [tyres.id, goods.id] })).body.errors).toEqual({
      categories: ['validation.inactive'],
    })
  })

  test('rejects a duplicate id: 422, or 434 when that partner is inactive', async () => {
    const active = await makePartner(db)
    const inactive = await makePartner(db, { is_active: false })
    const taken = await add({ id: active.id })
    expect([taken.status, taken.body.errors]).toEqual([422, { id: ['validation.unique_id'] }])
    const duplicate = await add({ id: inactive.id })
    expect([duplicate.status, duplicate.body.message]).toEqual([434, 'validation.exists_inactive'])
  })

  test('rejects an id that is another user’s username, active or not, and adds nothing', async () => {
    await makeUser(db, { username: '4001' })
    await makeUser(db, { username: '4002', is_active: false })
    const before = await everything()
    for (const id of [4001, 4002]) {
      const { status, body } = await add({ id })
      expect([status, body.errors]).toEqual([422, { id: ['validation.unique_username'] }])
    }
    expect(await everything()).toEqual(before)
  })

  test('many times at once adds one', async () => {
    const body = filled({ id: 4100 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(partners.create, { body: body as never })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
  })

  test('returns it whole: amounts as typed, categories in order, legacy field names accepted', async () => {
    const { status, body } = await add({
      id: 4200,
      phone: ' +382 67 1 ',
      haynesProUsername: 'hp_4200',
      categories: [{ id: tyres.id, name: 'Šlauferi' }, oils.id, oils.id],
    })
    expect([status, body]).toEqual([
      200,
      {
        ...defaultValues(plainFields),
        superior_partner_id: null,
        country_id: null,
        partner_type_id: null,
        id: 4200,
        name: 'Gume Đurović',
        phone: '+382 67 1',
        haynes_pro_username: 'hp_4200',
        city_id: city.id,
        city: { id: city.id, name: 'Žabljak' },
        categories: [
          { id: oils.id, name: 'Čepovi' },
          { id: tyres.id, name: 'Šlauferi' },
        ],
        category_names: 'Čepovi; Šlauferi',
        debt: '1234.500',
        moneyCirculation: '0.000',
        annualPlan: '0.000',
        payment: '1.000',
        bonus: '5%',
        toolCash: '0.500',
        debitLimit: '0.000',
        outOfCurrency: '0.000',
        paymentTires: '0.000',
        bonusTires: '7.5%',
        toolCashTires: '0.000',
        annualPlanTires: '0.000',
        moneyCirculationTires: '9999999999.999',
        is_active: true,
        version: 1,
        updated_at: expect.any(String),
      },
    ])
    expect((await call(partners.one, { params: { id: '4200' } })).body).toEqual(body)
    expect((await call(partners.all, {})).body.find(({ id }) => id === 4200)).toEqual(body)
  })

  test('adds a user named by its number, who cannot call staff routes', async () => {
    await add({ id: 4300, name: 'Autogume Bar' })
    const token = await signIn('4300', 'lozinka')
    const [login] = (await call(users.ofPartner, { params: { id: '4300' } })).body
    expect(login).toMatchObject({
      name: 'Autogume Bar',
      username: '4300',
      role: LEAST_ROLE,
      partner_id: 4300,
    })
    expect((await call(partners.one, { params: { id: '4300' } }, token)).status).toBe(403)
  })
})

describe('changing a partner', () => {
  test('rejects a new inactive city or category, and accepts unchanged ones', async () => {
    const old = await makeCity(db)
    const goods = await makeCategory(db, { name: 'Bivša' })
    const { body: added } = await add({ city_id: old.id, categories: [goods.id] })
    await deactivateInUse(db, 'cities', old.id)
    await deactivateInUse(db, 'categories', goods.id)
    const updated = await edit(added.id, { city_id: old.id, categories: [goods.id, tyres.id] })
    expect([updated.status, updated.body.category_names]).toEqual([200, 'Bivša; Šlauferi'])
    const { body: other } = await add()
    expect((await edit(other.id, { city_id: old.id })).body.errors).toEqual({
      city_id: ['validation.inactive_city'],
    })
    expect((await edit(other.id, { categories: [goods.id] })).body.errors).toEqual({
      categories: ['validation.inactive'],
    })
  })

  test('replaces the categories as a set, as a new version', async () => {
    const { body: added } = await add({ categories: [tyres.id, oils.id] })
    const { body } = await edit(added.id, { categories: [oils.id], version: 1 })
    expect(body).toMatchObject({ categories: [{ id: oils.id, name: 'Čepovi' }], version: 2 })
  })

  test('PUT and POST are equivalent, and the response of GET can be sent back', async () => {
    const { body: added } = await add({ haynes_pro_username: 'hp' })
    const { id, is_active, updated_at, city: _, category_names: __, ...rest } = added
    for (const [n, route] of [partners.update, partners.updatePost].entries()) {
      const sent = { ...rest, city_id: city.id, version: n + 1 }
      const { status, body } = await call(route, { params: { id: String(id) }, body: sent })
      expect([status, { ...body, updated_at }]).toEqual([200, { ...added, is_active, version: n + 2 }])
    }
  })

  test('with a password ends the sessions of all its users; without one they continue', async () => {
    const { body: added } = await add({ id: 4400 })
    await makeUser(db, { username: 'drugi4400', partner_id: 4400 })
    const tokens = [await signIn('4400', 'lozinka'), await signIn('drugi4400')]
    await edit(added.id, { password: '' })
    expect(await Promise.all(tokens.map(meOf))).toEqual([403, 403])
    expect((await edit(added.id, { password: 'x', confirmPassword: 'x' })).body.errors).toEqual({
      password: ['validation.short_password'],
    })
    await edit(added.id, { password: 'nova lozinka', confirmPassword: 'nova lozinka' })
    expect(await Promise.all(tokens.map(meOf))).toEqual([401, 401])
    expect(await signIn('4400', 'lozinka')).toBeUndefined()
    expect(await signIn('4400', 'nova lozinka')).toEqual(expect.any(String))
  })

  test('with a password adds a user to a partner without one', async () => {
    const { id } = await makePartner(db)
    await edit(id, { password: 'lozinka', confirmPassword: 'lozinka' })
    expect(await signIn(String(id), 'lozinka')).toEqual(expect.any(String))
  })
})

describe('deactivating a partner', () => {
  test('ends the sessions of all its users, who cannot sign in until it is reactivated', async () => {
    const { body: added } = await add({ id: 4500 })
    await makeUser(db, { username: 'drugi4500', partner_id: 4500 })
    const tokens = [await signIn('4500', 'lozinka'), await signIn('drugi4500')]
    const { body } = await call(partners.toggle, { params: idOf(added), body: {} })
    expect(body).toMatchObject({ id: 4500, is_active: false, version: 2 })
    expect(await Promise.all(tokens.map(meOf))).toEqual([401, 401])
    expect(await signIn('4500', 'lozinka')).toBeUndefined()
    await call(partners.toggle, { params: idOf(added), body: {} })
    expect(await Promise.all(tokens.map(meOf))).toEqual([401, 401])
    expect(await signIn('4500', 'lozinka')).toEqual(expect.any(String))
  })

  test('is not reversed while its city is inactive, or all its categories are; one active category is enough', async () => {
    const place = await makeCity(db)
    const first = await makeCategory(db)
    const second = await makeCategory(db)
    const { body: added } = await add({ city_id: place.id, categories: [first.id, second.id] })
    const toggle = (is_active: boolean) => call(partners.toggle, { params: idOf(added), body: { is_active } })
    const set = (table: 'cities' | 'categories', id: number, is_active: boolean) =>
      db.updateTable(table).set({ is_active }).where('id', '=', id).execute()
    await toggle(false)
    await set('cities', place.id, false)
    const placeless = await toggle(true)
    expect([placeless.status, placeless.body.errors]).toEqual([
      422,
      { city_id: ['validation.inactive_city'] },
    ])
    await set('cities', place.id, true)
    await set('categories', first.id, false)
    await set('categories', second.id, false)
    const bare = await toggle(true)
    expect([bare.status, bare.body.errors]).toEqual([422, { categories: ['validation.inactive_categories'] }])
    await set('categories', second.id, true)
    expect((await toggle(true)).body).toMatchObject({ is_active: true, version: 3 })
  })

  test('with a state is repeatable; a missing partner is 404', async () => {
    const partner = await makePartner(db)
    for (const _ of [1, 2]) {
      const { body } = await call(partners.toggle, { params: idOf(partner), body: { is_active: false } })
      expect(body).toMatchObject({ is_active: false, version: 2 })
    }
    const url = `/api/partners/delete/${partner.id}`
    const again = await inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${staff}` } })
    expect(again.body).toMatchObject({ is_active: true })
    expect((await call(partners.toggle, { params: { id: '2000000000' }, body: {} })).status).toBe(404)
  })
})

describe('the list of partners', () => {
  type Body = Parameters<typeof call<typeof partners.index>>[1]['body']
  const list = (body: object) => call(partners.index, { body: body as Body })
  const ids = async (body: object) => (await list(body)).body.result.map(({ id }) => id)

  test('rejects unknown columns', async () => {
    for (const body of [
      { filters: { password: 'x' } },
      { options: { sortBy: 'category_names' } },
      { options: { itemsPerPage: 25 } },
      { filters: { debt: 'mnogo' } },
    ])
      expect((await list(body)).status, JSON.stringify(body)).toBe(422)
  })

  test('pickers contain no debts, and no list contains users or passwords', async () => {
    const whole = (await call(partners.all, {})).bytes.toString()
    expect(whole).toContain('debt')
    expect(whole).not.toMatch(/password|hash|username":"4|\$argon2/)
    expect((await call(partners.active, {})).bytes.toString()).not.toMatch(/debt|bonus|phone/)
    for (const body of [{ filters: { debt: '>0' } }, { options: { sortBy: 'debt' } }, { only: ['x'] }])
      expect((await call(partners.activePage, { body: body as object })).status, JSON.stringify(body)).toBe(
        422,
      )
    const page = await call(partners.activePage, { body: {} })
    expect(page.bytes.toString()).not.toMatch(/debt|bonus|phone/)
  })

  test('pickers are paged, searched by name or number, and list active ones only', async () => {
    const here = await makePartner(db, { name: 'Ćira za izbor' })
    const gone = await makePartner(db, { name: 'Ćiro za izbor', is_active: false })
    const idsOf = async (body: HandlerCall<typeof partners.activePage>['body']) => {
      const answer = await call(partners.activePage, { body })
      return { ids: answer.body.result.map(({ id }) => id), total: answer.body.total_rows }
    }
    expect(await idsOf({ filters: { search: 'cir izbor' } })).toEqual({ ids: [here.id], total: 1 })
    expect(await idsOf({ filters: { search: String(here.id) } })).toEqual({ ids: [here.id], total: 1 })
    expect(await idsOf({ only: [here.id, gone.id] })).toEqual({ ids: [here.id], total: 1 })
    const all = (await call(partners.active, {})).body
    expect((await idsOf({ options: { itemsPerPage: 8 } })).ids).toEqual(all.slice(0, 8).map(({ id }) => id))
    expect((await idsOf({})).total).toBe(all.length)
  })

  test('is sorted by number; debts are sorted and filtered by their number, percentage or not', async () => {
    await makePartner(db, { id: 11, bonus: '7.5', bonus_percent: true, name: 'Ćup', phone: '+382 67 111' })
    await makePartner(db, { id: 12, bonus: '100', name: 'Đak', city_id: city.id })
    await makePartner(db, { id: 13, bonus: '8', name: 'Cer', haynes_pro_username: 'hp_x13' })
    const some = { filters: { id: '11..13' } }
    expect(await ids(some)).toEqual([11, 12, 13])
    expect(await ids({ ...some, options: { sortBy: 'bonus', sortDesc: true } })).toEqual([12, 13, 11])
    expect(await ids({ ...some, options: { sortBy: 'name' } })).toEqual([13, 11, 12])
    expect(await ids({ filters: { id: '11..13', bonus: '>=8' } })).toEqual([12, 13])
    expect(await ids({ filters: { id: '11..13', bonus: '7,5' } })).toEqual([11])
    expect(await ids({ filters: { id: '11..13', city: 'zablj' } })).toEqual([12])
    expect(await ids({ filters: { id: '11..13', search: 'x13' } })).toEqual([13])
    expect((await list({ options: { itemsPerPage: 8 } })).body.result[0]?.bonus).toBe('7.5%')
  })

  test('is filtered by category, and every column can be exported', async () => {
    await add({ id: 14, categories: [oils.id, tyres.id] })
    expect(await ids({ filters: { id: '<15', category_names: 'cepovi slaufer' } })).toEqual([14])
    const columns = ['id', 'category_names', 'city', ...figureNames]
    for (const format of ['xlsx', 'pdf'])
      expect((await list({ report_data: { name: 'Partneri', columns, format } })).status).toBe(200)
  })

  test('a PDF without chosen columns has the default ones, with whole codes', async () => {
    const file = async (columns?: 'id'[]) => {
      const { bytes } = await list({ filters: { id: '1234567' }, report_data: { name: 'Partneri', columns } })
      return new Set(pdfTexts(bytes).flatMap((page) => page.map(({ text }) => text)))
    }
    await makePartner(db, { id: 1234567 })
    const texts = await file()
    for (const text of ['1234567', 'Naziv', 'Telefon', 'Grad', 'Aktivan']) expect(texts).toContain(text)
    const { pib, account_number, partner_type } = partnerList.columns
    for (const { label } of [pib, account_number, partner_type]) expect(texts).not.toContain(label.cnr)
    expect(await file(['id'])).not.toContain('Naziv')
  })

  test('the active list omits others, by number', async () => {
    const { id } = await makePartner(db, { is_active: false })
    const all = (await call(partners.all, {})).body
    expect(all.map((one) => one.id)).toContain(id)
    const active = (await call(partners.active, {})).body.map((one) => one.id)
    expect(active).toEqual(all.filter((one) => one.is_active).map((one) => one.id))
    expect(active).toEqual(active.toSorted((a, b) => a - b))
    expect(active).toContain(partnerUser.partner_id)
  })
})
