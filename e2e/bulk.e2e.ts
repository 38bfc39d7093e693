import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, requestsOf, startKontor } from './harness.ts'
import {
  column,
  dialog,
  focused,
  keepSnackbarsOpen,
  plain,
  pressUndo,
  saveInEndedSession,
  snackbar,
} from './list.ts'
import { loseResponses } from './responses.ts'

const { open, address } = await startKontor()
const colleague = await callsOf(address, { username: 'luka', password: 'kontor' })

const row = (page: Page, index: number) => page.locator('tbody tr[data-id]').nth(index)
const LIST = '/products?f.name=Michelin&sort=erp_code'

/** Changes a product's price or quantity as another user. */
async function changeElsewhere(field: string, value: string, id: number) {
  const change = { field, how: 'set', value }
  type Plan = { ids: number[]; versions: number[] }
  const { ids, versions } = await colleague<Plan>('POST', '/api/products/bulk/plan', { change, ids: [id] })
  await colleague('POST', '/api/products/bulk', { change, ids, versions })
}
async function type(page: Page, index: number, value: string) {
  await row(page, index).focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /^Cijena: / }).fill(value)
}
const price = async (page: Page, index: number) => plain((await column(page, 'Cijena'))[index] ?? '')
const idOf = async (page: Page, index: number) => Number(await row(page, index).getAttribute('data-id'))

test('edits cells by keyboard with F2 and Enter, undoes them, and resolves a lost response', async () => {
  const page = await open(LIST)
  await row(page, 0).focus()
  await page.keyboard.press('F2')
  const input = page.getByRole('textbox', { name: /^Cijena: / })
  await input.fill('0')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .filter({ hasText: /veća|ispravn|cijen/i })
    .first()
    .waitFor()
  await input.fill('86,5')
  await page.locator('[role=status]', { hasText: '86,50' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await column(page, 'Cijena'))[0]).toBe('86,50 €')
  await snackbar(page, 'Uspješna izmjena')

  // A number of pieces that is no integer is shown as typed.
  await row(page, 0).focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Tab')
  const pieces = page.getByRole('textbox', { name: /^Količina: / })
  await pieces.fill('1.5')
  const echo = page.locator('[role=status]').filter({ hasText: /^= / })
  await expect.poll(() => echo.textContent()).toBe('= 1,5')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Količina mora biti cio broj' }).first().waitFor()
  await page.keyboard.press('Escape')
  await echo.waitFor({ state: 'hidden' })

  const requests = requestsOf(page)
  /** Whether each of the changes that were sent is an undo. */
  const sent = () =>
    requests.filter((one) => one.method() === 'PATCH').map((one) => /undo/.test(one.postData() ?? ''))
  await row(page, 0).focus()
  const stock = (await column(page, 'Količina'))[0] ?? ''
  await page.keyboard.press('F2')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: /^Količina: / }).fill('777')
  await keepSnackbarsOpen(page)
  await page.keyboard.press('Enter')
  await pressUndo(page, `${stock} → 777`)
  await expect.poll(async () => (await column(page, 'Količina'))[0]).toBe(stock)
  expect(sent()).toEqual([false, true])

  await row(page, 4).waitFor()
  const other = await price(page, 4)
  await type(page, 4, `${other.replace(' €', '')}0`)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: /^Cijena: / }).count()).toBe(0)

  await row(page, 3).waitFor()
  const before = await price(page, 3)
  await loseResponses(page, '**/api/products/*', 'PATCH')
  await type(page, 3, '131')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Server nije odgovorio' }).first().waitFor()
  expect(sent()).toEqual([false, true, false]) // none of the equal price
  await page.unroute('**/api/products/*')
  await page.getByRole('textbox', { name: /^Cijena: / }).press('Enter')
  await snackbar(page, `${before} → 131,00 €`)
  await page.keyboard.press('Control+z')
  await expect.poll(() => price(page, 3)).toBe(before)
})

test('one Ctrl Z too many does not undo what was typed into a filter', async () => {
  const page = await open('/products')
  const filter = page.getByRole('textbox', { name: 'Filter: Naziv', exact: true })
  await filter.pressSequentially('michelin')
  await filter.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('f.name')).toBe('michelin')
  await page.locator('table[aria-busy=false]').waitFor()
  const before = await price(page, 1)
  await type(page, 1, '144')
  await page.keyboard.press('Enter')
  await snackbar(page, `${before} → 144,00 €`)
  await page.keyboard.press('Control+z')
  await expect.poll(() => price(page, 1)).toBe(before)
  await page.getByRole('button', { name: 'Poništi', exact: true }).waitFor({ state: 'hidden' })
  await row(page, 1).focus()
  await page.keyboard.press('Control+z')
  expect(await filter.inputValue()).toBe('michelin')
  expect(await row(page, 1).evaluate((one) => one === document.activeElement)).toBe(true)
})

