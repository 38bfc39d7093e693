import { expect, test } from 'vitest'
import { startKontor } from './app.ts'
import { column, dialog, field, filter, press, rowOf, said, save } from './list.ts'

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
  await field(form, 'Grad').click()
  const picker = dialog(page, 'Gradovi')
  await filter(picker, 'Naziv', 'ulcinj')
  await picker.getByRole('radio', { name: 'Izaberi: Ulcinj' }).check()
  await picker.getByRole('button', { name: 'Potvrdi' }).click()
  await field(form, 'Geografska širina').fill('41,929')
  await field(form, 'Geografska dužina').fill('19.2086')
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

test('a store is deactivated after a question and can be taken back', async () => {
  const page = await open('/stores?q=Bar')
  const [name = ''] = await column(page, 'Naziv')
  await press(page, name, 'Deaktiviraj')
  await dialog(page, `Deaktivirati „${name}“?`).getByRole('button', { name: 'Deaktiviraj' }).click()
  await expect.poll(() => column(page, 'Aktivna')).toContain('Neaktivna')
  await press(page, name, 'Vrati')
  await dialog(page, `Vratiti „${name}“?`).getByRole('button', { name: 'Vrati' }).click()
  await expect.poll(() => column(page, 'Aktivna')).not.toContain('Neaktivna')
})

test("a store's contacts are a screen of their own: add, edit, toggle", async () => {
  const page = await open('/stores?f.city=podgorica')
  const store = await rowOf(page, 'Podgorica').first().getByRole('cell').allInnerTexts()
  const [, , name, address] = store
  await rowOf(page, 'Podgorica').first().getByRole('button', { name: 'Kontakti' }).click()
  const contacts = dialog(page, `${name} · ${address}, Podgorica`)
  await contacts.getByRole('button', { name: 'Dodaj kontakt' }).click()
  const form = dialog(page, 'Novi kontakt')
  await field(form, 'Telefon').fill('5')
  await field(form, 'Telefon').press('Enter')
  await form.getByText('Telefon mora imati najmanje 2 znaka.').waitFor()
  await field(form, 'Telefon').fill('+382 69 555 111')
  await save(form)
  await said(page, 'Uspješno dodavanje')
  await expect.poll(async () => (await column(contacts, 'Telefon'))[0]).toBe('+382 69 555 111')

  await press(contacts, '+382 69 555 111', 'Uredi')
  const edit = dialog(page, 'Uredi kontakt')
  await field(edit, 'Telefon').fill('+382 69 555 222')
  await save(edit)
  await expect.poll(async () => (await column(contacts, 'Telefon'))[0]).toBe('+382 69 555 222')

  await press(contacts, '+382 69 555 222', 'Deaktiviraj')
  const question = dialog(page, 'Deaktivirati „+382 69 555 222“?')
  await question.getByRole('button', { name: 'Deaktiviraj' }).click()
  await expect.poll(async () => (await column(contacts, 'Aktivan'))[0]).toBe('Neaktivan')
})
