import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, faultsInBothThemes, requestsOf, startKontor } from './harness.ts'
import { columns, count, dialog, field, filter, go, snackbar } from './list.ts'
import { BLANK } from './windows.ts'

const { open, address } = await startKontor()

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Prikazi: Proizvodi', exact: true })
/** A view by the beginning of its name, which the count follows. */
const tab = (page: Page, name: string) =>
  tabs(page).getByRole('button', { name: new RegExp(`^${name}( ?[\\d.]+)?`) })
const current = (page: Page) => tabs(page).locator('[aria-current=true]').textContent()
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** The number of keys that the sheet has for views. */
async function viewKeys(page: Page) {
  await page.keyboard.press('?')
  const sheet = dialog(page, 'Prečice na tastaturi')
  await sheet.getByText('Osvježi').first().waitFor()
  const found = await sheet.getByText(/^Prikaz \d: /).count()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  return found
}

/** The products of another user, with the columns and the page size of the beginning. */
async function lukasProducts() {
  const as = { username: 'luka', password: 'kontor' }
  const calls = await callsOf(address, as)
  await calls('PUT', '/api/preferences', { list: 'products', columns: null, size: null })
  const page = await open('/products', { as })
  await expect.poll(() => columns(page)).toContain('Opis')
  return { calls, page }
}

test('a view is a tab with its count, which is opened, changed, saved and linked', async () => {
  const page = await open('/products')
  await expect.poll(() => tab(page, 'Bez zaliha').textContent()).toMatch(/\d/)
  await tab(page, 'Bez zaliha').click()
  await expect.poll(() => search(page)).toEqual({ view: 'out_of_stock' })
  await expect.poll(() => count(page)).toMatch(/ od /)
  const counted = ((await tab(page, 'Bez zaliha').textContent()) ?? '').replace(/\D/g, '')
  const found = async () => (await count(page))?.replace(/ od .*/, '').replace(/\D/g, '')
  await expect.poll(found).toBe(counted) // the whole list is counted until the view's rows have loaded

  await filter(page, 'Naziv', 'mich')
  await expect.poll(() => search(page)).toEqual({ view: 'out_of_stock', 'f.name': 'mich' })
  await expect.poll(() => tabs(page).getByRole('img', { name: 'izmijenjen' }).count()).toBe(1)
  await expect.poll(found).not.toBe(counted) // saving does not wait for the rows
  await page.getByRole('main').getByRole('button', { name: 'Sačuvaj prikaz', exact: true }).click()
  const form = dialog(page, 'Sačuvaj prikaz')
  await field(form, 'Naziv prikaza').fill('Prazni Michelin')
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await expect.poll(() => current(page)).toMatch(/^Prazni Michelin/)
  await expect.poll(() => Object.keys(search(page))).toEqual(['view'])
  const rows = await count(page)
  const link = page.url()

  await page.goBack()
  await expect.poll(() => search(page)).toEqual({ view: 'out_of_stock', 'f.name': 'mich' })
  await page.goto(link)
  await expect.poll(() => current(page)).toMatch(/^Prazni Michelin/)
  await expect.poll(() => count(page)).toBe(rows)
  expect(await faultsInBothThemes(page)).toEqual([])

  await tab(page, 'Bez zaliha').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page)).toEqual({})
  await page.keyboard.press('2')
  await expect.poll(() => search(page)).toEqual({ view: 'out_of_stock' })
  await page.keyboard.press('1')
  await expect.poll(() => search(page)).toEqual({})
  // After an inline edit the row has the focus: a digit is the next value, not a view. Nor while the view has changes.
  await page.locator('tbody tr[data-id]').first().focus()
  expect(await viewKeys(page)).toBe(0)
  await page.keyboard.press('2')
  await page.locator('h1').click()
  expect(await viewKeys(page)).toBeGreaterThan(2)
  expect(search(page)).toEqual({})
  await page.keyboard.press('2')
  await expect.poll(() => search(page)).toEqual({ view: 'out_of_stock' })
  await filter(page, 'Naziv', 'mich')
  await expect.poll(() => search(page)).toEqual({ view: 'out_of_stock', 'f.name': 'mich' })
  await page.locator('h1').click()
  expect(await viewKeys(page)).toBe(0)
  await page.keyboard.press('1')
  await tab(page, 'Svi').click()
  await expect.poll(() => search(page)).toEqual({})

  await tab(page, 'Svi').focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => tab(page, 'Bez zaliha').evaluate((one) => one === document.activeElement))
    .toBe(true)
})

