import { inTurns, load, median, type Target } from './load.ts'
import { attempt, disturbedRounds, ofProcessor, perSecond, printLine } from './table.ts'

/** A measured request: the product's target, the floor's target, and the required ratio. */
interface Job {
  job: string
  product: Target
  floor: Target
  goal: number
  peer?: string
  /** Slow requests need longer rounds. */
  slow?: true
}

const SLOW_SECONDS = 4

/** Requests per second of these jobs, at 16 connections. */
export async function requests(product: string, floor: string, token: string) {
  for (const { job, product: ours, floor: bare, goal, peer = '–', slow } of jobsOf(product, floor, token))
    await attempt(job, async () => {
      const found = await inTurns(rateOf(ours, slow), rateOf(bare, slow))
      const result = found.ratio.toFixed(2) + disturbedRounds(found.disturbed)
      const rates = {
        ours: `${perSecond(found.ours)}, ${ofProcessor(found.used.ours)}`,
        bare: `${perSecond(found.bare)}, ${ofProcessor(found.used.bare)}`,
      }
      printLine({ job, ...rates, result, goal: `≥ ${goal}`, peer, isReached: found.ratio >= goal })
    })
  await attempt('64 writers of one row', () => manyWriters(product, token))
  await attempt('lists’ p99 while 8 sign in', () => listsWhileSigningIn(product, token))
}

/** Requests per second of a target. */
export const rateOf = (target: Target, slow?: true) => async () =>
  (await load(target, 16, slow ? SLOW_SECONDS : undefined)).rate

export function jobsOf(product: string, floor: string, token: string): Job[] {
  return [...listJobs(product, floor, token), ...recordJobs(product, floor, token)]
}

function listJobs(product: string, floor: string, token: string): Job[] {
  const list = listOf(product, token)
  const page1 = list({ options: { page: 1, itemsPerPage: 10 } })
  const filtered = { url: `${floor}/filtered` }
  return [
    {
      job: 'list page 1, exact total; floor does not count',
      product: page1,
      floor: { url: `${floor}/page` },
      goal: 0.7,
    },
    {
      job: 'the same; floor counts',
      product: page1,
      floor: { url: `${floor}/counted` },
      goal: 40,
      peer: '0.65',
    },
    {
      job: 'next page; floor’s page 1',
      product: list({ options: { page: 2 } }),
      floor: { url: `${floor}/page` },
      goal: 0.65,
    },
    {
      job: "list filtered by 'mich', repeated",
      product: list({ filters: { name: 'mich' } }),
      floor: filtered,
      goal: 100,
      slow: true,
    },
    {
      job: 'the same, counted anew each time',
      product: {
        ...list({}),
        vary: (n) => ({ body: JSON.stringify({ filters: { name: spelled('mich', n) } }) }),
      },
      floor: filtered,
      goal: 10,
      slow: true,
      peer: '0.72',
    },
    {
      job: 'jump to offset 150,000',
      product: list({ options: { page: 15_001 } }),
      floor: { url: `${floor}/deep` },
      goal: 5,
      peer: '1.0',
    },
  ]
}

function recordJobs(product: string, floor: string, token: string): Job[] {
  return [
    {
      job: 'read one',
      product: { url: `${product}/api/products/777`, headers: bearer(token) },
      floor: { url: `${floor}/one/777` },
      goal: 0.65,
      peer: '0.06',
    },
    {
      job: 'update one',
      product: update(product, token),
      floor: { url: `${floor}/one/777`, method: 'PUT' },
      goal: 0.65,
      peer: '0.05',
    },
    {
      job: 'sign in',
      product: signIn(product),
      floor: { url: `${floor}/login`, method: 'POST' },
      goal: 0.9,
      slow: true,
    },
  ]
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const listOf =
  (product: string, token: string) =>
  (body: object): Target => ({
    url: `${product}/api/products/index`,
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...bearer(token), 'content-type': 'application/json' },
  })

/** The same word in another script: it matches the same rows, with an uncached total. */
const spelled = (word: string, n: number) =>
  [...word].map((letter, i) => ((n >> i) & 1 ? letter.toUpperCase() : letter)).join('') +
  ' '.repeat((n >> 4) % 100)

function update(product: string, token: string): Target {
  const boundary = 'kontor-benchmark'
  const form = (quantity: number) => {
    const fields = { erp_code: 'ART-000777', name: 'Sava guma 777', price: '12.5', quantity }
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    return `${parts.join('')}--${boundary}--\r\n`
  }
  return {
    url: `${product}/api/products/update/777`,
    method: 'POST',
    headers: { ...bearer(token), 'content-type': `multipart/form-data; boundary=${boundary}` },
    vary: (n) => ({ body: form(n % 1000) }), // an unchanged value would write no history entry
  }
}

/** Each from another address: ten attempts at once from one address would be rejected. */
const signIn = (product: string): Target => ({
  url: `${product}/api/login`,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'admin', password: 'benchmark' }),
  vary: (n) => ({ headers: { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` } }),
})

async function manyWriters(product: string, token: string) {
  const { rate, slowest } = await load(update(product, token), 64, 4)
  printLine({
    job: '64 writers of one row on a pool of 10',
    ours: perSecond(rate),
    result: `slowest ${Math.round(slowest)} ms`,
    goal: 'none hangs',
    isReached: slowest < 2000,
  })
}

async function listsWhileSigningIn(product: string, token: string) {
  const lists = listOf(product, token)({})
  const [alone, duringLoad]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    alone.push((await load(lists, 8)).p99)
    const [{ p99 }] = await Promise.all([load(lists, 8), load(signIn(product), 8)])
    duringLoad.push(p99)
  }
  const times = median(duringLoad) / Math.max(1, median(alone))
  printLine({
    job: 'lists’ p99 while 8 sign in',
    ours: `${median(duringLoad)} ms`,
    bare: `${median(alone)} ms alone`,
    result: `${times.toFixed(1)}x`,
    goal: '≤ 2x',
    isReached: times <= 2,
  })
}
