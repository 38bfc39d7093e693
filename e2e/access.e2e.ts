import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, startKontor } from './journey.ts'
import { dialog, focused, press, said } from './list.ts'

const { open, address } = await startKontor()

// The themes differ in colours alone, which are the same on a phone.
const looks = [
  { look: 'on a desk', faultsOf: faultsInBothThemes },
  {
    look: 'on a phone',
    faultsOf: (page: Page) => accessibilityFaults(page),
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
]

const rows = /\d (red|reda|redova)$/
/** Every screen, and what it shows once it has loaded. */
const screens: [path: string, shows: RegExp][] = [
  ['/', /^Dug prema limitu$/],
  ...['/products', '/countries', '/cities', '/categories', '/users', '/sliders', '/history'].map(
    (path) => [path, rows] as [string, RegExp],
  ),
  ['/user-profile', /^20201029$/],
  ['/nowhere', /^Ova stranica ne postoji$/],
]

describe.for(looks)('$look', ({ look, faultsOf, ...options }) => {
  test(`no screen has a fault that axe finds, ${look}`, async () => {
    const page = await open('/', options)
    const faults: string[][] = []
    for (const [path, shows] of screens) {
      await page.goto(address + path)
      await page.getByRole('main').getByText(shows).first().waitFor()
      for (const fault of await faultsOf(page)) faults.push([path, fault])
    }
    expect(faults).toEqual([])
  })

  test(`neither has the login with its refusals, ${look}`, async () => {
    const page = await open('/login', { ...options, as: null })
    await page.getByRole('button', { name: 'Popuni' }).waitFor()
    await page.getByRole('button', { name: 'Prijavi se' }).click()
    await page.getByText('Polje je obavezno.').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test(`nor the forms, ${look}`, async () => {
    const page = await open('/', options)
    const faults: string[][] = []
    for (const [path, title] of [
      ['/products', 'Novi proizvod'],
      ['/users', 'Novi korisnik'],
    ] as const) {
      await page.goto(`${address}${path}?add=1`)
      await dialog(page, title).getByRole('button', { name: 'Sačuvaj' }).click()
      await said(page, 'Sva obavezna polja moraju biti ispravno popunjena')
      for (const fault of await faultsOf(page)) faults.push([title, fault])
    }
    expect(faults).toEqual([])
  })
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const ofProduct = '/products?q=MIC-64233'

/** The other dialogs, and how each is opened on its screen. */
const dialogs: [path: string, title: string, openIt: (page: Page) => Promise<void>][] = [
  [ofProduct, 'Proizvod', (page) => press(page, 'MIC-64233', 'Detalji')],
  [ofProduct, 'Uredi proizvod', (page) => press(page, 'MIC-64233', 'Uredi')],
  [ofProduct, 'Kolone', (page) => button(page, 'Kolone')],
  [ofProduct, 'Uvoz proizvoda', (page) => button(page, 'Uvezi iz Excela')],
  [ofProduct, 'Traži', (page) => page.keyboard.press('Control+k')],
  ['/countries?q=italija', 'Deaktivirati „Italija“?', (page) => press(page, 'Italija', 'Deaktiviraj')],
  ['/user-profile', 'Izmijeni lozinku', (page) => button(page, 'Izmijeni šifru')],
]

describe.for(looks.slice(0, 1))('$look', ({ look, faultsOf, ...options }) => {
  test(`nor the other dialogs, ${look}`, async () => {
    const page = await open('/', options)
    const faults: string[][] = []
    for (const [path, title, openIt] of dialogs) {
      await page.goto(address + path)
      await page
        .getByRole('main')
        .getByText(/^(Italija|MIC-64233|20201029)$/)
        .first()
        .waitFor()
      await openIt(page)
      await dialog(page, title).waitFor()
      for (const fault of await faultsOf(page)) faults.push([title, fault])
    }
    expect(faults).toEqual([])
  })

  test(`nor the menus, ${look}`, async () => {
    const page = await open('/products', options)
    const faults: string[][] = []
    for (const title of ['Jezik', 'Nalog', 'Izvezi']) {
      await page.getByTitle(title, { exact: true }).click()
      await page.getByRole('menu').waitFor()
      for (const fault of await faultsOf(page)) faults.push([title, fault])
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
    }
    expect(faults).toEqual([])
  })
})

/** Presses Tab until what has the focus is called so, and looks on the way whether one can see where one is. */
async function tabTo(page: Page, name: string) {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab')
    const { label, isVisible } = await page.evaluate(focusOf)
    expect([label, isVisible]).toEqual([label, true])
    if (label === name) return
  }
  throw new Error(`Tab does not reach ${name}; the focus is on ${await focused(page)}`)
}

/** Runs in the page: the accessible name of what has the focus, and whether something is drawn around it. */
function focusOf() {
  const element = document.activeElement as HTMLInputElement | null
  if (!element || element === document.body) return { label: '(nothing)', isVisible: true }
  // A row draws it around its cells, a password around the field and its button.
  const isVisible = [element, element.parentElement, element.firstElementChild].some((one) => {
    if (!one) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow.includes('inset')
  })
  const label =
    element.getAttribute('aria-label') ||
    element.labels?.[0]?.textContent?.replace(/\s*\*$/, '') ||
    element.textContent ||
    element.tagName
  return { label, isVisible }
}

test('from the login to a changed price by Tab, Enter and Escape alone, the focus always in sight', async () => {
  const page = await open('/login', { as: null })
  await page.getByRole('button', { name: 'Popuni' }).waitFor()
  expect(await focused(page)).toBe('username')
  await page.keyboard.type('ana')
  await tabTo(page, 'Lozinka')
  await page.keyboard.type('kontor')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Početna' }).waitFor()
  await tabTo(page, 'Preskoči na sadržaj')
  await tabTo(page, 'Proizvodi')
  await page.keyboard.press('Enter')
  await page.locator('h1:focus', { hasText: 'Proizvodi' }).waitFor()
  await tabTo(page, 'Filter: Šifra')
  await page.keyboard.type('MIC-64233')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('button', { name: 'Uredi' }).count()).toBe(1)
  await tabTo(page, 'Uredi')
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Uredi proizvod')
  await form.waitFor()
  await tabTo(page, 'Cijena')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('590,5')
  await page.keyboard.press('Enter')
  await said(page, 'Uspješna izmjena')
  await form.waitFor({ state: 'hidden' })
  expect((await page.evaluate(focusOf)).label).toBe('Uredi')
  await page.keyboard.press('Enter')
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  expect((await page.evaluate(focusOf)).label).toBe('Uredi')
})
