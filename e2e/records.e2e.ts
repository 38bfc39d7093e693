import { expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import { column, dialog, field, filter, press, said, save } from './list.ts'

const { open } = await startKontor()

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
