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
  await page.getByRole('toolbar').getByRole('button', { name: 'Izmijeni' }).click()
  const form = dialog(page, 'Grupna izmjena')
  await form.getByLabel('Koji redovi').selectOption('all')
  await form.getByLabel('Kako').selectOption('percent')
  const value = form.getByLabel('Procenat, npr. 5 ili -3,5')
  await value.fill('-100')
  await form.getByRole('button', { name: 'Pregled' }).click()
  await form.getByText('Upišite procenat od -99,99 do 1.000').waitFor()
  await value.fill('10')
  await form.getByRole('button', { name: 'Pregled' }).click()
  const apply = form.getByRole('button', { name: /^Primijeni \(\d+\)$/ })
  await apply.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await apply.click()
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => column(page, 'Cijena')).not.toEqual(before)
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await expect.poll(() => column(page, 'Cijena')).toEqual(before)
})
