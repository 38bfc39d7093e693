import Fastify from 'fastify'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Schema } from '../database/schema.ts'
import { handleErrors } from './error-handler.ts'
import { HttpError, invalidField } from './http-error.ts'

function databaseError(code: string, constraint?: string) {
  const error = new pg.DatabaseError('duplicate key value violates … select * from users', 1, 'error')
  return Object.assign(error, { code, constraint, detail: 'Key (username)=(ana) already exists.' })
}

/** The response when a handler throws this. */
async function answerTo(thrown: unknown) {
  const logged: string[] = []
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } },
  })
  const pool = new pg.Pool({ port: 1, host: '127.0.0.1' }) // never connected: none of these errors queries the database
  handleErrors(app, new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), () => sql`NULL`)
  app.get('/', () => {
    throw thrown
  })
  const response = await app.inject('/')
  return { status: response.statusCode, body: response.json() as unknown, headers: response.headers, logged }
}

const withId = (body: object) => ({ ...body, request_id: expect.any(String) })

test('an unexpected error is a 500 without details, and is logged once with its stack', async () => {
  for (const error of [
    new TypeError('x is not a function'),
    databaseError('42P01'),
    databaseError('23505', 'unknown'),
  ]) {
    const { status, body, logged } = await answerTo(error)
    expect([status, body]).toEqual([500, withId({ message: 'error.internal' })])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('error-handler.test.ts')
  }
})

test('an HttpError is answered with its status and details, and is not logged', async () => {
  const wrong = await answerTo(invalidField('name', 'validation.unique_name'))
  expect([wrong.status, wrong.body, wrong.logged]).toEqual([
    422,
    withId({ message: 'validation.invalid', errors: { name: ['validation.unique_name'] } }),
    [],
  ])
  const late = await answerTo(
    new HttpError('error.too_many_attempts', { retryAfter: 30, params: { minutes: 1 } }),
  )
  expect([late.status, late.headers['retry-after']]).toEqual([429, '30'])
  expect(late.body).toEqual(withId({ message: 'error.too_many_attempts', params: { minutes: 1 } }))
})

test('an unavailable database is a 503 with Retry-After', async () => {
  const full = await answerTo(new HttpError('error.unavailable', { retryAfter: 30 }))
  expect([full.status, full.headers['retry-after']]).toEqual([503, '30'])
  const refused = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  for (const error of [databaseError('57014'), databaseError('53300'), refused]) {
    const { status, body, headers } = await answerTo(error)
    expect([status, body, headers['retry-after']]).toEqual([
      503,
      withId({ message: 'error.unavailable' }),
      '1',
    ])
  }
})

test('a deadlock after all retries is a conflict', async () => {
  for (const code of ['40P01', '40001']) expect((await answerTo(databaseError(code))).status).toBe(409)
})

test('an error of the framework keeps its 4xx status, without its message', async () => {
  const of = (statusCode: number, code = 'FST_X') =>
    Object.assign(new Error('/api/secret'), { statusCode, code })
  const answers = await Promise.all([of(413), of(415), of(408), of(418), of(502)].map(answerTo))
  expect(answers.map(({ status }) => status)).toEqual([413, 415, 408, 400, 500])
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('secret')
})

test('a full or read-only disk is a 507 that says so, and is logged', async () => {
  const ofFile = (code: string, syscall: string) =>
    Object.assign(new Error(`${code}: on the disk`), { code, syscall, path: '/data/files/x' })
  for (const [error, message] of [
    [Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' }), 'error.disk_full'],
    [ofFile('EDQUOT', 'open'), 'error.disk_full'],
    [databaseError('53100'), 'error.disk_full'],
    [ofFile('EACCES', 'mkdir'), 'error.storage'],
    [ofFile('EROFS', 'open'), 'error.storage'],
  ] as const) {
    const { status, body, logged } = await answerTo(error)
    expect([status, body, logged.length]).toEqual([507, withId({ message }), 1])
    expect(JSON.parse(logged[0] ?? '').msg).toBe(
      message === 'error.storage' ? 'disk not writable' : 'disk full',
    )
  }
  expect((await answerTo(ofFile('ENOENT', 'open'))).status).toBe(500)
  expect((await answerTo(ofFile('ENOENT', 'connect'))).status).toBe(503)
})
