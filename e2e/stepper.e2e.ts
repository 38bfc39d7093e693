import type { CartItem } from '@kontor/contract/campaigns/cart'
import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import type { CampaignProduct } from '@kontor/contract/campaigns/products'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { keyed, keysOf } from '@kontor/contract/lib/lists/keys'
import type { partners } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, atRest, DEMO, faultsInBothThemes, startKontor } from './harness.ts'
import { keepSnackbarsOpen, pressUndo, snackbar } from './list.ts'
import { delayRequests } from './responses.ts'

const { open, address } = await startKontor()

const call = await callsOf(address, DEMO)

const CAMPAIGN = '/campaigns/1?tab=cart'
const stepper = (page: Page, what: 'kategorije' | 'partnere' | 'proizvode' = 'partnere') =>
  page.getByRole('dialog', { name: `Dodaj ${what} u kampanju` })
const box = (dialog: Locator, name: string) =>
  dialog.getByRole('checkbox', { name: `Izaberi: ${name}`, exact: true })
const cash = (dialog: Locator, name: string) =>
  dialog.getByRole('textbox', { name: `Cash: ${name}`, exact: true })
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true })

async function openStepper(page: Page) {
  await page.getByRole('button', { name: 'Dodaj detalje' }).click()
  const dialog = stepper(page)
  await dialog.getByRole('row').nth(3).waitFor()
  return dialog
}

/** Whether its centre is not covered. */
const isFree = (one: Locator) =>
  one.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

/** The first unchosen partners on the page. */
async function notChosen(dialog: Locator, count: number): Promise<string[]> {
  await dialog
    .getByRole('checkbox', { name: /^Izaberi: / })
    .first()
    .waitFor()
  const labels = await dialog
    .locator('tbody input[type=checkbox]:not(:checked)')
    .evaluateAll((boxes) => boxes.map((one) => one.getAttribute('aria-label') ?? ''))
  return labels.slice(0, count).map((label) => label.replace('Izaberi: ', ''))
}

type One = { id: number; name: string }

/** The number of the partner with this name. */
async function idOf(name: string) {
  const { result } = await call<{ result: One[] }>('POST', '/api/partners/index', { filters: { name } })
  return result.find((one) => one.name === name)?.id
}

/** Adds these partners with their cash as the same user in another window. */
async function addElsewhere(amounts: Record<string, string>) {
  const { version, partners } = await call<CampaignDetails>('GET', '/api/campaignDetails/1')
  const added = Object.entries(amounts).map(async ([name, cash]) => ({ partner_id: await idOf(name), cash }))
  await call('PUT', '/api/campaignDetails/1', {
    version,
    partners: [...partners, ...(await Promise.all(added))],
  })
}

