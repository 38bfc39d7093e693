import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import {
  browse,
  chips,
  column,
  count,
  dialog,
  field,
  filter,
  focused,
  press,
  rowOf,
  said,
  save,
} from './list.ts'

const { address, open } = await startKontor()

describe('countries', () => {
  test('a form is refused under its fields, the first of which gets the focus, and asks before it is left', async () => {
    const page = await open('/countries')
    await page.getByRole('button', { name: 'Dodaj državu' }).click()
    const form = dialog(page, 'Nova država')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Polje je obavezno.').waitFor()
    await said(page, 'Sva obavezna polja moraju biti ispravno popunjena')
    expect(await focused(page)).toBe('name')
    await field(form, 'Naziv').fill('A')
    await field(form, 'Poštanska oznaka').click()
    await form.getByText('Naziv države mora imati najmanje 2 znaka.').waitFor()

    await field(form, 'Naziv').fill('rusija')
    await field(form, 'Naziv').press('Enter')
    await form.getByText('Vec postoji (Status: Neaktivan)').waitFor()

    await field(form, 'Naziv').fill('Nedovršena')
    await page.keyboard.press('Escape')
    await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Nastavi uređivanje' }).click()
    expect(await field(form, 'Naziv').inputValue()).toBe('Nedovršena')
    await form.getByRole('button', { name: 'Odustani' }).click()
    await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Odbaci' }).click()
    await form.waitFor({ state: 'hidden' })
  })

  test('a country that a record uses stays active, and a dialog says why', async () => {
    const page = await open('/countries?q=crna+gora')
    await press(page, 'Crna Gora', 'Deaktiviraj')
    await dialog(page, 'Deaktivirati „Crna Gora“?').getByRole('button', { name: 'Deaktiviraj' }).click()
    await dialog(page, 'Greška').getByText('Izmjene zabranjene, koristi se u evidencijama').waitFor()
    await dialog(page, 'Greška').getByRole('button', { name: 'U redu' }).click()
    await rowOf(page, 'Crna Gora').getByText('Aktivna', { exact: true }).waitFor()
    await press(page, 'Crna Gora', 'Deaktiviraj')
    await dialog(page, 'Deaktivirati „Crna Gora“?').getByRole('button', { name: 'Deaktiviraj' }).click()
    const used = dialog(page, 'Greška').getByRole('link').first()
    const city = (await used.textContent()) ?? ''
    await used.click()
    await rowOf(page, city).waitFor()
  })

  test('a country is added, found without its diacritics, changed, deactivated and taken back', async () => {
    const page = await open('/countries')
    await page.getByRole('button', { name: 'Dodaj državu' }).click()
    const form = dialog(page, 'Nova država')
    await field(form, 'Naziv').fill('Šćepanija')
    await field(form, 'Poštanska oznaka').fill('ŠĆ')
    await field(form, 'Poštanska oznaka').press('Enter')
    await said(page, 'Uspješno dodavanje')
    await filter(page, 'Naziv', 'scepan')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Šćepanija'])
    await press(page, 'Šćepanija', 'Uredi')
    await field(dialog(page, 'Uredi državu'), 'Naziv').fill('Šćepanija Donja')
    await save(dialog(page, 'Uredi državu'))
    await said(page, 'Uspješna izmjena')
    await press(page, 'Šćepanija Donja', 'Deaktiviraj')
    await dialog(page, 'Deaktivirati „Šćepanija Donja“?').getByRole('button', { name: 'Deaktiviraj' }).click()
    await rowOf(page, 'Šćepanija Donja').getByText('Neaktivna').waitFor()
    await said(page, 'Deaktivirano: Šćepanija Donja')
    await page.getByRole('button', { name: 'Poništi', exact: true }).click()
    await said(page, 'Vraćeno: Šćepanija Donja')
    await rowOf(page, 'Šćepanija Donja').getByText('Aktivna', { exact: true }).waitFor()
  })

  test('the state is filtered by its words, and nothing found says how to go on', async () => {
    const page = await open('/countries')
    await page.getByRole('combobox', { name: 'Filter: Aktivna' }).selectOption('Neaktivna')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Bjelorusija', 'Rusija'])
    expect(await count(page)).toBe('2 od 38 redova')
    await filter(page, 'Naziv', 'crna')
    await page.getByText('Nema redova za ove filtere').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Očisti filtere' }).last().click()
    await expect.poll(() => count(page)).toBe('38 redova')
  })

  test('by the keyboard alone: deactivating leads on to the next row, and Ctrl Z takes it back while that is offered', async () => {
    const page = await open('/countries')
    const [first, second] = ['Danska', 'Finska']
    await rowOf(page, first).getByRole('button', { name: 'Deaktiviraj' }).focus()
    await page.keyboard.press('Enter')
    await dialog(page, `Deaktivirati „${first}“?`).waitFor()
    await page.keyboard.press('Enter')
    await said(page, `Deaktivirano: ${first}`)
    const next = rowOf(page, second).getByRole('button', { name: 'Deaktiviraj' })
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+z')
    await said(page, `Vraćeno: ${first}`)
    await rowOf(page, first).getByText('Aktivna', { exact: true }).waitFor()
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)
  })
})

