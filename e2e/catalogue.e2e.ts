import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, DEMO_PARTNER, faultsInBothThemes, startKontor } from './harness.ts'
import { dialog, keepSnackbarsOpen, plain, pressUndo, save, snackbar, typeAtOnce } from './list.ts'
import { delayRequests } from './responses.ts'

const { open, address } = await startKontor()
const office = await callsOf(address, DEMO)
const partner = await callsOf(address, DEMO_PARTNER)

interface Node {
  id: number
  name: string
  items: number
}
const add = (name: string, catalogue_id: number | null = null) =>
  office<Node>('POST', '/api/catalogue/store', { name, catalogue_id })
const levelOf = async (parent: number | null) =>
  (
    await office<{ levels: { nodes: Node[] }[] }>('POST', '/api/catalogue/levels', { of: [parent] })
  ).levels.flatMap(({ nodes }) => nodes)
/** Active products of the list, by filters. */
const productsBy = async (filters: object, itemsPerPage = 8) =>
  (
    await office<{ result: { id: number; name: string; erp_code: string; price: string }[] }>(
      'POST',
      '/api/products/index',
      { filters: { is_active: 'true', ...filters }, options: { page: 1, itemsPerPage } },
    )
  ).result
const attach = (catalogue_id: number, products: readonly { id: number }[]) =>
  office('POST', '/api/catalogue/storeProducts', { catalogue_id, products: products.map(({ id }) => id) })

const inStock = await productsBy({ quantity: '>=100' })
const none = await productsBy({ quantity: '0' })
const chosen = [...inStock.slice(0, 2), ...none.slice(0, 1)]
const root = await add('E Gume')
const winter = await add('E Zimske', root.id)
await attach(winter.id, chosen)

const item = (page: Page, name: string | RegExp) =>
  page
    .getByRole('treeitem', { name: typeof name === 'string' ? new RegExp(`^${RegExp.escape(name)}`) : name })
    .first()
/** Waits until a node of the tree is focused. */
async function hasFocus(page: Page, name: string) {
  await item(page, name).waitFor()
  await expect.poll(() => item(page, name).evaluate((one) => one === document.activeElement)).toBe(true)
}
/** The catalogue with the test's categories expanded. */
const opened = async (path = `/catalogue?open=${root.id}-${winter.id}`, options = {}) => {
  const page = await open(path, options)
  await item(page, 'E Gume').waitFor()
  return page
}
/** Confirms the open question with Enter; its button is focused. */
async function answer(page: Page, title: string | RegExp) {
  await page.getByRole('dialog', { name: title }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: title }).waitFor({ state: 'hidden' })
}