test('chooses partners and types their cash by keyboard, goes to invalid amounts, and saves all at once', async () => {
  const page = await open(CAMPAIGN)
  const dialog = await openStepper(page)
  expect(new URL(page.url()).searchParams.get('add')).toBe('2')
  const [first = '', second = ''] = await notChosen(dialog, 2)
  await box(dialog, first).check()
  await dialog.getByText(second, { exact: true }).click() // anywhere on its row
  await dialog.getByText('2 bez iznosa').waitFor()

  // One amount for all without: the focus moves to the first of them, because the button is disabled.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await dialog.getByRole('textbox', { name: 'Upiši izabranima bez iznosa' }).fill('50')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe(`Cash: ${first}`)
  for (const name of [first, second]) {
    expect(await cash(dialog, name).inputValue()).toMatch(/^50/)
    await cash(dialog, name).fill('')
  }

  await cash(dialog, first).focus()
  await page.keyboard.type('180,5')
  await dialog.getByText('= 180,50 €').waitFor()
  await page.keyboard.press('Escape') // resets the input without closing the dialog
  expect(await cash(dialog, first).inputValue()).toBe('')
  await page.keyboard.type('180,5')
  await cash(dialog, first).fill('')
  await cash(dialog, second).focus()
  await page.keyboard.type('-5')
  await page.keyboard.press('ArrowUp')
  await dialog.getByText('Broj ne može biti manji od nule.').waitFor()
  await cash(dialog, second).fill('1.2.50')
  await page.keyboard.press('ArrowUp')
  await dialog.getByText('Ovo polje mora biti broj.').waitFor()

  // Missing and invalid amounts are both shown, and the links to them are not covered.
  await button(dialog, 'Sačuvaj').click()
  await dialog.getByText('Prikazani su samo redovi koje treba popuniti ili ispraviti.').waitFor()
  for (const name of [first, second]) await cash(dialog, name).waitFor()
  await expect.poll(() => dialog.locator('tbody tr[data-id]').count()).toBe(2)
  expect(await isFree(button(dialog, '1 bez iznosa'))).toBe(true)
  await button(dialog, '1 bez iznosa').click()
  await cash(dialog, second).waitFor({ state: 'hidden' })
  await cash(dialog, first).fill('180,5')
  await button(dialog, '1 neispravan iznos').click()
  await expect.poll(focused).toBe(`Cash: ${second}`)
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.type('7%')
  const saved = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/campaignDetails/1', saved.promise, 'PUT')
  await button(dialog, 'Sačuvaj').click()
  await dialog.locator('button[data-loading]').waitFor()
  const typed = await cash(dialog, second).inputValue()
  await cash(dialog, second).pressSequentially('1') // it would not be saved
  expect(await cash(dialog, second).inputValue()).toBe(typed)
  saved.resolve()
  await snackbar(page, 'Uspješno ažurirani partneri kampanje')
  await dialog.waitFor({ state: 'hidden' })

  const again = await openStepper(page)
  await again.getByRole('textbox', { name: 'Filter: Naziv' }).fill(first)
  await button(again, 'Traži').click()
  await expect.poll(() => again.locator('tbody tr[data-id]').count()).toBe(1)
  await button(again, 'Očisti filtere').click()
  await expect.poll(() => cash(again, first).inputValue()).toBe('180,50')
  await expect.poll(() => cash(again, second).inputValue()).toBe('7%')

  // The draft is restored after a reload, until it is discarded.
  const [name = ''] = await notChosen(again, 1)
  await box(again, name).check()
  await cash(again, name).fill('12')
  page.on('dialog', (native) => void native.accept())
  await page.reload()
  await stepper(page)
    .getByText(/^Nastavljate nacrt/)
    .waitFor()
  await expect.poll(() => cash(stepper(page), name).inputValue()).toBe('12,00')
  await button(stepper(page), 'Odbaci').click()
  await button(page.getByRole('dialog', { name: 'Odbaciti nacrt?' }), 'Odbaci').click()
  await expect.poll(() => box(stepper(page), name).isChecked()).toBe(false)
})

test('a discount sets the prices of all chosen products, shows its share in each row, and is undone', async () => {
  const page = await open('/campaigns/1?tab=products&add=3')
  const dialog = stepper(page, 'proizvode')
  await dialog.getByRole('row').nth(3).waitFor()
  await dialog.getByText('Samo izabrano').click()
  await dialog.locator('table[aria-busy=false]').waitFor()
  const prices = dialog.getByRole('textbox', { name: 'Cijena u kampanji: ' })
  await prices.first().waitFor()
  const all = () => prices.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  const before = await all()
  const discount = dialog.getByRole('textbox', { name: 'Popust na uobičajenu cijenu, %' })
  await discount.fill('100')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('Popust je veći od 0 i manji od 100').waitFor()
  expect(await all()).toEqual(before)
  // Saving does not drop a typed value; its percent sign is left out.
  await discount.fill('12,5 %')
  await keepSnackbarsOpen(page)
  await page.keyboard.press('Control+Enter')
  await snackbar(page, 'za 12,5%')
  await expect.poll(() => dialog.getByText('−12,5%').count()).toBe(before.length)
  expect(await faultsInBothThemes(page)).toEqual([])
  await pressUndo(page)
  await expect.poll(all).toEqual(before)

  // Nor does it drop one whose prices have not come yet, filled in for the first time or again.
  const saved: string[] = []
  await page.route('**/api/campaignDetails/1', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    saved.push(route.request().postData() ?? '')
    await route.abort()
  })
  for (const typed of ['20', '20']) {
    const coming = Promise.withResolvers<void>()
    await delayRequests(page, '**/products/prices', coming.promise)
    await discount.fill(typed)
    const asked = page.waitForRequest('**/products/prices')
    const come = page.waitForResponse('**/products/prices')
    await page.keyboard.press('Enter')
    await asked
    await page.keyboard.press('Control+Enter')
    coming.resolve()
    await come
    await snackbar(page, 'za 20%')
    expect(saved).toEqual([])
    await page.unroute('**/products/prices')
  }
})

