import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startKontor } from './journey.ts'
import { browse, column, count, dialog, field, filter, press, rowOf, said, save } from './list.ts'

const { open, address } = await startKontor()

/** Whether the office lets somebody in with this password. */
async function canSignIn(username: string, password: string) {
  const data = JSON.stringify({ username, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${address}/api/login`, { method: 'POST', headers, body: data })).ok
}

async function addStaff(page: Page, name: string, username: string) {
  await page.getByRole('button', { name: 'Dodaj korisnika' }).click()
  const form = dialog(page, 'Novi korisnik')
  await field(form, 'Ime').fill(name)
  await field(form, 'Korisničko ime').fill(username)
  await field(form, 'Lozinka').fill('tajna1')
  await field(form, 'Potvrda lozinke').fill('tajna1')
  return form
}

test('a short password, one that differs and a name that is taken are refused under their fields', async () => {
  const page = await open('/users')
  const form = await addStaff(page, 'Druga Ana', 'ana')
  await field(form, 'Lozinka').fill('abc')
  await field(form, 'Lozinka').press('Enter')
  await form.getByText('Lozinka mora imati najmanje 4 znaka.').waitFor()
  await form.getByText('Lozinke se ne poklapaju.').waitFor()
  await field(form, 'Lozinka').fill('tajna1')
  await field(form, 'Lozinka').press('Enter')
  await form.getByText('Korisničko ime je zauzeto.').waitFor()
})

test('a user of a partner is added, the partner picked among those that are shown alone', async () => {
  const page = await open('/users')
  const form = await addStaff(page, 'Đorđe Čović', 'djordje')
  await form.getByRole('switch', { name: 'Izaberi nadređenog partnera' }).check()
  await browse(form, 'Partner')
  const picker = dialog(page, 'Partneri')
  await expect.poll(async () => (await column(picker, 'Šifra'))[0]).toBe('10000')
  const search = picker.getByRole('searchbox', { name: 'Traži u svim kolonama' })
  await search.fill('bokeska')
  await picker.getByRole('button', { name: 'Traži', exact: true }).click()
  await picker.getByRole('radio', { name: 'Izaberi: Bokeška guma d.o.o.' }).check()
  await picker.getByRole('button', { name: 'Očisti filtere' }).click()
  await expect.poll(async () => (await column(picker, 'Šifra')).length).toBe(8)
  await picker.getByRole('switch', { name: 'Samo odabrani (1)' }).check()
  await expect.poll(() => column(picker, 'Naziv')).toEqual(['Bokeška guma d.o.o.'])
  await picker.getByRole('button', { name: 'Potvrdi' }).click()
  await picker.waitFor({ state: 'hidden' })
  expect(await field(form, 'Partner').inputValue()).toBe('Bokeška guma d.o.o.')
  await save(form)
  await said(page, 'Uspješno dodavanje')
  await filter(page, 'Ime', 'djordje covic')
  await expect.poll(() => column(page, 'Partner')).toEqual(['Bokeška guma d.o.o.'])
})

test('the picker of a user who has a partner starts with it', async () => {
  const page = await open('/users?q=jelena.djurisic')
  await press(page, 'Jelena Đurišić', 'Uredi')
  await browse(dialog(page, 'Uredi korisnika'), 'Partner')
  const picker = dialog(page, 'Partneri')
  await picker.getByRole('switch', { name: 'Samo odabrani (1)' }).check()
  await expect.poll(() => column(picker, 'Naziv')).toEqual(['Auto-centar Đurišić d.o.o.'])
})

test('the own sign-in is read here and changed in the own settings, the own name is changed here', async () => {
  const page = await open('/users?f.username=ana')
  await press(page, 'ana', 'Uredi')
  const form = dialog(page, 'Uredi korisnika')
  await form.getByText('Svoje korisničko ime, e-mail i lozinku mijenjate u svojim podešavanjima.').waitFor()
  expect(await field(form, 'Korisničko ime').isEditable()).toBe(false)
  for (const name of ['E-mail', 'Lozinka']) expect(await field(form, name).count(), name).toBe(0)
  await field(form, 'Ime').fill('Ana II Anić')
  await save(form)
  await said(page, 'Uspješna izmjena')
  await rowOf(page, 'Ana II Anić').waitFor()
})

test('a change without a password keeps the old one, and a typed one takes its place', async () => {
  const page = await open('/users')
  await save(await addStaff(page, 'Petar Perović', 'petar'))
  await filter(page, 'Korisničko ime', 'petar')
  await press(page, 'Petar Perović', 'Uredi')
  const form = dialog(page, 'Uredi korisnika')
  await form.getByText('Ostavite prazno da lozinka ostane ista.').waitFor()
  await field(form, 'Ime').fill('Petar II Perović')
  await save(form)
  await said(page, 'Uspješna izmjena')
  expect(await canSignIn('petar', 'tajna1')).toBe(true)
  await press(page, 'Petar II Perović', 'Uredi')
  await field(form, 'Lozinka').fill('nova-tajna')
  await field(form, 'Potvrda lozinke').fill('nova-tajna')
  await save(form)
  expect([await canSignIn('petar', 'tajna1'), await canSignIn('petar', 'nova-tajna')]).toEqual([false, true])
})

test('a deactivated user cannot sign in until the snackbar has taken it back', async () => {
  const page = await open('/users?f.username=marko')
  await press(page, 'Marko Đukić', 'Deaktiviraj')
  const question = dialog(page, 'Deaktivirati „Marko Đukić“?')
  await question.getByText('Prijave ovog korisnika se odmah završavaju.').waitFor()
  await question.getByRole('button', { name: 'Deaktiviraj' }).click()
  await rowOf(page, 'Marko Đukić').getByText('Neaktivan').waitFor()
  expect(await canSignIn('marko', 'kontor')).toBe(false)
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await rowOf(page, 'Marko Đukić').getByText('Aktivan', { exact: true }).waitFor()
  expect(await canSignIn('marko', 'kontor')).toBe(true)
})

test('whoever deactivates oneself is asked once more, and stays when in doubt', async () => {
  const page = await open('/users?f.username=ana')
  await press(page, 'ana', 'Deaktiviraj')
  await dialog(page, 'Deaktivirati „Ana II Anić“?').getByRole('button', { name: 'Deaktiviraj' }).click()
  await dialog(page, 'To je vaš nalog. Deaktivirati ga?').waitFor()
  await page.keyboard.press('Enter')
  await rowOf(page, 'Ana II Anić').getByText('Aktivan', { exact: true }).waitFor()
})

test('users are filtered on the server, column by column, and cleared at once', async () => {
  const page = await open('/users')
  const all = await page.getByText(/^\d+ (red|reda|redova)$/).textContent()
  await page.getByRole('textbox', { name: 'Filter: Ime', exact: true }).fill('scep')
  await page.getByRole('textbox', { name: 'Filter: Partner', exact: true }).fill('vulkanizer')
  await page.getByRole('main').getByRole('button', { name: 'Traži', exact: true }).click()
  await expect.poll(() => column(page, 'Korisničko ime')).toEqual(['marko.scepanovic', '10004'])
  expect(await count(page)).toBe(`2 od ${all}`)
  await page.getByRole('button', { name: 'Očisti filtere' }).click()
  await expect.poll(() => count(page)).toBe(all)
})
