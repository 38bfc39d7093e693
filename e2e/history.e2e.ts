import { expect, test } from 'vitest'
import { faultsInBothThemes, startKontor } from './journey.ts'
import { column, dialog, field, filter, press, save } from './list.ts'

const { open } = await startKontor()

test('what was changed is told in the record’s dialog and in the log, by whom and from what to what', async () => {
  const page = await open('/categories')
  await filter(page, 'Naziv', 'gume')
  await press(page, 'Gume', 'Uredi')
  const form = dialog(page, 'Uredi kategoriju')
  await field(form, 'Naziv').fill('Gume i felne')
  await save(form)
  await press(page, 'Gume i felne', 'Uredi')
  await form.getByRole('button', { name: 'Istorija', exact: true }).press('Enter')
  const timeline = dialog(page, 'Istorija')
  await timeline.getByRole('listitem').waitFor()
  expect(await timeline.getByRole('listitem').count()).toBe(1)
  expect(await timeline.getByRole('deletion').textContent()).toBe('Gume')
  await timeline.getByText('Ana').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await timeline.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })

  await page.goto(new URL('/history', page.url()).href)
  await expect.poll(async () => (await column(page, 'Izmjene'))[0]).toBe('Naziv: Gume → Gume i felne')
  await filter(page, 'Zapis', 'gume i felne')
  await expect.poll(() => column(page, 'Vrsta')).toEqual(['Kategorija'])
  await press(page, 'Gume i felne', 'Detalji')
  const entry = dialog(page, 'Gume i felne')
  expect(await entry.getByRole('deletion').textContent()).toBe('Gume')
  await page.keyboard.press('Escape')
  await entry.waitFor({ state: 'hidden' })
})
