import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, PHONE, startKontor } from './harness.ts'
import { dialog, focused, press, snackbar } from './list.ts'

const { open, address } = await startKontor()

const rows = /\d (red|reda|redova)$/
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const menu = (page: Page, title: string) => page.getByTitle(title, { exact: true }).click()

/** Opens a form to add a record, and submits it with errors. */
async function refused(page: Page, add: string, title: string) {
  await button(page, add)
  await dialog(page, title).getByRole('button', { name: 'Sačuvaj' }).click()
  await snackbar(page, 'Sva obavezna polja moraju biti ispravno popunjena')
}

/** An overlay of a screen: the title of the dialog (null for a menu), and how it is opened. */
type Over = [title: string | null, openIt: (page: Page) => Promise<void>]
/** A screen, its content once it has loaded, and its overlays. */
type Screen = [path: string, shows: RegExp, ...over: Over[]]

const newProduct: Over = ['Novi proizvod', (page) => refused(page, 'Dodaj proizvod', 'Novi proizvod')]
const desk: Screen[] = [
  ['/', /^Dug prema limitu$/],
  [
    '/products?q=MIC-64233',
    /^MIC-64233$/,
    ['Proizvod', (page) => press(page, 'MIC-64233', 'Detalji')],
    ['Kolone', (page) => button(page, 'Kolone')],
    ['Uvoz proizvoda', (page) => button(page, 'Uvezi iz Excela')],
    ['Traži', (page) => page.keyboard.press('Control+k')],
    newProduct,
    [null, (page) => menu(page, 'Jezik')],
    [null, (page) => menu(page, 'Nalog')],
  ],
  [
    '/countries?q=italija',
    /^Italija$/,
    ['Deaktivirati „Italija“?', (page) => press(page, 'Italija', 'Deaktiviraj')],
  ],
  ['/users', rows, ['Novi korisnik', (page) => refused(page, 'Dodaj korisnika', 'Novi korisnik')]],
  ['/sliders', rows],
  ['/history', rows],
  ['/user-profile', /^20201029$/, ['Izmijeni lozinku', (page) => button(page, 'Izmijeni šifru')]],
  ['/nowhere', /^Ova stranica ne postoji$/],
]
// All lists have the same markup, and the themes differ in colours only, which a phone shares.
const phone: Screen[] = [
  ['/', /^Dug prema limitu$/],
  ['/products', rows, newProduct],
  ['/users', rows],
  ['/sliders', rows],
  ['/history', rows],
  ['/user-profile', /^20201029$/],
]
const variants = [
  { look: 'on a desk', screens: desk, faultsOf: faultsInBothThemes },
  {
    look: 'on a phone',
    screens: phone,
    faultsOf: (page: Page) => accessibilityFaults(page),
    ...PHONE,
  },
]

test.for(variants)(
  'no screen, overlay or failed login has an accessibility violation, $look',
  async ({ look, screens, faultsOf, ...options }) => {
    const page = await open('/login', { ...options, as: null })
    await page.getByRole('button', { name: 'Popuni' }).waitFor()
    await page.getByRole('button', { name: 'Prijavi se' }).click()
    await page.getByText('Polje je obavezno.').first().waitFor()
    expect([look, await faultsOf(page)]).toEqual([look, []])
    await page.getByRole('button', { name: 'Popuni' }).click()
    await page.getByRole('heading', { level: 1, name: 'Početna' }).waitFor()

    const faults: string[][] = []
    for (const [path, shows, ...over] of screens) {
      await page.goto(address + path)
      await page.getByRole('main').getByText(shows).first().waitFor()
      for (const fault of await faultsOf(page)) faults.push([path, fault])
      for (const [title, openIt] of over) {
        await openIt(page)
        const opened = title === null ? page.getByRole('menu') : dialog(page, title)
        await opened.waitFor()
        for (const fault of await faultsOf(page)) faults.push([title ?? 'menu', fault])
        await page.keyboard.press('Escape')
        await opened.waitFor({ state: 'hidden' })
      }
    }
    expect(faults).toEqual([])
  },
)

/** Presses Tab until the focused element has this name, and checks that the focus is visible on the way. */
async function tabTo(page: Page, name: string) {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab')
    const { label, isVisible } = await page.evaluate(focusOf)
    expect([label, isVisible]).toEqual([label, true])
    if (label === name) return
  }
  throw new Error(`Tab does not reach ${name}; the focus is on ${await focused(page)}`)
}

/** Runs in the page: the accessible name of the focused element, and whether its focus outline is visible. */
function focusOf() {
  const element = document.activeElement as HTMLInputElement | null
  if (!element || element === document.body) return { label: '(nothing)', isVisible: true }
  // A row outlines its cells, a password field the field with its button.
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

test('from the login to a changed price by Tab, Enter and Escape alone, with a visible focus', async () => {
  const page = await open('/login', { as: null })
  await page.getByRole('button', { name: 'Popuni' }).waitFor()
  expect(await focused(page)).toBe('username')
  await page.keyboard.type('ana')
  await tabTo(page, 'Lozinka')
  await page.keyboard.type('kontor')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Početna' }).waitFor()
  await tabTo(page, 'Pređi na sadržaj')
  await tabTo(page, 'Proizvodi')
  await page.keyboard.press('Enter')
  await page.locator('h1:focus', { hasText: 'Proizvodi' }).waitFor()
  await page.getByRole('textbox', { name: 'Filter: Šifra' }).waitFor()
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
  await snackbar(page, 'Uspješna izmjena')
  await form.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await page.evaluate(focusOf)).label).toBe('Uredi')
  await page.keyboard.press('Enter')
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await page.evaluate(focusOf)).label).toBe('Uredi')
})

test('a checked box, the focused row and the active option are visible in forced colours', async () => {
  const page = await open('/products', { forcedColors: 'active' })
  const row = page.locator('tbody tr[data-id]').first()
  await row.getByRole('checkbox').check()
  const styleOf = (name: 'appearance' | 'outlineStyle') =>
    page.evaluate((name) => getComputedStyle(document.activeElement as Element)[name], name)
  expect(await styleOf('appearance')).toBe('auto')
  await row.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await styleOf('outlineStyle')).toBe('solid')
  await page.keyboard.press('Control+k')
  const option = page.locator('[role=option][aria-selected=true]').first()
  expect(await option.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('dashed')
})
