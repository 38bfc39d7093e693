import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { call } from './calls.ts'

/** A page, or a dialog on it. */
type Place = Page | Locator

/** The names of the columns, in order. */
export const columns = (place: Place) => place.getByRole('columnheader').allInnerTexts()

/** The current texts of a column, row by row; none while the list is loading. */
export async function column(place: Place, name: string): Promise<string[]> {
  const table = place.getByRole('table')
  const heads = await table.locator('thead tr:first-child > *').allInnerTexts()
  const cells = await table
    .locator(`tbody:not([aria-hidden]) td:nth-child(${heads.indexOf(name) + 1})`)
    .allInnerTexts()
  return cells.map(plain)
}

/** The truncated texts in the cells of a list. */
export const cutIn = (place: Place, cells = 'tbody td') =>
  place
    .locator(cells)
    .evaluateAll((all) =>
      all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    )

/** Replaces non-breaking spaces by plain ones. */
export const plain = (text: string) => text.replaceAll('\u00a0', ' ')

/** The number of rows as displayed: `12 reda`, `3 od 37 redova`. */
export const count = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: /\d/ }).first().textContent()

/** The row that has a cell with exactly this text. */
export const rowOf = (place: Place, text: string) =>
  place.getByRole('cell', { name: text, exact: true }).locator('..')

/** Presses a button of a row. */
export const press = (place: Place, text: string, action: string) =>
  rowOf(place, text).getByRole('button', { name: action, exact: true }).click()

/** Types into a column's filter and applies it with Enter. */
export async function filter(place: Place, column: string, typed: string) {
  const input = place.getByRole('textbox', { name: `Filter: ${column}`, exact: true })
  await input.fill(typed)
  await input.press('Enter')
}

/** The field with this label, with or without a required mark; a record field with suggestions is a combobox. */
export const field = (place: Place, name: string) =>
  place.getByRole('textbox', { name, exact: true }).or(place.getByRole('combobox', { name, exact: true }))

/** Opens the full list of a record field. */
export async function browse(place: Place, name: string) {
  await field(place, name).click()
  await place.getByRole('option', { name: 'Prikaži sve…' }).click()
}

/** The chosen records of a field for several records. */
export const chips = (place: Place, name: string) =>
  field(place, name).locator('..').locator('[data-chip]').allInnerTexts()

/** The dialog with this title. */
export const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })

/** Saves an open form and waits until it has closed. */
export async function save(form: Locator) {
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
}

/**
 * Presses save in a form, and ends the session on the server before the request arrives there. Were it ended sooner,
 * the page's own requests could open the login dialog over the button.
 */
export async function saveInEndedSession(page: Page, form: Locator, path: RegExp, save = 'Sačuvaj') {
  const token = await page.evaluate(() => localStorage.getItem('app.token') ?? localStorage.getItem('token'))
  const logout = new URL('/api/logout', page.url()).href
  let hasEnded = false
  const endSession = async (request: Route) => {
    if (hasEnded || request.request().method() === 'GET') return request.fallback()
    hasEnded = true
    const response = await call(logout, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`logout: ${response.status}`)
    await request.continue()
  }
  await page.route(path, endSession)
  await form.getByRole('button', { name: save, exact: true }).click()
}

/**
 * Waits for a snackbar with this text that was shown since the last wait for it on this page, also one that has closed.
 * One that an earlier wait has found does not count, although it may still be shown. Several equal ones count as one;
 * those with other texts are kept.
 */
export async function snackbar(page: Page, text: string) {
  await page.waitForFunction((wanted) => {
    const plain = (shown: string) => shown.replace(/\s+/g, ' ').toLowerCase()
    const { snackbars } = globalThis as unknown as { snackbars: string[] }
    const others = snackbars.filter((shown) => !plain(shown).includes(plain(wanted)))
    return snackbars.splice(0, snackbars.length, ...others).length > others.length
  }, text)
}

/** Keeps snackbars with this text open from now on: a busy machine may need longer than the seconds they are shown. */
export const keepSnackbarsOpen = (page: Page, text = 'Poništi') =>
  page.evaluate((one) => (globalThis as unknown as { keptOpen: string[] }).keptOpen.push(one), text)

/** Presses the undo of the latest snackbar with this text. */
export const pressUndo = (page: Page, text = '') =>
  page
    .locator('.mantine-Notification-root', { hasText: text })
    .getByRole('button', { name: 'Poništi', exact: true })
    .last()
    .click()

/** The name of the focused element. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    return element?.name || element?.textContent || element?.tagName
  })

/** The tree item with this name. */
export const node = (place: Place, name: string) =>
  place.locator(`[role=treeitem]:has([id^=node][title="${name}"])`)

/** Types letters in one task: a slow pause between two keys would end a search in a tree, or a shortcut of two keys. */
export const typeAtOnce = (page: Page, name: string) =>
  page.evaluate(async (letters) => {
    for (const key of letters) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await Promise.resolve() // until the focus has moved
    }
  }, name)

/** Sets the file of the chooser that a button of the dialog opens. */
export async function choose(page: Page, form: Locator, button: string, name: string, buffer: Buffer) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    form.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

/** Gives a screenshot of the page to the file chooser of the button. */
export async function choosePicture(page: Page, button: Locator, name: string) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 60 } })
  await chooser.setFiles({ name, mimeType: 'image/png', buffer })
}

/** Chooses a partner with one device in the form of a notification. */
export async function choosePartner(page: Page, form: Locator) {
  await browse(form, 'Partneri')
  const partners = dialog(page, 'Partneri')
  await filter(partners, 'Uređaji', '1')
  await expect.poll(async () => new Set(await column(partners, 'Uređaji'))).toEqual(new Set(['1']))
  await partners.getByRole('checkbox').nth(1).check()
  await partners.getByRole('button', { name: /^Potvrdi/ }).click()
}

/** The title of a page. */
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** The main menu. */
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Glavni meni' })
/** Navigates within the app, without a reload. */
export const go = (page: Page, path: string) =>
  page.evaluate((there) => history.pushState(null, '', there), path)

/** Fills in the login page, and sends it. */
export async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await field(page, 'Korisničko ime').fill(username)
  await page.getByLabel('Lozinka').first().fill(password)
  await page.getByRole('button', { name: 'Prijavi se' }).click()
}
