import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, faultsInBothThemes, PHONE, startKontor } from './harness.ts'
import { dialog, field, filter, go, title as heading, snackbar } from './list.ts'
import { delayRequests } from './responses.ts'

const { address, open } = await startKontor()

const panel = (page: Page) => page.getByRole('complementary', { name: /^Pregled: / })
const title = (page: Page) => panel(page).getByRole('heading', { level: 2 }).textContent()
const row = (page: Page, index: number) => page.locator('tbody tr[data-id]').nth(index)
const rowId = (page: Page) => new URL(page.url()).searchParams.get('row')
const idOf = (page: Page, index: number) => row(page, index).getAttribute('data-id')

test('opens a row beside its list by mouse and keyboard, follows the arrow keys, and is restored by reload and back', async () => {
  const page = await open('/cities')
  await row(page, 1).getByRole('cell').nth(1).click()
  await expect
    .poll(() =>
      panel(page)
        .getByText(/^2 od /)
        .count(),
    )
    .toBe(1)
  expect(rowId(page)).toBe(await idOf(page, 1))
  expect(await page.getByRole('columnheader', { name: 'Akcije' }).count()).toBe(0)

  await page.keyboard.press('ArrowDown')
  await expect.poll(() => rowId(page)).toBe(await idOf(page, 2))
  await expect
    .poll(() =>
      panel(page)
        .getByText(/^3 od /)
        .count(),
    )
    .toBe(1)
  const shown = await title(page)

  await page.reload()
  await expect.poll(() => title(page)).toBe(shown)
  await panel(page).getByRole('button', { name: 'Prethodni red' }).click()
  await expect
    .poll(() =>
      panel(page)
        .getByText(/^2 od /)
        .count(),
    )
    .toBe(1)
  await page.goBack()
  await expect.poll(() => panel(page).count()).toBe(0)

  // By keyboard alone it is opened, moved to the next page, edited and closed.
  await go(page, '/cities?size=10')
  await expect.poll(() => page.locator('tbody tr[data-id]').count()).toBe(10)
  await row(page, 9).focus()
  await page.keyboard.press('Space')
  await expect
    .poll(() =>
      panel(page)
        .getByText(/^10 od /)
        .count(),
    )
    .toBe(1)
  await panel(page).getByRole('button', { name: 'Sljedeći red' }).press('Enter')
  await expect
    .poll(() =>
      panel(page)
        .getByText(/^11 od /)
        .count(),
    )
    .toBe(1)
  expect(rowId(page)).toBe(await idOf(page, 0))
  expect(await accessibilityFaults(page)).toEqual([])

  await row(page, 0).focus()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Uredi grad' })
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  expect(await panel(page).count()).toBe(1)
  await row(page, 0).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => panel(page).count()).toBe(0)
  expect(rowId(page)).toBe(null)
})

test('Next at the end of a page opens nothing after Back, and after its panel was closed', async () => {
  const page = await open('/products?size=10')
  await expect.poll(() => page.locator('tbody tr[data-id]').count()).toBe(10)
  const last = await idOf(page, 9)
  const loading = Promise.withResolvers<void>()
  await page.route('**/api/products/index', async (route) => {
    if (route.request().postDataJSON().options.page === 2) await loading.promise
    await route.continue()
  })
  await row(page, 9).focus()
  await page.keyboard.press('Space')
  await panel(page).waitFor()
  const next = panel(page).getByRole('button', { name: 'Sljedeći red' })
  await next.press('Enter')
  await page.waitForURL(/page=2/)
  await page.locator('table[aria-busy=true]').waitFor()
  await page.goBack()
  await page.locator('table[aria-busy=false]').waitFor()
  await row(page, 3).hover() // a step later
  expect(rowId(page)).toBe(last)

  await next.press('Enter')
  await page.locator('table[aria-busy=true]').waitFor()
  await panel(page).getByRole('button', { name: 'Zatvori pregled' }).click()
  await panel(page).waitFor({ state: 'detached' })
  loading.resolve()
  await page.locator('table[aria-busy=false]').waitFor()
  await expect.poll(() => idOf(page, 0)).not.toBe(null)
  expect(rowId(page)).toBe(null)
})

