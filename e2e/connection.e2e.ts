import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { DEMO, DEMO_PARTNER, startKontor } from './harness.ts'
import { dialog, field, go, menu, press, rowOf, save, snackbar, title } from './list.ts'
import { loseResponses } from './responses.ts'
import { BLANK } from './windows.ts'

const { address, open, errors } = await startKontor()

/** Opens a page with a fake clock, which runs and can be moved forward. */
async function openWithClock(path: string) {
  const page = await open('/favicon.svg', { fresh: true })
  await page.clock.install()
  await page.goto(new URL(path, page.url()).href)
  return page
}

test('offline, rows are marked, a save keeps the input, a screen waits, and everything continues automatically', async () => {
  const page = await open('/countries', { fresh: true }) // the script of the other screen must not be cached
  await rowOf(page, 'Albanija').waitFor()
  const network = (isThere: boolean) => page.context().setOffline(!isThere)

  await network(false)
  await page.getByText('Nema veze.').waitFor()
  await page.getByRole('button', { name: 'Osvježi' }).click()
  await page.getByText(/^Podaci su od .*: osvježavanje nije uspjelo\.$/).waitFor()
  await rowOf(page, 'Albanija').waitFor()
  // Waited for from the start: it is shown for seconds only.
  await Promise.all([page.getByText('Veza je uspostavljena.').waitFor(), network(true)])
  await page.getByText(/osvježavanje nije uspjelo/).waitFor({ state: 'hidden' }) // reloaded automatically

  await press(page, 'Albanija', 'Uredi')
  const form = dialog(page, 'Uredi državu')
  await field(form, 'Naziv').fill('Albanija Nova')
  await network(false)
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Nema veze.').waitFor()
  await form.getByRole('alert').getByText('Pošaljite ponovo: neće se sačuvati dvaput.').waitFor()
  expect(await field(form, 'Naziv').inputValue()).toBe('Albanija Nova')
  await Promise.all([form.getByText('Veza je uspostavljena.').waitFor(), network(true)])
  await save(form)
  await snackbar(page, 'Uspješna izmjena')

  // A save whose response was lost is sent again and succeeds without a conflict.
  await press(page, 'Albanija Nova', 'Uredi')
  await field(form, 'Naziv').fill('Albanija Stara')
  await loseResponses(page, '**/api/countries/*')
  await field(form, 'Naziv').press('Enter')
  await form.getByRole('alert').getByText('Server nije odgovorio. Pokušajte ponovo.').waitFor()
  await page.unroute('**/api/countries/*')
  await save(form)
  await rowOf(page, 'Albanija Stara').waitFor()

  await network(false)
  await menu(page).getByRole('link', { name: 'Istorija' }).click()
  await page.getByText('Nema veze. Ekran će se otvoriti čim se veza vrati.').waitFor()
  expect(await page.getByText(/nov(a|u) verzij/i).count()).toBe(0)
  await network(true)
  await title(page, 'Istorija izmjena').waitFor()
  errors.splice(0) // the browser's own errors about failed requests
})

