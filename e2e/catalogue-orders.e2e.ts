import { formatDecimal } from '@kontor/contract/lib/numbers/money-or-percent'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import {
  accessibilityFaults,
  atRest,
  DEMO,
  DEMO_PARTNER,
  faultsInBothThemes,
  startKontor,
} from './harness.ts'
import { column, dialog, filter, keepSnackbarsOpen, plain, pressUndo, rowOf, snackbar } from './list.ts'
import { delayRequests } from './responses.ts'
import { BLANK } from './windows.ts'

const { open, address } = await startKontor()
const office = await callsOf(address, DEMO)
const partner = await callsOf(address, DEMO_PARTNER)

interface Totals {
  date_from: string
  date_to: string
  orders: number
  pieces: number
  total: string
  out_of_stock: { orders: number; total: string }
  inactive: { orders: number }
  days: { day: string }[]
}
const totalsOf = (filters: object = {}, range: object = {}) =>
  office<Totals>('POST', '/api/catalogue_order/totals', { filters, ...range })

/** Three products of a new category: two in stock and one out of stock. */
const products = await offered()
async function offered() {
  const find = async (quantity: string, itemsPerPage: number) => {
    const filters = { quantity, is_active: 'true' }
    const page = await office<{ result: { id: number; name: string; price: string }[] }>(
      'POST',
      '/api/products/index',
      { filters, options: { page: 1, itemsPerPage } },
    )
    return page.result
  }
  const some = await find('>=100', 8)
  const none = await find('0', 8)
  const chosen = [...some.slice(0, 2), ...none.slice(0, 1)]
  const category = await office<{ id: number }>('POST', '/api/catalogue/store', { name: 'Za narudžbe' })
  await office('POST', '/api/catalogue/storeProducts', {
    catalogue_id: category.id,
    products: chosen.map(({ id }) => id),
  })
  return chosen
}
/** Orders pieces of one of them as the demo partner, whatever is in stock. */
const order = (place: number, quantity: number) =>
  partner('POST', '/api/app/basket', {
    lines: [{ product_id: products[place]?.id, quantity, ignore_quantity: true }],
  })
for (const place of [0, 1, 2]) await order(place, 3)

const line = (page: Page, at: number) => page.locator('tbody tr[data-id]').nth(at)
const euro = (amount: string) => plain(formatDecimal(amount, 'sr-Latn-ME', { max: 2, euros: true }))
/** The tile with this name. */
const tile = async (page: Page, name: string) =>
  plain(
    await page.getByText(name).locator('xpath=ancestor-or-self::*[b][1]').first().textContent().then(String),
  )
const foot = async (page: Page) => plain(await page.locator('tfoot').textContent().then(String))
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const preset = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const search = (page: Page) => new URL(page.url()).searchParams
/** Chooses a preset. `check()` would fail where the URL, which the radio follows, changes a moment later. */
const choose = async (page: Page, name: string) => {
  await preset(page, name).click()
  await expect.poll(() => preset(page, name).isChecked()).toBe(true)
}

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Podgorica' }).format()
/** The office's day, this many days after today. */
const dayAfter = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
/**
 * A range until today, as preset and in the URL: the range from the first of the month is the default, which is not in
 * the URL.
 */
const rangeSince = (days: number, name: string) => {
  const isMonth = dayAfter(days) === `${today.slice(0, 8)}01`
  return isMonth ? { name: 'Ovaj mjesec', from: null, to: null } : { name, from: dayAfter(days), to: today }
}
const todays = rangeSince(0, 'Danas')
const week = rangeSince(-6, '7 dana')
const digits = (day: string) => day.split('-').reverse().join('.')