test("the first Enter does not overwrite another user's price; Ctrl Z undoes the user's own edit unless it was changed since", async () => {
  const page = await open(LIST)
  await row(page, 1).waitFor()
  const id = await idOf(page, 1)
  await type(page, 1, '99')
  await changeElsewhere('price', '70', id)
  await page.keyboard.press('Enter')
  const reason = page
    .getByRole('alert')
    .filter({ hasText: 'U međuvremenu je upisano 70,00 €. Sačuvajte ponovo da ostane vaše.' })
  await reason.first().waitFor()
  const input = page.getByRole('textbox', { name: /^Cijena: / })
  expect(await input.inputValue()).toBe('99')
  await expect.poll(() => input.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => price(page, 1)).toBe('70,00 €')
  await type(page, 1, '99')
  await changeElsewhere('price', '71', id)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'U međuvremenu je upisano 71,00 €.' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => price(page, 1)).toBe('99,00 €')
  await snackbar(page, '71,00 € → 99,00 €')
  // A change by another user is merged.
  await type(page, 1, '98')
  await changeElsewhere('quantity', '4321', id)
  await page.keyboard.press('Enter')
  await expect.poll(() => price(page, 1)).toBe('98,00 €')
  await snackbar(page, '99,00 € → 98,00 €')
  await expect.poll(async () => (await column(page, 'Količina'))[1]).toBe('4.321')

  const other = await idOf(page, 2)
  const before = await price(page, 2)
  await keepSnackbarsOpen(page)
  await type(page, 2, '120')
  await page.keyboard.press('Enter')
  await snackbar(page, `${before} → 120,00 €`)
  await changeElsewhere('quantity', '77', other)
  await page.keyboard.press('Control+z')
  await snackbar(page, `120,00 € → ${before}`)
  await expect.poll(() => price(page, 2)).toBe(before)
  await expect.poll(async () => (await column(page, 'Količina'))[2]).toBe('77')
  await type(page, 2, '121')
  await page.keyboard.press('Enter')
  await snackbar(page, `${before} → 121,00 €`)
  await changeElsewhere('price', '150', other)
  await pressUndo(page, `${before} → 121,00 €`)
  await snackbar(page, 'Nije poništeno: neko je u međuvremenu unio izmjenu.')
  await expect.poll(() => price(page, 2)).toBe('150,00 €')
})

test('changes filtered prices by percent, with a preview, and undoes that; a preview never belongs to a former value', async () => {
  const page = await open(LIST)
  await row(page, 0).getByRole('checkbox').check()
  const before = await column(page, 'Cijena')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^Izaberi svih \d+ redova$/ })
    .click()
  await page
    .getByRole('toolbar')
    .getByText(/^Svih \d+ redova koje nalaze filteri$/)
    .waitFor()
  await expect.poll(() => focused(page)).toBe('Izmijeni')
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Grupna izmjena')
  expect(await form.getByLabel('Koji redovi').inputValue()).toBe('all')
  await form.getByLabel('Kako').selectOption('percent')
  const value = form.getByLabel('Procenat, npr. 5 ili -3,5')
  await value.fill('-100')
  await form.getByRole('button', { name: 'Pregled' }).click()
  await form.getByText('Upišite procenat od -99,99 do 1.000').waitFor()
  await value.fill('10 %')
  await value.press('Enter')
  const apply = form.getByRole('button', { name: /^Primijeni \(\d+\)$/ })
  await apply.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepSnackbarsOpen(page)
  await value.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('toolbar').waitFor({ state: 'hidden' })
  await expect.poll(() => column(page, 'Cijena')).not.toEqual(before)
  const hasFocus = () => row(page, 0).evaluate((one) => one === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
  await pressUndo(page)
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
  await expect.poll(hasFocus).toBe(true)

  await row(page, 0).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  const typed = form.getByLabel('Vrijednost')
  const [requested, released, answered] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const blockRoute = async (route: Route) => {
    const response = await route.fetch()
    requested?.resolve()
    await released?.promise
    await route.fulfill({ response })
    answered?.resolve()
  }
  await page.route('**/bulk/plan', blockRoute, { times: 1 })
  await typed.fill('77,7')
  await typed.press('Enter')
  await requested?.promise
  await typed.fill('99')
  released?.resolve()
  await answered?.promise
  await typed.press('Enter') // previews the value 99
  await form.getByText('99,00 €').waitFor()
  expect(await form.getByText('77,70 €').count()).toBe(0)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
})