test('a server that does not respond is reported after two seconds and aborted after thirty; nothing is sent twice', async () => {
  const page = await openWithClock('/countries')
  await page.getByRole('button', { name: 'Dodaj državu' }).click()
  const form = dialog(page, 'Nova država')
  await field(form, 'Naziv').fill('Sporostan')
  await field(form, 'Poštanska oznaka').fill('SP')
  let sent = 0
  await page.route('**/api/countries', () => {
    sent += 1
  })
  await form.getByRole('button', { name: 'Sačuvaj' }).dblclick()
  await field(form, 'Naziv').press('Enter')
  await page.clock.fastForward(2_100)
  await form.getByText('Još čekamo server…').waitFor()
  await page.clock.fastForward(28_000)
  const failure = form.getByRole('alert')
  await failure.getByText('Server nije odgovorio na vrijeme. Pokušajte ponovo.').waitFor()
  await failure.getByText(/provjerite da li je zapis već na listi/).waitFor()
  expect(await form.getByText('Još čekamo server…').count()).toBe(0)
  expect([sent, await field(form, 'Naziv').inputValue()]).toEqual([1, 'Sporostan'])
  await page.unroute('**/api/countries')
  await save(form)
  await snackbar(page, 'Uspješno dodavanje')

  await page.route('**/api/countries?*', () => {})
  await page.route('**/api/countries', () => {})
  await page.getByRole('button', { name: 'Osvježi' }).click()
  await page.clock.fastForward(2_100)
  await page.getByText('Još čekamo server…').waitFor()
  await page.clock.fastForward(28_000)
  await page.getByText(/osvježavanje nije uspjelo/).waitFor()

  let asked = 0
  await page.route('**/api/products/index', () => void asked++)
  await menu(page).getByRole('link', { name: 'Proizvodi' }).click()
  await title(page, 'Proizvodi').waitFor()
  await expect.poll(() => asked).toBeGreaterThan(0) // its time runs from here
  expect(await page.getByText('0 od 0').count()).toBe(0)
  await page.clock.fastForward(30_100)
  await page.getByText('Podaci nijesu učitani').waitFor()
  expect(await page.getByText(/^0 (od 0|redova)$/).count()).toBe(0)
})

