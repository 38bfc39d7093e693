import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, startKontor } from './journey.ts'
import { dialog, field, plain, rowOf, save } from './list.ts'

const { open } = await startKontor()
const NAME = 'Auto-centar Đurišić d.o.o.'

const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { level: 1, name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('tab', { name: new RegExp(`^${name}`) })
const meter = async (page: Page) =>
  plain((await page.getByRole('meter', { name: 'Dug', exact: true }).getAttribute('aria-valuetext')) ?? '')

test('a partner is walked to from the list, told what it owes, and written a note', async () => {
  const page = await open('/partners?size=20')
  await rowOf(page, NAME).getByRole('link', { name: NAME, exact: true }).click()
  await heading(page, NAME).waitFor()
  const place = page.getByRole('main').getByText(/^\d+ od [\d.]+$/)
  const first = (await place.textContent()) ?? ''
  await page.keyboard.press('j')
  await heading(page, NAME).waitFor({ state: 'hidden' })
  await expect.poll(() => place.textContent()).not.toBe(first)
  await page.keyboard.press('k')
  await heading(page, NAME).waitFor()

  // The three figures in a form of their own: a wrong one changes nothing.
  await page.getByRole('button', { name: 'Nova dugovanja', exact: true }).click()
  const form = dialog(page, 'Nova dugovanja')
  await field(form, 'Dug').fill('abc')
  await field(form, 'Dug').press('Enter')
  await expect.poll(() => field(form, 'Dug').getAttribute('aria-invalid')).toBe('true')
  await field(form, 'Dug').fill('12.000')
  await field(form, 'Van valute').fill('500')
  await save(form)
  await expect.poll(() => meter(page)).toContain('12.000,00 €')
  const activity = page.getByRole('region', { name: 'Aktivnost', exact: true })
  await activity.getByText('Izmjene', { exact: true }).click()
  await activity.locator('del', { hasText: '27.089,26' }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])

  await page.locator('body').press('Escape')
  await tab(page, 'Bilješke').click()
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('notes')
  const note = field(page.getByRole('main'), 'Nova bilješka')
  await note.fill('Zvati poslije 15h')
  await note.press('Control+Enter')
  await page.getByRole('main').getByRole('listitem').getByText('Zvati poslije 15h').waitFor()
  await expect.poll(() => tab(page, 'Bilješke').textContent()).toBe('Bilješke1')
  await page.getByRole('button', { name: 'Obriši bilješku', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Obriši bilješku', exact: true }).click()
  await page.getByText('Još nema bilješki').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Partneri', exact: true }).click()
  await heading(page, 'Partneri').waitFor()
  expect(new URL(page.url()).searchParams.get('size')).toBe('20')
})

test('on a phone the actions are signs under the name, figures first, data folded', async () => {
  const page = await open('/partners/10001', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await heading(page, NAME).waitFor()
  const edit = page.getByRole('button', { name: 'Uredi', exact: true })
  const box = await edit.boundingBox()
  expect(Math.round(box?.height ?? 0)).toBe(44)
  await page.getByRole('meter', { name: 'Dug', exact: true }).waitFor()
  const data = page.getByRole('main').locator('details').filter({ hasText: 'Podaci' })
  expect(await data.getAttribute('open')).toBeNull()
  expect(await accessibilityFaults(page)).toEqual([])
  await edit.tap()
  await dialog(page, 'Uredi partnera').waitFor()
})