test('types a range by days and keys, with errors for invalid days and ranges', async () => {
  const page = await open('/catalogue_orders?from=2026-02-30&to=3000-01-01')
  await line(page, 0).waitFor()
  await snackbar(page, 'Period „2026-02-30 – 3000-01-01“ iz adrese nije ispravan: prikazan je ovaj mjesec.')
  await expect.poll(() => search(page).get('from')).toBe(null)
  await expect.poll(() => preset(page, 'Ovaj mjesec').isChecked()).toBe(true)

  // Keys that are pressed before the field is ready do not reach the list.
  const coming = Promise.withResolvers<void>()
  await delayRequests(page, '**/DayInput*.js', coming.promise)
  await field(page, 'Od').click()
  await page.keyboard.press('Control+a')
  expect(await page.locator('tbody [aria-selected=true]').count()).toBe(0)
  expect(await field(page, 'Od').evaluate((one) => one === document.activeElement)).toBe(true)
  coming.resolve()
  await expect.poll(() => field(page, 'Od').getAttribute('readonly')).toBe(null)
  await expect.poll(() => field(page, 'Od').evaluate((one) => one === document.activeElement)).toBe(true)

  const before = await field(page, 'Od').inputValue()
  for (const [none, key] of [
    ['32.13.2026', 'Enter'],
    ['31.11.2026.', 'Tab'],
  ] as const) {
    await field(page, 'Od').fill(none)
    await field(page, 'Od').press(key)
    await snackbar(page, `„${none}“ nije datum. Period nije izmijenjen.`)
    await expect.poll(() => field(page, 'Od').inputValue()).toBe(before)
  }
  expect(search(page).get('from')).toBe(null)
  const [year, month, day] = dayAfter(-40).split('-')
  await field(page, 'Od').fill(`${Number(day)}.${Number(month)}.`)
  await field(page, 'Od').press('Enter')
  await expect.poll(() => search(page).get('from')).toBe(dayAfter(-40))
  await expect.poll(() => field(page, 'Od').inputValue()).toBe(`${day}.${month}.${year}.`)

  // Yesterday takes two keys, also in the filter of a date.
  await field(page, 'Od').selectText()
  await page.keyboard.type('j')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => [search(page).get('from'), search(page).get('to')])
    .toEqual([dayAfter(-1), dayAfter(-1)])
  await expect.poll(() => preset(page, 'Juče').isChecked()).toBe(true)
  await expect.poll(() => field(page, 'Od').inputValue()).toContain(digits(dayAfter(-1)))

  await choose(page, 'Ovaj mjesec')
  await field(page, 'do').click()
  await field(page, 'do').fill(digits(dayAfter(1)))
  await snackbar(page, 'Period se završava najkasnije danas.')
  await page.keyboard.press('Escape')
  await field(page, 'Od').click()
  await field(page, 'Od').fill(digits(dayAfter(0)))
  await expect.poll(() => preset(page, todays.name).isChecked()).toBe(true)
  await field(page, 'do').click()
  await field(page, 'do').fill(digits(dayAfter(-1)))
  await snackbar(page, 'Prvi dan perioda ne može biti poslije posljednjeg.')
  expect([search(page).get('from'), search(page).get('to')]).toEqual([todays.from, todays.to])

  // The calendar opens on the month of the day, also after another one was looked at; the keys reach its days.
  const openMonth = page.locator('[data-dates-dropdown] .mantine-DateInput-calendarHeaderLevel')
  await field(page, 'Od').click()
  const current = await openMonth.textContent()
  await page.getByRole('button', { name: 'Prethodni mjesec' }).click()
  await expect.poll(() => openMonth.textContent()).not.toBe(current)
  await page.keyboard.press('Escape')
  await openMonth.waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => openMonth.textContent()).toBe(current)
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key) // there is no day after today
  await expect.poll(() => search(page).get('from')).toBe(rangeSince(-8, '').from)
  await expect.poll(() => field(page, 'Od').inputValue()).toContain(digits(dayAfter(-8)))
  await openMonth.waitFor({ state: 'hidden' })
  await expect.poll(() => field(page, 'Od').evaluate((one) => one === document.activeElement)).toBe(true)

  await page.getByRole('navigation').getByRole('link', { name: 'Kampanje', exact: true }).click()
  await page.locator('h1:focus', { hasText: 'Kampanje' }).waitFor()
  const filtered = page.getByRole('textbox', { name: 'Filter: Ažurirano', exact: true })
  await filtered.focus()
  await page.keyboard.type('j')
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page).get('f.updated_at')).toBe('yesterday')
  await expect.poll(() => filtered.inputValue()).toBe('juče')
})