test('a second window of the same user does not overwrite the first one’s draft, and both show that', async () => {
  const page = await open(CAMPAIGN)
  const dialog = await openStepper(page)
  const [mine = '', other = ''] = await notChosen(dialog, 2)
  await box(dialog, mine).check()
  const storedDraft = () =>
    page.evaluate(() =>
      Object.entries(localStorage).flatMap(([name, value]) =>
        name.includes('draft:campaign') ? [value] : [],
      ),
    )
  await expect.poll(async () => (await storedDraft()).length).toBe(1)
  const [first] = await storedDraft()
  const second = await page.context().newPage()
  await second.goto(address + CAMPAIGN)
  const there = await openStepper(second)
  const note = (where: Locator) => where.getByText(/uređuje i u drugom prozoru/)
  await note(there).waitFor()
  expect(await note(dialog).count()).toBe(0)
  await box(there, other).check()
  second.on('dialog', (native) => void native.accept())
  await second.reload()
  await note(stepper(second)).waitFor()
  expect(await storedDraft()).toEqual([first])
  expect(await accessibilityFaults(second)).toEqual([])
  await box(stepper(second), other).check()
  await button(stepper(second), 'Čuvaj nacrt ovdje').click()
  await note(dialog).waitFor()
  await note(stepper(second)).waitFor({ state: 'hidden' })
  await expect.poll(storedDraft).not.toEqual([first])
  await button(stepper(second), 'Odustani').click()
  await second.getByRole('dialog', { name: 'Odbaciti izmjene?' }).getByRole('button').last().click()
  await stepper(second).waitFor({ state: 'hidden' })
  await note(dialog).waitFor({ state: 'hidden' })
  expect(await box(dialog, mine).isChecked()).toBe(true)
})

test('two users who change one campaign lose nothing: conflicts are chosen cell by cell', async () => {
  const mine = await open(CAMPAIGN)
  const stepper = await openStepper(mine)
  const [both = '', added = '', alone = ''] = await notChosen(stepper, 3)
  await addElsewhere({ [both]: '10', [added]: '20' })

  await box(stepper, both).check()
  await cash(stepper, both).fill('11')
  await box(stepper, alone).check()
  await cash(stepper, alone).fill('5%')
  await button(stepper, 'Sačuvaj').click()
  const merge = mine.getByRole('dialog', { name: 'Kampanja je u međuvremenu izmijenjena' })
  await merge.getByText(/mijenja: /).waitFor()
  await merge.getByRole('radio', { name: `${both}, sačuvano: 10,00 €` }).check()
  await button(merge, 'Sačuvaj zajedno').click()
  await stepper.waitFor({ state: 'hidden' })

  const after = await openStepper(mine)
  const values = () => Promise.all([both, added, alone].map((name) => cash(after, name).inputValue()))
  await expect.poll(values).toEqual(['10,00', '20,00', '5%'])

  // The pieces of a product are no euros.
  await mine.goto(`${address}/campaigns/2?tab=products&add=3`)
  const products = mine.getByRole('dialog', { name: 'Dodaj proizvode u kampanju' })
  await products.getByText('Samo izabrano').click()
  const { version, products: offered } = await call<CampaignDetails>('GET', '/api/campaignDetails/2')
  const [product] = await call<One[]>('GET', '/api/campaignDetailsById/products/2')
  const changed = offered.map((one) => (one.product_id === product?.id ? { ...one, quantity: 1210 } : one))
  const pieces = products.getByRole('textbox', { name: `Količina u kampanji: ${product?.name}`, exact: true })
  await pieces.fill('1500')
  await call('PUT', '/api/campaignDetails/2', { version, products: changed })
  await button(products, 'Sačuvaj').click()
  await merge.getByRole('radio', { name: `${product?.name}, moje: 1.500`, exact: true }).waitFor()
  await merge.getByRole('radio', { name: `${product?.name}, sačuvano: 1.210`, exact: true }).check()
  await button(merge, 'Sačuvaj zajedno').click()
  await products.waitFor({ state: 'hidden' })
})

