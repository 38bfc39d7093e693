import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { events } from '@kontor/contract/lib/http/events'
import { NDJSON } from '@kontor/contract/lib/imports/sync'
import { products } from '@kontor/contract/products'
import { expect, test } from 'vitest'
import { listen, requestOf, startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { makePicture, makeProduct } from './make.ts'
import { makeBook } from './odd-files.ts'
import { requestText } from './socket.ts'
import { openStream } from './streams.ts'

const { another, app, call, db, staff } = await startApp()
const { port } = await listen(app)
for (let i = 0; i < 5; i++) await makeProduct(db)

const pdf = () => call(products.index, { body: { report_data: { name: 'Proizvodi' } } })
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const statusOf = ({ status }: { status: number }) => status

test('of forty documents at once ten are written in turn, the others get 429; lists work meanwhile', async () => {
  const [documents, pages] = await Promise.all([
    times(40, pdf),
    times(20, () => call(products.index, { body: {} })),
  ])
  expect(new Set(pages.map(statusOf))).toEqual(new Set([200]))
  const written = documents.filter(({ status }) => status === 200)
  expect(written.length).toBeGreaterThanOrEqual(10)
  for (const { bytes } of written) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  for (const { status, headers } of documents.filter(({ status }) => status !== 200))
    expect([status, headers['retry-after']]).toEqual([429, '2'])
})

test('a document whose client has gone releases its place', async () => {
  for (let i = 0; i < 6; i++) {
    const gone = new AbortController()
    const request = await requestOf(products.index, { body: { report_data: { name: 'Proizvodi' } } }, staff)
    const answer = app.inject({ ...request, signal: gone.signal })
    globalThis.setImmediate(() => gone.abort())
    await answer.catch(() => undefined)
  }
  await eventually(async () => expect(new Set((await times(10, pdf)).map(statusOf))).toEqual(new Set([200])))
})

test('fifty pictures of one user at once are all stored', async () => {
  const image = await makePicture()
  const add = (n: number) =>
    call(products.create, {
      form: { erp_code: `FOTO-${n}`, name: 'Sa slikom', price: '1', quantity: '1' },
      files: { image },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => add(n)))
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200]))
})

test.for([
  ['a form waits', 'POST /api/products/update/1', 'multipart/form-data; boundary=b', '--b--\r\n', 8, 422],
  ['lines wait', 'PUT /api/sync/products', NDJSON, '', 1, 200],
] as const)(
  'callers that leave while %s release its places',
  async ([, line, type, body, places, status]) => {
    const headers = { authorization: `Bearer ${staff}`, 'content-type': type }
    const [method = '', path = ''] = line.split(' ')
    const requests: IncomingMessage[] = []
    const note = (request: IncomingMessage) => void requests.push(request)
    app.server.on('request', note)
    const head = requestText(line, { ...headers, 'content-length': 1000 }, '-')
    for (let n = 0; n < 2 * places; n++)
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .write(head)
    await eventually(() => expect(requests.length).toBe(2 * places))
    app.server.off('request', note)
    // Those that wait first: they are gone when they get a place.
    for (const gone of [requests.slice(places), requests.slice(0, places)]) {
      for (const { socket } of gone) socket.destroy()
      await eventually(() => expect(gone.every(({ destroyed }) => destroyed)).toBe(true))
    }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
    expect(answer.status).toBe(status)
  },
)

/** Child processes of this process that are still running. */
const children = () => process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length

test('/health works while a child process reads an .xls', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => [`X-${n}`, `Guma ${n}`, '', 10, 1, 'da'])
  const bytes = makeBook([['Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina', 'Aktivan'], ...rows], 'biff8')
  const file = new File([new Uint8Array(bytes)], 'cjenovnik.xls')
  const before = children()
  let status: number | undefined
  const read = call(products.import, { form: { dry_run: 'true' }, files: { file } }).then((answer) => {
    status = answer.status
  })
  const statuses = new Set<number>()
  while (status === undefined && statuses.size === 0) {
    await setImmediate() // the queued work runs
    const begun = children()
    const health = await app.inject({ url: '/health' })
    if (begun > before && children() > before) statuses.add(health.statusCode) // the child process ran before and after
  }
  await read
  expect([status, [...statuses]]).toEqual([200, [200]])
})

test('forty workbooks at once are all written', async () => {
  const body = { report_data: { name: 'Proizvodi', format: 'xlsx' } } as const
  const answers = await times(40, () => call(products.index, { body }))
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200]))
})

test('more requests than the limit get 503, except /health; then all are served', async () => {
  const small = await another({ maxConcurrentRequests: 5 })
  const list = { url: '/api/products', headers: { authorization: `Bearer ${staff}` } }
  const [answers, health] = await Promise.all([
    times(20, () => small.inject(list)),
    times(20, () => small.inject({ url: '/health' })),
  ])
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused).toHaveLength(15)
  for (const { statusCode, headers } of refused)
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
  expect(new Set(health.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await times(5, () => small.inject(list))).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200, 200, 200,
  ])
})

test('an event stream does not count as a request', async () => {
  const small = await another({ maxConcurrentRequests: 1 })
  const at = await small.listen({ port: 0, host: '127.0.0.1' })
  const stream = await openStream(`${at}${events.staff.path}`, staff)
  const { statusCode } = await small.inject({
    url: '/api/products',
    headers: { authorization: `Bearer ${staff}` },
  })
  expect(statusCode).toBe(200)
  await stream.close()
})