describe('cities', () => {
  test('a city needs a country, and the picker is opened with the keyboard from its field', async () => {
    const page = await open('/cities?add=1')
    const form = dialog(page, 'Novi grad')
    await field(form, 'Naziv').fill('Udine')
    await field(form, 'Naziv').press('Enter')
    await form.getByText('Polje je obavezno.').waitFor()
    expect(await focused(page)).toBe('country_id')
    await page.keyboard.press('Enter')
    await form.getByRole('option', { name: 'Albanija' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await form.locator('[role=option][data-current]', { hasText: 'Pretraži sve…' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog(page, 'Države').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Države').waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('country_id')
    expect(await field(form, 'Naziv').inputValue()).toBe('Udine')
  })

  test('the country is picked among the active ones, eight to a page, with search', async () => {
    const page = await open('/cities?add=1')
    const form = dialog(page, 'Novi grad')
    await field(form, 'Naziv').fill('Udine')
    await browse(form, 'Država')
    const picker = dialog(page, 'Države')
    await expect.poll(async () => (await column(picker, 'Naziv')).length).toBe(8)
    expect(await picker.getByRole('combobox', { name: 'Redova po strani' }).inputValue()).toBe('8')
    const search = picker.getByRole('searchbox', { name: 'Traži u svim kolonama' })
    await search.fill('rusija')
    await search.press('Enter')
    await picker.getByText('Nema redova za ove filtere').waitFor()
    await search.fill('ital')
    await search.press('Enter')
    await picker.getByRole('radio', { name: 'Izaberi: Italija' }).check()
    await picker.getByRole('button', { name: 'Potvrdi' }).click()
    await picker.waitFor({ state: 'hidden' })
    expect(await field(form, 'Država').inputValue()).toBe('Italija')
    await save(form)
    await said(page, 'Uspješno dodavanje')
    await filter(page, 'Država', 'italija')
    await expect.poll(() => column(page, 'Naziv')).toContain('Udine')
  })
})

describe('categories', () => {
  test('an inactive category is restored after a question, and the snackbar takes it back', async () => {
    const page = await open('/categories?f.is_active=false')
    await press(page, 'Dodatna oprema', 'Vrati')
    await dialog(page, 'Vratiti „Dodatna oprema“?').getByRole('button', { name: 'Vrati' }).click()
    await said(page, 'Vraćeno: Dodatna oprema')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Ratkapne i tepisi'])
    await page.getByRole('button', { name: 'Poništi', exact: true }).click()
    await said(page, 'Deaktivirano: Dodatna oprema')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Dodatna oprema', 'Ratkapne i tepisi'])
  })
})

describe('records', () => {
  test('the records stay folded in the menu until they are opened by keyboard, which is remembered; their own screens open them', async () => {
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

  test('a bank’s number has three digits, in the form before it is sent', async () => {
    const page = await open('/banks?add=1')
    const form = dialog(page, 'Nova banka')
    await field(form, 'Naziv').fill('Banka u osnivanju')
    await field(form, 'Broj').fill('51')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Broj banke ima tačno 3 cifre.').waitFor()
    await field(form, 'Broj').fill('599')
    await save(form)
    await said(page, 'Uspješno dodavanje')
    await filter(page, 'Broj', '599')
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Banka u osnivanju'])
  })

  test('what is no Word document is refused as a service’s template, which it then has not', async () => {
    const page = await open('/services')
    await press(page, 'Dijagnostika motora', 'Uredi')
    const form = dialog(page, 'Uredi uslugu')
    await form.locator('input[type=file]').setInputFiles({
      ...{ name: 'nije.docx', mimeType: 'text/plain', buffer: Buffer.from('nije dokument') },
    })
    await save(form)
    await dialog(page, 'Greška').getByText('Šablon mora biti Word dokument').waitFor()
    await dialog(page, 'Greška').getByRole('button', { name: 'U redu' }).click()
    await press(page, 'Dijagnostika motora', 'Detalji')
    await dialog(page, 'Usluga').getByRole('button', { name: 'Zatvori' }).first().click()
  })

  test('a contract on a phone: the end is not before the start', async () => {
    const page = await open('/contracts?add=1', { viewport: { width: 390, height: 844 }, hasTouch: true })
    const form = dialog(page, 'Novi ugovor')
    await field(form, 'Od').fill('21.11.2026.')
    await field(form, 'Do').fill('20.11.2026.')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Posljednji dan ne može biti prije prvog.').waitFor()
  })
})

describe('stores', () => {
  test('a store needs every field, and degrees that exist', async () => {
    const page = await open('/stores?add=1')
    const form = dialog(page, 'Nova prodavnica')
    await field(form, 'Geografska širina').fill('91')
    await field(form, 'Naziv').press('Enter')
    await form.getByText('Upišite broj od -90 do 90, sa najviše 6 decimala.').waitFor()
    expect(await form.getByText('Polje je obavezno.').count()).toBe(4)
  })

  test('a store is added in a city that is picked, edited, and its map opens in a new tab', async () => {
    const page = await open('/stores?add=1')
    const form = dialog(page, 'Nova prodavnica')
    await field(form, 'Naziv').fill('Gume Ulcinj')
    await field(form, 'Adresa').fill('26. novembra bb')
    await browse(form, 'Grad')
    const picker = dialog(page, 'Gradovi')
    await filter(picker, 'Naziv', 'ulcinj')
    await picker.getByRole('radio', { name: 'Izaberi: Ulcinj' }).check()
    await picker.getByRole('button', { name: 'Potvrdi' }).click()
    await field(form, 'Geografska širina').fill('41,929')
    await field(form, 'Geografska dužina').fill('19.2086')
    await form.locator('.leaflet-marker-draggable').waitFor()
    await save(form)
    await said(page, 'Uspješno dodavanje')
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

    await press(page, 'Gume Ulcinj', 'Uredi')
    const edit = dialog(page, 'Uredi prodavnicu')
    expect(await field(edit, 'Grad').inputValue()).toBe('Ulcinj')
    await field(edit, 'Adresa').fill('Bulevar Đerđa Kastriota 5')
    await save(edit)
    await said(page, 'Uspješna izmjena')
    await expect.poll(() => column(page, 'Adresa')).toContain('Bulevar Đerđa Kastriota 5')
  })

  test("a store's place is picked on the map, which is an outline with degrees without tiles", async () => {
    const page = await open('/stores?f.city=bar')
    await press(page, 'Kontor Bar', 'Uredi')
    const form = dialog(page, 'Uredi prodavnicu')
    await form.getByText('Podloga mape nije podešena').waitFor()
    const map = form.getByRole('region', { name: 'Mapa: kliknite' })
    await map.getByText('42.1°').waitFor()
    await map.locator('path[class*=land]').first().waitFor({ state: 'attached' })
    await form.getByRole('button', { name: 'Udalji' }).press('Enter')
    await map.getByText('42°', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Približi' }).press('Enter')
    await map.getByText('42.1°').waitFor()
    await map.click({ position: { x: 60, y: 140 } })
    const longitude = field(form, 'Geografska dužina')
    await expect.poll(() => longitude.inputValue()).toMatch(/^18\.\d{1,6}$/)
    const picked = await longitude.inputValue()
    const readAgain = page.waitForResponse((response) => response.url().endsWith('/api/stores/index'))
    await save(form)
    await readAgain
    await press(page, 'Kontor Bar', 'Uredi')
    expect(Number(await longitude.inputValue())).toBe(Number(picked))
  })

  test('a store is deactivated after a question and can be taken back', async () => {
    const page = await open('/stores?f.city=bar')
    const name = 'Kontor Bar'
    await press(page, name, 'Deaktiviraj')
    await dialog(page, `Deaktivirati „${name}“?`).getByRole('button', { name: 'Deaktiviraj' }).click()
    await expect.poll(() => column(page, 'Aktivna')).toContain('Neaktivna')
    await press(page, name, 'Vrati')
    await dialog(page, `Vratiti „${name}“?`).getByRole('button', { name: 'Vrati' }).click()
    await expect.poll(() => column(page, 'Aktivna')).not.toContain('Neaktivna')
  })

  test("a store's contacts are a screen of their own: add, edit, toggle", async () => {
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
    await said(page, 'Uspješno dodavanje')
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

describe('fields for records', () => {
  const current = (page: Page, text: string) => page.locator('[role=option][data-current]', { hasText: text })
  /** What the list of a field has found, when it has. */
  const found = (page: Page, count: string) => page.getByRole('dialog').getByText(count, { exact: true })

  test('records are found by a few letters, folded: by Enter alone, before the answer, by Tab; what nobody is called chooses nothing', async () => {
    const page = await open('/cities?add=1')
    const form = dialog(page, 'Novi grad')
    await field(form, 'Država').fill('qqq')
    await found(page, 'Ništa nije pronađeno').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await form.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await field(form, 'Država').inputValue()).toBe('')
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
    expect(await focused(page)).toBe('country_id')
    await save(form)
    await said(page, 'Uspješno dodavanje')
  })

  test('several are chosen one after the other, and Backspace takes the last one back', async () => {
    const page = await open('/partners?add=1')
    const form = dialog(page, 'Novi partner')
    await field(form, 'Kategorije').focus()
    for (const [typed, name] of [
      ['akumul', 'Akumulatori'],
      ['alat', 'Alati'],
    ] as const) {
      await page.keyboard.type(typed)
      await current(page, name).waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => chips(form, 'Kategorije')).toContain(name)
    }
    await page.keyboard.press('Backspace')
    await expect.poll(() => chips(form, 'Kategorije')).toEqual(['Akumulatori'])
    await form.getByRole('button', { name: 'Ukloni: Akumulatori' }).click()
    await expect.poll(() => chips(form, 'Kategorije')).toEqual([])
  })

  test('in the whole list a row is picked by a click and confirmed by a second one', async () => {
    const page = await open('/cities?add=1')
    const form = dialog(page, 'Novi grad')
    await browse(form, 'Država')
    const picker = dialog(page, 'Države')
    await expect.poll(async () => (await column(picker, 'Naziv')).length).toBe(8)
    await picker.getByRole('cell', { name: 'Bugarska', exact: true }).click()
    await expect.poll(() => picker.getByRole('radio', { name: 'Izaberi: Bugarska' }).isChecked()).toBe(true)
    await picker.getByRole('cell', { name: 'Austrija', exact: true }).dblclick()
    await picker.waitFor({ state: 'hidden' })
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Austrija')
  })

  test('on a phone the lines are high enough for a finger', async () => {
    const page = await open('/cities?add=1', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const form = dialog(page, 'Novi grad')
    await field(form, 'Država').tap()
    const option = form.getByRole('option', { name: 'Albanija' })
    await option.waitFor()
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await option.tap()
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Albanija')
  })

  test('an empty field begins with what was chosen last', async () => {
    const page = await open('/cities?add=1')
    const form = dialog(page, 'Novi grad')
    await field(form, 'Država').focus()
    await page.keyboard.type('slovač')
    await current(page, 'Slovačka').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Slovačka')
    await page.goto(`${address}/cities`)
    await page.getByRole('button', { name: 'Dodaj grad' }).click()
    await field(form, 'Država').click()
    await expect.poll(() => form.getByRole('option').first().textContent()).toContain('Slovačka')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field(form, 'Država').inputValue()).toBe('Slovačka')
  })
})