test('sums and chart equal those of the server, and follow the filters and the range', async () => {
  const page = await open('/catalogue_orders')
  const all = await totalsOf()
  await expect.poll(() => tile(page, 'Komada')).toContain(`${all.orders} narudžb`)
  await expect.poll(() => foot(page)).toContain(euro(all.total))
  const chartOfSums = page.getByRole('img', { name: /^Iznos po danu/ })
  await expect
    .poll(async () => plain(String(await chartOfSums.getAttribute('aria-label'))))
    .toContain(euro(all.total))
  await choose(page, 'Nema zaliha')
  await page.waitForURL(/f\.ignore_quantity=true/)
  const without = await totalsOf({ ignore_quantity: 'true' })
  await expect.poll(() => foot(page)).toContain(euro(without.total))
  const stock = async () => (await column(page, 'Zaliha')).filter((one) => one !== 'Neaktivna')
  await expect.poll(async () => new Set(await stock())).toEqual(new Set(['Nema zaliha']))
  await page.getByRole('button', { name: /^Poručeno bez zaliha/ }).click()
  await page.waitForURL(({ search }) => !search.includes('ignore_quantity'))
  await expect.poll(() => preset(page, 'Nema zaliha').isChecked()).toBe(false)
  await filter(page, 'Količina', '3')
  const threes = await totalsOf({ quantity: '3' })
  await expect.poll(() => foot(page)).toContain(`${threes.pieces}`)
  await choose(page, 'Prošli mjesec')
  await page.waitForURL(/from=.*-01&to=/)
  expect(search(page).get('f.quantity')).toBe('3')
  await filter(page, 'Količina', '')
  await page.waitForURL(({ search }) => !search.includes('quantity'))

  // A filtered day replaces the range, and chosen days remove the filter.
  const [year, month] = dayAfter(-40).split('-')
  await filter(page, 'Datum', `${month}.${year}`)
  const first = `${year}-${month}-01`
  await expect.poll(() => field(page, 'Od').inputValue()).toContain(digits(first))
  const end = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
  const sums = await totalsOf({}, { date_from: first, date_to: end })
  expect(sums.orders).toBeGreaterThan(0)
  await expect.poll(() => foot(page)).toContain(euro(sums.total))
  await preset(page, 'Danas').click()
  await expect.poll(() => search(page).get('f.created_at')).toBe(null)
  await expect.poll(() => field(page, 'Od').inputValue()).toContain(digits(dayAfter(0)))

  // A click on a bar selects its day.
  await choose(page, 'Ovaj mjesec')
  await chartOfSums.waitFor()
  await preset(page, 'Komada').check()
  const drawing = page.getByRole('img', { name: /^Komada po danu/ }).locator('svg')
  await drawing.waitFor()
  await atRest(page)
  const { width = 0 } = (await drawing.boundingBox()) ?? {}
  await drawing.click({ position: { x: width - 10, y: 50 } }) // today is the last bar
  await expect.poll(() => search(page).get('from')).toBe(todays.from)
  const { pieces } = await totalsOf({}, { date_from: dayAfter(0), date_to: dayAfter(0) })
  await expect.poll(() => tile(page, 'Komada')).toContain(String(pieces))

  // By the keyboard: a preset, a day from the chart's table, and back.
  await choose(page, 'Ovaj mjesec')
  await preset(page, 'Ovaj mjesec').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => preset(page, week.name).isChecked()).toBe(true)
  expect([search(page).get('from'), search(page).get('to')]).toEqual([week.from, week.to])
  const table = page.getByRole('button', { name: 'Kao tabela' })
  await table.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const chart = page.getByRole('region', { name: 'Komada po danu' })
  const last = chart.getByRole('row').last().getByRole('button')
  await last.press('Enter')
  await expect.poll(() => search(page).get('from')).toBe(todays.from)
  await expect.poll(() => preset(page, todays.name).isChecked()).toBe(true)
  await page.goBack()
  await expect.poll(() => preset(page, week.name).isChecked()).toBe(true)
  expect(await faultsInBothThemes(page)).toEqual([])
})

