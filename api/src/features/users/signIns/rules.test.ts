import { describe, expect, test } from 'vitest'
import { createSignInBuffer, type Entry, MAX_STORED, MAX_WAITING } from './rules.ts'

const START = Date.UTC(2026, 10, 22, 8, 0)
const entry = (second: number, more: Partial<Entry> = {}): Entry => ({
  at: new Date(START + second * 1000),
  user_id: null,
  username: null,
  outcome: 'unknown',
  factor: null,
  address: '10.0.0.1',
  browser: null,
  system: null,
  attempts: 1,
  ...more,
})
const times = <T>(count: number, work: (i: number) => T) => Array.from({ length: count }, (_, i) => work(i))
const triesOf = (entries: Entry[]) => entries.map(({ attempts }) => attempts)

describe('the buffer of sign-in attempts', () => {
  test('counts a network’s attempts beyond the limit of a minute in one row, written after the minute', () => {
    const book = createSignInBuffer()
    times(MAX_STORED.network + 500, (i) =>
      book.add(entry(i / 20, { user_id: i, username: `ime${i}` }), '10.0.0.1'),
    )
    expect(book.take(START + 30_000)).toHaveLength(MAX_STORED.network)
    expect(book.take(START + 31_000)).toEqual([])
    const [sum, ...none] = book.take(START + 60_000)
    expect(sum).toMatchObject({ attempts: 500, user_id: null, username: null })
    expect(none).toEqual([])
    book.add(entry(61), '10.0.0.1')
    expect(triesOf(book.take(START + 61_000))).toEqual([1])
  })

  test('limits the rows of all networks together', () => {
    const book = createSignInBuffer()
    times(5000, (i) => book.add(entry(i / 100), `10.0.${i}.1`))
    const taken = book.take(START + 60_000)
    expect(taken).toHaveLength(MAX_STORED.all + 1)
    expect(triesOf(taken).reduce((sum, one) => sum + one)).toBe(5000)
  })

  test('always stores successful sign-ins, and is empty at the end', () => {
    const book = createSignInBuffer()
    times(MAX_STORED.network + 2, () => book.add(entry(0), '10.0.0.1'))
    times(3, () => book.add(entry(1, { outcome: 'ok', user_id: 7 }), '10.0.0.1'))
    book.endMinute()
    const taken = book.take(START + 2000)
    expect(taken.filter(({ outcome }) => outcome === 'ok')).toHaveLength(3)
    expect(triesOf(taken).reduce((sum, one) => sum + one)).toBe(MAX_STORED.network + 5)
  })

  test('has what could not be written again, before later attempts, and at most the latest', () => {
    const book = createSignInBuffer()
    book.add(entry(0), '10.0.0.1')
    const failed = book.take(START)
    book.add(entry(1), '10.0.0.1')
    book.putBack(failed)
    expect(book.take(START + 1000)).toEqual([entry(0), entry(1)])
    const many = times(MAX_WAITING + 1, entry)
    book.putBack(many)
    expect(book.take(START + 1000)).toEqual(many.slice(1))
  })
})
