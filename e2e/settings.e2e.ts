import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsInBothThemes, startKontor } from './journey.ts'
import { said } from './list.ts'

const { open, address } = await startKontor()

const menu = (page: Page) => page.getByRole('navigation', { name: 'Meni' })
const record = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const role = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Sačuvaj' }).click()
  await said(page, 'Uspješna izmjena')
}

test('a record that is switched off leaves the menu, home, palette and rights of everybody, and its address answers', async () => {
  const theirs = await open('/', { as: { username: 'luka', password: 'kontor' } })
  await menu(theirs).getByRole('link', { name: 'Gradovi' }).waitFor()
  const page = await open('/users?tab=office')
  await record(page, 'Gradovi').press('Space')
  await page.getByText('1 izmjena nije sačuvana').waitFor()
  await save(page)
  await menu(page).getByRole('link', { name: 'Gradovi' }).waitFor({ state: 'detached' })
  await menu(theirs).getByRole('link', { name: 'Gradovi' }).waitFor({ state: 'detached' })
  await theirs
    .getByRole('main')
    .getByText(/^Još \d+ ekran/)
    .click()
  await theirs
    .getByRole('main')
    .getByRole('link', { name: /^Države/ })
    .waitFor()
  expect(await theirs.getByRole('main').getByRole('link', { name: 'Gradovi' }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gradov')
  await page.getByRole('dialog').getByRole('status').waitFor()
  expect(await page.getByRole('option', { name: /^Gradovi/ }).count()).toBe(0)
  await page.goto(`${address}/users?tab=roles`)
  await page.getByRole('checkbox', { name: /^Države, Menadžer, vidi/ }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^Gradovi, Menadžer/ }).count()).toBe(0)
  await page.goto(`${address}/cities`)
  await page.getByRole('heading', { level: 1, name: 'Gradovi' }).waitFor()
})

test('whoever requires a second factor is told what it means, and may leave it', async () => {
  const page = await open('/users?tab=office')
  await role(page, 'Menadžer').check()
  await page.getByText(/odmah po čuvanju može samo da ga postavi/).waitFor()
  expect(await page.getByText('To važi i za vas.').count()).toBe(0)
  await role(page, 'Direktor').check()
  await page.getByText(/To važi i za vas\./).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Odustani' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Odbaci', exact: true }).click()
  await expect.poll(() => role(page, 'Direktor').isChecked()).toBe(false)
})

test('on a phone the switches are under each other and what is not saved stays in sight', async () => {
  const page = await open('/users?tab=office', { viewport: { width: 390, height: 844 } })
  await record(page, 'Kategorije').click()
  await page.getByRole('button', { name: 'Sačuvaj' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
