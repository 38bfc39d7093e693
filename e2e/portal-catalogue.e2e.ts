import type { PortalOrder } from '@kontor/contract/catalogueOrders/portal'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import {
  accessibilityFaults,
  atRest,
  DEMO,
  DEMO_PARTNER,
  faultsInBothThemes,
  startKontor,
} from './harness.ts'
import { dialog, focused, keepSnackbarsOpen, plain, pressUndo, signIn, snackbar, title } from './list.ts'
import { faultsOf, go, phone, press, pressTwice, tab, wider } from './portal.ts'
import { delayRequests, loseResponses } from './responses.ts'

const { open, address } = await startKontor()

interface Made {
  id: number
}

const staff = await callsOf(address, DEMO)
const partner = await callsOf(address, DEMO_PARTNER)

const picture = new Blob([
  new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3a3f46' } })
      .jpeg()
      .toBuffer(),
  ),
])
const formOf = (values: Record<string, unknown>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, String(value))
  return form
}

interface Product extends Made {
  name: string
  erp_code: string
  version: number
}
let made = 0
/** A product in a category of the catalogue. */
async function product(category: Made, name: string, price: string, quantity: number): Promise<Product> {
  made += 1
  const form = formOf({ erp_code: `PRO-${made}`, name, description: `Opis ${made}`, price, quantity })
  form.append('image', picture, 'slika.jpg')
  const one = await staff<Product>('POST', '/api/products/store', form)
  const body = { products: [one.id], catalogue_id: category.id }
  await staff('POST', '/api/catalogue/storeProducts', body)
  return one
}
const category = (name: string, catalogue_id: number | null = null) =>
  staff<Made & { version: number }>('POST', '/api/catalogue/store', { name, catalogue_id })

const tyres = await category('Probne gume')
const winter = await category('Zimske probne', tyres.id)
const car = await category('Putničke 16"', winter.id)
const cheaper = await staff<{ result: Made[] }>('POST', '/api/products/index', {
  filters: { is_active: 'true', price: '<97' },
  options: { page: 1, itemsPerPage: 50 },
})
const alpin = await product(car, 'Proba Alpin 6', '97.50', 400)
const eskimo = await product(car, 'Proba Eskimo HP2', '58.40', 400)
const wintrac = await product(car, 'Proba Wintrac', '76.80', 6)
const nokian = await product(car, 'Proba Nokian WR', '79.30', 0)
await staff('POST', '/api/catalogue/storeProducts', {
  catalogue_id: winter.id,
  products: cheaper.result.map(({ id }) => id),
})

const orders = async () =>
  (await partner<{ result: PortalOrder[] }>('GET', '/api/app/catalogue/orders')).result
/** The pieces of a product by order. */
const piecesOf = async ({ id }: Made) =>
  (await orders()).flatMap(({ lines }) =>
    lines.flatMap(({ product, quantity }) => (product.id === id ? [quantity] : [])),
  )

const inCategory = `/catalogue?in=${car.id}`
const openCategory = () => open(`/app${inCategory}`, phone)
const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Šifra, naziv ili opis' }).fill(text)
/** Fills the basket with this many pieces of a product, and opens it. */
async function fill(page: Page, { name }: Product, count = 1) {
  await press(page, `Dodaj u korpu: ${name}`)
  if (count > 1) {
    await press(page, `U korpi 1 kom., izmijeni: ${name}`)
    await page.getByRole('textbox', { name: 'Količina' }).fill(String(count))
    await press(page, 'Sačuvaj')
  }
}
/** Waits until the basket is open: products in the catalogue have the same names and stock texts. */
async function toBasket(page: Page) {
  await page.getByRole('link', { name: /^Korpa, / }).click()
  await title(page, 'Korpa').waitFor()
}
const order = (page: Page) => press(page, 'Poruči')
const waits = (page: Page, count: number) =>
  page.getByText(`Narudžba za ${count} kom. čeka odgovor servera`).first().waitFor()

