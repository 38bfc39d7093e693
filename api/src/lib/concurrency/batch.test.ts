import { expect, test } from 'vitest'
import { coalesce, inBatches } from './batch.ts'

/** Numbers its queries, so that a result shows which query returned it. */
function counting() {
  const queries: string[][] = []
  const ask = inBatches(async (questions: string[]) => {
    queries.push(questions)
    await new Promise(setImmediate)
    return new Map(questions.filter((one) => one !== 'nobody').map((one) => [one, queries.length]))
  })
  return { queries, ask }
}

test('requests of one turn are one query, each key once', async () => {
  const { queries, ask } = counting()
  expect(await Promise.all(['a', 'b', 'a', 'nobody'].map(ask))).toEqual([1, 1, 1, undefined])
  expect(queries).toEqual([['a', 'b', 'nobody']])
})

test('a result never comes from a query that began before its request', async () => {
  const { queries, ask } = counting()
  const first = ask('a')
  while (queries.length === 0) await new Promise(setImmediate)
  const second = ask('a') // the first query runs already; its result may be out of date
  expect(await first).toBe(1)
  expect(await second).toBeGreaterThan(1)
  expect(await ask('a')).toBeGreaterThan(2)
})

test('an error rejects all callers of its batch, and no later ones', async () => {
  let fails = true
  const ask = inBatches(async (questions: string[]) => {
    if (fails) throw new Error('no database')
    return new Map(questions.map((one) => [one, one]))
  })
  const results = await Promise.allSettled([ask('a'), ask('b')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await ask('a')).toBe('a')
})

test('work requested in one turn runs once, and again for the next turn, also after an error', async () => {
  const run = coalesce<number>()
  let runs = 0
  const work = async () => ++runs
  const fail = async () => {
    throw new Error('no')
  }
  expect(await Promise.all([run('a', work), run('a', work), run('b', work)])).toEqual([1, 1, 2])
  await expect(run('a', fail)).rejects.toThrow('no')
  expect(await run('a', work)).toBe(3)
})

test('work that runs already is not shared: it began before the request', async () => {
  const run = coalesce<number>()
  let runs = 0
  let finish = () => {}
  const work = () => {
    const number = ++runs
    return new Promise<number>((resolve) => {
      finish = () => resolve(number)
    })
  }
  const first = run('a', work)
  while (runs === 0) await new Promise(setImmediate)
  const finishFirst = finish
  const second = run('a', work)
  while (runs === 1) await new Promise(setImmediate)
  finishFirst()
  finish()
  expect(await Promise.all([first, second])).toEqual([1, 2])
})
