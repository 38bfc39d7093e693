import { MAX_BODY_BYTES, type Route } from '@kontor/contract/lib/http/route'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { startApp } from './app.ts'
import { contractRoutes } from './contract-routes.ts'
import { exhaustive, ruleOf } from './distinct.ts'
import { makePicture, makeSlider } from './make.ts'
import { fieldsOf, sampleOf, withField } from './samples.ts'

// A request must not block others. From the contract: everything that can be sent, at the maximum size. The cost is
// measured as CPU time of the main thread, which depends little on other load.

/** On a machine with the speed of `slowness()` 1. */
const MAX_CPU_MS = 100
/** Node limits the path and headers to 16 KiB. */
const MAX_HEAD = 15_000
const MAX_FORM_FIELD = 256 * 1024

const { app, inject, db, staff, partner } = await startApp()
const slider = await makeSlider(db)
const picture = Buffer.from(await (await makePicture('png', 1)).arrayBuffer())
const routes = (await contractRoutes()).filter(({ route }) => route.response !== 'events')

/** Kinds of text: the beginning, what is repeated up to the maximum size, and an end that makes a pattern start anew. */
const KINDS: Record<string, readonly [start: string, unit: string, end?: string]> = {
  marks: ['a', '\u0315\u0300'],
  'half-width marks': ['a', '\u0300\uff9e'],
  'letters with thirty marks': ['', `a${'\u0315\u0300'.repeat(15)}`],
  'letters that become many': ['', '\ufdfa'],
  digits: ['1', '9'],
  groups: ['1', '.000'],
  commas: ['1', ','],
  blanks: ['x', ' '],
  'blanks before a letter': ['', ' ', 'x'],
  'digits before a letter': ['', '9', 'x'],
  words: ['', 'x '],
  dots: ['1..', '.'],
  slashes: ['https://a/', '/'],
  hosts: ['https://', 'a.'],
  films: ['https://youtube.com/watch?', 'a&'],
  'open tags': ['', '<'],
  'tags in tags': ['', '<b><a>'],
  'open comments': ['', '<!--'],
  links: ['', '<a href="http://a'],
  entities: ['', '&#'],
  brackets: ['', '['],
  objects: ['', '{"a":'],
  'lone surrogates': ['', '\ud800'],
  'invisible characters': ['', '\u200b'],
  backslashes: ['', '\\'],
  percents: ['', '%'],
}
const LISTED = ['0', '{}', '""', '[]', '{"id":0}', '{"id":"\\ud800"}']

/**
 * The key of equivalent cases of a text: the rule of its field, and also field and size where the rule accepts the
 * text, because then a handler reads it. Whether it does is cached by rule, kind and size.
 */
function caseKey(route: Route, field: string, rule: string, kind: string, isTaken: () => boolean) {
  const key = `${rule} ${kind}`
  const inRoom = `${key} ${roomOf(route)}`
  const taken = verdicts.get(inRoom) ?? isTaken()
  verdicts.set(inRoom, taken)
  return taken ? `${inRoom} ${field}` : key
}
const verdicts = new Map<string, boolean>()

/** A text of each kind with the size `room`, measured by `sizeOf`. */
function* grown(room: number, sizeOf: (text: string) => number) {
  for (const [kind, [start, unit, end = '']] of Object.entries(KINDS)) {
    const times = Math.floor((room - sizeOf(start) - sizeOf(end)) / sizeOf(unit))
    yield [kind, start + unit.repeat(Math.max(0, times)) + end] as const
  }
}
const jsonSize = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2
const addressPart = (text: string) => encodeURIComponent(text.toWellFormed())
const listOf = (unit: string, room: number) =>
  `[${`${unit},`.repeat(Math.floor((room - 5) / (unit.length + 1)))}0]`

interface Case {
  what: string
  /** The rule: cases of one rule and kind have the same cost. The field's name where there is none. */
  rule?: string
  /** Lazy, because building a body takes longer than sending it. */
  options: () => InjectOptions
}