test('a partner finds products by category and by word, returns to the same position, and sees stock live', async () => {
  const page = await open('/app', phone)
  await tab(page, 'Katalog')
  await page.getByRole('link', { name: /Probne gume 54 proizvoda/ }).click()
  await press(page, 'Kategorije')
  await page.getByRole('link', { name: /Zimske probne 54 proizvoda/ }).click()
  await page.getByText('54 proizvoda', { exact: true }).first().waitFor()
  const rows = page.getByRole('region', { name: 'Proizvodi' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(50)
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBe(54)
  await rows.nth(52).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  const name = (await rows.nth(52).getByRole('link').textContent()) ?? ''
  await rows.nth(52).getByRole('link').click()
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
  await page.getByRole('link', { name: 'Probne gume › Zimske probne' }).waitFor()
  await page.getByRole('link', { name: 'Nazad', exact: true }).click()
  await rows.nth(52).getByRole('link', { name, exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 100)

  await search(page, 'proba ESKIMO hp2')
  await page.getByText('1 proizvod', { exact: true }).waitFor()
  await page.getByRole('link', { name: eskimo.name }).waitFor()
  await search(page, 'nečega nema')
  await page.getByText('Nijedan proizvod ne odgovara pretrazi „nečega nema“.').waitFor()
  await press(page, 'Očisti pretragu')
  await page.getByText('54 proizvoda', { exact: true }).first().waitFor()
  await press(page, 'Cijena')
  await press(page, 'Cijena, od najniže')
  await rows.first().getByRole('link', { name: alpin.name }).waitFor()
  expect(await wider(page)).toBeLessThanOrEqual(0)

  await press(page, 'Kategorije')
  await page.getByRole('link', { name: /Putničke 16" 4 proizvoda/ }).click()
  const row = ({ name }: Product) => page.getByRole('listitem').filter({ hasText: name })
  await row(alpin).getByText('Na zalihi').waitFor()
  await row(wintrac).getByText('Još 6 kom.').waitFor()
  await row(nokian).getByText('Nema zaliha').waitFor()
  await press(page, 'Na zalihi prvo')
  await page.getByRole('listitem').last().getByText(nokian.name).waitFor()
  await staff('PUT', `/api/catalogue/activateDeactivate/${car.id}`, { is_visible: false })
  await page.getByText('Ovoga više nema').waitFor()
  await staff('PUT', `/api/catalogue/activateDeactivate/${car.id}`, { is_visible: true })
  await row(alpin).waitFor()
})

test('a next page that fails is asked for once, and none is while the list is read again', async () => {
  const path = `${address}/app/catalogue?in=${winter.id}`
  const show = (id: number, is_visible: boolean) =>
    staff('PUT', `/api/catalogue/activateDeactivate/${id}`, { is_visible })
  const page = await open(`/app/catalogue?in=${winter.id}`, phone)
  const rows = page.getByRole('region', { name: 'Proizvodi' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Prikaži još' })
  await expect.poll(() => rows.count()).toBe(50)
  let asked = 0
  await page.route(/products\?.*offset=50/, (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: { message: 'error.internal' } })
  })
  await rows.last().scrollIntoViewIfNeeded()
  await page.getByText(/osvježavanje nije uspjelo/).waitFor()
  await atRest(page)
  expect(asked).toBeLessThanOrEqual(2) // the list is read once more when the events begin
  const before = asked
  await more.click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await show(winter.id, false)
  await page.getByText('Ovoga više nema').waitFor()
  expect(await more.count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await show(winter.id, true)
  await rows.first().waitFor()

  await page.goto(`${path}&sort=price`)
  await page.getByText('54 proizvoda', { exact: true }).first().waitFor()
  const late = Promise.withResolvers<void>()
  await delayRequests(page, /products\?.*offset=0/, late.promise)
  await Promise.all([page.waitForRequest(/products\?.*offset=0/), show(car.id, false)])
  await rows.last().scrollIntoViewIfNeeded()
  await atRest(page)
  late.resolve()
  await page.getByText('50 proizvoda', { exact: true }).first().waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await show(car.id, true)
})

test('a category that is tapped right after typing is opened, and searched', async () => {
  const page = await open('/favicon.svg', { ...phone, fresh: true })
  await page.clock.install()
  await page.goto(`${address}/app/catalogue`)
  const link = page.getByRole('link', { name: /Probne gume 54 proizvoda/ })
  await link.waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
  await search(page, 'eskimo')
  await link.click()
  await page.waitForURL(/in=/)
  await page.clock.runFor(300)
  await expect.poll(() => new URL(page.url()).search).toBe(`?in=${tyres.id}&q=eskimo`)
})

test('fills, changes, reduces and orders a basket, with a confirmation for missing stock', async () => {
  const page = await openCategory()
  await fill(page, alpin, 4)
  await fill(page, nokian, 8)
  await fill(page, eskimo)
  await page.getByRole('link', { name: /^Korpa, 3 proizvoda/ }).waitFor()
  await toBasket(page)
  const line = ({ name }: Product) => page.getByRole('listitem').filter({ hasText: name })
  await keepSnackbarsOpen(page)
  await press(page, `Ukloni: ${eskimo.name}`)
  await expect.poll(() => page.locator(':focus').count()).toBe(1) // the screen, not nothing
  await line(alpin).getByRole('button', { name: 'Povećaj količinu' }).click()
  await pressUndo(page)
  await line(eskimo).waitFor()
  expect(await page.getByRole('textbox', { name: `Količina: ${alpin.name}` }).inputValue()).toBe('5')
  await page.getByRole('textbox', { name: `Količina: ${eskimo.name}` }).fill('0')
  await order(page)
  await line(eskimo).getByText('Količina mora biti cio broj od 1 do 9.999.').waitFor()
  await page.getByRole('textbox', { name: `Količina: ${eskimo.name}` }).fill('2')

  await line(nokian)
    .getByText('Ovog proizvoda trenutno nema na zalihi. Poručiti ipak i sačekati nabavku?')
    .waitFor()
  await order(page)
  await page.getByText('Odgovorite na pitanje kod 1 proizvoda.').waitFor()
  expect(await piecesOf(alpin)).toEqual([])
  await page.getByText('Dug poslije narudžbe').first().waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await wider(page)).toBeLessThanOrEqual(0)
  await press(page, 'Poruči ipak')
  await pressTwice(page.getByRole('button', { name: 'Poruči', exact: true }))
  await page.getByRole('heading', { name: 'Poručeno', exact: true }).waitFor()
  expect(await piecesOf(alpin)).toEqual([5])
  const [placed] = await orders()
  expect(
    placed?.lines.map(({ product, quantity, ignore_quantity }) => [product.id, quantity, ignore_quantity]),
  ).toEqual([
    [alpin.id, 5, false],
    [nokian.id, 8, true],
    [eskimo.id, 2, false],
  ])
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Nazad u katalog' }).click()
  await title(page, 'Katalog').waitFor()
  expect(await page.getByRole('link', { name: /^Korpa, / }).count()).toBe(0)
})

test('too few pieces need a confirmation, a changed price is shown, and nothing is ordered unconfirmed', async () => {
  const page = await openCategory()
  await fill(page, wintrac, 4)
  await toBasket(page)
  await page.getByText('Još 6 kom.').waitFor()
  await page.route(
    '**/api/app/basket',
    async (route) => {
      const lines = [{ product_id: wintrac.id, quantity: 5 }] // another partner orders first
      await partner('POST', '/api/app/basket', { lines })
      await route.continue()
    },
    { times: 1 },
  )
  await order(page)
  await page.getByText('Na zalihi je 1 kom. Poručiti ipak i sačekati nabavku?').waitFor()
  await expect.poll(() => focused(page)).toBe('Poruči ipak')
  expect(await piecesOf(wintrac)).toEqual([5])
  await press(page, 'Izostavi')
  await page.getByText('Korpa je prazna').waitFor()

  const more = await product(car, 'Proba dopuna', '20', 15)
  await go(page, inCategory)
  await fill(page, more, 20)
  await toBasket(page)
  await page.getByText('Na zalihi je 15 kom. Poručiti ipak i sačekati nabavku?').waitFor()
  const restocked = { erp_code: more.erp_code, name: more.name, price: '20', quantity: 1000 }
  await staff('POST', `/api/products/update/${more.id}`, formOf({ ...restocked, version: more.version }))
  await page.getByText(/^Na zalihi je 15 kom/).waitFor({ state: 'hidden' })
  await press(page, `Ukloni: ${more.name}`)

  const dear = await product(car, 'Proba poskupljenje', '20', 100)
  await go(page, inCategory)
  await fill(page, dear, 2)
  const fields = {
    erp_code: dear.erp_code,
    name: dear.name,
    price: '25',
    quantity: 100,
    version: dear.version,
  }
  const dearer = await staff<Product>('POST', `/api/products/update/${dear.id}`, formOf(fields))
  await go(page, '/basket')
  await title(page, 'Korpa').waitFor()
  await page.getByText(/bila je 20,00.€, sada je 25,00.€/).waitFor()
  // A snackbar covers the button.
  const pressOrder = () => page.getByRole('button', { name: 'Poruči', exact: true }).press('Enter')
  await pressOrder()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/app/basket', (route) => held.promise.then(() => route.continue()), { times: 1 })
  await press(page, plain('Prihvati 25,00 €'))
  expect(await piecesOf(dear)).toEqual([])
  const sent = page.waitForRequest('**/api/app/basket')
  await pressOrder()
  await sent
  const dearest = { ...fields, price: '30', version: dearer.version }
  await staff('POST', `/api/products/update/${dear.id}`, formOf(dearest))
  await go(page, inCategory) // its bar sends the order again, and tells the refusal
  await page.getByText(`Nije poručeno, cijena je izmijenjena: ${dear.name}. Odgovorite u korpi.`).waitFor()
  held.resolve()
  await page.getByRole('dialog').getByRole('button', { name: 'U redu' }).click()
  await go(page, '/basket')
  await press(page, plain('Prihvati 30,00 €'))
  await pressOrder()
  await page.getByRole('heading', { name: 'Poručeno', exact: true }).waitFor()
  expect(await piecesOf(dear)).toEqual([2])
})

test('a basket takes no input while it is being ordered, and the answer ends the message about a refusal', async () => {
  const scarce = await product(car, 'Proba u slanju', '10', 3)
  const page = await openCategory()
  await fill(page, scarce, 2)
  await toBasket(page)
  await page.getByText('Još 3 kom.').waitFor()
  const answer = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/app/basket', answer.promise)
  const shown = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/app/basket/check', shown.promise) // its question replaces the message
  const sent = page.waitForRequest('**/api/app/basket')
  await order(page)
  await sent
  await page.getByRole('button', { name: 'Isprazni korpu' }).waitFor({ state: 'hidden' })
  const quantity = page.getByRole('textbox', { name: `Količina: ${scarce.name}` })
  await press(page, 'Povećaj količinu')
  await quantity.pressSequentially('0')
  await press(page, `Ukloni: ${scarce.name}`)
  expect(await quantity.inputValue()).toBe('2')
  await partner('POST', '/api/app/basket', { lines: [{ product_id: scarce.id, quantity: 2 }] })
  answer.resolve()
  const refusal = page.getByText(
    `Nije poručeno, nema dovoljno na zalihi: ${scarce.name}. Odgovorite u korpi.`,
  )
  await refusal.waitFor()
  shown.resolve()
  await press(page, 'Poruči ipak')
  await refusal.waitFor({ state: 'hidden' })
  await order(page)
  await page.getByRole('heading', { name: 'Poručeno', exact: true }).waitFor()
  expect(await piecesOf(scarce)).toEqual([2, 2])
})

test('a quantity that was typed into the sheet of a product is not lost by going back or Escape', async () => {
  const page = await openCategory()
  await page.getByRole('link', { name: eskimo.name }).click()
  await title(page, 'Proizvod').waitFor()
  await press(page, `Dodaj u korpu: ${eskimo.name}`)
  await press(page, `U korpi 1 kom., izmijeni: ${eskimo.name}`)
  const quantity = page.getByRole('textbox', { name: 'Količina' })
  await quantity.fill('7')
  const question = dialog(page, 'Odbaciti izmjene?')
  for (const leave of [() => page.evaluate(() => history.back()), () => page.keyboard.press('Escape')]) {
    await leave()
    await question.getByRole('button', { name: 'Nastavi uređivanje' }).click()
    expect(await quantity.inputValue()).toBe('7')
  }
  await press(page, 'Sačuvaj')
  await press(page, `U korpi 7 kom., izmijeni: ${eskimo.name}`)
  await page.keyboard.press('Escape') // nothing has changed, nothing is asked
  await quantity.waitFor({ state: 'hidden' })
})

test('a basket that was ordered in one tab is not ordered in another one that has not noticed', async () => {
  const twice = await product(car, 'Proba u dva prozora', '15', 100)
  const page = await openCategory()
  await fill(page, twice, 2)
  await toBasket(page)
  const other = await page.context().newPage()
  await other.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
  )
  await other.goto(`${address}/app/basket`)
  await other.getByRole('button', { name: 'Poruči', exact: true }).waitFor()
  await order(page)
  await page.getByRole('heading', { name: 'Poručeno', exact: true }).waitFor()
  await order(other)
  await other.getByText('Korpa je prazna').waitFor()
  expect(await piecesOf(twice)).toEqual([2])
})

test('an order whose response was lost happens once; an offline order that is rejected stays in the basket', async () => {
  const left = await product(car, 'Proba spora', '15', 100)
  const lost = await product(car, 'Proba izgubljena', '15', 100)
  const page = await openCategory()
  await fill(page, left, 4)
  await toBasket(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/app/basket', async (route) => {
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  await order(page)
  await go(page, inCategory) // the bar of the other screens sends it again while the first response is under way
  await waits(page, 4)
  await press(page, `U korpi 4 kom., izmijeni: ${left.name}`)
  await page.getByRole('textbox', { name: 'Količina' }).fill('10')
  await press(page, 'Sačuvaj')
  held.resolve()
  await snackbar(page, 'Poručeno: 4 kom.')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByText(/čeka odgovor servera/).waitFor({ state: 'hidden' })
  await press(page, `U korpi 6 kom., izmijeni: ${left.name}`)
  await press(page, 'Ukloni iz korpe')
  expect(await piecesOf(left)).toEqual([4])

  await fill(page, lost, 3)
  await toBasket(page)
  await loseResponses(page, '**/api/app/basket')
  await order(page)
  await page.reload()
  await waits(page, 3)
  await page.unrouteAll({ behavior: 'wait' })
  await snackbar(page, 'Poručeno: 3 kom.')
  expect(await piecesOf(lost)).toEqual([3])

  // A response that arrives after the session has ended: the same user’s next sign-in gets it again.
  await go(page, inCategory)
  await fill(page, lost, 2)
  await toBasket(page)
  await page.route('**/api/app/basket', async (route) => {
    const response = await route.fetch()
    await page.evaluate(() => localStorage.setItem('app.expiration', '0'))
    await route.fulfill({ response })
  })
  await order(page)
  await expect.poll(() => storedKeys(page)).not.toContain('app.token')
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(`${address}/app/basket`)
  await signIn(page, DEMO_PARTNER)
  await snackbar(page, 'Poručeno: 2 kom.')
  expect(await piecesOf(lost)).toEqual([2, 3])

  const few = await product(car, 'Proba zakašnjela', '12', 3)
  await go(page, inCategory)
  await fill(page, few, 3)
  await toBasket(page)
  await page.getByText('Još 3 kom.').waitFor()
  await page.context().setOffline(true)
  await order(page)
  await waits(page, 3)
  await tab(page, 'Katalog')
  await page.getByRole('link', { name: `Narudžba za 3 kom. čeka odgovor servera – ${few.name}` }).waitFor()
  await partner('POST', '/api/app/basket', { lines: [{ product_id: few.id, quantity: 2 }] })
  await page.context().setOffline(false)
  await page.getByText(`Nije poručeno, nema dovoljno na zalihi: ${few.name}.`).waitFor()
  await go(page, '/basket')
  await page.getByText('Na zalihi je 1 kom. Poručiti ipak i sačekati nabavku?').waitFor()
  expect(await piecesOf(few)).toEqual([2])
})

test('orders from catalogue and campaign together, and repeats an order as far as possible', async () => {
  const stays = await product(car, 'Proba ostaje', '11', 100)
  const removedProduct = await product(car, 'Proba odlazi', '11', 100)
  const cancelled = await product(car, 'Proba otkazana', '11', 100)
  const campaigns = await partner<{ id: number; name: string }[]>('GET', '/api/app/campaigns')
  const campaign = campaigns.find(({ name }) => name === 'Zimski cash 2026')
  const page = await openCategory()
  await fill(page, stays, 2)
  await fill(page, removedProduct, 3)
  await fill(page, cancelled)
  await go(page, `/campaigns/${campaign?.id}`)
  await page
    .getByRole('button', { name: /^Poruči: / })
    .first()
    .click()
  await press(page, 'Dodaj u korpu')
  await snackbar(page, 'U korpi: 1 kom.')
  await page.getByRole('link', { name: /^Korpa, 4 proizvoda/ }).click()
  await page.getByRole('heading', { name: 'Zimski cash 2026' }).waitFor({ state: 'hidden' }) // the campaign is left
  await page.getByText(/· Zimski cash 2026$/).waitFor()
  await order(page)
  await page.getByRole('region', { name: 'Iz kataloga' }).getByText(stays.name).waitFor()
  await page.getByRole('region', { name: 'Zimski cash 2026' }).getByRole('listitem').waitFor()
  expect(await piecesOf(removedProduct)).toEqual([3])

  await staff('DELETE', `/api/products/delete/${removedProduct.id}`, {})
  const lines = (await orders()).flatMap((one) => one.lines)
  const line = lines.find((one) => one.product.id === cancelled.id)
  await staff('DELETE', `/api/catalogue_order/delete/${line?.id}`, {})
  await page.getByRole('link', { name: 'Moje narudžbe' }).click()
  const last = page.getByRole('article', { name: /^Narudžba od / }).first()
  await last.getByText('poručeno').first().waitFor()
  await last.getByRole('button', { name: 'Poruči ponovo' }).click()
  await snackbar(page, 'U korpu je dodat 1 proizvod')
  await last.getByText(`Više se ne može poručiti: ${removedProduct.name}.`).waitFor()
  await toBasket(page)
  expect(await page.getByRole('textbox', { name: `Količina: ${stays.name}` }).inputValue()).toBe('2')
  await press(page, 'Isprazni korpu')
  await dialog(page, 'Isprazniti korpu?').getByRole('button', { name: 'Isprazni korpu' }).click()
  await page.getByText('Korpa je prazna').waitFor()
})

const manuals = formOf({ name: 'Probna uputstva', is_item: false })
const folder = await staff<Made>('POST', '/api/technical_support', manuals)

test('technical support is browsed, searched, downloaded and linked', async () => {
  const path = '/api/technical_support'
  const inside = { is_item: true, technical_support_id: folder.id }
  const manual = formOf({ ...inside, name: 'Uputstvo za presu' })
  manual.append('file', new Blob(['%PDF-1.4 proba\n%%EOF'], { type: 'application/pdf' }), 'uputstvo čšž.pdf')
  await staff('POST', path, manual)
  const link = 'https://example.com/video'
  await staff('POST', path, formOf({ ...inside, name: 'Video obuka', link }))
  const page = await open('/app/profile', phone)
  await page.getByRole('link', { name: 'Tehnička podrška' }).click()
  await page.getByRole('link', { name: /Probna uputstva/ }).click()
  const web = page.getByRole('link', { name: /Video obuka/ })
  expect([await web.getAttribute('href'), await web.getAttribute('target')]).toEqual([link, '_blank'])
  const file = page.getByRole('button', { name: /^Uputstvo za presu.*PDF, 1 KB.*Preuzmi/ })
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(download.suggestedFilename()).toBe('uputstvo čšž.pdf')
  expect(await accessibilityFaults(page)).toEqual([])
  await page
    .getByRole('navigation', { name: 'Putanja do foldera' })
    .getByRole('link', { name: 'Sve' })
    .click()
  await page.getByRole('searchbox', { name: 'Traži uputstvo ili fajl' }).fill('presu')
  await page.getByText('Probna uputstva', { exact: true }).waitFor()
  await file.waitFor()
})

/** The user's data stored on this device, by key. */
const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => /own:|intent:|token/.test(name)))

/** The screens of the catalogue, each with a text that only it shows. */
const screens = [
  ['/catalogue', 'Probne gume'],
  [inCategory, wintrac.name],
  [`/catalogue/products/${alpin.id}`, 'Opis 1'],
  ['/catalogue/orders', 'Poruči ponovo'],
  ['/technical_support', 'Probna uputstva'],
] as const

test('every screen is accessible, fits a phone and works offline, and signing out deletes its data', async () => {
  const page = await open('/app', phone)
  const news = await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()
  await page.evaluate(() => navigator.serviceWorker.ready)
  const shown = (text: string) => page.getByRole('main').getByText(text).first().waitFor()
  const faults = await faultsOf(page, screens)
  await go(page, inCategory)
  await press(page, `Dodaj u korpu: ${alpin.name}`)
  await press(page, `U korpi 1 kom., izmijeni: ${alpin.name}`)
  await dialog(page, alpin.name).getByRole('button', { name: 'Ukloni iz korpe' }).waitFor()
  for (const fault of await accessibilityFaults(page)) faults.push(['sheet', fault])
  await press(page, 'Sačuvaj')
  await toBasket(page)
  await page.getByRole('listitem').filter({ hasText: alpin.name }).getByText('Na zalihi').waitFor()

  await go(page, '/campaigns')
  await page.getByRole('link', { name: /Zimski cash 2026/ }).click()
  const products = page.getByRole('region', { name: 'Proizvodi' })
  await products.getByRole('listitem').first().waitFor()

  await page.context().setOffline(true)
  await page.reload() // from here on the data is from the device
  await products.getByRole('listitem').first().waitFor()
  const asSeen = page.getByText(/^Bez veze: stanje \d\d\.\d\d\.\d{4}\. u \d\d:\d\d$/)
  await asSeen.first().waitFor()
  await atRest(page)
  expect(await asSeen.count()).toBe(1) // the campaign and its products are of the same time
  await tab(page, 'Kampanje')
  await page.getByRole('link', { name: /Zimski cash 2026/ }).waitFor()
  for (const [path, shows] of [['/basket', alpin.name], ...screens, ['', news ?? '']] as const) {
    await go(page, path)
    await shown(shows)
    await asSeen.waitFor()
  }
  for (const fault of await accessibilityFaults(page)) faults.push(['without a network', fault])
  expect(faults).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(() => asSeen.count()).toBe(0)
  expect((await storedKeys(page)).length).toBeGreaterThan(5)
  // A response that arrives after the sign-out is not stored.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/app/catalogue/orders*', async (route) => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response }).catch(() => {}) // the app may have aborted the request
  })
  await tab(page, 'Profil')
  await page.getByRole('link', { name: 'Moje narudžbe' }).click()
  await tab(page, 'Profil')
  await press(page, 'Odjavi se')
  const question = dialog(page, 'Odjaviti se na ovom uređaju?')
  await question.getByText('Korpa na ovom uređaju se prazni.').waitFor()
  await question.getByRole('button', { name: 'Odjavi se' }).click()
  await title(page, 'Prijava').waitFor()
  late.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await atRest(page)
  expect(await storedKeys(page)).toEqual([])
})

test('on a desktop a product is found and ordered by keyboard alone', async () => {
  const page = await open('/app/catalogue', { as: DEMO_PARTNER })
  await title(page, 'Katalog').waitFor()
  const tabTo = async (part: string) => {
    for (let steps = 0; steps < 120; steps++) {
      await page.keyboard.press('Tab')
      const text = await page.evaluate(() => {
        const element = document.activeElement
        if (element === document.body) return '' // between the last and the first element
        return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`
      })
      if (text.includes(part)) return
    }
    throw new Error(`Tab does not reach ${part}`)
  }
  await page.getByRole('searchbox', { name: 'Šifra, naziv ili opis' }).waitFor()
  await tabTo('Šifra, naziv ili opis')
  await page.keyboard.type('Proba Eskimo')
  await page.getByText('1 proizvod', { exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await tabTo(`Dodaj u korpu: ${eskimo.name}`)
  await page.keyboard.press('Enter')
  await tabTo('Korpa, 1 proizvod')
  await page.keyboard.press('Enter')
  await title(page, 'Korpa').waitFor()
  await page.getByRole('textbox', { name: `Količina: ${eskimo.name}` }).waitFor()
  const before = (await piecesOf(eskimo)).length
  await tabTo(`Količina: ${eskimo.name}`)
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Poručeno', exact: true }).waitFor()
  expect((await piecesOf(eskimo)).length).toBe(before + 1)
  await page.locator('h2:focus', { hasText: 'Poručeno' }).waitFor()
})
