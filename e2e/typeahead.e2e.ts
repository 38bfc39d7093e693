import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import { browse, chips, column, dialog, field, focused, said, save } from './list.ts'

const { address, open } = await startKontor()

const current = (page: Page, text: string) => page.locator('[role=option][data-current]', { hasText: text })
/** What the list of a field has found, when it has. */
const found = (page: Page, count: string) => page.getByRole('dialog').getByText(count, { exact: true })

test('what nobody is called chooses nothing, and a search that fails says so; Escape closes the list and not the form', async () => {
  const page = await open('/cities?add=1')
  const form = dialog(page, 'Novi grad')
  await field(form, 'Država').fill('qqq')
  await found(page, 'Ništa nije pronađeno').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await form.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await field(form, 'Država').inputValue()).toBe('')
  expect(await form.isVisible()).toBe(true)
  await field(form, 'Naziv').fill('Udine')
  await form.getByRole('button', { name: 'Sačuvaj' }).click()
  await form.getByText('Polje je obavezno.').waitFor()
})

test('a country is found by a few letters, folded, and taken by Enter alone', async () => {
  const page = await open('/cities?add=1')
  const form = dialog(page, 'Novi grad')
  await field(form, 'Naziv').fill('Brno')
  await field(form, 'Država').focus()
  await page.keyboard.type('cesk')
  await current(page, 'Češka').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Češka')
  expect(await focused(page)).toBe('country_id')
  await save(form)
  await said(page, 'Uspješno dodavanje')
})

test('Enter that comes before the answer takes the only match, and Tab does too', async () => {
  const page = await open('/cities?add=1')
  const form = dialog(page, 'Novi grad')
  await field(form, 'Država').focus()
  await page.keyboard.type('slovač')
  await page.keyboard.press('Enter')
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Slovačka')
  await field(form, 'Država').fill('italij')
  await current(page, 'Italija').waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Italija')
  await field(form, 'Država').fill('ni jedna')
  await field(form, 'Naziv').click()
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Italija')
})

test('several are chosen one after the other, and Backspace takes the last one back', async () => {
  const page = await open('/partners?add=1')
  const form = dialog(page, 'Novi partner')
  await field(form, 'Kategorije').focus()
  for (const [typed, name] of [
    ['akumul', 'Akumulatori'],
    ['alat', 'Alati'],
  ] as const) {
    await page.keyboard.type(typed)
    await current(page, name).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => chips(form, 'Kategorije')).toContain(name)
  }
  await page.keyboard.press('Backspace')
  await expect.poll(() => chips(form, 'Kategorije')).toEqual(['Akumulatori'])
  await form.getByRole('button', { name: 'Ukloni: Akumulatori' }).click()
  await expect.poll(() => chips(form, 'Kategorije')).toEqual([])
})

test('in the whole list a row is picked by a click and confirmed by a second one', async () => {
  const page = await open('/cities?add=1')
  const form = dialog(page, 'Novi grad')
  await browse(form, 'Država')
  const picker = dialog(page, 'Države')
  await expect.poll(async () => (await column(picker, 'Naziv')).length).toBe(8)
  await picker.getByRole('cell', { name: 'Bugarska', exact: true }).click()
  await expect.poll(() => picker.getByRole('radio', { name: 'Izaberi: Bugarska' }).isChecked()).toBe(true)
  await picker.getByRole('cell', { name: 'Austrija', exact: true }).dblclick()
  await picker.waitFor({ state: 'hidden' })
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Austrija')
})

test('on a phone the lines are high enough for a finger', async () => {
  const page = await open('/cities?add=1', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const form = dialog(page, 'Novi grad')
  await field(form, 'Država').tap()
  const option = form.getByRole('option', { name: 'Albanija' })
  await option.waitFor()
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await option.tap()
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Albanija')
})

test('an empty field begins with what was chosen last', async () => {
  const page = await open('/cities?add=1')
  const form = dialog(page, 'Novi grad')
  await field(form, 'Država').focus()
  await page.keyboard.type('slovač')
  await current(page, 'Slovačka').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Slovačka')
  await page.goto(`${address}/cities`)
  await page.getByRole('button', { name: 'Dodaj grad' }).click()
  await field(form, 'Država').click()
  await expect.poll(() => form.getByRole('option').first().textContent()).toContain('Slovačka')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field(form, 'Država').inputValue()).toBe('Slovačka')
})
