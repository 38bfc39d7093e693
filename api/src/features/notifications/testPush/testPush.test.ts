import { fitsPush } from '@kontor/contract/lib/http/push'
import { MAX_TESTS_PER_HOUR, notifications } from '@kontor/contract/notifications'
import { linkOf, notificationTest, officeLinkOf } from '@kontor/contract/notifications/form'
import { portalNotifications, staffDevices } from '@kontor/contract/notifications/portal'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startApp } from '../../../../test/app.ts'
import { makeDevice, makeSlider } from '../../../../test/make.ts'
import { ok, pushServices, pushTiming } from '../../../../test/push-services.ts'

const services = await pushServices()
const { db, call, inject, makeSignedIn, partner, partnerUser } = await startApp(services.env, { pushTiming })
beforeEach(() => {
  services.state.answer = () => ok
  services.arrived.length = 0
})

const body = { subject: 'Proba akcije', notification_text: 'Ovako izgleda' }
const sendTest = (token: string, more: object = {}) =>
  call(notifications.test, { body: { ...body, ...more } }, token)
/** A member of the staff with these phones. */
async function author(...tokens: string[]) {
  const { user, token } = await makeSignedIn()
  for (const device of tokens)
    await call(staffDevices.register, { body: { token: device, platform: 'android' } }, token)
  return { ...user, token }
}

test('refuses an incomplete test, one that opens an inactive record, and one with partners', async () => {
  const { token } = await author('odbijen')
  const gone = await makeSlider(db, { is_active: false })
  expect((await sendTest(token, { subject: '' })).body.errors).toHaveProperty('subject')
  expect((await sendTest(token, { slider_id: gone.id })).body.errors).toEqual({
    slider_id: ['validation.inactive'],
  })
  expect((await sendTest(token, { partners: [1] })).status).toBe(422)
  expect(services.arrived).toEqual([])
})

test('refuses a text that leaves no room for the link into the office, also by the rules of the form', async () => {
  const { token } = await author('predug')
  const opens = { slider_id: (await makeSlider(db)).id }
  let notification_text = '"'.repeat(1000)
  while (fitsPush(body.subject, `${notification_text}a`, linkOf(opens))) notification_text += 'a'
  expect(fitsPush(body.subject, notification_text, officeLinkOf(opens))).toBe(false)
  const content = { ...body, ...opens, notification_text }
  expect(z.safeParse(notificationTest, content).success).toBe(false)
  const errors = { notification_text: ['validation.push_too_long'] }
  expect((await sendTest(token, content)).body.errors).toEqual(errors)
})

test('without a device sends nothing and says so', async () => {
  const { id, token } = await author()
  const { status, body: sent } = await sendTest(token)
  expect([status, sent.devices]).toEqual([200, 0])
  const inbox = db.selectFrom('push_recipients').select('push_id').where('user_id', '=', id)
  expect(await inbox.execute()).toEqual([])
})

test('reaches the author’s devices alone, opens the office, and is no notification', async () => {
  const notificationsBefore = (await call(notifications.all, { query: {} })).body.length
  await makeDevice(db, { user_id: partnerUser.id, token: 'partnerov' })
  await author('kolegin')
  const slider = await makeSlider(db)
  const { token } = await author('moj', 'moj-drugi')
  const { status, body: sent } = await sendTest(token, { slider_id: slider.id })
  expect([status, sent]).toMatchObject([200, { users: 1, devices: 2, accepted: 2, failed: 0 }])
  expect(services.arrived.map(({ token }) => token).sort()).toEqual(['moj', 'moj-drugi'])
  expect(services.arrived.map(({ title, data }) => [title, data.link])).toEqual(
    Array(2).fill([body.subject, `/sliders?f.id=${slider.id}&row=${slider.id}`]),
  )
  expect((await call(notifications.all, { query: {} })).body.length).toBe(notificationsBefore)
  expect((await call(portalNotifications.all, {}, partner)).body).toEqual([])
})

test('says which devices were not reached', async () => {
  services.state.answer = () => ({
    status: 404,
    body: { error: { details: [{ errorCode: 'UNREGISTERED' }] } },
  })
  const { token } = await author('bez-aplikacije')
  const { status, body: sent } = await sendTest(token)
  expect([status, sent]).toMatchObject([200, { devices: 1, accepted: 0, removed: 1 }])
})

test('is limited per hour, also for simultaneous requests', async () => {
  const { id, token } = await author('zauzet')
  const statuses = await Promise.all(
    Array.from({ length: MAX_TESTS_PER_HOUR + 2 }, async () => (await sendTest(token)).status),
  )
  expect(statuses.sort()).toEqual([...Array(MAX_TESTS_PER_HOUR).fill(200), 429, 429])
  await sql`UPDATE pushes SET created_at = created_at - interval '1 hour 1 second'
    WHERE id IN (SELECT push_id FROM push_recipients WHERE user_id = ${id})`.execute(db)
  expect((await sendTest(token)).status).toBe(200)
})

test('a device is the caller’s own and ends with the session', async () => {
  const { token } = await author('sesija')
  const other = await author()
  expect((await call(staffDevices.index, {}, token)).body).toMatchObject([{ platform: 'android' }])
  expect((await call(staffDevices.index, {}, other.token)).body).toEqual([])
  const removed = await call(staffDevices.remove, { body: { token: 'sesija' } }, other.token)
  expect(removed.body).toEqual({ removed: 0 })
  expect((await call(staffDevices.webPushKey, {}, token)).body.public_key).toMatch(/^[\w-]{87}$/)
  await inject({ method: 'POST', url: '/api/logout', headers: { authorization: `Bearer ${token}` } })
  const left = db.selectFrom('user_firebase_tokens').select('id').where('token', '=', 'sesija')
  expect(await left.execute()).toEqual([])
})