test('lists partners that would be removed before both users’ changes are saved, and keeps existing ones', async () => {
  const mine = await open(CAMPAIGN)
  const stepper = await openStepper(mine)
  const [stays = '', added = '', lost = ''] = await notChosen(stepper, 3)
  await addElsewhere({ [stays]: '10', [added]: '10' })
  await box(stepper, lost).check()
  await cash(stepper, lost).fill('5%')

  const result = await call<One[]>('GET', '/api/categories')
  const taken = await call<{ categories: { category_id: number }[] }>('GET', '/api/campaignDetails/1')
  const foreign = result.find(({ id }) => !taken.categories.some(({ category_id }) => category_id === id))
  for (const name of [stays, lost]) {
    const one = await call<ResponseBody<typeof partners.one>>('GET', `/api/partners/${await idOf(name)}`)
    const figures = keyed(keysOf(figureFields), (key) => one[key])
    const { id, version, city_id } = one
    const body = { name, version, city_id, categories: [foreign?.id], ...figures }
    await call('PUT', `/api/partners/${id}`, body)
  }
  await button(stepper, 'Sačuvaj').click()
  const merge = mine.getByRole('dialog', { name: 'Kampanja je u međuvremenu izmijenjena' })
  await merge.getByText('dok ste je uređivali (vi, u drugom prozoru).').waitFor()
  const row = merge.locator('dl > div').filter({ hasText: 'Uklanja se jer nema zajedničku kategoriju: 1' })
  expect(await row.locator('dd').textContent()).toBe(lost)
  await button(merge, 'Sačuvaj zajedno').click()
  await stepper.waitFor({ state: 'hidden' })
  const saved = await call<{ name: string }[]>('GET', '/api/campaignDetailsById/partners/1')
  const names = saved.map(({ name }) => name)
  expect([stays, added, lost].map((name) => names.includes(name))).toEqual([true, true, false])
})

test('lists records that were deactivated since, and removes them with one press', async () => {
  const page = await open('/campaigns/1?add=3')
  const dialog = stepper(page, 'proizvode')
  const [gone = '', stays = ''] = await notChosen(dialog, 2)
  for (const name of [gone, stays]) await box(dialog, name).check()
  const found = await call<{ result: { id: number; name: string }[] }>('POST', '/api/products/index', {
    filters: { name: gone },
  })
  const product = found.result.find(({ name }) => name === gone)
  await call('DELETE', `/api/products/delete/${product?.id}`, { is_active: false })

  await button(dialog, 'Sačuvaj').click()
  const question = page.getByRole('dialog', { name: '1 izabrani zapis se više ne može sačuvati' })
  await question
    .getByText(`U međuvremenu deaktivirano, obrisano ili bez zajedničke kategorije: ${gone}.`)
    .waitFor()
  await button(question, 'Izostavi i sačuvaj').click()
  await dialog.waitFor({ state: 'hidden' })
  const saved = await call<{ name: string }[]>('GET', '/api/campaignDetailsById/products/1')
  const names = saved.map(({ name }) => name)
  expect([names.includes(stays), names.includes(gone)]).toEqual([true, false])

  await page.getByRole('button', { name: 'Dodaj detalje' }).click()
  await button(stepper(page), 'Kategorije').click()
  const categories = stepper(page, 'kategorije')
  const place = () => box(categories, 'Gume').boundingBox()
  await atRest(page)
  const before = await place()
  await box(categories, 'Gume').uncheck()
  await categories.getByText(/^Uklonjena je kategorija Gume, pa/).waitFor()
  expect(await place()).toEqual(before) // the notice comes late, and moves no row under the pointer
  await button(categories, 'Vrati').press('Enter')
  await expect.poll(() => box(categories, 'Gume').isChecked()).toBe(true)
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('tr[data-id]'))).toBe(true)
  for (const name of await categories
    .locator('tbody input:checked')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '')))
    await categories.getByRole('checkbox', { name, exact: true }).uncheck()
  await button(categories, 'Partneri').click()
  await stepper(page).getByText('Kampanja još nema kategoriju').waitFor()
  await button(stepper(page), 'Izaberi kategorije').click()
  await box(stepper(page, 'kategorije'), 'Gume').waitFor()
})

test('an empty quantity of a Količinska shows what applies: the stock, and what was delivered before it was set', async () => {
  const lines = await call<CartItem[]>('GET', '/api/campaignDetailsById/cart/2')
  const id = lines.find(({ is_delivered }) => is_delivered === 1)?.product_id
  await call('PATCH', `/api/products/${id}`, { quantity: 5000 })
  await call('PATCH', `/api/productCampaigns/2/${id}`, { quantity: null })
  const offered = await call<CampaignProduct[]>('GET', '/api/campaignDetailsById/products/2')
  const { name = '', quantity = 0 } = offered.find((one) => one.id === id) ?? {}
  expect(quantity).toBeGreaterThan(5000)
  const dialog = stepper(await open('/campaigns/2?add=3'), 'proizvode')
  await dialog.getByText('Samo izabrano').click()
  const pieces = dialog.getByRole('textbox', { name: `Količina u kampanji: ${name}`, exact: true })
  expect((await pieces.getAttribute('placeholder'))?.replace(/\D/g, '')).toBe(String(quantity))
})
