import { readdirSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { afterwards } from '../../../../test/kill.ts'
import { scratch } from '../../../../test/scratch.ts'
import { startServer } from '../../../../test/start-server.ts'
import { openUploadSpool } from '../../../lib/storage/documents.ts'
import { openFileStore } from '../../../lib/storage/storage.ts'
import { filesInUse } from './queries.ts'

const place = await scratch({ migrated: true })
afterAll(() => place.drop())
const folder = join(place.dataDir, 'files/technical_support')
const arriving = join(place.dataDir, 'files/arriving')
const HOUR = 3_600_000
/** Number of responses before the server is killed. */
const ANSWERED = 12

test('kill -9 during uploads: every row has its file, every response its row', async () => {
  const { child, exit, port } = await startServer(place)
  const origin = `http://127.0.0.1:${port}`
  const signedIn = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"admin","password":"lozinka"}',
  })
  const { token } = (await signedIn.json()) as { token: string }
  const authorization = `Bearer ${token}`
  const answered: { id: number; size: number }[] = []
  let count = 0

  /** Adds and replaces files until the server is gone. */
  async function upload(path = '') {
    const size = 50_000 + 1000 * count++
    const form = new FormData()
    form.append('name', `Fajl ${count}`)
    form.append('is_item', 'true')
    form.append('file', new File([Buffer.alloc(size, 'k')], 'a.bin'))
    const url = `${origin}/api/technical_support${path}`
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: form })
    const { id } = (await answer.json()) as { id: number }
    answered.push({ id, size })
    if (answered.length === ANSWERED) child.kill('SIGKILL')
    await upload(path ? '' : `/${id}`)
  }

  const half = httpRequest({
    port,
    method: 'POST',
    path: '/api/technical_support',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=kontor' },
  })
  half.on('error', () => {}) // the server is killed
  half.write('--kontor\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
  half.write(Buffer.alloc(200_000))
  await eventually(() => expect(readdirSync(arriving)).toHaveLength(1))
  await Promise.allSettled([upload(), upload(), upload()])
  expect((await exit)[1]).toBe('SIGKILL')

  await afterwards(place, async (db) => {
    const columns = ['file', 'file_size'] as const
    const rows = await db
      .selectFrom('technical_support')
      .select(['id', ...columns])
      .execute()
    const versions = await db.selectFrom('technical_support_versions').select(columns).execute()
    expect(answered.length).toBeGreaterThanOrEqual(ANSWERED)
    const sizes = [...rows, ...versions].map(({ file_size }) => file_size)
    expect(answered.filter(({ size }) => !sizes.includes(size))).toEqual([])
    for (const { file, file_size } of [...rows, ...versions])
      expect(statSync(join(folder, file ?? '')).size).toBe(file_size)

    const store = openFileStore(place, 'technical_support')
    for (const now of [0, HOUR]) await store.sweep((names) => filesInUse(db, names), now)
    await openUploadSpool(place).sweep(Date.now() + 2 * HOUR)
    expect(readdirSync(folder).sort()).toEqual([...rows, ...versions].map(({ file }) => file).sort())
    expect(readdirSync(arriving)).toEqual([])
  })
})
