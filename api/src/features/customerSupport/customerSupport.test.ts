import { randomUUID } from 'node:crypto'
import { customerSupport } from '@kontor/contract/customerSupport'
import { MAX_SUPPORT_PER_HOUR, portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { UNKNOWN_ID } from '../../../test/make.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call, inject, makeCustomer, partner, partnerUser, staff } = await startApp()
const { token: others } = await makeCustomer()

const write = (body: object, as = partner, idempotencyKey: string = randomUUID()) =>
  call(portalCustomerSupport.create, { body: body as never, idempotencyKey }, as)
const own = async (as = partner) => (await call(portalCustomerSupport.index, {}, as)).body

describe('a partner who writes', () => {
  test.for([
    [{ type: 4, message_content: 'Dobar dan' }, 'type'],
    [{ type: '1', message_content: 'Dobar dan' }, 'type'],
    [{ type: 1, message_content: ' \u200b a ' }, 'message_content'],
    [{ type: 1, message_content: 'x'.repeat(5001) }, 'message_content'],
    [{ type: 1, message_content: 'Dobar dan', partner_id: 1 }, 'partner_id'],
  ] as const)('%j is rejected at %s', async ([body, field]) => {
    const { status, body: answer } = await write(body)
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]])
    expect(await own()).toEqual([])
  })

  test('too often in an hour gets 429, also with simultaneous requests; other partners can write', async () => {
    const { token } = await makeCustomer()
    const body = { type: 3, message_content: 'Guma je stigla oštećena.' }
    const times = Array.from({ length: MAX_SUPPORT_PER_HOUR + 5 })
    const answers = await Promise.all(times.map(() => write(body, token)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(
      refused.map(({ status, body, headers }) => [status, body.message, headers['retry-after']]),
    ).toEqual(Array.from({ length: 5 }, () => [429, 'error.too_many_messages', '3600']))
    expect((await write(body, others)).status).toBe(200)
    await db.deleteFrom('customer_support').execute()
    await db.deleteFrom('events').execute()
  })

  test('twice with one key has one message', async () => {
    const body = { type: 1, message_content: 'Radite li subotom?' }
    const key = randomUUID()
    const answers = [await write(body, others, key), await write(body, others, key)]
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(
      answers.map(() => [200, answers[0]?.body.id]),
    )
    expect(await own(others)).toHaveLength(1)
  })

  test('sees only its own messages, and the office is notified', async () => {
    const { status, body } = await write({ type: 3, message_content: 'Guma je stigla oštećena.' })
    expect([status, body.type_name]).toEqual([200, 'Pritužba'])
    await write({ type: 2, message_content: 'Otvorite prodavnicu u Tuzima.' }, others)
    expect((await own()).map(({ id }) => id)).toEqual([body.id])
    const published = db
      .selectFrom('events')
      .select(['user_id', 'data'])
      .where('type', '=', 'support_message')
    expect((await published.orderBy('id').execute())[1]).toEqual({ user_id: null, data: { id: body.id } })
  })
})

describe('the office', () => {
  test('reads the latest first, with type and partner, and filters by each', async () => {
    const { body } = await call(customerSupport.index, { body: { filters: { type_name: 'prituzba' } } })
    expect(body.result).toMatchObject([
      { type: 3, partner: { id: partnerUser.partner_id }, user: partnerUser.name, is_active: true },
    ])
    const all = await call(customerSupport.all, { query: {} })
    expect(all.body.map(({ type_name }) => type_name)).toEqual(['Sugestija', 'Pritužba', 'Pitanje'])
  })

  test('has the types in the language of the file', async () => {
    const report_data = { name: 'Podrška', format: 'xlsx', columns: ['type_name'] }
    const types = async (language: string) => {
      const headers = { authorization: `Bearer ${staff}`, 'accept-language': language }
      const request = { method: 'POST', url: '/api/customerSupport/index', headers } as const
      return readRows((await inject({ ...request, payload: { report_data } })).bytes)
    }
    expect(await types('cnr')).toEqual([['Vrsta'], ['Sugestija'], ['Pritužba'], ['Pitanje']])
    expect(await types('en')).toEqual([['Kind'], ['Suggestion'], ['Complaint'], ['Question']])
  })

  test('deactivates and reactivates a message on the same path; a requested state is repeatable', async () => {
    const { body } = await write({ type: 1, message_content: 'Kad stižu zimske gume?' })
    const params = { id: String(body.id) }
    const off = await call(customerSupport.toggle, { params, body: null })
    expect([off.status, off.body.is_active]).toEqual([200, false])
    for (let i = 0; i < 2; i++) {
      const again = await call(customerSupport.toggle, { params, body: { is_active: true } })
      expect(again.body.is_active).toBe(true)
    }
    const missing = await call(customerSupport.toggle, { params: { id: String(UNKNOWN_ID) }, body: null })
    expect(missing.status).toBe(404)
  })
})