test('filling the height is chosen once for every list, and requested at once from then on', async () => {
  const calls = await callsOf(address, { username: 'luka', password: 'kontor' })
  const page = await open('/cities', { as: { username: 'luka', password: 'kontor' } })
  const rows = () => page.getByRole('main').locator('tbody:not([aria-hidden]) tr').count()
  const sizes = page.getByRole('combobox', { name: 'Redova po strani' })
  await expect.poll(rows).toBe(10)
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences') && answer.ok())
  await sizes.selectOption('Automatski')
  await saved
  await expect.poll(rows).toBe(20)
  expect(await sizes.inputValue()).toBe('0')

  await page.getByRole('link', { name: 'Proizvodi', exact: true }).click()
  await expect.poll(() => tab(page, 'Bez zaliha').textContent()).toMatch(/\d/)
  await expect.poll(rows).toBe(20)
  const requests = requestsOf(page)
  await page.reload()
  await expect.poll(rows).toBe(20)
  await expect.poll(() => tab(page, 'Bez zaliha').textContent()).toMatch(/\d/)
  const rowRequests = requests.filter((request) => request.url().endsWith('/api/products/index'))
  expect(rowRequests.map((request) => request.postDataJSON().options.itemsPerPage)).toEqual([20])
  expect(await sizes.inputValue()).toBe('0')
  const foot = await page.getByRole('navigation', { name: 'Strane: Proizvodi' }).boundingBox()
  const last = await page.getByRole('main').locator('tbody tr').last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeGreaterThan((foot?.y ?? 0) - 80)

  const wanted = await calls<{ size: number }>('GET', '/api/views?list=partners')
  expect(wanted.size).toBe(0)
})

