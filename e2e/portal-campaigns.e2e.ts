import type {
  PortalCampaign,
  PortalCampaignProduct,
  PortalCampaignRow,
} from '@kontor/contract/campaigns/portal'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, DEMO_PARTNER, faultsInBothThemes, startKontor } from './harness.ts'
import { dialog, plain, saveInEndedSession, snackbar, title } from './list.ts'
import { faultsOf, go, phone, press, pressTwice, tab } from './portal.ts'
import { delayRequests, loseResponses } from './responses.ts'

const { open, address } = await startKontor()
const staff = await callsOf(address, DEMO)
const partner = await callsOf(address, DEMO_PARTNER)

const QUANTITY = 1
const all = await partner<PortalCampaignRow[]>('GET', '/api/app/campaigns')
const counted = all.find(({ campaign_type_id }) => campaign_type_id === QUANTITY)
const priced = all.find(({ name }) => name === 'Zimski cash 2026')
if (!counted || !priced) throw new Error('the demo data has no campaigns of both types')

const lines = async ({ id }: { id: number }) =>
  (await partner<PortalCampaign>('GET', `/api/app/campaigns/${id}`)).items
/** Products in stock that this partner has not ordered; with `isShort` those out of stock. */
async function untouched({ id }: { id: number }, isShort = false) {
  const path = `/api/app/campaigns/${id}/products`
  const { result } = await partner<{ result: PortalCampaignProduct[] }>('GET', path)
  const orderedIds = new Set((await lines({ id })).map(({ product }) => product.id))
  return result.filter(
    ({ id, quantity, stock }) => !orderedIds.has(id) && quantity !== 0 && isShort === (stock !== 'in_stock'),
  )
}
const piecesOf = async (campaign: { id: number }, product: { id: number } | undefined) =>
  (await lines(campaign)).filter((line) => line.product.id === product?.id).map(({ quantity }) => quantity)

