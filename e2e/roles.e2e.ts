import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, startKontor } from './journey.ts'
import { columns, dialog, field, press, rowOf, said, save } from './list.ts'

const { open, address } = await startKontor()

const as = (username: string) => ({ as: { username, password: 'kontor' } })
const FINANCIER = as('ivana')
const ENGINEER = as('luka')

const menu = (page: Page) => page.getByRole('navigation', { name: 'Meni' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a screen that is not for the role is not in the menu, on home or in the palette, and its address says so', async () => {
  const page = await open('/', FINANCIER)
  await menu(page).getByRole('link', { name: 'Gradovi' }).waitFor()
  expect(await page.getByRole('link', { name: /Korisnici|Podešavanja/ }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('korisni')
  await page.getByRole('option', { name: /Korisnička podrška/ }).waitFor()
  expect(await page.getByRole('option', { name: /^Korisnici/ }).count()).toBe(0)
  await page.goto(`${address}/users`)
  await page.getByRole('heading', { level: 1, name: 'Ovaj ekran nije za vašu ulogu' }).waitFor()
  await button(page, 'Na početnu').click()
  await page.getByRole('heading', { level: 1, name: 'Početna' }).waitFor()
})

test('the palette of a smaller role finds what it may read and offers nothing that it may not do', async () => {
  const page = await open('/', ENGINEER)
  const options = async (typed: string, sign: string | RegExp) => {
    await page.getByRole('combobox').fill(typed)
    await page.getByRole('option', { name: sign }).first().waitFor()
    await page.locator('[role=listbox][aria-busy=false]').waitFor()
    return page.getByRole('option').allTextContents()
  }
  await menu(page).getByRole('link', { name: 'Proizvodi' }).waitFor()
  await page.keyboard.press('Control+k')
  const adding = await options('dodaj', 'Dodaj proizvod')
  expect(adding.join()).not.toContain('partnera')
  await options('vulkanizer 10004', /10004/)
  await page.keyboard.press('Tab')
  await page.getByRole('option', { name: 'Pozovi' }).waitFor()
  expect((await page.getByRole('option').allTextContents()).join()).not.toMatch(/Uredi|dugovanja|notifikacij/)
})

test('who only reads products is offered nothing that changes them, and a row opens beside the list', async () => {
  const page = await open('/products?q=MIC-64233', FINANCIER)
  const row = rowOf(page, 'MIC-64233')
  await row.waitFor()
  expect(
    await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
  ).toEqual(['Detalji'])
  for (const name of ['Dodaj proizvod', 'Uvezi iz Excela', 'Izvezi'])
    expect([name, await button(page, name).count()]).toEqual([name, 0])
  await row.press('Enter')
  await page.getByRole('complementary', { name: /^Pregled: / }).waitFor()
})

test('where a list has no details of its own, who only reads is shown its columns', async () => {
  const page = await open('/countries?q=italija', ENGINEER)
  await press(page, 'Italija', 'Detalji')
  await dialog(page, 'Država').getByText('Italija').first().waitFor()
  await page.goto(`${address}/countries?q=italija&add=1`)
  await rowOf(page, 'Italija').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const status = (page: Page, text: RegExp) => page.getByRole('main').getByRole('status').getByText(text)

/** The matrix as the Direktor has it. */
async function matrix(options: BrowserContextOptions = {}) {
  const page = await open('/users?tab=roles', options)
  await page
    .getByRole('checkbox', { name: /^Partneri, .+, vidi$/ })
    .first()
    .waitFor()
  return page
}

test('the Direktor’s own rights are locked, and an area that has no such right has a dash', async () => {
  const page = await matrix()
  expect(await box(page, 'Partneri, Direktor, mijenja').isDisabled()).toBe(true)
  expect(await box(page, 'Push notifikacije, Menadžer, mijenja').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Sačuvaj' }).count()).toBe(0)
})

test('ticks depend on seeing, are counted until they are taken back, and are not left unsaved by accident', async () => {
  const page = await matrix()
  await box(page, 'Korisnici i uloge, Menadžer, mijenja').check()
  expect(await page.getByRole('checkbox', { name: /^Korisnici i uloge, Menadžer, vidi/ }).isChecked()).toBe(
    true,
  )
  await status(page, /^2 izmjene nisu sačuvane$/).waitFor()
  await page.getByRole('link', { name: 'Partneri' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nastavi uređivanje' }).click()
  await page.getByRole('checkbox', { name: /^Korisnici i uloge, Menadžer, mijenja/ }).uncheck()
  await expect.poll(() => page.getByRole('button', { name: 'Sačuvaj' }).count()).toBe(0)
})

test('by the keyboard: one stop for Tab, arrows past dashes and locked boxes, Space ticks', async () => {
  const page = await matrix()
  await box(page, 'Partneri, Menadžer, vidi').focus()
  const at = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  for (const [key, name] of [
    ['ArrowLeft', 'Partneri, Menadžer, vidi'],
    ['ArrowDown', 'Finansije partnera, Menadžer, vidi'],
    ['ArrowRight', 'Finansije partnera, Menadžer, mijenja'],
  ]) {
    await page.keyboard.press(key ?? '')
    expect(await at()).toBe(name)
  }
  await page.keyboard.press('Space')
  expect(await at()).toBe('Finansije partnera, Menadžer, mijenja (nije sačuvano)')
  await page.keyboard.press('Space')
  expect(
    await page
      .getByRole('checkbox')
      .evaluateAll((all) => all.filter((one) => one.getAttribute('tabindex') === '0').length),
  ).toBe(1)
})

test('what the Direktor takes away another open session loses at once', async () => {
  const theirs = await open('/partners', FINANCIER)
  await button(theirs, 'Dodaj partnera').waitFor()
  const page = await matrix()
  await box(page, 'Partneri, Poslovni sekretar, mijenja').uncheck()
  await button(page, 'Sačuvaj').click()
  await page
    .getByRole('dialog', { name: 'Oduzeti jedno pravo?' })
    .getByRole('button', { name: 'Sačuvaj' })
    .click()
  await button(theirs, 'Dodaj partnera').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: 'Sačuvaj' }).count()).toBe(0)
  await box(page, 'Partneri, Poslovni sekretar, vidi').uncheck()
  await button(page, 'Sačuvaj').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sačuvaj' }).click()
  await theirs.getByRole('heading', { level: 1, name: 'Ovaj ekran nije za vašu ulogu' }).waitFor()
  expect(await menu(theirs).getByRole('link', { name: 'Partneri', exact: true }).count()).toBe(0)
})

test('two who change a role at once: the second sees what the first did and keeps the own ticks', async () => {
  const [first, second] = [await matrix(), await matrix()]
  await box(second, 'Gradovi, Stručni saradnik, mijenja').check()
  await box(first, 'Države, Stručni saradnik, mijenja').check()
  await button(first, 'Sačuvaj').click()
  await expect.poll(() => button(first, 'Sačuvaj').count()).toBe(0)
  await button(second, 'Sačuvaj').click()
  const told = second.getByRole('alert').filter({ hasText: 'Stručni saradnik' })
  const who = '(vi, u drugom prozoru)'
  await told.getByText(`Uloga Stručni saradnik je u međuvremenu promijenjena ${who}.`).waitFor()
  await told.getByText(/Dato: Države – mijenja\./).waitFor()
  expect(await box(second, 'Države, Stručni saradnik, mijenja').isChecked()).toBe(true)
  await button(second, 'Sačuvaj').click()
  await expect.poll(() => button(second, 'Sačuvaj').count()).toBe(0)
  await first.reload()
  expect(await box(first, 'Gradovi, Stručni saradnik, mijenja').isChecked()).toBe(true)
})

test('the matrix has no fault that axe finds, on a desk or on a phone', async () => {
  const page = await matrix()
  await box(page, 'Prodavnice, Menadžer, izvozi').uncheck()
  expect(await faultsInBothThemes(page)).toEqual([])
  const phone = await matrix({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await phone.getByRole('combobox', { name: 'Uloga' }).selectOption('Stručni saradnik')
  await box(phone, 'Prodavnice, Stručni saradnik, izvozi').check()
  expect(await phone.getByRole('columnheader').count()).toBe(7)
  expect(await accessibilityFaults(phone)).toEqual([])
})

test('without the right to see figures partners have none; to read alone they cannot be typed into', async () => {
  const page = await matrix()
  await box(page, 'Finansije partnera, Stručni saradnik, vidi').uncheck()
  await box(page, 'Partneri, Stručni saradnik, mijenja').check()
  await box(page, 'Finansije partnera, Menadžer, mijenja').uncheck()
  await button(page, 'Sačuvaj').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sačuvaj' }).click()
  await expect.poll(() => button(page, 'Sačuvaj').count()).toBe(0)
  const engineer = await open('/partners?q=10001', ENGINEER)
  await press(engineer, '10001', 'Uredi')
  expect(await columns(engineer)).not.toContain('Dug')
  const form = engineer.getByRole('dialog', { name: 'Uredi partnera' })
  expect(await field(form, 'Dug').count()).toBe(0)
  await field(form, 'Telefon').fill('067 111 222')
  await save(form)
  await said(engineer, 'Uspješna izmjena')
  const manager = await open('/partners?q=10001', as('marko'))
  await press(manager, '10001', 'Uredi')
  const debt = field(manager.getByRole('dialog', { name: 'Uredi partnera' }), 'Dug')
  expect([await debt.isEditable(), await debt.inputValue()]).toEqual([false, expect.stringMatching(/\d/)])
})
