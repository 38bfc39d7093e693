import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityFaults, atRest, PHONE, startKontor } from './harness.ts'
import {
  browse,
  column,
  columns,
  count,
  cutIn,
  dialog,
  field,
  filter,
  focused,
  keepSnackbarsOpen,
  press,
  pressUndo,
  rowOf,
  save,
  snackbar,
} from './list.ts'
import { delayRequests } from './responses.ts'

const { open, address } = await startKontor()

describe('countries', () => {
  test('a rejected form keeps the input; adds a country, finds it folded, changes, deactivates and restores it', async () => {
    const page = await open('/countries')
    await page.getByRole('button', { name: 'Dodaj državu' }).click()
    const form = dialog(page, 'Nova država')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Polje je obavezno.').waitFor()
    await snackbar(page, 'Sva obavezna polja moraju biti ispravno popunjena')
    await expect.poll(() => focused(page)).toBe('name')
    await field(form, 'Naziv').fill('A')
    await field(form, 'Poštanska oznaka').click()
    await form.getByText('Naziv države mora imati najmanje 2 znaka.').waitFor()
    await field(form, 'Naziv').fill('rusija')
    await field(form, 'Naziv').press('Enter')
    await form.getByText('Vec postoji (Status: Neaktivan)').waitFor()
    expect(await field(form, 'Naziv').inputValue()).toBe('rusija')
    await field(form, 'Naziv').fill('Šćepanija')
    await field(form, 'Poštanska oznaka').fill('ŠĆ')
    await field(form, 'Poštanska oznaka').press('Enter')
    await snackbar(page, 'Uspješno dodavanje')

    await filter(page, 'Naziv', 'scepan')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Šćepanija'])
    await press(page, 'Šćepanija', 'Uredi')
    await field(dialog(page, 'Uredi državu'), 'Naziv').fill('Šćepanija Donja')
    await save(dialog(page, 'Uredi državu'))
    await snackbar(page, 'Uspješna izmjena')
    await keepSnackbarsOpen(page)
    await press(page, 'Šćepanija Donja', 'Deaktiviraj')
    await dialog(page, 'Deaktivirati „Šćepanija Donja“?').getByRole('button', { name: 'Deaktiviraj' }).click()
    await rowOf(page, 'Šćepanija Donja').getByText('Neaktivna').waitFor()
    await snackbar(page, 'Deaktivirano: Šćepanija Donja')
    await pressUndo(page)
    await snackbar(page, 'Vraćeno: Šćepanija Donja')
    await rowOf(page, 'Šćepanija Donja').getByText('Aktivna', { exact: true }).waitFor()

    // The state is filtered by its label, and an empty result has a hint.
    await filter(page, 'Naziv', '')
    const state = page.getByRole('combobox', { name: 'Filter: Aktivna' })
    await state.selectOption('Neaktivna')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Bjelorusija', 'Rusija'])
    expect(await count(page)).toBe('2 od 38 redova')
    await press(page, 'Rusija', 'Vrati')
    await dialog(page, 'Vratiti „Rusija“?').getByRole('button', { name: 'Vrati' }).click()
    await snackbar(page, 'Vraćeno: Rusija')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Bjelorusija'])
    await pressUndo(page, 'Rusija')
    await snackbar(page, 'Deaktivirano: Rusija')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Bjelorusija', 'Rusija'])
    await filter(page, 'Naziv', 'crna')
    await page.getByText('Nema redova za ove filtere').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Očisti filtere' }).last().click()
    await expect.poll(() => count(page)).toBe('38 redova')
    expect(await columns(page)).toEqual(['Naziv', 'Aktivna', 'Akcije'])

    await page.getByRole('button', { name: 'Sljedeća strana' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
    await Promise.all([
      page.waitForRequest(`${address}/api/countries`),
      page.getByRole('main').getByRole('button', { name: 'Osvježi' }).click(),
    ])
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('by keyboard alone, deactivating moves to the next row, and Ctrl Z undoes it; a dialog lists records in use, with links', async () => {
    const page = await open('/countries')
    const first = 'Danska'
    const second = 'Finska'
    await keepSnackbarsOpen(page)
    await rowOf(page, first).getByRole('button', { name: 'Deaktiviraj' }).focus()
    await page.keyboard.press('Enter')
    await dialog(page, `Deaktivirati „${first}“?`).waitFor()
    await page.keyboard.press('Enter')
    await snackbar(page, `Deaktivirano: ${first}`)
    const next = rowOf(page, second).getByRole('button', { name: 'Deaktiviraj' })
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+z')
    await snackbar(page, `Vraćeno: ${first}`)
    await rowOf(page, first).getByText('Aktivna', { exact: true }).waitFor()
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)

    await press(page, 'Crna Gora', 'Deaktiviraj')
    await dialog(page, 'Deaktivirati „Crna Gora“?').getByRole('button', { name: 'Deaktiviraj' }).click()
    const refused = dialog(page, 'Greška')
    await refused.getByText('Izmjene zabranjene, koristi se u evidencijama').waitFor()
    await rowOf(page, 'Crna Gora').getByText('Aktivna', { exact: true }).waitFor()
    const used = refused.getByRole('link').first()
    const city = (await used.textContent()) ?? ''
    await used.click()
    await rowOf(page, city).waitFor()
  })
})

describe('record fields', () => {
  const current = (page: Page, text: string) => page.locator('[role=option][data-current]', { hasText: text })
  /** The result count of a field's list, after it has loaded. */
  const found = (page: Page, count: string) => page.getByRole('dialog').getByText(count, { exact: true })

  test('opens the full list by keyboard, eight active ones per page, searches, and picks by a second click', async () => {
    const page = await open('/cities?f.name=bar&add=1')
    const form = dialog(page, 'Novi grad')
    await field(form, 'Naziv').fill('Udine')
    await field(form, 'Naziv').press('Enter')
    await form.getByText('Polje je obavezno.').waitFor()
    await expect.poll(() => focused(page)).toBe('country_id')
    await page.keyboard.press('Enter')
    await form.getByRole('option', { name: 'Albanija' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await form.locator('[role=option][data-current]', { hasText: 'Prikaži sve…' }).waitFor()
    await page.keyboard.press('Enter')
    const picker = dialog(page, 'Države')
    await picker.waitFor()
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('country_id')
    expect(await field(form, 'Naziv').inputValue()).toBe('Udine')

    await browse(form, 'Država')
    await expect.poll(async () => (await column(picker, 'Naziv')).length).toBe(8)
    expect(await picker.getByRole('combobox', { name: 'Redova po strani' }).inputValue()).toBe('8')
    await picker.getByRole('cell', { name: 'Bugarska', exact: true }).click()
    await expect.poll(() => picker.getByRole('radio', { name: 'Izaberi: Bugarska' }).isChecked()).toBe(true)
    await picker.getByRole('cell', { name: 'Austrija', exact: true }).dblclick()
    await picker.waitFor({ state: 'hidden' })
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Austrija')

    await browse(form, 'Država')
    const search = picker.getByRole('searchbox', { name: 'Traži u svim kolonama' })
    await search.fill('rusija')
    await search.press('Enter')
    await picker.getByText('Nema redova za ove filtere').waitFor()
    await search.fill('ital')
    await search.press('Enter')
    await picker.getByRole('radio', { name: 'Izaberi: Italija' }).check()
    await picker.getByRole('button', { name: 'Potvrdi' }).click()
    await picker.waitFor({ state: 'hidden' })
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Italija')
    await keepSnackbarsOpen(page, 'Prikaži')
    await save(form)
    // The filter excludes it; the snackbar links to it.
    await snackbar(page, 'Uspješno dodavanje')
    await expect.poll(() => column(page, 'Naziv')).not.toContain('Udine')
    await page.getByRole('button', { name: 'Prikaži', exact: true }).click()
    await rowOf(page, 'Udine').getByText('Italija').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?q=Udine')
  })

  test('picks a record by a few folded letters and Enter or Tab, also before the response; an unknown name chooses nothing', async () => {
    const page = await open('/cities?add=1')
    const form = dialog(page, 'Novi grad')
    await field(form, 'Država').fill('qqq')
    await found(page, 'Ništa nije pronađeno').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await form.getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('')
    expect(await form.isVisible()).toBe(true)
    await field(form, 'Naziv').fill('Udine')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Polje je obavezno.').waitFor()

    await field(form, 'Država').focus()
    await page.keyboard.type('slovač')
    await page.keyboard.press('Enter')
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Slovačka')
    await field(form, 'Država').fill('italij')
    await current(page, 'Italija').waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Italija')
    await field(form, 'Država').fill('ni jedna')
    await field(form, 'Naziv').click()
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Italija')

    await field(form, 'Naziv').fill('Brno')
    await field(form, 'Država').fill('cesk')
    await current(page, 'Češka').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Češka')
    await expect.poll(() => focused(page)).toBe('country_id')
    await save(form)
    await snackbar(page, 'Uspješno dodavanje')
    await page.getByRole('button', { name: 'Dodaj grad' }).click()
    await field(form, 'Država').click()
    await expect.poll(() => form.getByRole('option').first().textContent()).toContain('Češka')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Češka')
  })

  test('on a phone rows are high enough for touch, and the end of a contract is not before its start', async () => {
    const page = await open('/contracts?add=1', PHONE)
    const form = dialog(page, 'Novi ugovor')
    await field(form, 'Od').fill('21.11.2026.')
    await field(form, 'Do').fill('20.11.2026.')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Posljednji dan ne može biti prije prvog.').waitFor()
    await field(form, 'Partner').tap()
    await form.locator('[role=listbox][aria-busy=false]').waitFor() // until then the first option is the whole list
    const option = form.getByRole('option').first()
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await option.tap()
    await expect.poll(() => field(form, 'Partner').inputValue()).not.toBe('')
  })
})

describe('records', () => {
  test('the records group stays collapsed in the menu until it is opened by keyboard, which is stored; its own screens open it', async () => {
    const page = await open('/')
    const menu = page.getByRole('navigation', { name: 'Meni' }).first()
    const group = menu.getByRole('button', { name: 'Evidencije' })
    await group.waitFor()
    expect(await menu.getByRole('link', { name: 'Banke' }).count()).toBe(0)
    await group.press('Enter')
    await menu.getByRole('link', { name: 'Banke' }).waitFor()
    await page.reload()
    await menu.getByRole('link', { name: 'Banke' }).waitFor()
    expect(await group.getAttribute('aria-expanded')).toBe('true')
    await group.press('Enter')
    await menu.getByRole('link', { name: 'Banke' }).waitFor({ state: 'hidden' })
    await page.goto(new URL('/vehicles', page.url()).href)
    await menu.getByRole('link', { name: 'Vozila' }).waitFor()
    await group.click()
    await menu.getByRole('link', { name: 'Vozila' }).waitFor({ state: 'hidden' })
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('rejects a file that is no Word document as a service’s template', async () => {
    const page = await open('/services')
    await press(page, 'Dijagnostika motora', 'Uredi')
    const form = dialog(page, 'Uredi uslugu')
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'nije.docx', mimeType: 'text/plain', buffer: Buffer.from('nije dokument') })
    await save(form)
    await dialog(page, 'Greška').getByText('Šablon mora biti Word dokument').waitFor()
    await dialog(page, 'Greška').getByRole('button', { name: 'U redu' }).click()
    await press(page, 'Dijagnostika motora', 'Detalji')
    await dialog(page, 'Usluga').getByRole('button', { name: 'Zatvori' }).first().click()
  })
})

describe('stores', () => {
  test('adds a store with every field and valid degrees, and shows it on maps with and without tiles', async () => {
    const page = await open('/stores?add=1')
    const form = dialog(page, 'Nova prodavnica')
    await field(form, 'Geografska širina').fill('91')
    await field(form, 'Naziv').press('Enter')
    await form.getByText('Upišite broj od -90 do 90, sa najviše 6 decimala.').waitFor()
    expect(await form.getByText('Polje je obavezno.').count()).toBe(4)

    await field(form, 'Naziv').fill('Gume Ulcinj')
    await field(form, 'Adresa').fill('26. novembra bb')
    // Tab takes the only result, also when it is pressed before the results are there, or the code of their list.
    const code = Promise.withResolvers<void>()
    await page.route(/\/assets\/Picker-/, async (route) => {
      await code.promise
      await route.continue()
    })
    for (const [typed, name] of [
      ['cetinj', 'Cetinje'],
      ['nikši', 'Nikšić'],
    ] as const) {
      await field(form, 'Grad').fill(typed)
      await field(form, 'Grad').press('Tab')
      code.resolve()
      await expect.poll(() => field(form, 'Grad').inputValue()).toBe(name)
    }
    await field(form, 'Grad').fill('ulcinj')
    await page.locator('[role=option][data-current]', { hasText: 'Ulcinj' }).waitFor()
    await page.keyboard.press('Enter')
    // The map moves to the city; a place in another country is asked about; a map's link fills both fields.
    await form.getByRole('region', { name: 'Mapa: kliknite' }).getByText('Ulcinj').waitFor()
    await field(form, 'Geografska širina').fill('42,07')
    await field(form, 'Geografska dužina').fill('19.81')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    const abroad = dialog(page, 'Lokacija nije u istoj državi kao Ulcinj')
    await abroad.getByRole('button', { name: 'Ispravi lokaciju' }).click()
    await field(form, 'Geografska dužina').evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'https://www.google.com/maps/@41.929,19.2086,15z')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => field(form, 'Geografska širina').inputValue()).toBe('41.929')
    // A typed pair is split by Enter, which does not save it; a short link is said to have no place.
    for (const [key, east] of [
      ['Enter', '19.2'],
      ['Control+Enter', '19.3'],
    ] as const) {
      await field(form, 'Geografska širina').fill(`41,93 ${east}`)
      await field(form, 'Geografska širina').press(key)
      await expect.poll(() => field(form, 'Geografska dužina').inputValue()).toBe(east)
      expect(await field(form, 'Geografska širina').inputValue()).toBe('41.93')
      expect(await form.getByText('Ovo polje mora biti broj.').count()).toBe(0)
    }
    await field(form, 'Geografska širina').fill('maps.app.goo.gl/abc')
    await field(form, 'Geografska dužina').focus()
    await form.getByRole('alert').getByText('U ovom linku nema koordinata.').waitFor()
    await field(form, 'Geografska širina').fill('41.929, 19.2086')
    await field(form, 'Naziv').focus()
    await expect.poll(() => field(form, 'Geografska dužina').inputValue()).toBe('19.2086')
    expect(await form.getByRole('alert').count()).toBe(0)
    await form.locator('.leaflet-marker-draggable').waitFor()
    await save(form)
    await snackbar(page, 'Uspješno dodavanje')
    await filter(page, 'Grad', 'ulcinj')
    await expect.poll(() => column(page, 'Naziv')).toContain('Gume Ulcinj')

    await page.context().route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: 'mapa' }))
    const [map] = await Promise.all([
      page.context().waitForEvent('page'),
      press(page, 'Gume Ulcinj', 'Otvori mapu u novoj kartici'),
    ])
    await map.waitForURL('https://www.openstreetmap.org/?mlat=41.929000&mlon=19.208600')
    expect(await map.evaluate('window.opener')).toBe(null)
    await map.close()

    await filter(page, 'Grad', 'bar')
    const edit = dialog(page, 'Uredi prodavnicu')
    await press(page, 'Kontor Bar', 'Uredi')
    await edit.getByText('Podloga mape nije podešena').waitFor()
    const outline = edit.getByRole('region', { name: 'Mapa: kliknite' })
    await outline.getByText('42.1°').waitFor()
    await outline.locator('path[class*=land]').first().waitFor({ state: 'attached' })
    await edit.getByRole('button', { name: 'Udalji' }).press('Enter')
    await outline.getByText('42°', { exact: true }).waitFor()
    await edit.getByRole('button', { name: 'Približi' }).press('Enter')
    await outline.getByText('42.1°').waitFor()
    await outline.click({ position: { x: 60, y: 140 } })
    const longitude = field(edit, 'Geografska dužina')
    await expect.poll(() => longitude.inputValue()).toMatch(/^18\.\d{1,6}$/)
    const picked = await longitude.inputValue()
    await page.keyboard.press('Control+Enter') // after the click the focus is around the form
    const inTheSea = dialog(page, 'Lokacija nije u istoj državi kao Bar')
    await inTheSea.getByRole('button', { name: 'Ipak sačuvaj' }).click()
    await edit.waitFor({ state: 'hidden' })
    const longitudeNow = async () => {
      await press(page, 'Kontor Bar', 'Uredi')
      const shown = Number(await longitude.inputValue())
      await page.keyboard.press('Escape')
      await edit.waitFor({ state: 'hidden' })
      return shown
    }
    await expect.poll(longitudeNow).toBe(Number(picked)) // once the list was reloaded
  })

  test('the contacts of a store have their own screen: add, edit, toggle', async () => {
    const page = await open('/stores?f.city=podgorica')
    await press(page, 'Kontor Podgorica Zabjelo', 'Kontakti')
    const contacts = dialog(page, 'Kontor Podgorica Zabjelo · Vojislavljevića 12, Podgorica')
    await column(contacts, 'Telefon')
    await contacts.locator('.leaflet-marker-icon').first().waitFor()
    expect(await contacts.getByRole('link').first().getAttribute('href')).toMatch(/^tel:\+?\d+$/)
    expect(await accessibilityFaults(page)).toEqual([])
    await contacts.getByRole('button', { name: 'Dodaj kontakt' }).click()
    const form = dialog(page, 'Novi kontakt')
    await field(form, 'Telefon').fill('5')
    await field(form, 'Telefon').press('Enter')
    await form.getByText('Telefon mora imati najmanje 2 znaka.').waitFor()
    await field(form, 'Telefon').fill('+382 69 555 111')
    await save(form)
    await snackbar(page, 'Uspješno dodavanje')
    await expect.poll(async () => (await column(contacts, 'Telefon'))[0]).toBe('+382 69 555 111')

    await press(page, '+382 69 555 111', 'Uredi')
    const edit = dialog(page, 'Uredi kontakt')
    await field(edit, 'Telefon').fill('+382 69 555 222')
    await save(edit)
    await expect.poll(async () => (await column(contacts, 'Telefon'))[0]).toBe('+382 69 555 222')

    await press(page, '+382 69 555 222', 'Deaktiviraj')
    const question = dialog(page, 'Deaktivirati „+382 69 555 222“?')
    await question.getByRole('button', { name: 'Deaktiviraj' }).click()
    await expect.poll(async () => (await column(contacts, 'Aktivan'))[0]).toBe('Neaktivan')
  })
})