test('a partner finds a campaign, orders, changes and removes the line; a delivery is shown at once', async () => {
  const [product] = await untouched(priced)
  const name = product?.name ?? ''
  const page = await open('/app', phone)
  await page.getByRole('navigation').getByRole('link', { name: 'Kampanje' }).click()
  await page.getByRole('link', { name: /Zimski cash 2026/ }).click()
  await page.getByText('Preostali cash').waitFor()
  await page.getByRole('searchbox', { name: 'Traži proizvod' }).fill(product?.erp_code ?? '')
  await press(page, `Poruči: ${name}`)
  await press(page, 'Povećaj količinu')
  await pressTwice(dialog(page, name).getByRole('button', { name: 'Poruči', exact: true }))
  await snackbar(page, 'Poručeno: 2 kom.')
  expect(await piecesOf(priced, product)).toEqual([2])

  await press(page, `Poručeno 2 kom.: ${name}`)
  await dialog(page, name).getByRole('button', { name: 'Poruči još 1 kom.' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Poručeno u kampanjama' }).click()
  await title(page, 'Poručeno u kampanjama').waitFor()
  await press(page, `Izmijeni količinu: ${name}`)
  await page.getByRole('textbox', { name: 'Količina' }).fill('0')
  await page.getByText('Količina mora biti cio broj od 1 do 9.999.').waitFor()
  await page.getByRole('textbox', { name: 'Količina' }).fill('5')
  await press(page, 'Odustani')
  const focus = page.locator(':focus')
  await expect.poll(() => focus.getAttribute('aria-label')).toBe(`Izmijeni količinu: ${name}`)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Količina' }).fill('5')
  const saved = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/app/cart/**', saved.promise)
  await press(page, 'Sačuvaj')
  await page.locator('button[data-loading]').waitFor()
  await press(page, 'Povećaj količinu') // it would not be saved
  expect(await page.getByRole('textbox', { name: 'Količina' }).inputValue()).toBe('5')
  saved.resolve()
  await snackbar(page, 'Količina je izmijenjena: 5 kom.')
  expect(await piecesOf(priced, product)).toEqual([5])

  await press(page, `Povuci: ${name}`)
  await dialog(page, 'Povući stavku?').getByRole('button', { name: 'Odustani' }).click()
  await press(page, `Povuci: ${name}`)
  await dialog(page, 'Povući stavku?').getByRole('button', { name: 'Povuci' }).click()
  await snackbar(page, 'Stavka je povučena')
  expect(await piecesOf(priced, product)).toEqual([])

  const [other] = await untouched(priced)
  const path = `/api/app/campaigns/${priced.id}/cart`
  const item = await partner<{ id: number }>('POST', path, { product_id: other?.id, quantity: 1 })
  const row = page.getByRole('listitem').filter({ hasText: other?.erp_code ?? '' })
  await row.getByRole('button', { name: /^Povuci/ }).waitFor()
  await staff('PUT', `/api/changeDeliveryCampaignItemCart/${item.id}`, { is_delivered: 1 })
  await row.getByText('Isporučeno').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
})

test('an order whose response was lost happens once, also after a reload, and is shown until then', async () => {
  const [product, another] = await untouched(priced)
  const name = product?.name ?? ''
  const otherName = another?.name ?? ''
  const page = await open(`/app/campaigns/${priced.id}`, phone)
  await loseResponses(page, '**/api/app/campaigns/*/cart')
  await press(page, `Poruči: ${name}`)
  await page.getByRole('textbox', { name: 'Količina' }).fill('3')
  await page.getByRole('textbox', { name: 'Količina' }).press('Enter')
  await page.getByText('Narudžba za 3 kom. čeka odgovor servera').first().waitFor()
  await page.keyboard.press('Escape')
  await press(page, `Poruči: ${otherName}`)
  await dialog(page, otherName).getByText('čeka odgovor servera').waitFor()
  expect(await page.getByRole('button', { name: 'Poruči', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await tab(page, 'Profil')
  await page.getByRole('link', { name: `Narudžba za 3 kom. čeka odgovor servera – ${name}` }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.reload()
  await page.getByRole('link', { name: /Narudžba za 3 kom. čeka/ }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await snackbar(page, `Poručeno: 3 kom. – ${name}`)
  expect(await piecesOf(priced, product)).toEqual([3])
  expect(await piecesOf(priced, another)).toEqual([])

  // Offline the order is queued as well; an error says which order it was.
  await go(page, `/campaigns/${priced.id}`)
  await press(page, `Poruči: ${otherName}`)
  const form = dialog(page, otherName)
  await form.waitFor()
  await page.context().setOffline(true)
  await form.getByText('Nema veze.').waitFor()
  await form.getByRole('button', { name: 'Poruči', exact: true }).click()
  await page.getByText('Narudžba za 1 kom. čeka odgovor servera').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: priced.name }).waitFor()
  await tab(page, 'Profil')
  const path = `/api/productCampaigns/${priced.id}/${another?.id}`
  await staff('PUT', path, { price: '3.5', quantity: null })
  await page.context().setOffline(false)
  await page.getByText(`Nije poručeno: 1 kom. – ${otherName}. Cijena je u međuvremenu izmijenjena.`).waitFor()
  expect(await piecesOf(priced, another)).toEqual([])
})

test('the pieces left follow other orders, a changed price must be confirmed, and a hidden campaign disappears', async () => {
  const [seen, product] = await untouched(counted)
  const page = await open(`/app/campaigns/${counted.id}`, phone)
  const row = (one: typeof seen) => page.getByRole('listitem').filter({ hasText: one?.erp_code ?? '' })
  await row(seen).getByText(`preostalo ${seen?.quantity} kom.`).waitFor()
  await partner('POST', `/api/app/campaigns/${counted.id}/cart`, { product_id: seen?.id, quantity: 1 })
  await row(seen)
    .getByText(`preostalo ${(seen?.quantity ?? 0) - 1} kom.`)
    .waitFor()

  // An order for more pieces than are left shows their number, and can be reduced to it.
  const left = product?.quantity ?? 0
  await press(page, `Poruči: ${product?.name}`)
  const form = dialog(page, product?.name ?? '')
  await form.getByText(`preostalo ${left} kom.`).waitFor()
  await page.getByRole('textbox', { name: 'Količina' }).fill('2')
  await beforeOrder(page, () =>
    partner('POST', `/api/app/campaigns/${counted.id}/cart`, {
      product_id: product?.id,
      quantity: left - 1,
      ignore_quantity: true, // of the campaign's pieces; the stock may be smaller
    }),
  )
  await page.getByRole('textbox', { name: 'Količina' }).press('Enter') // the dialog may have moved the focus meanwhile
  await form.getByText('Ostao je još 1 kom.').waitFor()
  await form.getByText('preostalo 1 kom.').waitFor()
  await form.getByRole('button', { name: 'Poruči 1 kom.' }).click()
  await snackbar(page, 'Poručeno: 1 kom.')
  expect((await piecesOf(counted, product)).sort((a, b) => a - b)).toEqual([1, left - 1])
  await row(product).getByText('rasprodato').waitFor()

  // An ordered line can have what is left besides its own pieces.
  const most = seen?.quantity ?? 0
  await go(page, '/cart')
  await press(page, `Izmijeni količinu: ${seen?.name}`)
  await page.getByRole('textbox', { name: 'Količina' }).fill(String(most + 1))
  await press(page, 'Sačuvaj')
  await page.getByText(`Ova stavka može imati najviše ${most} komad`).waitFor()
  await page.getByRole('textbox', { name: 'Količina' }).fill(String(most))
  await press(page, 'Sačuvaj')
  await snackbar(page, `Količina je izmijenjena: ${most} kom.`)
  await go(page, `/campaigns/${counted.id}`)
  await page.getByRole('heading', { name: counted.name }).waitFor()

  // A campaign that the office hides disappears.
  await staff('PUT', `/api/campaigns/activate/${counted.id}`, { is_visible: false })
  await page.getByText('Ovoga više nema').waitFor()
  await staff('PUT', `/api/campaigns/activate/${counted.id}`, { is_visible: true })
  await page.getByRole('heading', { name: counted.name }).waitFor()

  // A price that changed while the sheet was open is shown, and must be confirmed before ordering.
  const [dear, other] = await untouched(priced)
  await go(page, `/campaigns/${priced.id}`)
  await press(page, `Poruči: ${dear?.name}`)
  const sheet = dialog(page, dear?.name ?? '')
  await page.getByRole('textbox', { name: 'Količina' }).fill('2')
  await beforeOrder(page, () =>
    staff('PUT', `/api/productCampaigns/${priced.id}/${dear?.id}`, { price: '7.25', quantity: null }),
  )
  await sheet.getByRole('button', { name: 'Poruči', exact: true }).click()
  await sheet.getByRole('alert').filter({ hasText: 'sada je 7,25' }).waitFor()
  await sheet.locator('button[data-loading]').waitFor({ state: 'detached' }) // until the refusal the sheet takes no click
  expect(await piecesOf(priced, dear)).toEqual([])
  expect(await page.getByRole('textbox', { name: 'Količina' }).inputValue()).toBe('2')
  await sheet.getByRole('button', { name: 'Prihvati 7,25' }).click()
  await sheet.getByRole('button', { name: 'Poruči', exact: true }).click()
  await snackbar(page, 'Poručeno: 2 kom.')
  const line = (await lines(priced)).find((one) => one.product.id === dear?.id)
  expect(line).toMatchObject({ price: '7.250', quantity: 2 })

  // The basket takes the accepted price too.
  await press(page, `Poruči: ${other?.name}`)
  await page.getByRole('textbox', { name: 'Količina' }).fill('2')
  await staff('PUT', `/api/productCampaigns/${priced.id}/${other?.id}`, { price: '8.15', quantity: null })
  await press(page, 'Prihvati 8,15 €')
  await press(page, 'Dodaj u korpu')
  await snackbar(page, 'U korpi: 2 kom.')
  await go(page, '/basket')
  await title(page, 'Korpa').waitFor()
  const inBasket = page.getByRole('listitem').filter({ hasText: other?.erp_code ?? '' })
  await inBasket.getByText(/^16,30\s€$/).waitFor()
  await inBasket.getByRole('textbox').fill('9999')
  await page.getByText(/^Zimski cash 2026: .* preko casha$/).waitFor()
  await inBasket.getByRole('textbox').fill('2')
  await press(page, 'Poruči')
  await page.getByRole('link', { name: 'Moje narudžbe' }).click() // only of campaigns
  await title(page, 'Poručeno u kampanjama').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: other?.erp_code ?? '' })
    .waitFor()
})

test('more than in stock needs a confirmation, and the office sees it on the order', async () => {
  const [product] = await untouched(priced, true)
  const name = product?.name ?? ''
  const page = await open(`/app/campaigns/${priced.id}`, phone)
  await page.getByRole('searchbox', { name: 'Traži proizvod' }).fill(product?.erp_code ?? '')
  await press(page, `Poruči: ${name}`)
  const sheet = dialog(page, name)
  await page.getByRole('textbox', { name: 'Količina' }).fill('50')
  await sheet.getByText('Poručiti ipak i sačekati nabavku?').waitFor()
  await page.getByRole('textbox', { name: 'Količina' }).press('Enter') // only focuses the answer
  const anyway = sheet.getByRole('button', { name: 'Poruči ipak' })
  await expect.poll(() => anyway.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await piecesOf(priced, product)).toEqual([])
  expect(await faultsInBothThemes(page)).toEqual([])
  await anyway.click()
  await snackbar(page, 'Poručeno: 50 kom.')
  await go(page, '/cart')
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByText('nema na zalihi').waitFor()
  await press(page, `Izmijeni količinu: ${name}`)
  await page.getByRole('textbox', { name: 'Količina' }).fill('9999')
  await line.getByText(/^S ovom narudžbom ste .* preko casha\.$/).waitFor()
  await page.getByRole('textbox', { name: 'Količina' }).fill('60')
  // A server that is overloaded has not changed the line: what was typed stays.
  const overload = { status: 503, json: { message: 'error.overloaded' } }
  await page.route('**/api/app/cart/**', (route) => route.fulfill(overload), { times: 1 })
  await press(page, 'Sačuvaj')
  await page.getByRole('dialog').getByRole('button', { name: 'U redu' }).click()
  await press(page, 'Sačuvaj')
  await line.getByText('Poručiti ipak i sačekati nabavku?').waitFor()
  await press(page, 'Poruči ipak')
  await snackbar(page, 'Količina je izmijenjena: 60 kom.')

  const office = await open(`/campaigns/${priced.id}?tab=cart`, { viewport: { width: 1280, height: 800 } })
  const row = office.getByRole('row').filter({ hasText: product?.erp_code ?? '' })
  await row.filter({ hasText: 'Nema zaliha' }).filter({ hasText: '60' }).waitFor()
  expect(
    await row
      .locator('td')
      .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length),
  ).toBe(0)
  await office.getByRole('tab', { name: 'Napredak' }).click()
  await office.getByText('Kao tabela').first().click()
  await office.getByRole('columnheader', { name: 'Od toga bez zaliha' }).waitFor()
  await row.getByRole('cell', { name: '60', exact: true }).last().waitFor()
})

test('a typed quantity survives going back, a slow order and a session that ends', async () => {
  const [product] = await untouched(priced)
  const name = product?.name ?? ''
  const page = await open('/app/campaigns', phone)
  await page.getByRole('link', { name: /Zimski cash 2026/ }).click()
  await press(page, `Poruči: ${name}`)
  const sheet = dialog(page, name)
  const quantity = page.getByRole('textbox', { name: 'Količina' })
  await quantity.fill('4')
  for (const leave of [() => page.evaluate(() => history.back()), () => page.keyboard.press('Escape')]) {
    await leave()
    await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Nastavi uređivanje' }).click()
    await dialog(page, 'Odbaciti izmjene?').waitFor({ state: 'hidden' })
    expect(await quantity.inputValue()).toBe('4')
  }
  const answer = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/app/campaigns/*/cart', answer.promise)
  await sheet.getByRole('button', { name: 'Poruči', exact: true }).click()
  await page.locator('button[data-loading]').waitFor()
  await press(page, 'Povećaj količinu') // it would not be ordered
  expect(await quantity.inputValue()).toBe('4')
  answer.resolve()
  await snackbar(page, 'Poručeno: 4 kom.')

  await press(page, `Poručeno 4 kom.: ${name}`)
  await press(page, `Izmijeni količinu: ${name}`)
  const inLine = sheet.getByRole('listitem').getByRole('textbox', { name: 'Količina' })
  await inLine.fill('9')
  await page.keyboard.press('Escape')
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Nastavi uređivanje' }).click()
  expect(await inLine.inputValue()).toBe('9')
  await sheet.getByRole('button', { name: 'Odustani' }).click()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })

  await go(page, '/cart')
  const line = page.getByRole('listitem').filter({ hasText: name })
  await press(page, `Izmijeni količinu: ${name}`)
  await quantity.fill('6')
  await saveInEndedSession(page, line, /\/api\/app\/cart\/\d+$/)
  await dialog(page, 'Prijavite se ponovo').getByLabel('Lozinka (servis)').fill(DEMO_PARTNER.password)
  await page.keyboard.press('Enter')
  await snackbar(page, 'Količina je izmijenjena: 6 kom.')
  expect(await piecesOf(priced, product)).toEqual([6])
})

