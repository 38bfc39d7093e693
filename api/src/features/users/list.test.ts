import { roles } from '@kontor/contract/lib/http/about'
import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { makePartner, makeUser, UNKNOWN_ID } from '../../../test/make.ts'

const { db, call, signIn } = await startApp()
const zeta = await makePartner(db, { name: 'Zeta Gume' })
const cacak = await makePartner(db, { name: 'Čačak Auto' })
await makeUser(db, { name: 'Šime Đurić', username: 'sime', partner_id: zeta.id })
await makeUser(db, { name: 'Čedo 100%', username: 'cedo', partner_id: cacak.id })
await makeUser(db, { name: 'Cica_1', username: 'cica', is_active: false })

const namesFor = async (body: object) => {
  const answer = await call(users.index, { body: body as never })
  expect(answer.status).toBe(200)
  return answer.body.result.map(({ name }) => name)
}

describe('the list of users', () => {
  test('cannot be filtered or sorted by a password, and contains none', async () => {
    for (const column of [
      'password',
      'password_hash',
      't1.password',
      'partner.users.password_hash',
      'users.password_hash',
    ]) {
      const bodies = [
        { filters: { [column]: 'a' } },
        { options: { sortBy: [column], sortDesc: [true] } },
        { show_columns: [column] },
        { report_data: { name: 'x', columns: [column] } },
      ]
      for (const body of bodies) {
        expect((await call(users.index, { body: body as never })).status, JSON.stringify(body)).toBe(422)
      }
    }
  })

  test('finds nobody by a hash', async () => {
    for (const search of ['argon2', '$argon2id$']) expect(await namesFor({ filters: { search } })).toEqual([])
  })

  test('searches pattern characters literally', async () => {
    expect(await namesFor({ filters: { name: '%' } })).toEqual(['Čedo 100%'])
    expect(await namesFor({ filters: { name: '_' } })).toEqual(['Cica_1'])
    expect(await namesFor({ filters: { name: '\\' } })).toEqual([])
  })

  test('filters by name, username, partner and state, in any case, diacritics or script', async () => {
    expect(await namesFor({ filters: { name: 'шиме djuric' } })).toEqual(['Šime Đurić'])
    expect(await namesFor({ filters: { username: 'CED' } })).toEqual(['Čedo 100%'])
    expect(await namesFor({ filters: { partner: 'cacak' } })).toEqual(['Čedo 100%'])
    expect(await namesFor({ filters: { is_active: 'false' } })).toEqual(['Cica_1'])
    expect(await namesFor({ filters: { search: 'cica' }, show_only_active: true })).toEqual([])
  })

  test('has the role of staff alone, and the last sign-in', async () => {
    const rowOf = async (filters: object) =>
      (await call(users.index, { body: { filters } as never })).body.result[0]
    const { username } = await makeUser(db, { name: 'Nina', role: 'user_financier' })
    await signIn(username)
    expect(await rowOf({ username: 'sime' })).toMatchObject({ staff_role: null, last_sign_in_at: null })
    await eventually(async () => {
      const row = await rowOf({ username, staff_role: 'user_financier', last_sign_in_at: 'today' })
      expect(row).toMatchObject({ name: 'Nina', staff_role: 'user_financier' })
    })
    for (const staff_role of roles) expect(await rowOf({ staff_role, partner: 'zeta' })).toBeUndefined()
  })

  test('sorts by the name of the partner in Montenegrin order', async () => {
    const sorted = async (desc: boolean) => {
      const options = { sortBy: ['partner' as const], sortDesc: [desc] }
      const { body } = await call(users.index, { body: { options, filters: { search: '' } } })
      return body.result.flatMap(({ partner }) =>
        partner && [zeta.id, cacak.id].includes(partner.id) ? partner.name : [],
      )
    }
    expect(await sorted(false)).toEqual(['Čačak Auto', 'Zeta Gume'])
    expect(await sorted(true)).toEqual(['Zeta Gume', 'Čačak Auto'])
  })

  test('lists the users of all partners, and of one', async () => {
    const all = await call(users.ofPartners, {})
    expect(all.body.every(({ partner_id }) => partner_id !== null)).toBe(true)
    const one = await call(users.ofPartner, { params: { id: String(zeta.id) } })
    expect(one.body.map(({ username }) => username)).toEqual(['sime'])
    expect((await call(users.ofPartner, { params: { id: '2000000000' } })).body).toEqual([])
  })
})

test('the users of a partner are found by its id, in a page and among the active ones', async () => {
  const filters = { partner_id: String(zeta.id) }
  expect(await namesFor({ filters })).toEqual(['Šime Đurić'])
  expect(await namesFor({ filters, show_only_active: true })).toEqual(['Šime Đurić'])
  expect(await namesFor({ filters: { partner_id: String(UNKNOWN_ID) } })).toEqual([])
})