test('what could not be loaded is said, with a way to load it again', async () => {
  const office = await callsOf(address, DEMO)
  const threads = await office<{ id: number }[]>('POST', '/api/message_threads', { all: true })
  const inbox = await office<{ result: { id: number; partner: { id: number } }[] }>(
    ...(['POST', '/api/customerSupport/inbox', {}] as const),
  )
  const message = inbox.result[0]?.id
  const partner = inbox.result[0]?.partner.id
  type Found = { result: { id: number }[] }
  const active = { filters: { is_active: 'true' } }
  const others = await office<Found>('POST', '/api/partners/index', active)
  const [one, two, three, four] = others.result.map(({ id }) => id).filter((id) => id !== partner)
  const found = await office<Found>('POST', '/api/products/index', {})
  const product = found.result[0]?.id
  const change = { field: 'quantity', how: 'set', value: '77' }
  const plan = { change, ids: [product] }
  const { versions } = await office<{ versions: number[] }>('POST', '/api/products/bulk/plan', plan)
  await office('POST', '/api/products/bulk', { ...plan, versions })
  const page = await open('/countries')
  await title(page, 'Države').waitFor()
  const lastEntry = () => page.getByRole('button', { name: 'Detalji', exact: true }).first().click()
  const view = () => page.getByRole('button', { name: 'Kao partner' }).click()
  const none = async () => {}
  for (const [path, route, act = none] of [
    ['/products?page=2', '**/api/products/index'],
    [`/products?row=${product}`, `**/api/products/${product}/glance`],
    [`/partners?row=${one}`, `**/api/partners/${one}/overview`],
    [`/partners/${two}`, `**/api/partners/${two}/overview`],
    [`/partners/${three}`, `**/api/partners/${three}/campaigns`],
    [`/partners/${four}`, `**/api/partners/${four}/view`, view],
    ['/history', '**/api/history/rows/*', lastEntry],
    [`/partners/${partner}?tab=campaigns`, `**/api/partners/${partner}/campaigns`],
    [`/partners/${partner}?tab=chats`, `**/api/partners/${partner}/chats`],
    [`/partners/${partner}?tab=notes`, `**/api/partners/${partner}/notes`],
    ['/messages', '**/api/message_threads'],
    [`/messages?thread=${threads[0]?.id}`, '**/api/getMessagesByMessageThread'],
    [`/customerService?message=${message}`, `**/api/customerSupport/${message}`],
    ['/user-profile', '**/api/sessions'],
  ] as const) {
    await page.route(route, (one) => one.fulfill({ status: 500, json: { message: 'error.internal' } }))
    await go(page, '/countries')
    await title(page, 'Države').waitFor()
    await go(page, path)
    await act()
    const retry = page.getByRole('button', { name: 'Pokušaj ponovo' })
    await retry.waitFor()
    if (path === '/products?page=2')
      await page
        .getByRole('button', { name: 'Strana 2', exact: true })
        .and(page.locator('[aria-current]'))
        .waitFor()
    await page.unroute(route)
    await retry.click()
    await retry.waitFor({ state: 'detached' })
    expect(page.url()).toBe(address + path)
    await page.keyboard.press('Escape')
  }
  // So is a language that cannot be loaded.
  await page.route(/\/assets\/en-[^/]*\.js$/, (one) => one.abort())
  await page.getByRole('button', { name: 'Jezik: CG' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByRole('dialog').getByText('Server nije odgovorio.').waitFor()
  errors.splice(0) // the browser's own errors about failed requests
})

test('an app whose texts do not arrive at first starts as soon as they do', async () => {
  for (const path of ['/login', '/app/login']) {
    const page = await open(BLANK, { as: null, fresh: true, serviceWorkers: 'block' })
    let failures = 0
    const texts = /\/assets\/cnr-[^/]*\.js$/
    await page.route(texts, (one) => {
      failures += 1
      return one.abort()
    })
    await page.goto(address + path)
    await expect.poll(() => failures).toBeGreaterThan(0)
    await page.unroute(texts)
    await title(page, 'Prijava').waitFor()
  }
})

test('an interrupted message of a partner is kept, and arrives once', async () => {
  const page = await open('/app/support', { as: DEMO_PARTNER, viewport: { width: 390, height: 844 } })
  const message = page.getByRole('textbox', { name: 'Poruka' })
  await message.fill('Stiže li roba u petak?')
  await page.route('**/api/app/customerSupport', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Pošalji' }).click()
  await page.getByRole('dialog').getByText('Server nije odgovorio.').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await message.inputValue()).toBe('Stiže li roba u petak?')
  await page.unroute('**/api/app/customerSupport')
  await page.getByRole('button', { name: 'Pošalji' }).click()
  await snackbar(page, 'Poruka uspješno poslata')
  const sent = page.getByRole('region', { name: 'Poslali ste' }).getByText('Stiže li roba u petak?')
  await sent.first().waitFor()
  expect(await sent.count()).toBe(1)
})

test('a snackbar is shown for three seconds, also one that links to the added row, and for six when it can undo; under the pointer and in focus it stays', async () => {
  const page = await openWithClock('/countries?add=1')
  const form = dialog(page, 'Nova država')
  await field(form, 'Naziv').fill('Aaland')
  await field(form, 'Poštanska oznaka').fill('TS')
  const link = page.getByRole('button', { name: 'Prikaži', exact: true })
  await pause(page)
  await form.getByRole('button', { name: 'Sačuvaj' }).click()
  await runUntil(page, () => link.isVisible())
  await page.clock.runFor(2_000)
  expect(await link.isVisible()).toBe(true)
  await page.clock.runFor(1_500)
  await expect.poll(() => link.isVisible()).toBe(false)

  await page.clock.resume()
  await press(page, 'Aaland', 'Deaktiviraj')
  const undo = page.getByRole('button', { name: 'Poništi', exact: true })
  await pause(page)
  await dialog(page, 'Deaktivirati „Aaland“?').getByRole('button', { name: 'Deaktiviraj' }).click()
  await runUntil(page, () => undo.isVisible())
  await page.clock.runFor(5_000)
  expect(await undo.isVisible()).toBe(true)
  await undo.hover()
  await page.clock.runFor(10_000)
  await undo.focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  expect(await undo.isVisible()).toBe(true)
  await undo.blur()
  await page.clock.runFor(6_500)
  await expect.poll(() => undo.isVisible()).toBe(false)
})

/** Stops the clock of a page, at a time that is not past when this arrives. */
const pause = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)

/** Moves a stopped clock in small steps until something is true. */
async function runUntil(page: Page, isTrue: () => Promise<boolean>) {
  await expect
    .poll(async () => {
      await page.clock.runFor(50)
      return isTrue()
    })
    .toBe(true)
}