test('preferences that are being saved outlast views that are read meanwhile, and are saved in order', async () => {
  const { calls, page } = await lukasProducts()
  const gate = Promise.withResolvers<void>()
  const sent: string[][] = []
  await page.route('**/api/preferences', async (route) => {
    sent.push(route.request().postDataJSON().columns.hidden)
    await gate.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Kolone' }).click()
  const chooser = dialog(page, 'Kolone')
  await chooser.getByRole('checkbox', { name: 'Opis' }).click()
  await expect.poll(() => sent).toEqual([['description']])
  const read = page.waitForResponse((answer) => answer.url().endsWith('/api/views?list=products'))
  const view = { filters: {}, search: '', sort: null, columns: null, size: null }
  const { id } = await calls<{ id: number }>('POST', '/api/views', {
    list: 'products',
    name: 'Iz drugog prozora',
    is_shared: false,
    ...view,
  })
  await read
  await expect.poll(() => tab(page, 'Iz drugog prozora').count()).toBe(1)
  const saved = page.waitForResponse((one) => one.request().postData()?.includes('quantity') === true)
  await chooser.getByRole('checkbox', { name: 'Količina' }).click()
  await expect.poll(() => columns(page)).not.toContain('Količina')
  expect(await columns(page)).not.toContain('Opis')
  expect(sent).toHaveLength(1)
  gate.resolve()
  await expect.poll(() => sent).toEqual([['description'], ['description', 'quantity']])
  const stored = () => calls<{ columns: { hidden: string[] } }>('GET', '/api/views?list=products')
  await expect.poll(async () => (await stored()).columns?.hidden).toEqual(['description', 'quantity'])
  await saved
  await calls('DELETE', `/api/views/${id}`)
})

test('a preference whose save failed is sent with the next one', async () => {
  const { page } = await lukasProducts()
  const gate = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route('**/api/preferences', async (route) => {
    sent.push(route.request().postDataJSON())
    if (sent.length > 1) return route.continue()
    await gate.promise
    await route.fulfill({ status: 500, json: { message: 'error.server' } })
  })
  await page.getByRole('button', { name: 'Kolone' }).click()
  await dialog(page, 'Kolone').getByRole('checkbox', { name: 'Opis' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await page.keyboard.press('Escape')
  const sizes = page.getByRole('combobox', { name: 'Redova po strani' })
  await sizes.selectOption('50')
  await expect.poll(() => sizes.inputValue()).toBe('50')
  const saved = page.waitForResponse((one) => one.url().endsWith('/api/preferences') && one.ok())
  gate.resolve()
  await expect
    .poll(() => sent[1])
    .toMatchObject({ list: 'products', size: 50, columns: { hidden: ['description'] } })
  await saved
})

test('a preference that waits for the former one is saved when the page is left', async () => {
  const { calls, page } = await lukasProducts()
  const waits = new Promise(() => {})
  await page.route('**/api/preferences', () => waits, { times: 1 })
  await page.getByRole('button', { name: 'Kolone' }).click()
  const chooser = dialog(page, 'Kolone')
  const sent = page.waitForRequest('**/api/preferences')
  await chooser.getByRole('checkbox', { name: 'Opis' }).click()
  await sent
  await chooser.getByRole('checkbox', { name: 'Količina' }).click()
  await expect.poll(() => columns(page)).not.toContain('Količina')
  await page.goto('about:blank')
  const stored = () => calls<{ columns: { hidden: string[] } | null }>('GET', '/api/views?list=products')
  await expect.poll(async () => (await stored()).columns?.hidden).toEqual(['description', 'quantity'])
})

test('a list without a documented size fills the height by default; inside a partner’s page the preference is stored too', async () => {
  const page = await open('/banks')
  const sizes = page.getByRole('main').getByRole('combobox', { name: 'Redova po strani' })
  await expect.poll(() => sizes.inputValue()).toBe('0')
  await page.getByRole('link', { name: 'Partneri', exact: true }).first().click()
  await page.getByRole('main').locator('tbody tr a[href^="/partners/"]').first().click()
  await page.getByRole('tab', { name: /^Kontakti/ }).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences') && answer.ok())
  await sizes.selectOption('30')
  await saved
  const url = new URL(page.url())
  await expect.poll(() => new URL(page.url()).searchParams.get('contacts.size')).toBe('30')
  expect(url.searchParams.get('size')).toBeNull()
  await page.goto(`${address}${url.pathname}?tab=contacts`)
  await expect.poll(() => sizes.inputValue()).toBe('30')
})

test('a view that its owner has deleted is reported, and the list is shown without it', async () => {
  const calls = await callsOf(address, DEMO)
  const view = { filters: { name: 'sava' }, search: '', sort: null, columns: null, size: null }
  const body = { list: 'products', name: 'Prolazni', is_shared: true, ...view }
  const { id } = await calls<{ id: number }>('POST', '/api/views', body)
  const page = await open(`/products?view=${id}`, { as: { username: 'luka', password: 'kontor' } })
  await expect.poll(() => current(page)).toMatch(/^Prolazni/)
  // Elsewhere it is not known: without it the list would show all rows.
  const other = await open(BLANK)
  const stream = other.waitForResponse('**/api/events') // at its opening the views are read again
  await other.goto(address)
  await stream
  await other.route('**/api/views?**', (route) =>
    route.fulfill({ status: 500, json: { message: 'error.internal' } }),
  )
  await go(other, `/products?view=${id}`)
  await other.getByRole('heading', { name: 'Podaci nijesu učitani' }).waitFor()
  expect(await other.getByRole('table').count()).toBe(0)
  await other.unroute('**/api/views?**')
  await other.getByRole('button', { name: 'Pokušaj ponovo' }).click()
  await expect.poll(() => current(other)).toMatch(/^Prolazni/)
  await calls('DELETE', `/api/views/${id}`)
  await page.reload()
  const gone = page.getByRole('status').filter({ hasText: 'Ovaj prikaz je obrisan ili se više ne dijeli.' })
  await gone.waitFor()
  await expect.poll(() => current(page)).toMatch(/^Svi/)
  expect(await accessibilityFaults(page)).toEqual([])
  await gone.getByRole('button', { name: 'U redu' }).click()
  await gone.waitFor({ state: 'detached' })
  await expect.poll(() => search(page).view).toBeUndefined()
})

test('a shared view by debts is explained and shows no rows to a role that does not see them', async () => {
  const calls = await callsOf(address, DEMO)
  const view = {
    filters: { name: 'auto', over_limit: 'true' },
    search: '',
    sort: null,
    columns: null,
    size: null,
  }
  const body = { list: 'partners', name: 'Preko limita, auto', is_shared: true, ...view }
  const { id } = await calls<{ id: number }>('POST', '/api/views', body)
  type Role = { role: string; rights: string[]; version: number }
  const roles = await calls<Role[]>('GET', '/api/roles')
  const { rights = [], version } = roles.find(({ role }) => role === 'user_engineer') ?? {}
  const others = rights.filter((right) => !right.startsWith('figures.'))
  await calls('PUT', '/api/roles/user_engineer', { rights: others, version })
  const page = await open(`/partners?view=${id}`, { as: { username: 'luka', password: 'kontor' } })
  await page
    .getByRole('heading', { level: 1, name: 'Ovaj prikaz koristi podatke koje vaša uloga ne vidi' })
    .waitFor()
  expect(await page.locator('tbody tr').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Očisti filtere' }).click()
  await expect.poll(() => search(page)).toEqual({})
  await page.locator('tbody tr[data-id]').first().waitFor()
  await page.goto(`${address}/partners?f.debt=%3E1000`)
  await page.getByRole('heading', { level: 1, name: /^Ovaj link koristi podatke/ }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'Očisti filtere' }).click()
  await page.locator('tbody tr[data-id]').first().waitFor()
})

test('a view is saved under a name, lists removed columns, is updated, renamed, shared and deleted by its menu', async () => {
  const page = await open('/products?f.name=mich')
  await page.getByRole('main').getByRole('button', { name: 'Sačuvaj prikaz', exact: true }).click()
  const form = dialog(page, 'Sačuvaj prikaz')
  expect(await field(form, 'Naziv prikaza').inputValue()).toBe('Naziv: mich')
  await field(form, 'Naziv prikaza').fill('')
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await expect.poll(() => form.getByText('Upišite naziv prikaza.').count()).toBe(1)
  await field(form, 'Naziv prikaza').fill('Od ranije')
  let isOld = true
  await page.route('**/api/views?list=products', async (route) => {
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const body = await answer.json()
    for (const view of body.views)
      if (isOld && view.name === 'Od ranije') view.dropped = ['warranty', 'price']
    await route.fulfill({ response: answer, json: body })
  })
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await page.getByText('Više ne postoji: warranty, Cijena').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  isOld = false
  await page.getByRole('button', { name: 'Ipak sačuvaj' }).click()
  await snackbar(page, 'Prikaz je sačuvan')
  await expect.poll(() => page.getByText('Više ne postoji').count()).toBe(0)

  const menu = page.getByRole('button', { name: 'Radnje sa prikazom Od ranije', exact: true })
  await page.getByRole('button', { name: 'Kolone' }).click()
  await dialog(page, 'Kolone').getByRole('checkbox', { name: 'Opis' }).click()
  await page.keyboard.press('Escape')
  const changed = page.getByRole('navigation').getByRole('img', { name: 'izmijenjen' })
  await changed.waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Preimenuj i podijeli' }).click()
  const renamed = dialog(page, 'Preimenuj i podijeli')
  await renamed.getByRole('checkbox', { name: 'Vide ga i kolege' }).check()
  await renamed.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await expect.poll(() => page.getByText('Dijeljen prikaz', { exact: true }).count()).toBe(1)
  expect(await changed.count()).toBe(1) // the columns are still to be saved
  await menu.click()
  await page.getByRole('menuitem', { name: 'Obriši prikaz' }).click()
  await dialog(page, 'Obrisati prikaz „Od ranije“?').getByRole('button', { name: 'Obriši prikaz' }).click()
  await snackbar(page, 'Prikaz je obrisan')
  await expect.poll(() => tab(page, 'Od ranije').count()).toBe(0)
  await expect.poll(() => search(page)).toEqual({ 'f.name': 'mich' })
})

test('a view is saved with filters that were typed and not applied, and a second click does not save it again', async () => {
  const page = await open('/products?page=2')
  const button = page.getByRole('main').getByRole('button', { name: 'Sačuvaj prikaz', exact: true })
  const name = page.getByRole('textbox', { name: 'Filter: Naziv', exact: true })
  const price = page.getByRole('textbox', { name: 'Filter: Cijena', exact: true })
  const form = dialog(page, 'Sačuvaj prikaz')
  await button.click()
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  expect(search(page)).toEqual({ page: '2' })
  await price.fill('skupo')
  await button.click()
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
  expect(await form.count()).toBe(0)
  await price.fill('')
  await name.fill('mich')
  await button.click()
  const label = field(form, 'Naziv prikaza')
  await expect.poll(() => label.inputValue()).toBe('Naziv: mich')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Naziv: mich')
  await page.keyboard.type('Otkucani')
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await expect.poll(() => current(page)).toMatch(/^Otkucani/)
  await page.reload()
  await expect.poll(() => name.inputValue()).toBe('mich')

  await filter(page, 'Šifra', 'MIC')
  await tabs(page).getByRole('img', { name: 'izmijenjen' }).waitFor()
  await name.fill('michelin')
  const gate = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route('**/api/views/*', async (route) => {
    if (route.request().method() === 'PUT') sent.push(route.request().postDataJSON().filters)
    await gate.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sačuvaj izmjene', exact: true }).dblclick()
  gate.resolve()
  await snackbar(page, 'Prikaz je sačuvan')
  await expect.poll(() => tabs(page).getByRole('img', { name: 'izmijenjen' }).count()).toBe(0)
  expect(sent).toEqual([{ name: 'michelin', erp_code: 'MIC' }])
})
