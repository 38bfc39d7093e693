import { officeToday } from '@kontor/contract/lib/text/locales'
import { expect, test } from 'vitest'
import { dayOf, formatOf, percentOf } from './format.ts'

const { cnr, en } = { cnr: formatOf('cnr'), en: formatOf('en') }
const year = Number(officeToday().slice(0, 4))

test('money keeps every digit it has and at least two decimals', () => {
  expect(cnr.euro('9999999999.123')).toBe('9.999.999.999,123\u00a0€')
  expect(cnr.euro('89.9')).toBe('89,90\u00a0€')
  expect(en.euro('1234.5')).toBe('€1,234.50')
})

test('sums are rounded to the cent as decimals, not as binary fractions', () => {
  expect(cnr.sum('105416.915')).toBe('105.416,92\u00a0€')
  expect(cnr.sum('9999999999999.994')).toBe('9.999.999.999.999,99\u00a0€')
  expect(en.sum('-0.5')).toBe('-€0.50')
})

test('timestamps are shown in the time of Podgorica, in winter and in summer', () => {
  expect(cnr.dateTime('2026-11-21T07:12:00Z')).toBe('21.11.2026. 08:12')
  expect(cnr.dateTime('2026-07-01T22:05:00Z')).toBe('02.07.2026. 00:05')
  expect(en.dateTime('2026-11-21T07:12:00Z')).toBe('21/11/2026 08:12')
  expect([cnr.date('2026-11-05'), en.date('2026-11-05')]).toEqual(['05.11.2026.', '05/11/2026'])
  expect(dayOf('2026-11-20T23:30:00Z')).toBe('2026-11-21')
})

test('lists show timestamps of the current year without it, and those of former years without the time', () => {
  expect(cnr.shortDateTime(`${year}-11-21T07:12:00Z`)).toBe('21.11. 08:12')
  expect(en.shortDateTime(`${year}-11-21T07:12:00Z`)).toBe('21/11 08:12')
  expect(cnr.shortDateTime('2020-11-21T07:12:00Z')).toBe('21.11.2020.')
  expect(en.shortDateTime('2020-11-21T07:12:00Z')).toBe('21/11/2020')
  expect(cnr.shortDateTime(`${year + 1}-01-01T07:12:00Z`)).toBe(`01.01.${year + 1}.`)
})

test('days have their weekday, and the year when it is not the current one', () => {
  expect(cnr.day(`${year}-11-26`)).toMatch(/^\p{L}{3}, 26\. novembar$/u)
  expect(cnr.day('2020-11-25')).toBe('sri, 25. novembar 2020.')
  expect(en.day('2020-11-25')).toBe('Wed, 25 November 2020')
  expect([cnr.fullDay('2026-11-23'), cnr.fullDay('2026-11-25')]).toEqual([
    'Ponedjeljak, 23. novembar 2026.',
    'Srijeda, 25. novembar 2026.',
  ])
  expect(en.fullDay('2026-11-23')).toBe('Monday, 23 November 2026')
  expect([cnr.time('2026-11-21T07:12:00.123456Z'), en.time('2026-11-20T23:02:00Z')]).toEqual([
    '08:12',
    '00:02',
  ])
  expect([cnr.shortDay('2026-11-20T23:30:00Z'), en.shortDay('2026-11-05T08:00:00Z')]).toEqual([
    '21. 11.',
    '05/11',
  ])
  expect(cnr.days('2020-11-01', '2020-11-21')).toBe('1–21. novembar 2020.')
  expect(cnr.ofDays('2020-03-30', '2020-10-31')).toBe('30. marta 2020. – 31. oktobra 2020.')
  expect(en.ofDays('2020-11-01', '2020-11-21')).toBe('1–21 November 2020')
  expect(en.days('2020-10-30', '2020-11-01')).toBe('30 October 2020 – 1 November 2020')
  expect(cnr.days('2020-11-01', '2020-11-01')).toBe('1. novembar 2020.')
})

test('whole numbers and sizes are grouped', () => {
  expect(cnr.integer(1284)).toBe('1.284')
  expect(cnr.bytes(213_400)).toBe('214 KB')
  expect(cnr.bytes(5_242_880)).toBe('5,2 MB')
})

test('percentages are rounded, but never to 100 from either side', () => {
  const of = (...parts: number[]) => parts.map((part) => percentOf(part, 1000))
  expect(of(0, 4, 5, 994, 999.9, 1000, 1000.1, 1037.9)).toEqual([0, 0, 1, 99, 99, 100, 101, 104])
  expect(percentOf('30100.50', '29000')).toBe(104)
  expect(percentOf(0, '0.000')).toBe(0)
})
