import { expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, startKontor } from './journey.ts'
import { dialog, field, press, rowOf, said } from './list.ts'

const { open, address } = await startKontor()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a key is made with a few rights, shown once, used, renamed and revoked, with the keyboard alone as well', async () => {
  const page = await open('/users?tab=keys', { permissions: ['clipboard-read', 'clipboard-write'] })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByText('Još nema API ključeva').waitFor()
  await page.getByRole('button', { name: 'Novi ključ' }).first().press('Enter')
  const form = dialog(page, 'Novi API ključ')
  await field(form, 'Naziv').fill('ERP Pantheon')
  await form.getByRole('radio', { name: 'Samo neka' }).press('Space')
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Izaberite bar jedno pravo.').waitFor()
  const area = form.getByRole('group', { name: 'Proizvodi' })
  await area.getByRole('checkbox', { name: 'Uvozi' }).press('Space')
  expect(await area.getByRole('checkbox', { name: 'Vidi' }).isChecked()).toBe(true)
  expect(await faultsInBothThemes(page)).toEqual([])
  await field(form, 'Naziv').press('Enter')

  const made = page.getByRole('dialog', { name: 'Ključ je napravljen' })
  await made.getByText('Ovaj ključ za to nema pravo.').waitFor()
  await page.keyboard.press('Escape')
  const asked = dialog(page, 'Zatvoriti bez kopiranja?')
  await asked.getByRole('button', { name: 'Nazad na ključ' }).press('Enter')
  await made.getByRole('button', { name: 'Kopiraj: Ključ' }).press('Enter')
  await made.getByRole('button', { name: 'Kopirano: Ključ' }).waitFor()
  const token = await copied()
  expect(token).toMatch(/^kontor_[\w-]{43}$/)
  await made.getByRole('button', { name: 'Kopiraj: Uvoz cjenovnika' }).press('Enter')
  await made.getByRole('button', { name: 'Kopirano: Uvoz cjenovnika' }).waitFor()
  expect(await copied()).toContain(`"${address}/api/products/import"`)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await made.waitFor({ state: 'hidden' })
  const calls = async () =>
    (await fetch(`${address}/api/products/import`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await calls()).toBe(200)

  await press(page, 'ERP Pantheon', 'Uredi')
  const rename = page.getByRole('dialog', { name: 'Preimenuj ključ' })
  await field(rename, 'Naziv').fill('ERP Pantheon 2')
  await field(rename, 'Naziv').press('Enter')
  await rename.waitFor({ state: 'hidden' })
  await press(page, 'ERP Pantheon 2', 'Opozovi')
  await dialog(page, 'Opozvati ključ „ERP Pantheon 2“?')
    .getByRole('button', { name: 'Opozovi' })
    .press('Enter')
  await said(page, 'Ključ je opozvan')
  await rowOf(page, 'ERP Pantheon 2').getByText('Opozvan').waitFor()
  expect(await calls()).toBe(401)

  await press(page, 'ERP Pantheon 2', 'Detalji')
  const details = page.getByRole('dialog', { name: 'API ključ' })
  await details.getByRole('button', { name: 'Istorija' }).click()
  await page.getByRole('dialog', { name: 'Istorija' }).getByText('opozvan').waitFor()
})

test('on a phone a key is made with one hand, and another role leaves what it has not', async () => {
  const page = await open('/users?tab=keys&add=1', PHONE)
  const form = dialog(page, 'Novi API ključ')
  await field(form, 'Naziv').fill('Skladište')
  await form.getByRole('radio', { name: 'Samo neka' }).tap()
  const products = form.getByRole('group', { name: 'Proizvodi' })
  await products.getByRole('checkbox', { name: 'Mijenja' }).tap()
  await form.getByRole('combobox', { name: 'Uloga' }).selectOption({ label: 'Poslovni sekretar' })
  await products.getByRole('checkbox', { name: 'Mijenja' }).waitFor({ state: 'detached' })
  expect(await products.getByRole('checkbox', { name: 'Vidi' }).isChecked()).toBe(true)
  await form.getByRole('button', { name: 'Sačuvaj' }).tap()
  const made = page.getByRole('dialog', { name: 'Ključ je napravljen' })
  await made.getByText('Sačuvajte ga sada').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await made.getByRole('button', { name: 'Zatvori', exact: true }).last().tap()
  await dialog(page, 'Zatvoriti bez kopiranja?')
    .getByRole('button', { name: 'Zatvori', exact: true })
    .last()
    .tap()
  await page.getByText('Skladište').waitFor()
})

test('who may not give rights has no tab of keys, and its address says so', async () => {
  const page = await open('/users?tab=keys', { as: { username: 'ivana', password: 'kontor' } })
  await page.getByRole('heading', { level: 1, name: 'Ovaj ekran nije za vašu ulogu' }).waitFor()
})
