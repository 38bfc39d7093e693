import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { DEMO, faultsInBothThemes, startKontor } from './harness.ts'
import {
  choosePicture,
  column,
  dialog,
  field,
  filter,
  focused,
  keepSnackbarsOpen,
  menu,
  plain,
  press,
  pressUndo,
  rowOf,
  save,
  snackbar,
} from './list.ts'
import { delayRequests } from './responses.ts'

const { open, address, errors } = await startKontor()
const PRICE = 'Zimski cash 2026'
const QUANTITY = 'Akumulatori: 300 komada'

/** Opens the screen of a campaign from its row in the list. */
async function openCampaign(page: Page, name: string, tab?: string) {
  await rowOf(page, name).waitFor()
  await press(page, name, 'Detalji')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

/** The names of the primary buttons. */
const filledIn = (page: Page) =>
  page
    .getByRole('main')
    .locator('.mantine-Button-root:is(:not([data-variant]), [data-variant=filled])')
    .allInnerTexts()

const row = (page: Page, at: number) => page.getByRole('main').locator('tbody tr').nth(at)

/**
 * Enter on a row edits its amount; repeated when the page has moved the focus meanwhile, because it was just opened.
 */
const edit = (page: Page, at: number) =>
  expect
    .poll(async () => {
      await row(page, at).focus()
      await page.keyboard.press('Enter')
      return row(page, at).getByRole('textbox').isVisible()
    })
    .toBe(true)

test('adds a campaign, hides and shows it after a confirmation, and duplicates it', async () => {
  const year = new Date().getFullYear() + 1
  const page = await open('/campaigns?add=1')
  const form = dialog(page, 'Nova kampanja')
  await field(form, 'Naziv').press('Enter')
  await expect.poll(() => form.getByText('Polje je obavezno.').count()).toBe(4) // name, type, description, picture
  await field(form, 'Naziv').fill('Ljetnja kampanja')
  await field(form, 'Opis').fill('Ljetnje gume po cijenama kampanje')
  await form.getByRole('combobox', { name: 'Tip' }).selectOption('2')
  await field(form, 'Vidljiva od').fill(`01.06.${year}.`)
  await field(form, 'Vidljiva do').fill(`01.05.${year}.`)
  await choosePicture(page, form.getByRole('button', { name: 'Izaberi sliku' }), 'slika.png')
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await expect.poll(() => form.locator('[aria-invalid=true]').count()).toBe(1)
  await field(form, 'Vidljiva do').fill(`24.08.${year}.`)
  // Escape closes the calendar, not the form, and Enter picks a day without saving.
  for (const key of ['Escape', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => field(form, 'Vidljiva do').inputValue()).toBe(`31.08.${year}.`)
  await save(form)

  // The new campaign is opened, with what it lacks.
  await page.getByRole('heading', { name: 'Ljetnja kampanja', level: 1 }).waitFor()
  const next = page.getByRole('region', { name: 'Sljedeći korak' })
  await next.getByText('Niko je ne vidi: dodajte kategoriju.').waitFor()
  await next.locator('button:focus', { hasText: 'Dodaj kategorije' }).waitFor()
  await page.getByText('Nijedan partner nije izabran').waitFor()
  expect(await filledIn(page)).toEqual(['Dodaj kategorije'])
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.reload()
  await page.locator('main:focus h1').waitFor() // the button has the focus only once
  await next.getByRole('button', { name: 'Dodaj kategorije' }).click()
  await page.getByRole('dialog', { name: 'Dodaj kategorije u kampanju' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Sve kampanje' }).click()
  await expect.poll(async () => (await column(page, 'Naziv'))[0]).toBe('Ljetnja kampanja')

  await rowOf(page, 'Ljetnja kampanja').getByText(`od 01.06.${year}.`).waitFor()

  await press(page, 'Ljetnja kampanja', 'Sakrij')
  await dialog(page, 'Sakriti „Ljetnja kampanja“?').getByRole('button', { name: 'Sakrij' }).click()
  await rowOf(page, 'Ljetnja kampanja').getByText('Skrivena').waitFor()
  await press(page, 'Ljetnja kampanja', 'Prikaži')
  await dialog(page, 'Prikazati „Ljetnja kampanja“?').getByRole('button', { name: 'Prikaži' }).click()
  await rowOf(page, 'Ljetnja kampanja').getByText(`od 01.06.${year}.`).waitFor()

  await press(page, 'Ljetnja kampanja', 'Dupliraj')
  const copy = dialog(page, 'Dupliraj kampanju')
  await copy.getByRole('textbox').fill('Ljetnja kampanja 2028')
  await copy.getByRole('textbox').press('Enter')
  await page.getByRole('heading', { name: 'Ljetnja kampanja 2028', level: 1 }).waitFor()
})

test('a copy that is made after the list was left is reported and not opened', async () => {
  const page = await open('/')
  await menu(page).getByRole('link', { name: 'Kampanje', exact: true }).click()
  await rowOf(page, QUANTITY).waitFor()
  const sending = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/campaigns/duplicate/*', sending.promise)
  await press(page, QUANTITY, 'Dupliraj')
  const copy = dialog(page, 'Dupliraj kampanju')
  await copy.getByRole('textbox').fill('Kopija')
  const asked = page.waitForRequest('**/api/campaigns/duplicate/*')
  await copy.getByRole('textbox').press('Enter')
  await asked
  await page.goBack()
  await page.getByRole('heading', { name: 'Početna', level: 1 }).waitFor()
  sending.resolve()
  await snackbar(page, 'Kampanja je duplirana')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the screen of a campaign has tab and filters in the URL, and returns to the list as it was', async () => {
  const page = await open('/campaigns?q=cash')
  await openCampaign(page, PRICE)
  await page.locator('main:focus h1, h1:focus', { hasText: PRICE }).waitFor() // which takes the focus on arrival
  await page.getByRole('tab', { name: 'Partneri', selected: true }).press('ArrowRight')
  await page.getByRole('tab', { name: 'Proizvodi', selected: true }).waitFor()
  await expect.poll(() => focused(page)).toContain('Proizvodi')
  await filter(page, 'Šifra', 'con')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=products&f.erp_code=con')
  await page.reload()
  await page.getByRole('tab', { name: 'Proizvodi', selected: true }).waitFor()
  const producers = async () => new Set((await column(page, 'Šifra')).map((code) => code.slice(0, 3)))
  await expect.poll(producers).toEqual(new Set(['CON']))
  expect(await faultsInBothThemes(page)).toEqual([])
  // What is added over the tab leaves its filters.
  await page.getByRole('button', { name: 'Dodaj detalje' }).click()
  await dialog(page, 'Dodaj proizvode u kampanju').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=products&f.erp_code=con&add=3')
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=products&f.erp_code=con')
  await page.getByRole('link', { name: 'Sve kampanje' }).click()
  await page.getByRole('heading', { name: 'Kampanje', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=cash')
})

test('edits cash from row to row by keyboard; an invalid number stays with its reason, and a conflict shows both amounts', async () => {
  const page = await open('/campaigns')
  await openCampaign(page, PRICE)
  await edit(page, 0)
  await page.keyboard.type('180,5')
  await row(page, 0).getByText('= 180,50 €').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('7,5%')
  await page.keyboard.press('Tab')
  await snackbar(page, 'Uspješno ažurirani partneri kampanje')
  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  await row(page, 2).getByText('Ovo polje mora biti broj.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('-5')
  await page.keyboard.press('Enter')
  await row(page, 2).getByText('Broj ne može biti manji od nule.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await row(page, 2).getByText('Nijeste popunili sva polja').waitFor()
  const before = (await column(page, 'Cash'))[3]
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Escape')
  await page.locator('tbody [aria-busy=true]').first().waitFor({ state: 'detached' }) // saved by Tab
  await page.reload()
  await row(page, 3).waitFor()
  // The code of the cells may come after the rows.
  const cash = () => column(page, 'Cash')
  await expect.poll(async () => (await cash()).slice(0, 2).map(plain)).toEqual(['180,50 €', '7,5%'])
  expect((await cash())[3]).toBe(before)

  // Changes by a second window are not overwritten.
  const otherPage = await page.context().newPage()
  await otherPage.goto(page.url())
  await row(otherPage, 5).waitFor()
  await edit(page, 5)
  await page.keyboard.type('11')
  await edit(otherPage, 5)
  await otherPage.keyboard.type('22')
  await otherPage.keyboard.press('Enter')
  await snackbar(otherPage, 'Uspješno ažurirani partneri kampanje')
  await page.keyboard.press('Enter')
  await row(page, 5).getByRole('alert').getByText('U međuvremenu je upisano 22,00 €.').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await column(otherPage, 'Cash')).map(plain)[5]).toBe('11,00 €')
})

test('sends the edited price of a product alone; a refusal after its tab was left names it', async () => {
  const page = await open('/campaigns')
  await openCampaign(page, PRICE, 'Proizvodi')
  await edit(page, 0)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('77,5')
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('/api/productCampaigns/') && one.method() !== 'GET'),
    page.keyboard.press('Enter'),
  ])
  expect([request.method(), request.postDataJSON()]).toEqual([
    'PATCH',
    { price: '77.5', version: expect.any(Number) },
  ])
  await snackbar(page, 'Uspješna izmjena')

  const refused = Promise.withResolvers<void>()
  await page.route('**/api/productCampaigns/**', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await refused.promise
    await route.fulfill({ status: 422, json: { message: 'error.internal' } })
  })
  const name = (await column(page, 'Naziv'))[0] ?? ''
  await edit(page, 0)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('78,5')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Kategorije' }).click()
  await page.getByRole('tab', { name: 'Kategorije', selected: true }).waitFor()
  // A document that is left could not say it any more.
  const asksBeforeLeaving = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asksBeforeLeaving()).toBe(true)
  refused.resolve()
  await snackbar(page, `${name}: 78,5. Došlo je do greške.`)
  expect(await asksBeforeLeaving()).toBe(false)
})

test('chooses the partners of a campaign by category or with cash, and notifies them', async () => {
  const page = await open('/campaigns')
  await openCampaign(page, PRICE, 'Kategorije')
  const partners = page.getByRole('tab', { name: 'Partneri' })
  await expect.poll(() => partners.textContent()).toMatch(/\d/)
  const before = await partners.textContent()
  await press(page, 'Gume', 'Ukloni iz kampanje')
  const question = page.getByRole('dialog')
  await question.getByText('Bez ijedne od preostalih kategorija').waitFor()
  await keepSnackbarsOpen(page)
  await question.getByRole('button', { name: 'Ukloni' }).click()
  await expect.poll(() => partners.textContent()).not.toBe(before)
  await pressUndo(page)
  await expect.poll(() => partners.textContent()).toBe(before)

  // The undo leaves out a partner that is inactive now.
  const count = async () => Number((await partners.textContent())?.replace(/\D/g, ''))
  const all = await count()
  const call = await callsOf(address, DEMO)
  const id = /campaigns\/(\d+)/.exec(page.url())?.[1]
  const listed = async () => {
    const { partners } = await call<CampaignDetails>('GET', `/api/campaignDetails/${id}`)
    return partners.map(({ partner_id }) => partner_id)
  }
  const had = await listed()
  await press(page, 'Gume', 'Ukloni iz kampanje')
  await question.getByRole('button', { name: 'Ukloni' }).click()
  await expect.poll(count).not.toBe(all)
  const left = await listed()
  const gone = had.find((partner) => !left.includes(partner))
  await call('DELETE', `/api/partners/${gone}`, { is_active: false })
  await pressUndo(page)
  await snackbar(page, 'Vraćeno bez 1 partnera')
  await expect.poll(count).toBe(all - 1)
  await call('DELETE', `/api/partners/${gone}`, { is_active: true })

  await partners.click()
  const chosen = await count()
  const failLoading = () =>
    page.route('**/api/campaignDetails/*', (route) =>
      route.fulfill({ status: 500, json: { message: 'error.internal' } }),
    )
  const loadAgain = () => page.unroute('**/api/campaignDetails/*')
  await failLoading()
  await page.getByRole('button', { name: 'Izaberi partnere' }).click()
  const choice = dialog(page, 'Izaberi partnere')
  const retry = choice.getByRole('button', { name: 'Pokušaj ponovo' })
  await retry.waitFor()
  await loadAgain()
  await retry.click()
  await choice.locator('tbody input[type=checkbox]:not(:checked)').first().check()
  // What is chosen stays when a later refetch fails, as when the connection returns.
  await failLoading()
  await page.context().setOffline(true)
  await choice.getByText('Nema veze.').waitFor()
  await Promise.all([choice.getByText('Veza je uspostavljena.').waitFor(), page.context().setOffline(false)])
  errors.splice(0) // the browser's own errors about failed requests
  await loadAgain()
  await choice.getByRole('button', { name: `Potvrdi (${chosen + 1})` }).click()
  await snackbar(page, 'Sva obavezna polja moraju biti ispravno popunjena')
  const missing = choice.getByRole('textbox', { name: 'Cash: ' })
  await expect.poll(() => missing.count()).toBe(1)
  await missing.fill('5%')
  await choice.getByRole('button', { name: `Potvrdi (${chosen + 1})` }).click()
  await snackbar(page, 'Uspješno ažurirani partneri kampanje')
  await expect.poll(count).toBe(chosen + 1)
  const used = async () => (await column(page, 'Iskorišćeno')).map(plain)
  await expect.poll(async () => (await used()).some((text) => /ostaje|preko/.test(text))).toBe(true)
  await row(page, 0).getByRole('button', { name: 'Ukloni iz kampanje' }).click()
  await page.getByRole('dialog').getByText('Ono što je poručio ostaje u korpi.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Ukloni iz kampanje' }).click()
  await snackbar(page, 'Partner je uklonjen iz kampanje')
  await expect.poll(count).toBe(chosen)
  await page.getByRole('button', { name: `Obavijesti ${chosen} partnera` }).click()
  const message = dialog(page, 'Nova notifikacija')
  await message.getByText(`Primaoci: ${chosen} partner`).waitFor()
  expect(await field(message, 'Naslov').inputValue()).toBe(PRICE)
  await page.keyboard.press('Escape')
  await message.waitFor({ state: 'hidden' })

  await page.getByRole('link', { name: 'Sve kampanje' }).click()
  await openCampaign(page, QUANTITY)
  await row(page, 0).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Cash' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Uvezi iz Excela' }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Proizvodi' }).click()
  await row(page, 0).getByRole('button', { name: 'Uredi količinu' }).click()
  expect(await page.getByRole('columnheader', { name: 'Cijena' }).count()).toBe(0)
  await page.keyboard.type('9999')
  await page.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await snackbar(page, 'Uspješna izmjena')
  await expect.poll(async () => (await column(page, 'Količina'))[0]).toBe('9.999')
})

test('choosing products keeps those that a colleague has added meanwhile', async () => {
  const call = await callsOf(address, DEMO)
  const chosen = async () => {
    const { products, version } = await call<CampaignDetails>('GET', '/api/campaignDetails/1')
    return { ids: products.map(({ product_id }) => product_id), version }
  }
  const page = await open('/campaigns/1?tab=products')
  await page.getByRole('button', { name: 'Izaberi proizvode' }).click()
  const picker = page.getByRole('dialog')
  const unchosen = picker.locator('tbody input[type=checkbox]:not(:checked)')
  await unchosen.first().waitFor()

  const { ids, version } = await chosen()
  const body = { filters: { is_active: 'true' }, options: { page: 1, itemsPerPage: 50 } }
  const { result } = await call<{ result: { id: number }[] }>('POST', '/api/products/index', body)
  const added = result.findLast(({ id }) => !ids.includes(id))?.id ?? 0
  await call('POST', '/api/productCampaigns', { campaign_id: 1, products: [...ids, added], version })
  const refetched = page.waitForResponse(
    (one) =>
      one.ok() &&
      one.request().method() === 'GET' &&
      one.url().includes('/api/campaignDetailsById/products/1'),
  )
  await page.context().setOffline(true)
  await picker.getByText('Nema veze.').waitFor()
  await Promise.all([refetched, page.context().setOffline(false)])
  errors.splice(0) // the browser's own errors about failed requests

  await unchosen.first().check()
  await page.keyboard.press('Escape')
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Nastavi uređivanje' }).click()
  await dialog(page, 'Odbaciti izmjene?').waitFor({ state: 'hidden' })
  // What is chosen stays when it cannot be saved.
  await page.route('**/api/productCampaigns', (route) =>
    route.fulfill({ status: 503, json: { message: 'error.unavailable' } }),
  )
  await picker.getByRole('button', { name: /^Potvrdi/ }).click()
  const failure = dialog(page, 'Greška')
  await failure.getByText('Server trenutno nije dostupan.').waitFor()
  await failure.getByRole('button', { name: 'U redu' }).click()
  await failure.waitFor({ state: 'hidden' })
  await page.unroute('**/api/productCampaigns')
  await picker.getByRole('button', { name: /^Potvrdi/ }).click()
  await snackbar(page, 'Uspješna izmjena')
  expect((await chosen()).ids).toContain(added)
  expect((await chosen()).ids.length).toBe(ids.length + 2)

  // It opens again with what has been saved.
  await page.getByRole('button', { name: 'Izaberi proizvode' }).click()
  await picker.getByRole('button', { name: `Potvrdi (${ids.length + 2})` }).waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'hidden' })
})

test('a finished campaign is shown, then its partners are notified, and the strip of steps goes', async () => {
  const page = await open('/campaigns')
  await openCampaign(page, 'Felne, proljeće 2027')
  const next = page.getByRole('region', { name: 'Sljedeći korak' })
  const filled = () => filledIn(page)
  await next.getByText('Spremna je, ali skrivena: prikažite je partnerima.').waitFor()
  expect(await next.getByRole('listitem').allTextContents()).toEqual([
    'Kategorije 2',
    'Partneri 12',
    'Proizvodi 10',
    '4Obavijesti',
  ])
  expect(await filled()).toEqual(['Prikaži'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Izaberi partnere' }).waitFor()
  expect(await filled()).toEqual(['Prikaži'])
  await page.setViewportSize({ width: 1440, height: 900 })
  await next.getByRole('button', { name: 'Prikaži' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Prikaži' }).click()
  await next.getByText(/^Partneri će je vidjeti od .+, ali još nijesu obaviješteni\.$/).waitFor()
  expect(await filled()).toEqual(['Obavijesti 12 partnera'])
  expect(await faultsInBothThemes(page)).toEqual([])
  await next.getByRole('button', { name: 'Obavijesti 12 partnera' }).click()
  const message = dialog(page, 'Nova notifikacija')
  await message.locator('textarea:focus').waitFor() // the subject is prefilled
  await field(message, 'Tekst').fill('Felne stižu u proljeće.')
  await message.getByRole('button', { name: 'Pošalji', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Poslati notifikaciju?' })
    .getByRole('button', { name: 'Pošalji' })
    .click()
  await message.waitFor({ state: 'hidden' })
  await next.waitFor({ state: 'hidden' })
  await page.locator('main:focus').waitFor() // the button that had the focus is gone
  expect(await filled()).toEqual(['Dodaj detalje'])
  await page.getByRole('button', { name: 'Obavijesti 12 partnera' }).waitFor()
})
