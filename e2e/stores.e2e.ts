import { expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import { browse, column, dialog, field, filter, press, said, save } from './list.ts'

const { open } = await startKontor()

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