/** Runs `act` just before the next order arrives. */
const beforeOrder = (page: Page, act: () => Promise<unknown>) =>
  page.route(
    '**/api/app/campaigns/*/cart',
    async (route) => {
      await act()
      await route.continue()
    },
    { times: 1 },
  )

/** Orders one piece of a product, with the response lost. */
async function orderInVain(page: Page, name: string) {
  await page.route('**/api/app/campaigns/*/cart', (route) => route.abort())
  await press(page, `Poruči: ${name}`)
  await dialog(page, name).getByRole('button', { name: 'Poruči', exact: true }).click()
  await page.getByText('Narudžba za 1 kom. čeka odgovor servera').first().waitFor()
  await page.keyboard.press('Escape')
}

test('a queued order is visible offline and can be cancelled; one of days ago is never sent', async () => {
  const [product, another] = await untouched(priced)
  const page = await open(`/app/campaigns/${priced.id}`, phone)
  const sheet = dialog(page, product?.name ?? '')
  const question = dialog(page, 'Otkazati narudžbu?')
  await orderInVain(page, product?.name ?? '')
  await press(page, `Poruči: ${product?.name}`)
  await sheet.getByRole('button', { name: 'Otkaži narudžbu' }).click()
  await question.getByRole('button', { name: 'Otkaži narudžbu' }).click()
  await sheet.getByRole('textbox', { name: 'Količina' }).waitFor()
  await expect.poll(() => sheet.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await orderInVain(page, product?.name ?? '')
  await press(page, `Poruči: ${another?.name}`)
  await page.getByText('Ovaj proizvod možete poručiti kad server odgovori').waitFor()
  await page.keyboard.press('Escape')
  await page.route('**/api/app/**', (route) => route.abort())
  await page.reload()
  const waits = page.getByText('Narudžba za 1 kom. čeka odgovor servera')
  await waits.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const storedOrder = await page.evaluate(() =>
    Object.entries(localStorage).find(([name]) => /intent/.test(name)),
  )
  const [name = '', intent = ''] = storedOrder ?? []
  await press(page, 'Otkaži narudžbu')
  await question.getByRole('button', { name: 'Otkaži narudžbu' }).click()
  await expect.poll(() => waits.count()).toBe(0)
  await expect.poll(() => page.locator(':focus').count()).toBe(1) // the screen, not nothing

  const past = JSON.stringify({ ...JSON.parse(intent), at: Date.now() - 2 * 24 * 3600_000 })
  await page.evaluate(([key, value]) => localStorage.setItem(key ?? '', value ?? ''), [name, past])
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.getByText('Ne znamo da li je narudžba za 1 kom. stigla').waitFor()
  await page.getByRole('heading', { name: priced.name }).waitFor()
  await press(page, 'U redu')
  await page.reload()
  await page.getByRole('heading', { name: priced.name }).waitFor()
  expect(await page.getByText('Ne znamo da li je').count()).toBe(0)
  expect(await piecesOf(priced, product)).toEqual([])
})

test('of two tabs that order at once each order happens once, and the later one waits and shows that', async () => {
  const [first, second] = await untouched(priced)
  const page = await open(`/app/campaigns/${priced.id}`, phone)
  const other = await page.context().newPage()
  await other.goto(page.url())
  const answer = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/app/campaigns/*/cart', answer.promise)
  await other.route('**/api/app/campaigns/*/cart', (route) => route.abort())
  await press(page, `Poruči: ${first?.name}`)
  await press(page, 'Povećaj količinu')
  await press(other, `Poruči: ${second?.name}`)
  await other.getByRole('textbox', { name: 'Količina' }).fill('5')
  await press(page, 'Poruči')
  await page.locator('button[data-loading]').waitFor()
  const form = dialog(other, second?.name ?? '')
  await form.getByRole('button', { name: 'Poruči', exact: true }).click()
  await form.getByText('Narudžba za 2 kom. čeka odgovor servera').waitFor()
  await form.getByText(first?.name ?? '').waitFor()
  answer.resolve()
  await snackbar(page, `Poručeno: 2 kom. – ${first?.name}`)
  await other.unrouteAll({ behavior: 'wait' })
  await form.getByRole('button', { name: 'Poruči', exact: true }).click()
  await snackbar(other, `Poručeno: 5 kom. – ${second?.name}`)
  expect(await piecesOf(priced, first)).toEqual([2])
  expect(await piecesOf(priced, second)).toEqual([5])
})

test('no screen of campaigns has an accessibility violation, or is wider than the smallest phone', async () => {
  const page = await open('/app/campaigns', { ...phone, viewport: { width: 320, height: 640 } })
  const faults = await faultsOf(page, [
    ['/campaigns', priced.name],
    [`/campaigns/${priced.id}`, 'Preostali cash'],
    [`/campaigns/${counted.id}`, /preostalo/],
    ['/cart', 'Čeka isporuku'],
  ])
  await go(page, `/campaigns/${priced.id}`)
  await page
    .getByRole('button', { name: /^Poruči: / })
    .first()
    .click()
  await page.getByRole('dialog').getByText('Ukupno').waitFor()
  for (const fault of await faultsInBothThemes(page)) faults.push(['sheet', fault])
  expect(faults).toEqual([])
})

test('orders in a campaign by keyboard alone, in English', async () => {
  const [product] = await untouched(priced)
  const page = await open('/app/profile', { as: DEMO_PARTNER })
  await page.getByRole('combobox', { name: 'Jezik' }).selectOption('en')
  await title(page, 'Profile').waitFor()
  await go(page, `/campaigns/${priced.id}`)
  const button = page.getByRole('button', { name: `Order: ${product?.name}`, exact: true })
  await button.press('Enter')
  const form = dialog(page, product?.name ?? '')
  await form.getByRole('button', { name: 'Increase quantity' }).waitFor()
  await page.locator('[aria-label="Increase quantity"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Order')
  await page.keyboard.press('Enter')
  await snackbar(page, 'Ordered: 2 pcs')
  const focusedLabel = () => page.evaluate(() => document.activeElement?.ariaLabel ?? '')
  await expect.poll(async () => plain(await focusedLabel())).toContain(product?.name)
})