test('on a desk no name is cut, and sliders have a picture and the number of their answers', async () => {
  const page = await open('/sliders')
  const paths = ['/campaigns', '/notifications', '/users', '/sliders']
  for (const path of [...paths.map((path) => `${path}#en`), ...paths]) {
    await page.evaluate((lang) => localStorage.setItem('lang', lang), path.endsWith('#en') ? 'en' : 'cnr')
    await page.goto('about:blank') // so that the language is read again
    await page.goto(`${address}${path}`)
    await page.locator('table[aria-busy=false] tbody td[data-main]').first().waitFor()
    const cut = async () => [path, await cutIn(page, 'tbody td[data-main], thead th')]
    await expect.poll(cut).toEqual([path, []])
  }
  const promotion = rowOf(page, 'Motorno ulje: uz 12 bokala poklon filter')
  await promotion.getByText('10 narudžbi').waitFor()
  await expect
    .poll(() => promotion.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0)
  await filter(page, 'Odziv', '11')
  await expect.poll(async () => new Set(await column(page, 'Tip'))).toEqual(new Set(['Seminar']))
})

test('on a phone a list is not called empty before its rows come', async () => {
  const page = await open('/products', PHONE)
  const count = page.getByText(/^[\d.]+ (red|reda|redova)$/)
  await count.waitFor()
  const rows = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/products/index', rows.promise)
  await page.goto('about:blank')
  const asked = page.waitForRequest('**/api/products/index')
  await page.goto(`${address}/products`)
  await asked
  await page.getByRole('heading', { level: 1, name: 'Proizvodi' }).waitFor()
  await atRest(page)
  expect(await page.getByText('Još nema proizvoda').count()).toBe(0)
  rows.resolve()
  await count.waitFor()
})
