import type { Reply } from '@kontor/contract/kit/api/route'
import { keyed, keysOf } from '@kontor/contract/kit/list/keyed'
import type { partners } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { DEMO, faultsInBothThemes, startKontor } from './journey.ts'
import { column, count, dialog, field, filter, press, save } from './list.ts'

const { address, open } = await startKontor()

describe('home', () => {
  // The morning view: what waits leads to where one does something about it, each part stands by itself, the chart is
  // walked by keyboard.

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
    const threads = page.waitForResponse('**/api/message_threads', { timeout: 0 }) // the test's own limit counts
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
})

describe('shell', () => {
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Glavni meni' })

  /** Opens the palette, types, and waits for an answer with this name. */
  async function find(page: Page, typed: string, answer: string) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' }).fill(typed)
    const option = page.getByRole('option', { name: answer }).first()
    await option.waitFor()
    return option
  }

  test('an unknown address and the pages of the template are told apart from our screens', async () => {
    for (const path of ['/table-list', '/bilo/sta']) {
      const page = await open(path)
      await title(page, 'Ova stranica ne postoji').waitFor()
      await page.getByText(path, { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Na početnu' }).click()
      await title(page, 'Početna').waitFor()
    }
  })

  test('a tile of home opens the rows that it counts', async () => {
    const page = await open('/')
    const tile = page.getByRole('main').getByRole('link', { name: /^Proizvodi .*bez zaliha/ })
    const figure = await tile.locator('strong').textContent()
    await tile.click()
    await title(page, 'Proizvodi').waitFor()
    await expect.poll(() => count(page)).toMatch(new RegExp(`^${figure} od `))
    for (const stock of await column(page, 'Količina')) expect(stock).toMatch(/nema\s+0/)
  })

  test('the title of a screen gets the focus and the window its name', async () => {
    const page = await open('/')
    for (const name of ['Proizvodi', 'Kategorije', 'Države', 'Gradovi', 'Korisnici']) {
      await menu(page).getByRole('link', { name }).click()
      await page.locator('h1:focus', { hasText: name }).waitFor()
      // Before it stands how much is unread.
      await expect.poll(() => page.title()).toMatch(new RegExp(`^(\\(\\d+\\) )?${name} · Kontor$`))
    }
  })

  test('the menu folds to icons that keep their names, and stays folded', async () => {
    const page = await open('/')
    const wide = await menu(page).boundingBox()
    await menu(page).getByRole('button', { name: 'Skupi meni' }).click()
    await menu(page).getByRole('button', { name: 'Raširi meni' }).waitFor()
    await page.reload()
    await menu(page).getByRole('button', { name: 'Raširi meni' }).waitFor()
    expect((await menu(page).boundingBox())?.width).toBeLessThan((wide?.width ?? 0) / 2)
    await menu(page).getByRole('link', { name: 'Korisnici' }).click()
    await title(page, 'Korisnici i uloge').waitFor()
  })

  test('on a phone the menu is an overlay that closes behind the chosen screen', async () => {
    const page = await open('/', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    expect(await menu(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Otvori meni' }).click()
    await menu(page).getByRole('link', { name: 'Proizvodi' }).click()
    await title(page, 'Proizvodi').waitFor()
    await expect.poll(() => menu(page).count()).toBe(0)
  })

  test('the palette jumps to a screen and finds a product without diacritics, by the keyboard alone', async () => {
    const page = await open('/')
    await title(page, 'Početna').waitFor()
    await find(page, 'drzav', 'Države')
    await page.keyboard.press('Enter')
    await title(page, 'Države').waitFor()
    await find(page, 'kociona castrol', 'Castrol kočiona tečnost DOT 4 500 ml')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\/products\?q=CAS-28631&row=\d+$/)
    await expect.poll(() => column(page, 'Šifra')).toEqual(['CAS-28631'])
    await find(page, 'dodaj pro', 'Dodaj proizvod')
    await page.keyboard.press('Enter')
    await dialog(page, 'Novi proizvod').waitFor()
  })

  test('what is typed right after Ctrl K is not lost while the palette opens', async () => {
    const page = await open('/')
    await title(page, 'Početna').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('drzave')
    const input = page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' })
    await expect.poll(() => input.inputValue()).toBe('drzave')
    await page.keyboard.press('Enter')
    await title(page, 'Države').waitFor()
  })

  test('a quick Enter takes what is found for all that was typed, not what fewer letters had found', async () => {
    const page = await open('/')
    await title(page, 'Početna').waitFor()
    await find(page, 'kociona castrol', 'Castrol kočiona tečnost DOT 4 500 ml')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('MIC-64233')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\/products\?q=MIC-64233&row=\d+$/)
  })

  test('the users, where home’s Podešavanja lead, show the way to one’s own', async () => {
    const page = await open('/users')
    await page.getByRole('link', { name: 'Moja podešavanja' }).click()
    await title(page, 'Podešavanja').waitFor()
  })

  test('the palette prefers what is called as it was typed, and knows a screen in the other language', async () => {
    const page = await open('/')
    await title(page, 'Početna').waitFor()
    await find(page, 'odja', 'Odjava')
    const first = page.getByRole('listbox').getByRole('option').first()
    await expect.poll(() => first.textContent()).toMatch(/^Odjava/)
    await page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' }).fill('products')
    await expect.poll(() => first.textContent()).toMatch(/^Proizvodi/)
  })

  test('the palette says when it finds nothing and closes with Escape', async () => {
    const page = await open('/')
    await title(page, 'Početna').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' }).fill('qqqq')
    await page.getByText('Nema rezultata za „qqqq“').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'hidden' })
  })

  test('the theme follows the system until it is switched, and is remembered', async () => {
    const page = await open('/', { colorScheme: 'dark' })
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    expect(await scheme()).toBe('dark')
    await page.getByRole('button', { name: 'Promijeni temu' }).click()
    await expect.poll(scheme).toBe('light')
    await page.reload()
    await title(page, 'Početna').waitFor()
    expect(await scheme()).toBe('light')
  })

  test('the language changes at once, everywhere, and is remembered', async () => {
    const page = await open('/countries')
    await page.getByRole('button', { name: 'Jezik: CG' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await title(page, 'Countries').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
    await page.reload()
    await page.getByRole('button', { name: 'Add country' }).click()
    const form = dialog(page, 'New country')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('This field is required.').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
  })

  test('a newer build on the server is offered while one works on', async () => {
    const page = await open('/', { fresh: true })
    await title(page, 'Početna').waitFor()
    await page.clock.install()
    await page.reload()
    await title(page, 'Početna').waitFor()
    await page.route('**/api/about', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), revision: 'newer' } })
    })
    await page.clock.fastForward('02:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.getByText('Nova verzija je spremna. Učitajte je kad sačuvate ono što radite.').waitFor()
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Učitaj ponovo' }).click(),
    ])
  })
})

