import { expect, test } from 'vitest'
import { startKontor } from './journey.ts'
import { column, count, dialog, field, filter, focused, press, rowOf, said, save } from './list.ts'

const { open } = await startKontor()

test('a country without a name is refused under its field, which gets the focus', async () => {
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
})

test('a name that an inactive country has is refused with the words of the documents', async () => {
  const page = await open('/countries?add=1')
  const form = dialog(page, 'Nova država')
  await field(form, 'Naziv').fill('rusija')
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Vec postoji (Status: Neaktivan)').waitFor()
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

test('leaving a form that was typed in asks first', async () => {
  const page = await open('/countries?add=1')
  const form = dialog(page, 'Nova država')
  await field(form, 'Naziv').fill('Nedovršena')
  await page.keyboard.press('Escape')
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Nastavi uređivanje' }).click()
  expect(await field(form, 'Naziv').inputValue()).toBe('Nedovršena')
  await form.getByRole('button', { name: 'Odustani' }).click()
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Odbaci' }).click()
  await form.waitFor({ state: 'hidden' })
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