test('a session that ends before the preview asks for the password, and keeps what was chosen', async () => {
  const page = await open(LIST)
  await row(page, 0).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  const form = dialog(page, 'Grupna izmjena')
  await form.getByLabel('Vrijednost').fill('77,7')
  await saveInEndedSession(page, form, /\/bulk\/plan$/, 'Pregled')
  await dialog(page, 'Prijavite se ponovo').getByLabel('Lozinka (ana)').fill('kontor')
  await page.keyboard.press('Enter')
  await form.getByText('77,70 €').waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Sačuvaj prikaz' }).click()
  const view = dialog(page, 'Sačuvaj prikaz')
  await view.getByRole('textbox').first().fill('Michelin')
  await saveInEndedSession(page, view, /\/api\/views$/)
  await dialog(page, 'Prijavite se ponovo').getByLabel('Lozinka (ana)').fill('kontor')
  await page.keyboard.press('Enter')
  await view.waitFor({ state: 'hidden' })
})

test('adds selected products to a category chosen in the tree, with a preview, and undoes that', async () => {
  const page = await open(LIST)
  const form = dialog(page, 'Grupna izmjena')
  await row(page, 4).getByRole('checkbox').check()
  await row(page, 5).getByRole('checkbox').check()
  const into = page.getByRole('toolbar').getByRole('button', { name: 'U katalog…' })
  const choose = async () => {
    await into.click()
    const tree = dialog(page, 'Mjesto u katalogu')
    await tree.getByRole('treeitem').first().click()
    await tree.getByRole('button', { name: 'Izaberi', exact: true }).click()
    await tree.waitFor({ state: 'hidden' })
  }
  await choose()
  await form.getByText('2 reda se mijenjaju').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepSnackbarsOpen(page)
  await form.getByRole('button', { name: 'Primijeni (2)' }).click()
  await snackbar(page, 'Izmijenjena 2 reda')
  await form.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+z')
  await snackbar(page, 'Vraćena 2 reda')
  await row(page, 4).getByRole('checkbox').check()
  await choose()
  await form.getByText('1 red se mijenja').waitFor()
  await page.keyboard.press('Escape')
})

test('undoes a bulk edit later, in its dialog or in the history', async () => {
  const page = await open(LIST)
  await row(page, 0).waitFor()
  const before = await column(page, 'Cijena')
  const raise = async () => {
    await row(page, 0).getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
    const form = dialog(page, 'Grupna izmjena')
    await form.getByLabel('Vrijednost').fill('77,7')
    await form.getByLabel('Vrijednost').press('Enter')
    await form.getByRole('button', { name: 'Primijeni (1)' }).click()
    await form.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await column(page, 'Cijena'))[0]).toBe('77,70 €')
  }
  await raise()
  await page.reload()
  await row(page, 0).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  const form = dialog(page, 'Grupna izmjena')
  await form.getByText(/^Posljednja grupna izmjena: Cijena = 77,7, 1 red, .*, Ana Vukčević$/).waitFor()
  const undo = form.getByRole('button', { name: 'Poništi', exact: true })
  const failure = dialog(page, 'Greška')
  const fails = { status: 500, json: { message: 'error.internal' } }
  await page.route('**/bulk/undo', (route) => route.fulfill(fails), { times: 1 })
  await undo.click()
  await failure.getByRole('button', { name: 'U redu' }).click()
  await failure.waitFor({ state: 'hidden' })
  await undo.click() // the dialog and the selection have stayed
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
  await raise()
  await page.goto(new URL('/history', page.url()).href)
  await page.locator('tbody tr', { hasText: 'Grupna izmjena' }).first().click()
  await page.getByRole('button', { name: 'Otvori zapis' }).click()
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await snackbar(page, 'Vraćen 1 red')
  await page.goto(new URL(LIST, page.url()).href)
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
})

test("reports a colleague's later edit, and undoes after the colleague has undone it", async () => {
  const page = await open(LIST)
  await row(page, 0).getByRole('checkbox').check()
  const name = (await column(page, 'Naziv'))[0] ?? ''
  const before = await column(page, 'Cijena')
  const body = { change: { field: 'price', how: 'set', value: '99' }, ids: [await idOf(page, 0)] }
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  const form = dialog(page, 'Grupna izmjena')
  await form.getByLabel('Vrijednost').fill('88,8')
  await form.getByLabel('Vrijednost').press('Enter')
  await keepSnackbarsOpen(page)
  await form.getByRole('button', { name: 'Primijeni (1)' }).click()
  await form.waitFor({ state: 'hidden' })
  await page
    .locator('.mantine-Notifications-root')
    .getByRole('button', { name: /^Poništi/ })
    .waitFor()
  const { ids, versions } = await colleague<{ ids: number[]; versions: number[] }>(
    'POST',
    '/api/products/bulk/plan',
    body,
  )
  const over = await colleague<{ id: number }>('POST', '/api/products/bulk', {
    change: body.change,
    ids,
    versions,
  })
  await page.keyboard.press('Control+z')
  await page.getByRole('alert').getByText(`jer je u međuvremenu izmijenjeno: ${name}`).waitFor()
  await colleague('POST', '/api/products/bulk/undo', { id: over.id })
  await page.reload()
  await row(page, 0).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  await form.getByRole('button', { name: 'Poništi', exact: true }).click()
  await snackbar(page, 'Vraćen 1 red')
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
})
