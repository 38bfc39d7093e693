import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import { column, dialog, said } from './list.ts'

const { open } = await startKontor()

const row = (page: Page, index: number) => page.locator('tbody tr[data-id]').nth(index)
const LIST = '/products?f.name=Michelin&sort=erp_code'

test('a price is edited in its cell by the keyboard: F2, the reading, Enter', async () => {
  const page = await open(LIST)
  await row(page, 0).focus()
  await page.keyboard.press('F2')
  const input = page.getByRole('textbox', { name: /^Cijena: / })
  await input.fill('0')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .filter({ hasText: /veća|ispravn|cijen/i })
    .first()
    .waitFor()
  await input.fill('86,5')
  await page.locator('[role=status]', { hasText: '86,50' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await column(page, 'Cijena'))[0]).toBe('86,50 €')
  await said(page, 'Uspješna izmjena')
})

test('prices of all that the filters find are changed by percent, looked at before, and taken back', async () => {
  const page = await open(LIST)
  await row(page, 0).getByRole('checkbox').check()
  const before = await column(page, 'Cijena')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^Izaberi svih \d+$/ })
    .click()
  await page
    .getByRole('toolbar')
    .getByText(/^Svih \d+ koje nalaze filteri$/)
    .waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  const form = dialog(page, 'Grupna izmjena')
  expect(await form.getByLabel('Koji redovi').inputValue()).toBe('all')
  await form.getByLabel('Kako').selectOption('percent')
  const value = form.getByLabel('Procenat, npr. 5 ili -3,5')
  await value.fill('-100')
  await form.getByRole('button', { name: 'Pregled' }).click()
  await form.getByText('Upišite procenat od -99,99 do 1.000').waitFor()
  await value.fill('10')
  await value.press('Enter')
  const apply = form.getByRole('button', { name: /^Primijeni \(\d+\)$/ })
  await apply.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await value.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('toolbar').waitFor({ state: 'hidden' })
  await expect.poll(() => column(page, 'Cijena')).not.toEqual(before)
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
})

test('a bulk edit is taken back later, in its dialog or in the history', async () => {
  const page = await open(LIST)
  await row(page, 0).waitFor()
  const before = await column(page, 'Cijena')
  const raise = async () => {
    await row(page, 0).getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
    const form = dialog(page, 'Grupna izmjena')
    await form.getByLabel('Vrijednost').fill('77,7')
    await form.getByLabel('Vrijednost').press('Enter')
    await form.getByRole('button', { name: 'Primijeni (1)' }).click()
    await form.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await column(page, 'Cijena'))[0]).toBe('77,70 €')
  }
  await raise()
  await page.reload()
  await row(page, 0).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  const form = dialog(page, 'Grupna izmjena')
  await form.getByText(/^Posljednja grupna izmjena: Cijena, 1 red, /).waitFor()
  await form.getByRole('button', { name: 'Vrati' }).click()
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
  await raise()
  await page.goto(new URL('/history', page.url()).href)
  await page.locator('tbody tr', { hasText: 'Grupna izmjena' }).first().click()
  await page.getByRole('button', { name: 'Otvori cijeli zapis' }).click()
  await page.getByRole('button', { name: 'Vrati' }).click()
  await said(page, 'Vraćen 1 red')
  await page.goto(new URL(LIST, page.url()).href)
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
})