test('a new order of a partner appears marked, updates the sums and files, and links to product and partner', async () => {
  const page = await open('/catalogue_orders')
  await line(page, 0).waitFor()
  const before = await totalsOf()
  await expect.poll(() => foot(page)).toContain(euro(before.total))
  const marked = line(page, 0).and(page.locator('[data-fresh=true]')).waitFor() // for six seconds
  await order(1, 7)
  await marked
  expect((await column(page, 'Proizvod'))[0]).toBe(products[1]?.name)
  const after = await totalsOf()
  expect(after.pieces).toBe(before.pieces + 7)
  await expect.poll(() => foot(page)).toContain(euro(after.total))
  await expect.poll(() => tile(page, 'Komada')).toContain(`${after.orders} narudžb`)

  const name = `Narudžbe iz kataloga ${dayAfter(0).slice(0, 8)}01 – ${dayAfter(0)}`
  for (const [kind, ending] of [
    ['Izvezi prikazano (.xlsx)', 'xlsx'],
    ['Izvezi prikazano (PDF)', 'pdf'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: 'Izvezi', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: kind }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${name}.${ending}`)
  }

  await line(page, 0).getByRole('button', { name: 'Detalji' }).click()
  const details = page.getByRole('dialog', { name: 'Narudžba iz kataloga' })
  await details.getByRole('link', { name: products[1]?.name ?? '' }).click()
  await page.waitForURL(/\/products\?f\.id=/)
  await expect.poll(() => column(page, 'Naziv')).toEqual([products[1]?.name])
  await page.goBack()
  await line(page, 0).getByRole('button', { name: 'Otvori partnera' }).click()
  await page.waitForURL(/\/partners\/\d+/)
})

test('deactivates an order after a confirmation, and restores it by Poništi, which reports missing pieces', async () => {
  const page = await open('/catalogue_orders')
  await line(page, 0).waitFor()
  const before = await totalsOf()
  await expect.poll(() => foot(page)).toContain(euro(before.total))
  await keepSnackbarsOpen(page)
  await line(page, 0).getByRole('button', { name: 'Deaktiviraj' }).press('Enter')
  await page.getByRole('dialog', { name: /^Deaktivirati „.*“\?$/ }).waitFor()
  await page.keyboard.press('Enter')
  await snackbar(page, 'Deaktivirano:')
  await line(page, 0).getByText('Neaktivna').waitFor()
  const after = await totalsOf()
  expect([after.orders, after.inactive.orders]).toEqual([before.orders - 1, before.inactive.orders + 1])
  await expect.poll(() => foot(page)).toContain(euro(after.total))
  await pressUndo(page)
  await snackbar(page, 'Vraćeno:')
  await expect.poll(() => foot(page)).toContain(euro(before.total))

  // Its pieces were ordered meanwhile.
  await line(page, 0).getByRole('button', { name: 'Deaktiviraj' }).press('Enter')
  await page.getByRole('dialog', { name: /^Deaktivirati/ }).waitFor()
  await page.keyboard.press('Enter')
  await snackbar(page, 'Deaktivirano:')
  await page.route('**/api/catalogue_order/delete/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), missing: 3 } })
  })
  await pressUndo(page)
  await snackbar(page, 'Narudžba je ponovo aktivna, ali na zalihi nema dovoljno: nedostaju 3 kom.')
  await line(page, 0).getByText('Neaktivna').waitFor({ state: 'hidden' })
  await page.unrouteAll({ behavior: 'wait' })

  // Neither this request nor a reading succeeds.
  await line(page, 0).getByRole('button', { name: 'Deaktiviraj' }).press('Enter')
  await page.getByRole('dialog', { name: /^Deaktivirati/ }).waitFor()
  await page.keyboard.press('Enter')
  await line(page, 0).getByRole('button', { name: 'Vrati' }).waitFor()
  await page.route('**/api/catalogue_order/**', (route) =>
    route.fulfill({ status: 500, json: { message: 'error.internal' } }),
  )
  await page.getByRole('button', { name: 'Poništi', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Greška' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  const refresh = page.getByRole('main').getByRole('button', { name: 'Osvježi', exact: true })
  await refresh.press('Enter')
  await page
    .getByRole('main')
    .getByText(/^Podaci su od/)
    .first()
    .waitFor()
  await page.getByText('Zbirovi nijesu učitani.').waitFor()
  await expect.poll(() => refresh.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.unroute('**/api/catalogue_order/**')
  await refresh.press('Enter')
  await page.getByText('Zbirovi nijesu učitani.').waitFor({ state: 'hidden' })
  await expect.poll(() => refresh.evaluate((button) => button === document.activeElement)).toBe(true)

  // The sums stay visible below all rows while some are selected.
  const month = `/catalogue_orders?from=${dayAfter(-30)}&to=${today}&size=100`
  await page.evaluate((target) => history.pushState(null, '', target), month)
  await line(page, 20).waitFor()
  await line(page, 0).getByRole('checkbox').check()
  const bar = await page.getByRole('toolbar').boundingBox()
  const cell = page.locator('tfoot th, tfoot td').first() // the cells are sticky, their row is not
  const sums = await cell.boundingBox()
  const below = await cell.evaluate(
    (one) =>
      Number(one.closest('section')?.getBoundingClientRect().bottom) - one.getBoundingClientRect().bottom,
  )
  expect(Math.round(below)).toBe(0)
  expect((sums?.y ?? 0) + (sums?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('the orders are a dialog over the catalogue, closed by the close button, Escape or going back', async () => {
  const page = await open('/catalogue')
  const button = page.getByRole('main').getByRole('button', { name: 'Narudžbe iz kataloga' })
  const orders = dialog(page, 'Narudžbe iz kataloga')
  const leave = [
    () => orders.getByRole('button', { name: 'Zatvori', exact: true }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]
  for (const go of leave) {
    await button.press('Enter')
    await orders.locator('tbody tr[data-id]').first().waitFor()
    await go()
    await orders.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(`${address}/catalogue`)
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await button.press('Enter')
  await filter(orders, 'Količina', '3')
  await page.waitForURL(/orders=1&orders\.f\.quantity=3$/)
  await page.reload()
  await expect.poll(async () => new Set(await column(orders, 'Količina'))).toEqual(new Set(['3']))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await orders.waitFor({ state: 'hidden' })
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('users without permission see sums and whole dates without actions', async () => {
  const page = await open('/catalogue_orders', { as: { ...DEMO, username: 'nikola' } })
  await line(page, 0).waitFor()
  expect(await page.getByRole('button', { name: 'Deaktiviraj' }).count()).toBe(0)
  const date = line(page, 0).locator('[data-day]')
  expect(await date.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('on a phone the orders are cards below range and sums, with whole dates', async () => {
  const page = await open('/catalogue_orders', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const card = page.getByRole('listitem').getByRole('button').filter({ hasText: '€' }).first()
  await card.waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await card.tap()
  await page.getByRole('button', { name: 'Detalji' }).tap()
  await dialog(page, 'Narudžba iz kataloga').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a page that stays open over midnight shows the orders of the new day', async () => {
  const me = await partner<{ partner: { id: number } }>('GET', '/api/app/me')
  const page = await open(BLANK, { fresh: true })
  for (const [path, loaded, quantity, shown] of [
    [`/partners/${me.partner.id}?tab=orders`, /^Narudžbe/, 4321, '4.321'],
    ['/catalogue_orders', 'Ovaj mjesec', 5432, '5.432'],
  ] as const) {
    await page.clock.setSystemTime(Date.now() - 26 * 3_600_000) // a day may have 25 hours
    await page.goto(address + path)
    await page.getByText(loaded).first().waitFor()
    await atRest(page)
    await page.clock.setSystemTime(Date.now())
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await order(0, quantity)
    await rowOf(page, shown).waitFor()
  }
})
