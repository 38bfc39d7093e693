import { users } from '@kontor/contract/users'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePartner } from '../../../test/make.ts'
import { untilWaiting } from '../../../test/waiting.ts'

// On an app of its own, because these tests need to control all staff.
const { db, call, makeSignedIn, staff, staffUser } = await startApp()

const activeStaff = () =>
  db.selectFrom('users').select('id').where('is_active', '=', true).where('partner_id', 'is', null).execute()
const params = { id: String(staffUser.id) }

describe('the last active staff user', () => {
  test('cannot be deactivated, not even by himself, and remains signed in', async () => {
    for (const body of [null, { is_active: false }]) {
      const answer = await call(users.toggle, { params, body })
      expect([answer.status, answer.body.message]).toEqual([422, 'validation.last_admin'])
    }
    expect(await activeStaff()).toEqual([{ id: staffUser.id }])
    expect((await call(users.ofPartners, {}, staff)).status).toBe(200)
  })

  test('cannot be moved to a partner', async () => {
    const { id: partner_id } = await makePartner(db)
    const body = { name: staffUser.name, username: staffUser.username, partner_id }
    expect((await call(users.update, { params, body })).body.errors).toEqual({
      partner_id: ['validation.own_role'],
    })
    expect(await activeStaff()).toEqual([{ id: staffUser.id }])
  })

  test('remains when two deactivate each other at the same moment', async () => {
    const { user: other, token: otherToken } = await makeSignedIn()
    // A deactivation ends the user's sessions in the same transaction: their locked rows make both requests wait.
    const lock = await db.startTransaction().execute()
    await lock.selectFrom('sessions').select('user_id').forUpdate().execute()
    const body = { is_active: false }
    const calls = [
      call(users.toggle, { params: { id: String(other.id) }, body }, staff),
      call(users.toggle, { params, body }, otherToken),
    ]
    await untilWaiting(db, calls.length)
    await lock.commit().execute()
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort()
    // The second request would deactivate the last member of the staff, or has no session any more.
    expect([
      [200, 422],
      [200, 401],
    ]).toContainEqual(statuses)
    expect(await activeStaff()).toHaveLength(1)
  })
})
