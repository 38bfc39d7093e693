import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startKontor } from './journey.ts'
import { dialog, press, rowOf } from './list.ts'

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

test('who only reads products is offered nothing that changes them, and a row opens its details', async () => {
  const page = await open('/products?q=MIC-64233', FINANCIER)
  const row = rowOf(page, 'MIC-64233')
  await row.waitFor()
  expect(
    await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
  ).toEqual(['Detalji'])
  for (const name of ['Dodaj proizvod', 'Uvezi iz Excela', 'Izvezi'])
    expect([name, await button(page, name).count()]).toEqual([name, 0])
  await row.press('Enter')
  await dialog(page, 'Proizvod').waitFor()
})

test('where a list has no details of its own, who only reads is shown its columns', async () => {
  const page = await open('/countries?q=italija', ENGINEER)
  await press(page, 'Italija', 'Detalji')
  await dialog(page, 'Država').getByText('Italija').first().waitFor()
  await page.goto(`${address}/countries?q=italija&add=1`)
  await rowOf(page, 'Italija').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
