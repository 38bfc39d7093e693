import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startKontor } from './journey.ts'
import { column, count, dialog } from './list.ts'

const { open } = await startKontor()

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
  const page = await open('/')
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
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Učitaj ponovo' }).click()])
})
