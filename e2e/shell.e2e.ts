import type { Waiting } from '@kontor/contract/home/day'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { keyed, keysOf } from '@kontor/contract/lib/lists/keys'
import type { partners } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call, callsOf } from './calls.ts'
import { atRest, DEMO, DEMO_PARTNER, faultsInBothThemes, PHONE, startKontor } from './harness.ts'
import { column, count, dialog, field, filter, menu, press, save, title } from './list.ts'
import { delayRequests, received } from './responses.ts'
import { BLANK } from './windows.ts'

const { address, open } = await startKontor()

describe('home', () => {
  // The home page: open work links to its screens, parts load independently, the chart is usable by keyboard.

  test('the home page reserves space for as many open tasks as it had', async () => {
    const page = await open('/favicon.svg')
    let answered: Promise<unknown> = Promise.resolve()
    let isReal = false
    await page.route('**/api/home/waiting', async (route) => {
      await answered
      if (isReal) return route.continue()
      const response = await route.fetch()
      if (!response.ok()) return route.fulfill({ response })
      const { cart, chats } = (await response.json()) as Waiting
      await route.fulfill({ response, json: { cart, chats, last_order: null } })
    })
    await page.goto(address)
    const tasks = page.getByRole('region', { name: 'Čeka vas danas' })
    await expect.poll(() => tasks.getByRole('listitem').count()).toBe(2)
    const released = Promise.withResolvers<void>()
    answered = released.promise
    await page.reload()
    await expect.poll(() => tasks.locator('[aria-hidden] > div').count()).toBe(2)
    isReal = true
    released.resolve()
    await tasks.getByRole('listitem').first().waitFor()
  })

  test('the home page updates itself, its chart is usable by keyboard, and open work, a day and a tile are links', async () => {
    const page = await open('/')
    for (const part of ['Dug prema limitu', 'Kampanje u toku', 'Nema zaliha, a traži se', 'Narudžbe po danu'])
      await page.getByRole('region', { name: part }).getByRole('listitem').first().waitFor()
    const debts = page.getByRole('region', { name: 'Dug prema limitu' })
    const call = await callsOf(address, DEMO)
    const one = await call<ResponseBody<typeof partners.one>>('GET', '/api/partners/10000')
    const { version, name, city_id } = one
    const categories = one.categories.map(({ id }) => id)
    const owes = { debt: '900000', debitLimit: '1000', outOfCurrency: '800000' }
    const figures = { ...keyed(keysOf(figureFields), (key) => one[key]), ...owes }
    await call('PUT', '/api/partners/10000', { version, name, city_id, categories, ...figures })
    await debts.getByText('800.000,00').waitFor()

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
    // A day with orders from the catalogue and from campaigns.
    const entries = chart.getByRole('menuitem')
    const catalogue = chart.getByRole('menuitem', { name: 'Katalog' })
    const campaigns = chart.getByRole('menuitem', { name: 'Kampanje' })
    for (const bar of await chart.locator('ol button[aria-haspopup=menu]').all()) {
      await bar.press('Enter')
      await entries.nth(1).waitFor()
      const isFound = (await catalogue.count()) > 0 && (await campaigns.count()) > 0
      await page.keyboard.press('Escape')
      await expect.poll(() => bar.evaluate((one) => one.matches(':focus'))).toBe(true)
      if (!isFound) continue
      await bar.press('Enter')
      break
    }
    await campaigns.waitFor()
    await catalogue.press('Enter')
    await page.waitForURL(/\/catalogue_orders\?from=(\d{4}-\d\d-\d\d)&to=\1&f.is_active=true$/)
    await title(page, 'Narudžbe iz kataloga').waitFor()

    await menu(page).getByRole('link', { name: 'Početna' }).click()
    const waiting = page.getByRole('region', { name: 'Čeka vas danas' })
    await waiting.getByRole('heading', { name: /Neisporučen.* korpe$/ }).waitFor()
    await waiting
      .getByRole('listitem')
      .filter({ hasText: /itužb/ })
      .getByRole('link', { name: 'Odgovori' })
      .click()
    await title(page, 'Korisnička podrška').waitFor()
    await page.getByRole('tab', { name: /^Pritužbe/, selected: true }).waitFor()

    await menu(page).getByRole('link', { name: 'Početna' }).click()
    const tile = page.getByRole('main').getByRole('link', { name: /^Proizvodi .*bez zaliha/ })
    const figure = await tile.locator('strong').textContent()
    await tile.click()
    await title(page, 'Proizvodi').waitFor()
    await expect.poll(() => count(page)).toMatch(new RegExp(`^${figure} od `))
    for (const stock of await column(page, 'Količina')) expect(stock).toMatch(/nema\s+0/)
  })

  test('a failing part retries independently; the link to a waiting chat focuses its input', async () => {
    const page = await open('/login')
    // The dialog's code loads last, so that its content is complete at once.
    // only the test's own timeout applies
    const threads = page.waitForResponse('**/api/message_threads', { timeout: 0 })
    await delayRequests(page, '**/DialogFrame-*.js', threads)
    // It fails until the button is pressed: the page also reads again by itself.
    await page.route('**/api/home/debts', async (route) => {
      const isRetried = await page.evaluate(() => 'isRetried' in globalThis).catch(() => false)
      if (isRetried) return route.continue()
      await route.fulfill({ status: 500, json: { message: 'error.server' } })
    })
    await page.goto(new URL('/', page.url()).href)
    await page.evaluate(() => {
      const onClick = ({ target }: Event) => {
        if (target instanceof Element && target.closest('[role=alert] button'))
          Object.assign(globalThis, { isRetried: true })
      }
      document.addEventListener('click', onClick, { capture: true })
    })
    const debts = page.getByRole('region', { name: 'Dug prema limitu' })
    await debts.getByText('Nije učitano.').waitFor()
    await page.getByRole('region', { name: 'Kampanje u toku' }).getByRole('meter').first().waitFor()
    await debts.getByRole('button', { name: 'Pokušaj ponovo' }).click()
    await debts.getByRole('meter').first().waitFor()
    await page.unroute('**/api/home/debts')

    const waiting = page.getByRole('region', { name: 'Čeka vas danas' })
    const chats = waiting.getByRole('listitem').filter({ hasText: /konverzacij/i })
    await chats.getByRole('link', { name: 'Odgovori' }).click()
    await page.waitForURL(/\/sliders\/\d+\/chat\?thread=/)
    await page.getByRole('dialog').locator('textarea:focus').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Zatvori' }).click()
    await title(page, 'Početna').waitFor()
  })

  test('on a phone open work is first, nothing is wider than the screen, and the menu closes after a choice', async () => {
    const page = await open('/', PHONE)
    const chart = page.getByRole('region', { name: 'Narudžbe po danu' })
    await chart.getByRole('button', { name: /:/ }).first().waitFor()
    const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0
    const order = await Promise.all(
      ['Čeka vas danas', 'Dug prema limitu', 'Kampanje u toku', 'Narudžbe po danu'].map(top),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(await chart.getByRole('list', { name: 'Narudžbe po danu' }).getByRole('button').count()).toBe(14)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    expect(await menu(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Otvori meni' }).click()
    await menu(page).getByRole('link', { name: 'Proizvodi' }).click()
    await title(page, 'Proizvodi').waitFor()
    await expect.poll(() => menu(page).count()).toBe(0)

    // The search is closed by a button, as a phone has no Escape.
    await page.getByRole('button', { name: /^Traži partnera/ }).tap()
    const palette = page.getByRole('dialog')
    await palette.getByRole('button', { name: 'Zatvori' }).tap()
    await palette.waitFor({ state: 'hidden' })
  })
})

describe('shell', () => {
  const input = (page: Page) => page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' })

  /** Opens the command palette, types, and waits for a result with this name. */
  async function find(page: Page, typed: string, answer: string) {
    await page.keyboard.press('Control+k')
    await input(page).fill(typed)
    await page.getByRole('option', { name: answer }).first().waitFor()
  }

  test('an unknown URL leads home, the title of a screen is focused, and collapsed menu, theme and language are stored', async () => {
    const page = await open('/bilo/sta')
    await title(page, 'Ova stranica ne postoji').waitFor()
    await page.getByText('/bilo/sta', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Na početnu' }).click()
    await title(page, 'Početna').waitFor()
    // Thinner than the library's icons are without a stroke.
    const icon = menu(page).locator('.tabler-icon').first()
    expect(await icon.evaluate((svg) => getComputedStyle(svg).strokeWidth)).toBe('1.6px')

    for (const name of ['Proizvodi', 'Države', 'Korisnici']) {
      await menu(page).getByRole('link', { name }).click()
      await page.locator('h1:focus', { hasText: name }).waitFor()
      // The unread count precedes the title.
      await expect.poll(() => page.title()).toMatch(new RegExp(`^(\\(\\d+\\) )?${name} · Kontor$`))
    }
    await page.getByRole('link', { name: 'Moja podešavanja' }).click()
    await title(page, 'Podešavanja').waitFor()

    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(scheme).toBe('dark')
    await page.getByRole('button', { name: 'Izmijeni temu' }).click()
    await expect.poll(scheme).toBe('light')
    const wide = await menu(page).boundingBox()
    await menu(page).getByRole('button', { name: 'Skupi meni' }).click()
    await menu(page).getByRole('button', { name: 'Raširi meni' }).waitFor()
    await menu(page).getByRole('link', { name: 'Države' }).click() // collapsed to icons, with their names
    await title(page, 'Države').waitFor()
    await page.getByRole('button', { name: 'Jezik: CG' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await title(page, 'Countries').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')

    await page.reload()
    await title(page, 'Countries').waitFor()
    const narrow = await page.getByRole('navigation', { name: 'Main menu' }).boundingBox()
    expect(narrow?.width).toBeLessThan((wide?.width ?? 0) / 2)
    await page.getByRole('button', { name: 'Add country' }).click()
    const form = dialog(page, 'New country')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('This field is required.').waitFor()
    expect([await page.locator('html').getAttribute('lang'), await scheme()]).toEqual(['en-GB', 'light'])
  })

  test('the palette gets keys at once, finds folded, and navigates by keyboard alone', async () => {
    const page = await open('/')
    await title(page, 'Početna').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('drzave') // while the palette opens
    await expect.poll(() => input(page).inputValue()).toBe('drzave')
    await page.keyboard.press('Enter')
    await title(page, 'Države').waitFor()

    await find(page, 'odja', 'Odjavi se')
    const first = page.getByRole('listbox').getByRole('option').first()
    await expect.poll(() => first.textContent()).toMatch(/^Odjavi se/)
    await input(page).fill('products')
    await expect.poll(() => first.textContent()).toMatch(/^Proizvodi/)
    await input(page).fill('q')
    await page.getByText('Upišite bar dva znaka naziva ili šifre.').waitFor()
    await input(page).fill('qqqq')
    await page.getByText('Nema rezultata za „qqqq“').waitFor()
    await page.keyboard.press('Escape')
    await input(page).waitFor({ state: 'hidden' })

    await find(page, 'kociona castrol', 'Castrol kočiona tečnost DOT 4 500 ml')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\/products\?q=CAS-28631&row=\d+$/)
    await expect.poll(() => column(page, 'Šifra')).toEqual(['CAS-28631'])

    await find(page, 'kociona castrol', 'Castrol kočiona tečnost DOT 4 500 ml')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('MIC-64233')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\/products\?q=MIC-64233&row=\d+$/)
  })

  test('a menu opened just after scrolling stays open, and closes by further scrolling', async () => {
    const page = await open('/products', { viewport: { width: 1440, height: 400 } })
    await page.locator('tbody tr[data-id]').nth(9).waitFor()
    await atRest(page)
    await page.evaluate(() => {
      document.querySelectorAll('tbody tr[data-id]')[9]?.scrollIntoView()
      document.querySelector<HTMLElement>('[title=Nalog]')?.click()
    })
    await atRest(page)
    expect(await page.getByRole('menuitem').first().isVisible()).toBe(true)
    await page
      .locator('tbody tr[data-id]')
      .first()
      .evaluate((row) => row.scrollIntoView())
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
  })

  test('offers a newer build of the server during work', async () => {
    const page = await open('/favicon.svg', { fresh: true })
    await page.clock.install()
    const known = page.waitForResponse('**/api/about')
    await page.goto(address)
    await title(page, 'Početna').waitFor()
    await known // the build that runs
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

  test('offers the build of the server to an app that has started with an older page', async () => {
    const about = await call(`${address}/api/about`, {})
    const { revision } = (await about.json()) as { revision: string }
    for (const [path, as] of [
      ['/', DEMO],
      ['/app', DEMO_PARTNER],
    ] as const) {
      const page = await open(BLANK, { as, serviceWorkers: 'block' })
      const offer = page.getByText('Nova verzija je spremna.', { exact: false })
      await page.goto(address + path)
      await received(page, '/api/about')
      await atRest(page)
      expect(await offer.count()).toBe(0)
      await page.route(address + path, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace(revision, 'older') })
      })
      await page.reload()
      await offer.waitFor()
    }
  })
})

describe('history', () => {
  test('changes are in the record’s dialog and in the log, with user, old and new values', async () => {
    const page = await open('/categories')
    await filter(page, 'Naziv', 'gume')
    await expect.poll(() => count(page)).toMatch(/ od /)
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

    await menu(page).getByRole('link', { name: 'Istorija' }).click()
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

test('a list at an address in capital letters is filtered', async () => {
  const page = await open('/Products')
  await title(page, 'Proizvodi').waitFor()
  await filter(page, 'Naziv', 'gume')
  await expect.poll(() => new URL(page.url()).searchParams.get('f.name')).toBe('gume')
})

test('back while the app still loads shows the screen of its URL', async () => {
  const page = await open('/countries')
  await title(page, 'Države').waitFor()
  await menu(page).getByRole('link', { name: 'Gradovi', exact: true }).click()
  await title(page, 'Gradovi').waitFor()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await delayRequests(page, '**/assets/cnr*.js', isReleased)
  const texts = page.waitForRequest('**/assets/cnr*.js')
  await page.reload()
  await texts
  // The route of the old URL has been loaded.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.evaluate(() => history.back())
  await expect.poll(() => new URL(page.url()).pathname).toBe('/countries')
  release()
  await title(page, 'Države').waitFor()
})