describe('history', () => {
  test('what was changed is told in the record’s dialog and in the log, by whom and from what to what', async () => {
    const page = await open('/categories')
    await filter(page, 'Naziv', 'gume')
    await press(page, 'Gume', 'Uredi')
    const form = dialog(page, 'Uredi kategoriju')
    await field(form, 'Naziv').fill('Gume i felne')
    await save(form)
    await press(page, 'Gume i felne', 'Uredi')
    await form.getByRole('button', { name: 'Istorija', exact: true }).press('Enter')
    const timeline = dialog(page, 'Istorija')
    await timeline.getByRole('listitem').waitFor()
    expect(await timeline.getByRole('listitem').count()).toBe(1)
    expect(await timeline.getByRole('deletion').textContent()).toBe('Gume')
    await timeline.getByText('Ana').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await timeline.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })

    await page.goto(new URL('/history', page.url()).href)
    await expect.poll(async () => (await column(page, 'Izmjene'))[0]).toBe('Naziv: Gume → Gume i felne')
    await filter(page, 'Zapis', 'gume i felne')
    await expect.poll(() => column(page, 'Vrsta')).toEqual(['Kategorija'])
    await press(page, 'Gume i felne', 'Detalji')
    const entry = dialog(page, 'Gume i felne')
    expect(await entry.getByRole('deletion').textContent()).toBe('Gume')
    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'hidden' })
  })
})
