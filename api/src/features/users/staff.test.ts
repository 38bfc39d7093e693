import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePartner, makeUser } from '../../../test/make.ts'

// On an app of its own: here it matters that nobody else is staff.
const { db, call, signIn, staff, staffUser } = await startApp()

const activeStaff = () =>
  db.selectFrom('users').select('id').where('is_active', '=', true).where('partner_id', 'is', null).execute()
const params = { id: String(staffUser.id) }

describe('A21 the last active staff user', () => {
  test('cannot be deactivated, not even by himself, and stays signed in', async () => {
    for (const body of [null, { is_active: false }]) {
      const answer = await call(users.toggle, { params, body })
      expect([answer.status, answer.body.message]).toEqual([422, 'validation.last_admin'])
    }
    expect(await activeStaff()).toEqual([{ id: staffUser.id }])
    expect((await call(users.ofPartners, {}, staff)).status).toBe(200)
  })

  test('cannot be given to a partner', async () => {
    const { id: partner_id } = await makePartner(db)
    const body = { name: staffUser.name, username: staffUser.username, partner_id }
    expect((await call(users.update, { params, body })).body.message).toBe('validation.last_admin')
    expect(await activeStaff()).toEqual([{ id: staffUser.id }])
  })

  test('remains when two deactivate each other at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const other = await makeUser(db)
      const theirs = await signIn(other.username)
      const body = { is_active: false }
      const answers = await Promise.all([
        call(users.toggle, { params: { id: String(other.id) }, body }, staff),
        call(users.toggle, { params, body }, theirs),
      ])
      const statuses = answers.map(({ status }) => status).sort()
      expect([200, 401, 422]).toContain(statuses[1])
      expect(statuses[0]).toBe(200)
      const left = await activeStaff()
      expect(left).toHaveLength(1)
      if (left[0]?.id !== staffUser.id) return
    }
  })
})
