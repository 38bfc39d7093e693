import { describe, expect, test } from 'vitest'
import { debtLine } from './rules.ts'

const ends = ['2026-09-30T21:59:59.999Z', '2026-10-31T22:59:59.999Z']
const today = '2026-11-22T12:00:00.000Z'
const lineOf = (
  changes: Parameters<typeof debtLine>[1],
  now: string,
  opened = '2020-01-01T00:00:00Z',
): [string, string | null][] =>
  debtLine({ ends, opened, today }, changes, now).map(({ at, debt }) => [at.slice(0, 10), debt])

describe('the debt over time', () => {
  test('begins with the partner', () => {
    expect(lineOf([], '7', '2026-10-05T08:00:00Z')).toEqual([
      ['2026-10-31', '7'],
      ['2026-11-22', '7'],
    ])
    expect(lineOf([{ at: '2026-11-22T09:00:00Z', before: '8' }], '7', '2026-11-20T08:00:00Z')).toEqual([
      ['2026-11-20', '8'],
      ['2026-11-22', '7'],
      ['2026-11-22', '7'],
    ])
  })

  test('is null before the first debt and for percentages', () => {
    const changes = [
      { at: '2026-10-20T08:00:00Z', before: null },
      { at: '2026-11-02T08:00:00Z', before: '5%' },
    ]
    expect(lineOf(changes, '7')).toEqual([
      ['2026-09-30', null],
      ['2026-10-31', null],
      ['2026-11-02', '7'],
      ['2026-11-22', '7'],
    ])
  })

  test('has past months by their ends and the current month by its changes, the last of a day', () => {
    const changes = [
      { at: '2026-10-01T08:00:00Z', before: '100' },
      { at: '2026-10-20T08:00:00Z', before: '200' },
      { at: '2026-11-03T08:00:00Z', before: '300' },
      { at: '2026-11-03T09:00:00Z', before: '350' },
      { at: '2026-11-20T08:00:00Z', before: '360' },
    ]
    expect(lineOf(changes, '400')).toEqual([
      ['2026-09-30', '100'],
      ['2026-10-31', '300'],
      ['2026-11-03', '360'],
      ['2026-11-20', '400'],
      ['2026-11-22', '400'],
    ])
  })
})
