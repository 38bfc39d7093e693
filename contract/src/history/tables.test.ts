import { expect, test } from 'vitest'
import { historyText } from './tables.ts'

test.each([
  ['available_dates', ['2099-05-04', '2099-05-05'], '04.05.2099., 05.05.2099.', '04/05/2099, 05/05/2099'],
  ['places', '2099-05-04: 12', '04.05.2099.: 12', '04/05/2099: 12'],
  ['registrations', 'Guma, Bar: 2099-05-04', 'Guma, Bar: 04.05.2099.', 'Guma, Bar: 04/05/2099'],
  ['visible_from', '2026-11-30T23:30:00+00:00', '01.12.2026. 00:30', '01/12/2026 00:30'],
  ['name', '2099-05-04', '2099-05-04', '2099-05-04'],
])('%s of a slider has its days and times as the reader writes them', (column, value, cnr, en) => {
  expect(historyText('sliders', column, value, 'cnr')).toBe(cnr)
  expect(historyText('sliders', column, value, 'en')).toBe(en)
})

test('the type of a support message is in the language of the reader', () => {
  expect(historyText('customer_support', 'type', 3, 'cnr')).toBe('Pritužba')
  expect(historyText('customer_support', 'type', 3, 'en')).toBe('Complaint')
})
