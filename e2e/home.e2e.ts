// The morning view: what waits leads to where one does something about it, each part stands by itself, the chart is
// walked by keyboard.
import type { Reply } from '@kontor/contract/kit/api/route'
import { keyed, keysOf } from '@kontor/contract/kit/list/keyed'
import type { partners } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { DEMO, faultsInBothThemes, startKontor } from './journey.ts'

const { open, address } = await startKontor()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('what waits leads by its verb to the list of it, and a role sees its own parts alone', async () => {
  const page = await open('/')
  const waiting = page.getByRole('region', { name: 'Čeka vas danas' })
  await waiting.getByRole('heading', { name: /Neisporučen.* korpe$/ }).waitFor()
  for (const part of ['Dug prema limitu', 'Kampanje u toku', 'Bez zaliha, a traže se', 'Narudžbe po danu'])
    await page.getByRole('region', { name: part }).getByRole('listitem').first().waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await waiting
    .getByRole('listitem')
    .filter({ hasText: /itužb/ })
    .getByRole('link', { name: 'Odgovori' })
    .click()
  await title(page, 'Korisnička podrška').waitFor()
  await page.getByRole('tab', { name: /^Pritužbe/, selected: true }).waitFor()
})

test('what colleagues and programs change is seen by itself', async () => {
  const page = await open('/')
  const debts = page.getByRole('region', { name: 'Dug prema limitu' })
  await debts.getByRole('listitem').first().waitFor()
  const call = await callsOf(address, DEMO)
  const one = await call<Reply<typeof partners.one>>('GET', '/api/partners/10000')
  const { version, name, city_id } = one
  const categories = one.categories.map(({ id }) => id)
  const owes = { debt: '900000', debitLimit: '1000', outOfCurrency: '800000' }
  const figures = { ...keyed(keysOf(figureFields), (key) => one[key]), ...owes }
  await call('PUT', '/api/partners/10000', { version, name, city_id, categories, ...figures })
  await debts.getByText('800.000,00').waitFor()
})

test('who answers the chat that waits begins in the field for the answer', async () => {
  const page = await open('/login')
  // The dialog's own code comes last, so that all of it is there at once.
  const threads = page.waitForResponse('**/api/message_threads')
  await page.route('**/DialogFrame-*.js', async (route) => {
    await threads
    await route.continue()
  })
  await page.goto(new URL('/', page.url()).href)
  const waiting = page.getByRole('region', { name: 'Čeka vas danas' })
  const chats = waiting.getByRole('listitem').filter({ hasText: /konverzacij/i })
  await chats.getByRole('link', { name: 'Odgovori' }).click()
  await page.waitForURL(/\/sliders\/\d+\/chat\?thread=/)
  await page.getByRole('dialog').locator('textarea:focus').waitFor()
})

test('the arrows walk the days of the chart, and Enter opens what one of its sources had', async () => {
  const page = await open('/')
  const chart = page.getByRole('region', { name: 'Narudžbe po danu' })
  const bars = chart.getByRole('list', { name: 'Narudžbe po danu' }).getByRole('button')
  await bars.last().focus()
  expect(await bars.count()).toBe(30)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => bars.nth(28).evaluate((bar) => bar.matches(':focus'))).toBe(true)
  await chart.getByText('Iznos', { exact: true }).click()
  await expect.poll(() => chart.getByRole('list').first().textContent()).toMatch(/€/)
  await chart.getByText('Kao tabela').click()
  await chart.getByRole('columnheader', { name: 'Katalog' }).waitFor()
  expect(await chart.locator('tbody tr').count()).toBe(30)
  const busy = chart.locator('ol button[aria-haspopup=menu]')
  await busy.first().press('Enter')
  await chart.getByRole('menuitem', { name: 'Kampanje' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => busy.first().evaluate((bar) => bar.matches(':focus'))).toBe(true)
  await busy.first().press('Enter')
  await chart.getByRole('menuitem', { name: 'Katalog' }).press('Enter')
  await page.waitForURL(/\/catalogue_orders\?from=(\d{4}-\d\d-\d\d)&to=\1&f.is_active=true$/)
  await title(page, 'Narudžbe kataloga').waitFor()
})

test('a part that fails says so by itself, and is there when it is tried again', async () => {
  const page = await open('/login')
  await page.route('**/api/home/debts', (route) =>
    route.fulfill({ status: 500, json: { message: 'error.server' } }),
  )
  await page.goto(new URL('/', page.url()).href)
  const debts = page.getByRole('region', { name: 'Dug prema limitu' })
  await debts.getByText('Nije učitano.').waitFor()
  await page.getByRole('region', { name: 'Kampanje u toku' }).getByRole('meter').first().waitFor()
  await page.unroute('**/api/home/debts')
  await debts.getByRole('button', { name: 'Pokušaj ponovo' }).click()
  await debts.getByRole('meter').first().waitFor()
})

test('on a phone what waits is first, the chart has fourteen days, and nothing is wider than the screen', async () => {
  const page = await open('/', { viewport: { width: 390, height: 844 } })
  const chart = page.getByRole('region', { name: 'Narudžbe po danu' })
  await chart.getByRole('button', { name: /:/ }).first().waitFor()
  const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0
  const order = await Promise.all(
    ['Čeka vas danas', 'Dug prema limitu', 'Kampanje u toku', 'Narudžbe po danu'].map(top),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(await chart.getByRole('list', { name: 'Narudžbe po danu' }).getByRole('button').count()).toBe(14)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
