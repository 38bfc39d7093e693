import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, faultsInBothThemes, startKontor } from './journey.ts'
import { dialog, field, plain, rowOf, save } from './list.ts'

const { address, open } = await startKontor()
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
  // What is typed at once is the new debt, not digits behind the old one.
  const chosen = () =>
    field(form, 'Dug').evaluate((one: HTMLInputElement) =>
      one.value.slice(one.selectionStart ?? 0, one.selectionEnd ?? 0),
    )
  await expect.poll(chosen).toMatch(/\d/)
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
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await expect.poll(() => meter(page)).toContain('27.089,26 €')
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

test('a note names partners and products by @, and what it names leads there', async () => {
  const page = await open('/partners/10001?tab=notes')
  const main = page.getByRole('main')
  const note = field(main, 'Nova bilješka')
  await note.click()
  await page.keyboard.type('Isto kao @auto')
  const offered = main.getByRole('listbox').getByRole('option').first()
  await offered.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const name = (await offered.locator('span').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect.poll(() => note.inputValue()).toBe(`Isto kao @${name} `)
  await page.keyboard.press('Control+Enter')
  await main.getByRole('listitem').getByRole('link', { name, exact: true }).waitFor()
  // Taken up again it reads as it was written, and still means whom it did.
  await main.getByRole('button', { name: 'Izmijeni bilješku', exact: true }).click()
  const again = field(main, 'Izmijeni bilješku')
  expect(await again.inputValue()).toBe(`Isto kao @${name}`)
  await again.fill(`Kao @${name}.`)
  await again.press('Control+Enter')
  await main.getByRole('listitem').getByRole('link', { name, exact: true }).click()
  await heading(page, name).waitFor()
})

test('a sign-up on the time line leads to that partner among those of the slider', async () => {
  const ask = await callsOf(address, DEMO)
  const all = await ask<{ id: number; name: string; type: number; registrations: number }[]>(
    'GET',
    '/api/sliders',
  )
  const seminar = all.find(({ type, registrations }) => type === 3 && registrations > 1)
  const path = `/api/checkIn/${seminar?.id}`
  const [first] = await ask<{ partner: { id: number } }[]>('GET', path)
  const [partner, slider] = [first?.partner.id, seminar?.name ?? '']
  const page = await open(`/partners/${partner}`)
  const activity = page.getByRole('region', { name: 'Aktivnost', exact: true })
  await activity.getByRole('link', { name: slider }).first().click()
  const shown = page.getByRole('dialog')
  await shown.getByText(slider).first().waitFor()
  await expect.poll(() => shown.getByRole('row').count()).toBe(3) // its head, the filters and one
  await shown.getByRole('row').nth(2).getByText(String(partner)).waitFor()
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toBe('')
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
