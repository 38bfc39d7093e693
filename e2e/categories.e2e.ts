import { expect, test } from 'vitest'
import { startKontor } from './journey.ts'
import { column, dialog, field, filter, press, rowOf, said, save } from './list.ts'

const { open } = await startKontor()

test('categories stand in the order of the Montenegrin alphabet, ten to a page', async () => {
  const page = await open('/categories')
  await expect.poll(async () => (await column(page, 'Naziv')).length).toBe(10)
  await page.getByRole('combobox', { name: 'Redova po strani' }).selectOption('50')
  await expect.poll(async () => (await column(page, 'Naziv')).length).toBe(21)
  const names = await column(page, 'Naziv')
  expect(names).toEqual([...names].sort(new Intl.Collator('sr-Latn', { numeric: true }).compare))
  expect(new URL(page.url()).search).toBe('?size=50')
})

test('a name that is taken is refused under its field', async () => {
  const page = await open('/categories?add=1')
  const form = dialog(page, 'Nova kategorija')
  await field(form, 'Naziv').fill('GUME')
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Ovaj naziv već postoji.').waitFor()
  await field(form, 'Naziv').fill('G')
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Naziv kategorije mora imati najmanje 2 znaka.').waitFor()
})

test('a category is added and renamed', async () => {
  const page = await open('/categories?add=1')
  await field(dialog(page, 'Nova kategorija'), 'Naziv').fill('Žice i kablovi')
  await save(dialog(page, 'Nova kategorija'))
  await said(page, 'Uspješno dodavanje')
  await filter(page, 'Naziv', 'zice')
  await press(page, 'Žice i kablovi', 'Uredi')
  await field(dialog(page, 'Uredi kategoriju'), 'Naziv').fill('Žice')
  await save(dialog(page, 'Uredi kategoriju'))
  await said(page, 'Uspješna izmjena')
  await rowOf(page, 'Žice').waitFor()
})

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