test('two changes at once are both kept, and a list that is being left changes no other screen', async () => {
  const page = await open('/cities?size=10')
  await row(page, 1).waitFor()
  const id = await idOf(page, 1)
  await page.evaluate(() => {
    for (const one of ['th[aria-sort] button', 'tbody tr[data-id]:nth-of-type(2) td:nth-of-type(2)'])
      document.querySelector<HTMLElement>(one)?.click()
  })
  await page.waitForURL(/row=/)
  expect(rowId(page)).toBe(id)
  expect(new URL(page.url()).searchParams.get('sort')).not.toBe(null)
  await panel(page).waitFor()
  await page.evaluate(async () => {
    const click = (one: string) => document.querySelector<HTMLElement>(one)?.click()
    click('nav a[href="/partners"]')
    // The URL is the next screen's before its code has loaded.
    for (let turns = 0; location.pathname !== '/partners'; turns++)
      await (turns < 1000 ? Promise.resolve() : Promise.reject(new Error('the link leads nowhere')))
    click('th[aria-sort] button')
    click('tbody tr[data-id]:nth-of-type(3) td:nth-of-type(2)')
  })
  await heading(page, 'Partneri').waitFor()
  await row(page, 0).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('a form that was left while it was saved does not close the next one', async () => {
  const page = await open('/cities?size=10')
  await row(page, 1).waitFor()
  await row(page, 1).focus()
  await page.keyboard.press('Space')
  await panel(page).waitFor()
  const saving = Promise.withResolvers<void>()
  await delayRequests(page, /\/api\/cities\/\d+$/, saving.promise, 'PUT')
  const form = dialog(page, 'Uredi grad')
  await panel(page).getByRole('button', { name: 'Uredi', exact: true }).click()
  await field(form, 'Naziv').fill('Grad na čekanju')
  await field(form, 'Naziv').press('Enter')
  await page.goBack()
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Odbaci' }).click()
  await form.waitFor({ state: 'detached' })
  await row(page, 3).focus()
  await page.keyboard.press('e')
  await field(form, 'Naziv').fill('Drugi grad')
  saving.resolve()
  await snackbar(page, 'Uspješna izmjena')
  expect(await field(form, 'Naziv').inputValue()).toBe('Drugi grad')
})

test('on a phone a row is a page with links to its neighbours and its actions', async () => {
  const page = await open('/cities', PHONE)
  await page.getByRole('main').getByRole('listitem').nth(1).getByRole('button').click()
  const view = page.getByRole('dialog')
  await view.getByText(/^2 od /).waitFor()
  await view.getByRole('button', { name: 'Sljedeći red' }).click()
  await view.getByText(/^3 od /).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await view.getByRole('button', { name: 'Uredi', exact: true }).click()
  await page.getByRole('dialog', { name: 'Uredi grad' }).waitFor()
})

test('a product shows available stock and offers, and its stock is edited from the home page', async () => {
  const page = await open('/')
  const missing = page.getByRole('region', { name: 'Nema zaliha, a traži se', exact: true })
  const link = missing.getByRole('listitem').getByRole('link').first()
  const name = await link.textContent()
  await link.click()
  await expect.poll(() => title(page)).toBe(name)
  const stock = panel(page).getByRole('textbox')
  await expect.poll(() => stock.evaluate((field) => field === document.activeElement)).toBe(true)
  await stock.fill('12')
  await stock.press('Enter')
  await expect.poll(() => panel(page).getByText('Slobodno').locator('..').textContent()).toBe('Slobodno12')
  await panel(page).getByRole('region', { name: 'Zalihe, 12 sedmica', exact: true }).waitFor()
  await panel(page).getByRole('heading', { name: 'Gdje se nudi', exact: true }).waitFor()
  // Prices have up to three decimals, and so has their history.
  const call = await callsOf(address, DEMO)
  await call('PATCH', `/api/products/${rowId(page)}`, { price: '10.125' })
  await page.reload()
  await panel(page)
    .getByRole('img', { name: /^Cijena, 12 sedmica.* 10,125\s€/ })
    .waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])

  // Typing in a filter does not close the panel of a row.
  await filter(page, 'Naziv', 'nema takvog proizvoda')
  await page.getByText('Nema redova za ove filtere').waitFor()
  expect(await title(page)).toBe(name)
})