/** A request of an authorised user; for an existing slider, so that its text is read to the end. */
function callOf(route: Route, { query = '', id = '', type = 'application/json' } = {}) {
  const known = route.path.includes('/sliders/') ? String(slider.id) : '2000000000'
  const path = route.path.replace(/:\w+/g, id || known)
  const authorization = `Bearer ${route.audience === 'partner' ? partner : staff}`
  const headers = { authorization, 'idempotency-key': 'hostile-input', 'content-type': type }
  return { method: route.method, url: query ? `${path}?${query}` : path, headers }
}

function* bodies(route: Route): Generator<Case> {
  const schema = route.body as z.ZodMiniType
  const limit = roomOf(route)
  const call = callOf(route)
  for (const path of fieldsOf(schema)) {
    const field = path.join('.')
    const room = limit - Buffer.byteLength(JSON.stringify(withField(schema, path, '')))
    const ofField = ruleOf(schema, path)
    for (const [kind, text] of grown(room, jsonSize))
      yield {
        what: `${field}: ${kind}`,
        rule: caseKey(
          route,
          field,
          ofField,
          kind,
          () => schema.safeParse(withField(schema, path, text)).success,
        ),
        options: () => ({ ...call, payload: JSON.stringify(withField(schema, path, text)) }),
      }
    const listed = JSON.stringify(withField(schema, path, '@'))
    for (const unit of LISTED)
      yield {
        what: `${field}: a list of ${unit}`,
        rule: `${ofField} a list of ${unit}`,
        options: () => ({ ...call, payload: listed.replace('"@"', () => listOf(unit, room)) }),
      }
  }
  const depth = Math.floor(limit / 6) - 1
  const keys = () => Array.from({ length: Math.floor(limit / 11) }, (_, i) => `"k${i}":0`)
  const whole: [what: string, payload: () => string][] = [
    ['a deep list', () => '['.repeat(3 * depth) + ']'.repeat(3 * depth)],
    ['a deep object', () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
    ['thousands of keys', () => `{${keys().join(',')}}`],
  ]
  for (const [what, payload] of whole) yield { what, options: () => ({ ...call, payload: payload() }) }
}

function* queries(route: Route): Generator<Case> {
  const schema = route.query as z.ZodMiniType
  for (const [field = ''] of fieldsOf(schema).filter((path) => path.length === 1)) {
    const ofField = ruleOf(schema, [field])
    for (const [kind, text] of grown(MAX_HEAD, (text) => addressPart(text).length))
      yield {
        what: `${field}: ${kind}`,
        rule: caseKey(route, field, ofField, kind, () => schema.safeParse({ [field]: text }).success),
        options: () => callOf(route, { query: `${field}=${addressPart(text)}` }),
      }
  }
  const many = Array.from({ length: 2000 }, (_, i) => `k${i}=1`).join('&')
  for (const query of [many, 'filters=1&'.repeat(1400), '&'.repeat(MAX_HEAD), '%'.repeat(MAX_HEAD)])
    yield { what: query.slice(0, 20), options: () => callOf(route, { query }) }
}

function* forms(route: Route): Generator<Case> {
  const schema = route.form as z.ZodMiniType
  const room = MAX_FORM_FIELD - 10
  for (const path of fieldsOf(schema)) {
    const texts = [
      ...grown(room, Buffer.byteLength),
      ...LISTED.map((unit) => [unit, listOf(unit, room)] as const),
    ]
    for (const [kind, text] of texts)
      yield {
        what: `${path}: ${kind}`,
        rule: caseKey(
          route,
          `${path}`,
          ruleOf(schema, path),
          kind,
          () => schema.safeParse(withField(schema, path, text)).success,
        ),
        options: () => upload(route, withField(schema, path, text) as object),
      }
  }
  const sample = sampleOf(schema) as object
  for (const [kind, text] of grown(MAX_HEAD, Buffer.byteLength))
    yield { what: `a file called ${kind}`, options: () => upload(route, sample, text.replaceAll('"', '')) }
}

function upload(route: Route, fields: object, fileName = 'a.png'): InjectOptions {
  const begin = (head: string) => `--kontor\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${begin(`name="${name}"`)}${value}\r\n`)
  const files = Object.keys(route.files ?? {}).flatMap((name) => [
    Buffer.from(begin(`name="${name}"; filename="${fileName}"`)),
    picture,
    Buffer.from('\r\n'),
  ])
  const payload = Buffer.concat([Buffer.from(texts.join('')), ...files, Buffer.from('--kontor--\r\n')])
  return { ...callOf(route, { type: 'multipart/form-data; boundary=kontor' }), payload }
}

