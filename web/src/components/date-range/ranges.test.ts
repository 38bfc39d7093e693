import { expect, test } from 'vitest'
import { filteredRange, presetNamed, presetOf, presetRange, rangeProblem, readRange } from './ranges.ts'
import { spanKey, spansOf } from './spans.ts'

const today = '2026-03-01'

test('an invalid, future or reversed range falls back to this month', () => {
  const month = { from: '2026-03-01', to: '2026-03-01' }
  for (const query of [
    {},
    { from: '2026-03-02' },
    { to: '2026-03-02' },
    { from: '1999-12-31', to: '2026-03-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: 'yesterday', to: '2026-03-01' },
    { from: '2026-03-01', to: '2026-02-01' },
    { from: '2026-02-01', to: '2026-03-02' },
  ])
    expect(readRange(query, '', today)).toEqual(month)
  expect(rangeProblem({ from: '2026-02-01', to: '2026-03-02' }, today)).toBe('future')
  expect(rangeProblem({ from: '2026-02-02', to: '2026-02-01' }, today)).toBe('order')
})

test('half a range is read as on the server: until today, or the month of its last day', () => {
  expect(readRange({ from: '2026-02-10' }, '', today)).toEqual({ from: '2026-02-10', to: today })
  expect(readRange({ to: '2026-02-10' }, '', today)).toEqual({ from: '2026-02-01', to: '2026-02-10' })
})

test('a filter of a date column is the range that it means, until today', () => {
  for (const none of ['', 'x', '2026-03-02', '>2026-03-01'])
    expect(filteredRange(none, today)).toBeUndefined()
  const ranges = {
    '27.2.2026': ['2026-02-27', '2026-02-27'],
    '2.2026': ['2026-02-01', '2026-02-28'],
    '2026': ['2026-01-01', today],
    '2026-02-01..2026-02-03': ['2026-02-01', '2026-02-03'],
    '2026-02-03..2026-02-01': ['2026-02-01', '2026-02-03'],
    '>2026-02-03': ['2026-02-04', today],
    '>=2026-02-03': ['2026-02-03', today],
    '<2026-02-03': ['2000-01-01', '2026-02-02'],
    '<=2026-02-03': ['2000-01-01', '2026-02-03'],
    '1.1999..2.2026': ['2000-01-01', '2026-02-28'],
  }
  for (const [filter, [from, to]] of Object.entries(ranges))
    expect(filteredRange(filter, today)).toEqual({ from, to })
})

test('a dialog’s range has the dialog’s prefix', () => {
  const query = {
    from: '2026-01-01',
    to: '2026-01-02',
    'orders.from': '2026-02-01',
    'orders.to': '2026-02-03',
  }
  expect(readRange(query, 'orders.', today)).toEqual({ from: '2026-02-01', to: '2026-02-03' })
})

test('presets end today or at the end of their period, across months and years', () => {
  expect(presetRange('yesterday', today)).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(presetRange('week', today)).toEqual({ from: '2026-02-23', to: '2026-03-01' })
  expect(presetRange('last_month', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(presetRange('last_month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(presetRange('year', today)).toEqual({ from: '2026-01-01', to: '2026-03-01' })
})

test('a range has the name of its preset; on the first of a month it is the month', () => {
  expect(presetOf({ from: '2026-03-01', to: '2026-03-01' }, today)).toBe('month')
  expect(presetOf({ from: '2026-03-02', to: '2026-03-02' }, '2026-03-02')).toBe('today')
  expect(presetOf({ from: '2026-01-02', to: '2026-03-01' }, today)).toBeUndefined()
})

test('a preset is found by the first letters of a word of its name; the first match wins', () => {
  const names = { today: 'Danas', yesterday: 'Juče', week: '7 dana', month: 'Ovaj mjesec' }
  const named = (typed: string) =>
    presetNamed(typed, (key) => ({ last_month: 'Prošli mjesec', year: 'Godina', ...names })[key])
  for (const typed of ['', ' ', 'x', '01.11.2026.', 'anas']) expect(named(typed)).toBeUndefined()
  expect(['d', 'J', 'juce', '7', 'mj', 'proš', 'g'].map(named)).toEqual([
    'today',
    'yesterday',
    'yesterday',
    'week',
    'month',
    'last_month',
    'year',
  ])
})

test('the parts of a chart are days, months for over a year and years for decades, clipped to the range', () => {
  const { by, spans } = spansOf({ from: '2024-02-28', to: '2024-03-01' })
  expect([by, spans.map(({ key }) => key)]).toEqual(['day', ['2024-02-28', '2024-02-29', '2024-03-01']])
  const months = spansOf({ from: '2024-02-10', to: '2026-02-03' })
  expect([months.by, months.spans.length]).toEqual(['month', 25])
  expect(months.spans[0]).toEqual({ key: '2024-02', from: '2024-02-10', to: '2024-02-29' })
  expect(months.spans.at(-1)).toEqual({ key: '2026-02', from: '2026-02-01', to: '2026-02-03' })
  const years = spansOf({ from: '1900-05-01', to: '2026-02-03' })
  expect([years.by, years.spans.length]).toEqual(['year', 127])
  expect(spanKey(months.by, '2024-02-29')).toBe('2024-02')
})
