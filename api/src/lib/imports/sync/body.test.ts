import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Inbox } from '../../storage/documents.ts'
import { receiveLines } from './body.ts'

/** What is stored of a request's lines. */
async function readOf(spool: Inbox['spool'], headers = {}, body = Readable.from([Buffer.from('{}\n')])) {
  const request = { body, headers, reauthenticate: null } as unknown as FastifyRequest
  const parts: Uint8Array[] = []
  const { body: received } = await receiveLines(request, { spool } as Inbox)()
  for await (const part of received) parts.push(part)
  return Buffer.concat(parts).toString()
}
const gzip = { 'content-encoding': 'gzip' }
/** Consumes everything and returns a path that does not exist. */
const lost: Inbox['spool'] = async (content) => {
  for await (const _ of content);
  return tmpdir()
}

test.each([{}, gzip])('a disk error while lines are received is no client error: %o', async (headers) => {
  await expect(readOf(lost, headers)).rejects.toMatchObject({ code: 'EISDIR' })
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
  await expect(readOf(() => Promise.reject(full), headers)).rejects.toBe(full)
})

test('a truncated or wrongly encoded body is a client error', async () => {
  const cut = new Readable({ read: () => void cut.destroy(new Error('aborted')) })
  await expect(readOf(lost, {}, cut)).rejects.toMatchObject({ code: 'error.bad_request' })
  const path = join(tmpdir(), `kontor-lines-${process.pid}`)
  onTestFinished(() => rm(path, { force: true }))
  const spool: Inbox['spool'] = async (content) => {
    await writeFile(path, content)
    return path
  }
  await expect(readOf(spool, gzip)).rejects.toMatchObject({ code: 'error.bad_request' })
  expect(await readOf(spool)).toBe('{}\n')
})