/** Opens the menu of a node's further actions. */
async function more(page: Page, name: string, action: string) {
  await item(page, name).hover()
  await item(page, name)
    .getByRole('button', { name: /^Radnje:/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
const products = (page: Page) => dialog(page, 'Dodaj proizvode u „E Izbor“')

test('shows a product with current values, exports it, and rejects invalid input at its field', async () => {
  const page = await opened()
  const [one, , empty] = chosen
  const line = item(page, one?.name ?? '')
  await line.waitFor()
  expect(plain(String(await line.textContent()))).toContain(one?.erp_code)
  expect(plain(String(await line.textContent()))).toMatch(/\d,\d{2,3} €\s*\d{3,} kom\./)
  expect(await line.locator('img').getAttribute('loading')).toBe('lazy')
  const red = item(page, empty?.name ?? '').getByText('0 kom.', { exact: true })
  expect(await red.evaluate((text) => getComputedStyle(text).color)).not.toBe(
    await line.getByText(/\d kom\.$/).evaluate((text) => getComputedStyle(text).color),
  )
  await item(page, 'E Gume').getByText('3 proizvoda').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])

  // A name of one letter is rejected at its field, and a product is not put at the root.
  await page.getByRole('button', { name: 'Dodaj kategoriju' }).click()
  const form = dialog(page, 'Nova kategorija')
  await form.getByRole('textbox', { name: 'Naziv' }).fill('Ž')
  await page.keyboard.press('Enter')
  await form.getByText('Naziv kategorije mora imati najmanje 2 znaka.').waitFor()
  await form.getByRole('textbox', { name: 'Naziv' }).fill('')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await more(page, chosen[0]?.name ?? '', 'Premjesti u…')
  const move = dialog(page, 'Premjesti u…')
  await move.getByRole('button', { name: 'Na vrhu stabla' }).click()
  await move.getByText('Proizvod mora biti u kategoriji.').waitFor()
  expect(await move.getByRole('button', { name: 'Premjesti', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await move.waitFor({ state: 'hidden' })

  // Changes by other users appear without a reload.
  const made = await add('E Odjednom', root.id)
  await item(page, 'E Odjednom').waitFor()
  await office('DELETE', `/api/catalogue/destroy/${made.id}`)
  await item(page, 'E Odjednom').waitFor({ state: 'detached' })

  // The catalogue and one category are saved as a PDF and as a workbook.
  const names = []
  for (const kind of ['Cijeli katalog sa slikama (PDF)', 'Cijeli katalog (.xlsx)']) {
    await page.getByRole('main').getByRole('button', { name: 'Izvezi', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 0 }), // pictures are rendered first; only the test's own timeout applies
      page.getByRole('menuitem', { name: kind }).click(),
    ])
    names.push(file.suggestedFilename())
  }
  for (const kind of ['Preuzmi sa slikama (PDF)', 'Preuzmi Excel']) {
    const [file] = await Promise.all([page.waitForEvent('download'), more(page, 'E Gume', kind)])
    names.push(file.suggestedFilename())
  }
  expect(names.map((name) => name.split('.').at(-1))).toEqual(['pdf', 'xlsx', 'pdf', 'xlsx'])
})

test('adds, renames, deletes and restores a category by keyboard alone', async () => {
  const page = await opened()
  await item(page, 'E Gume').focus()
  await page.keyboard.press('Enter')
  await item(page, 'E Gume').getByRole('button', { name: 'Dodaj potkategoriju' }).focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Nova kategorija')
  await form.getByRole('textbox', { name: 'Naziv' }).waitFor()
  await form.getByRole('textbox', { name: 'Naziv' }).press('Control+A')
  await page.keyboard.type('E Ljetnje')
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await hasFocus(page, 'E Ljetnje')
  await page.keyboard.press('F2')
  const edit = dialog(page, 'Uredi kategoriju')
  await edit.getByRole('textbox', { name: 'Naziv' }).press('Control+A')
  await page.keyboard.type('E Ljetne')
  await save(edit)
  await hasFocus(page, 'E Ljetne') // which is focused only after the dialog has closed
  await typeAtOnce(page, 'E Zim')
  await hasFocus(page, 'E Zimske')
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Deaktivacija: „E Zimske“' })
  await question.getByText(/uklanjaju 4 stavke/).waitFor()
  await answer(page, 'Deaktivacija: „E Zimske“')
  await snackbar(page, 'Obrisano: E Zimske')
  await item(page, 'E Zimske').waitFor({ state: 'detached' })
  await hasFocus(page, 'E Ljetne')
  await page.getByRole('button', { name: 'Nedavno obrisano' }).press('Enter')
  await page.getByRole('button', { name: 'Vrati: E Zimske' }).press('Enter')
  await item(page, 'E Zimske').waitFor()
  expect((await levelOf(winter.id)).length).toBe(3)
})

test('marks hidden nodes, which partners do not see until an undo', async () => {
  const page = await opened()
  const seen = () => partner<{ result: { name: string }[] }>('GET', '/api/app/catalogue')
  expect((await seen()).result.map(({ name }) => name)).toContain('E Gume')
  // Levels that another part has loaded are still refreshed.
  await item(page, 'E Zimske').hover()
  await item(page, 'E Zimske').getByRole('button', { name: 'Dodaj proizvode' }).click()
  await dialog(page, 'Dodaj proizvode u „E Zimske“').getByRole('button', { name: 'Odustani' }).click()
  await item(page, 'E Gume').hover()
  await item(page, 'E Gume').getByRole('button', { name: 'Sakrij od partnera' }).click()
  await keepSnackbarsOpen(page)
  await answer(page, 'Sakriti „E Gume“?')
  await snackbar(page, 'Skriveno')
  await item(page, 'E Gume').getByText('Skriveno', { exact: true }).waitFor()
  await item(page, 'E Zimske').getByText('Skriveno iznad').waitFor()
  expect((await seen()).result.map(({ name }) => name)).not.toContain('E Gume')
  await pressUndo(page)
  await item(page, 'E Gume').getByText('Skriveno', { exact: true }).waitFor({ state: 'hidden' })
  expect((await seen()).result.map(({ name }) => name)).toContain('E Gume')
})

test('picks products, marks existing ones, and adds all that match a filter at once', async () => {
  const own = await add('E Izbor')
  await attach(own.id, inStock.slice(0, 1))
  const page = await opened(`/catalogue?node=${own.id}`)
  await item(page, 'E Izbor').hover()
  await item(page, 'E Izbor').getByRole('button', { name: 'Dodaj proizvode' }).click()
  const search = products(page).getByRole('searchbox')
  await search.fill(inStock[0]?.erp_code ?? '')
  await search.press('Enter')
  const there = products(page)
    .getByRole('checkbox', { name: `Izaberi: ${inStock[0]?.name}` })
    .first()
  await expect.poll(() => there.isDisabled()).toBe(true)
  expect(await there.isChecked()).toBe(true)
  expect(await faultsInBothThemes(page)).toEqual([])
  await search.fill(inStock[3]?.erp_code ?? '')
  await search.press('Enter')
  await products(page)
    .getByRole('checkbox', { name: `Izaberi: ${inStock[3]?.name}` })
    .first()
    .check()
  await products(page).getByRole('button', { name: 'Potvrdi (1)' }).click()
  await snackbar(page, 'U „E Izbor“ je dodat 1 proizvod')
  await item(page, 'E Izbor').getByText('2 proizvoda').waitFor()
  await item(page, 'E Izbor').hover()
  await item(page, 'E Izbor').getByRole('button', { name: 'Dodaj proizvode' }).click()
  const found = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/products/**', found.promise)
  await search.fill('kočiona tečnost')
  await search.press('Enter')
  const all = products(page).getByRole('button', { name: /^Dodaj svih? [\d.]+ pronađen/ })
  expect(await all.isDisabled()).toBe(true) // until the number is that of the search
  found.resolve()
  await expect.poll(() => all.isDisabled()).toBe(false)
  const number = Number(/\d+/.exec(String(await all.textContent()))?.[0])
  await all.click()
  await answer(page, new RegExp(`^Dodati ${number} proizvod`))
  await products(page).waitFor({ state: 'hidden' })
  await expect.poll(async () => (await levelOf(own.id)).length).toBe(2 + number)
})

test('a search shows matches with their ancestors, the palette links to the node, and a product to its own screen', async () => {
  const page = await open('/')
  const tiles = page.getByRole('main')
  await tiles.getByText(/^Još \d+ ekran/).click()
  const tile = tiles.getByRole('link', { name: /^Katalog.*u katalogu/ })
  await tile.waitFor()
  await tiles.getByRole('link', { name: /^Narudžbe iz kataloga.*danas/ }).click()
  await page.waitForURL(/\/catalogue_orders\?from=/)
  // On the first of a month, today is also the current month.
  await page.getByRole('radio', { name: /^(Danas|Ovaj mjesec)$/, checked: true }).waitFor()
  await page.goBack()
  await tiles
    .getByText(/^Još \d+ ekran/)
    .or(tile)
    .first()
    .waitFor()
  if (!(await tile.isVisible())) await tiles.getByText(/^Još \d+ ekran/).click()
  await tile.click()

  const code = chosen[1]?.erp_code ?? ''
  await page.getByRole('searchbox', { name: 'Traži u katalogu' }).fill(code)
  await page.keyboard.press('Enter')
  await item(page, chosen[1]?.name ?? '').waitFor()
  await item(page, 'E Zimske').waitFor()
  await page.waitForURL(/q=/)
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' }).fill('E Zimske')
  await page.getByRole('option', { name: /^E Zimske/ }).click()
  await page.waitForURL(new RegExp(`node=${winter.id}`))
  await expect.poll(() => item(page, 'E Zimske').getAttribute('aria-selected')).toBe('true')

  // A product is edited on its own screen, to which its node links.
  await item(page, 'E Zimske').focus()
  await page.keyboard.press('ArrowRight')
  await item(page, chosen[1]?.name ?? '').waitFor()
  await more(page, chosen[1]?.name ?? '', 'Uredi proizvod')
  await page.waitForURL(/\/products\?f\.id=/)
  const form = page.getByRole('dialog', { name: 'Uredi proizvod' })
  await expect.poll(() => form.getByRole('textbox', { name: 'Naziv' }).inputValue()).toBe(chosen[1]?.name)
  await form.getByRole('textbox', { name: 'Cijena' }).fill('1234,5')
  await save(form)
  await page.goBack()
  await item(page, chosen[1]?.name ?? '')
    .getByText('1.234,50')
    .waitFor()
})

test('users without permission expand and search, and change nothing', async () => {
  const page = await opened(undefined, { as: { ...DEMO, username: 'ivana' } })
  await item(page, 'E Zimske').hover()
  expect(await page.getByRole('button', { name: /^(Dodaj|Uredi|Sakrij|Obriši)/ }).count()).toBe(0)
  await item(page, 'E Zimske').focus()
  await page.keyboard.press('Delete')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('on a phone one level is shown at a time, with a product’s price and pieces', async () => {
  const page = await opened('/catalogue', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await item(page, 'E Gume').tap()
  await item(page, 'E Zimske').tap()
  await item(page, chosen[0]?.name ?? '')
    .getByText(/kom\./)
    .waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await accessibilityFaults(page)).toEqual([])
})