test('the panel shows what its own row has now, and keys act on the row with the focus', async () => {
  const page = await open('/products?view=out_of_stock')
  const number = (name: string) => panel(page).getByRole('button', { name: new RegExp(`^${name}: `) })
  const openRow = async (index: number) => {
    const main = row(page, index).locator('td[data-main]')
    const name = (await main.textContent()) ?? ''
    await main.click()
    await expect.poll(() => title(page)).toBe(name)
    return name
  }
  // A refused number stays with its row, whether it was refused here or later by the server.
  await openRow(0)
  await number('Cijena').click()
  await page.keyboard.type('abc')
  const second = await openRow(1)
  expect(await number('Cijena').getAttribute('aria-label')).toMatch(/: .+, [\d.]+,\d\d\s€$/)
  await snackbar(page, 'abc')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/products/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await answered.promise
    await route.fulfill({ status: 422, json: { message: 'error.validation' } })
  })
  await number('Cijena').click()
  await page.keyboard.type('50505')
  await page.keyboard.press('Enter')
  await openRow(0)
  expect(await number('Cijena').getAttribute('aria-label')).not.toContain('50.505')
  answered.resolve()
  await snackbar(page, `Cijena: ${second}: 50505`)
  expect(await number('Cijena').getAttribute('data-rejected')).toBe(null)
  await page.unroute('**/api/products/*')

  // A number whose row was left is not asked to be saved again.
  const current = { id: 0, version: 1000, price: '70.00' }
  await page.route('**/api/products/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { message: 'error.conflict', current } })
      : route.fallback(),
  )
  await number('Cijena').click()
  await page.keyboard.type('71')
  await page.keyboard.press('Enter')
  await panel(page)
    .getByText(/Sačuvajte ponovo/)
    .waitFor()
  await openRow(1)
  await snackbar(page, 'Nije sačuvano: u međuvremenu je upisano 70,00 €.')
  await page.unroute('**/api/products/*')
  await openRow(0)

  // A row that its change takes out of the list is shown as it is now, and the focus stays at its number.
  const id = await idOf(page, 0)
  await number('Količina').click()
  await page.keyboard.type('50')
  await page.keyboard.press('Enter')
  await page.locator(`tbody tr[data-id="${id}"]`).waitFor({ state: 'detached' })
  await expect.poll(() => number('Količina').getAttribute('aria-label')).toMatch(/, 50$/)
  await expect.poll(() => number('Količina').evaluate((one) => one === document.activeElement)).toBe(true)
  expect(rowId(page)).toBe(id)

  await openRow(0)
  const third = await row(page, 2).locator('td[data-main]').textContent()
  await row(page, 2).getByRole('checkbox').check()
  await page.keyboard.press('e')
  const name = page.getByRole('dialog', { name: 'Uredi proizvod' }).getByRole('textbox', { name: 'Naziv' })
  expect(await name.inputValue()).toBe(third)
})

test('a link to a row opens it on any page, and reports a missing row', async () => {
  const page = await open('/cities?size=10&page=2')
  await row(page, 3).waitFor()
  const id = await idOf(page, 3)
  const name = await row(page, 3).locator('td[data-main]').textContent()
  await go(page, `/cities?size=10&row=${id}`)
  await expect.poll(() => title(page)).toBe(name)
  await go(page, '/cities?row=')
  await expect.poll(() => panel(page).count()).toBe(0)
  await row(page, 0).waitFor()
  expect(await page.getByText('nije pronađen').count()).toBe(0)
  for (const [at, nonsense] of ['1e3', '%00', '-5', '01', '1.5'].entries()) {
    await go(page, `/cities?size=10&q=${at}&row=${nonsense}`) // each URL differs from the one before
    await expect.poll(() => new URL(page.url()).search).toBe(`?size=10&q=${at}`)
    expect(await panel(page).count()).toBe(0)
  }
})

test('a partner shows its debt against its limit, and a missing or forbidden row leaves the URL', async () => {
  // For how long it is overdue is not shown, also where the figure was zero before.
  const office = await callsOf(address, DEMO)
  for (const outOfCurrency of ['0', '70']) await office('PATCH', '/api/partners/10021', { outOfCurrency })
  const page = await open('/partners?f.id=10021&row=10021')
  await panel(page).getByRole('meter', { name: 'Dug', exact: true }).waitFor()
  await panel(page).getByRole('heading', { name: 'Posljednje narudžbe', exact: true }).waitFor()
  const openItems = panel(page).getByRole('region', { name: 'Otvoreno', exact: true })
  await openItems.getByText(/^Van valute 70,00\s€$/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await go(page, '/partners?row=99999999')
  await snackbar(page, 'Zapisa 99999999 nema u ovoj listi')
  await expect.poll(() => rowId(page)).toBe(null)
  await expect.poll(() => panel(page).count()).toBe(0)
  // The message replaced the address that it is about.
  await page.goBack()
  await panel(page).getByRole('meter', { name: 'Dug', exact: true }).waitFor()

  let status = 500
  await page.route('**/api/partners/index', (route) =>
    route.request().postData()?.includes('"10021"')
      ? route.fulfill({ status, json: { message: status === 500 ? 'error.internal' : 'error.forbidden' } })
      : route.fallback(),
  )
  await page.goto(`${address}/partners?f.id=10022&row=10021`)
  await page.getByRole('heading', { name: 'Podaci nijesu učitani' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  status = 403
  await page.getByRole('complementary').getByRole('button', { name: 'Pokušaj ponovo' }).click()
  await snackbar(page, 'Nemate')
  await expect.poll(() => rowId(page)).toBe(null)
  await page.unroute('**/api/partners/index')
  await go(page, '/partners?f.id=10022&row=10021')
  await panel(page).getByRole('meter', { name: 'Dug', exact: true }).waitFor()
  await panel(page).getByRole('link', { name: 'Stranica partnera', exact: true }).click()
  await page.waitForURL(/\/partners\/10021/)
})
