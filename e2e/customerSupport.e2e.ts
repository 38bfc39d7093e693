import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import { column, columns, dialog, filter, press } from './list.ts'

const { open } = await startKontor()

test('the office reads what partners write, and puts it aside after a question', async () => {
  const page = await open('/customerService?as=table')
  await filter(page, 'Vrsta', 'prituzba')
  await filter(page, 'Poruka', 'rabat')
  await page.getByRole('cell', { name: /rabat/ }).first().waitFor()
  await expect.poll(async () => new Set(await column(page, 'Vrsta'))).toEqual(new Set(['Pritužba']))
  expect(await accessibilityFaults(page)).toEqual([])
  const text = 'Na fakturi je pogrešno obračunat rabat za akumulatore.'
  await press(page, text, 'Detalji')
  await dialog(page, 'Poruka partnera').getByText(text).waitFor()
  await page.keyboard.press('Escape')
  const was = (await column(page, 'Aktivna'))[0]
  const [action, then] = was === 'Aktivna' ? ['Deaktiviraj', 'Neaktivna'] : ['Vrati', 'Aktivna']
  await press(page, text, action ?? '')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: action ?? '' })
    .click()
  await expect.poll(async () => (await column(page, 'Aktivna'))[0]).toBe(then)
})

test('who uses the app is listed by first sign-in, with the last one on demand, and saved as Excel', async () => {
  const page = await open('/signedInPartners?f.partner=vulkanizer')
  await page
    .getByRole('cell', { name: /^Vulkanizer/ })
    .first()
    .waitFor()
  expect(await columns(page)).not.toContain('Posljednja prijava')
  await page.getByRole('button', { name: 'Kolone' }).click()
  await page.getByRole('checkbox', { name: 'Posljednja prijava' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => columns(page)).toContain('Posljednja prijava')
  expect(await accessibilityFaults(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Preuzmi Excel' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('prijavljeni_partneri.xlsx')
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
})