function* addresses(route: Route): Generator<Case> {
  for (const [kind, text] of grown(MAX_HEAD, (text) => addressPart(text).length))
    yield {
      what: `an id of ${kind}`,
      rule: `an id of ${kind}`,
      options: () => callOf(route, { id: addressPart(text) }),
    }
}

function* headers(route: Route): Generator<Case> {
  const { headers, ...call } = callOf(route)
  for (const name of [
    'accept-language',
    'accept-encoding',
    'range',
    'if-none-match',
    'cookie',
    'authorization',
  ])
    for (const [kind, text] of grown(MAX_HEAD, (text) => addressPart(text).length))
      yield {
        what: `${name}: ${kind}`,
        options: () => ({ ...call, headers: { ...headers, [name]: addressPart(text) } }),
      }
}

/** CPU time of this thread in ms; the minimum of several runs, because garbage collection may add to one. */
async function cost({ what, options: make }: Case) {
  const options = make()
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && least > MAX_CPU_MS; round++) {
    const before = process.threadCpuUsage()
    const [answer, health] = await Promise.all([inject(options), app.inject('/health')])
    const { user, system } = process.threadCpuUsage(before)
    expect([health.statusCode, answer.status < 500], what).toEqual([200, true])
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** How much slower this machine currently is than one that needs 50 ms for this work. */
function slowness() {
  const text = 'Džaba đak '.repeat(500_000)
  const rounds = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    expect(text.normalize('NFD').replace(/\p{M}/gu, '')).toHaveLength(text.length)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.max(1, Math.min(...rounds) / 50)
}

/**
 * All cases of routes with this part. Cases with the same rule are tried once, at the largest size; in the exhaustive
 * run once for each field name and size.
 */
function* casesOf(part: 'body' | 'query' | 'form' | 'params', cases: (route: Route) => Iterable<Case>) {
  const tried = new Set<string>()
  const roomy = routes.toSorted((a, b) => roomOf(b.route) - roomOf(a.route))
  for (const { name, route } of roomy.filter(({ route }) => route[part])) {
    for (const one of cases(route)) {
      const rule = !exhaustive && one.rule ? one.rule : `${one.what} ${roomOf(route)}`
      if (!tried.has(rule)) yield { ...one, what: `${name} ${one.what}` }
      tried.add(rule)
    }
  }
}
const roomOf = ({ bodyBytes = MAX_BODY_BYTES }: Route) => bodyBytes

async function slowOnes(cases: Iterable<Case>) {
  const slow: string[] = []
  for (const one of cases) {
    const ms = await cost(one)
    if (ms > MAX_CPU_MS && ms > MAX_CPU_MS * slowness()) slow.push(`${one.what}: ${Math.round(ms)} ms`)
  }
  return slow
}

test.for([
  ['body', bodies],
  ['query', queries],
  ['form', forms],
  ['params', addresses],
] as const)('no %s of any route blocks other requests', { timeout: 1_800_000 }, async ([part, cases]) => {
  expect(await slowOnes(casesOf(part, cases))).toEqual([])
})

test('no header blocks other requests', async () => {
  const picked = routes.filter(({ name }) =>
    ['products.picture', 'products.index', 'session.about'].includes(name),
  )
  expect(picked).toHaveLength(3)
  expect(await slowOnes(picked.flatMap(({ route }) => [...headers(route)]))).toEqual([])
})
