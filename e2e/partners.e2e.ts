import { utils, write } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import {
  browse,
  chips,
  choose,
  column,
  count,
  dialog,
  field,
  filter,
  plain,
  press,
  rowOf,
  said,
  save,
} from './list.ts'

const { open } = await startKontor()

test('a form without a category or with half a percentage is refused, and nothing is lost', async () => {
  const page = await open('/partners?add=1')
  const form = dialog(page, 'Novi partner')
  await field(form, 'Šifra').fill('20001')
  await field(form, 'Naziv').fill('Gume Brđani')
  await field(form, 'Bonus').fill('%')
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await form.getByText('Izaberite bar jednu kategoriju.').waitFor()
  await form.getByText('Ovo polje mora biti broj.').waitFor()
  expect(await field(form, 'Naziv').inputValue()).toBe('Gume Brđani')
  for (let i = 0; i < 3; i++) await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  const snackbars = page.locator('.mantine-Notification-root')
  await expect.poll(() => snackbars.count()).toBe(1)
})

test('every figure but two is marked as required, and an empty one is refused before it is sent', async () => {
  const page = await open('/partners?f.id=10001')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await press(page, 'Auto-centar Đurišić d.o.o.', 'Uredi')
  const form = dialog(page, 'Uredi partnera')
  const marked = form.locator('label:has([class*="InputWrapper-required"])')
  await expect
    .poll(async () => (await marked.allInnerTexts()).map((text) => text.replace(/\s*\*$/, '')))
    .toEqual([
      ...['Naziv', 'Grad', 'Kategorije'],
      ...['Dug', 'Promet', 'Godišnji plan', 'Plaćanje', 'Bonus', 'Alat cash'],
      ...['Plaćanje gume', 'Bonus gume', 'Alat cash gume', 'Godišnji plan gume', 'Promet gume'],
    ])
  for (const name of ['Dug', 'Limit zaduženja', 'Promet gume']) await field(form, name).fill('')
  await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await form.getByText('Polje je obavezno.').first().waitFor()
  expect(await form.getByText('Polje je obavezno.').count()).toBe(2)
  expect(sent).toEqual([])
})

test('a partner is added with a city, two categories and a bonus in percent, and changed', async () => {
  const page = await open('/partners?add=1')
  const form = dialog(page, 'Novi partner')
  await field(form, 'Šifra').fill('20002')
  await field(form, 'Naziv').fill('Gume Čelebić')
  await browse(form, 'Grad')
  const cities = dialog(page, 'Gradovi')
  await filter(cities, 'Naziv', 'kotor')
  await cities.getByRole('radio', { name: 'Izaberi: Kotor' }).check()
  await cities.getByRole('button', { name: 'Potvrdi' }).click()
  await browse(form, 'Kategorije')
  const categories = dialog(page, 'Kategorije')
  for (const name of ['Akumulatori', 'Alati'])
    await categories.getByRole('checkbox', { name: `Izaberi: ${name}` }).check()
  await categories.getByRole('button', { name: 'Potvrdi (2)' }).click()
  expect(await chips(form, 'Kategorije')).toEqual(['Akumulatori', 'Alati'])
  await field(form, 'Bonus').fill('7,5%')
  await field(form, 'Dug').fill('1.234,5')
  await field(form, 'Promet').fill('1.250')
  await form.getByText('Upisano: 1.250,00 €').waitFor()
  await field(form, 'Šifra').press('Enter')
  await form.getByText('Polje je obavezno.').first().waitFor()
  await form.locator('input[name=password]').fill('lozinka')
  await form.locator('input[name=confirmPassword]').fill('lozinka')
  await save(form)
  await said(page, 'Uspješno dodavanje')
  await filter(page, 'Naziv', 'celebic')
  await rowOf(page, 'Gume Čelebić').getByRole('cell', { name: '7,5%', exact: true }).waitFor()
  await rowOf(page, 'Gume Čelebić').getByText('1.234,50 €', { exact: true }).waitFor()
  await rowOf(page, 'Gume Čelebić').getByRole('cell', { name: '1.250,00 €', exact: true }).waitFor()
  await press(page, 'Gume Čelebić', 'Uredi')
  const edit = dialog(page, 'Uredi partnera')
  expect(await field(edit, 'Bonus').inputValue()).toBe('7,5%')
  expect(await field(edit, 'Dug').inputValue()).toBe('1.234,50')
  expect(await edit.getByText('Upisano').count()).toBe(0)
  await field(edit, 'Naziv').fill('Gume Čelebić d.o.o.')
  await save(edit)
  await said(page, 'Uspješna izmjena')
  await rowOf(page, 'Gume Čelebić d.o.o.').waitFor()
})

test('a partner is deactivated after a question, and the snackbar takes it back', async () => {
  const page = await open('/partners?f.id=10001')
  await press(page, 'Auto-centar Đurišić d.o.o.', 'Deaktiviraj')
  await dialog(page, 'Deaktivirati „Auto-centar Đurišić d.o.o.“?')
    .getByRole('button', { name: 'Deaktiviraj' })
    .click()
  await said(page, 'Deaktivirano: Auto-centar Đurišić d.o.o.')
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await said(page, 'Vraćeno: Auto-centar Đurišić d.o.o.')
})

test('the list begins with the smallest number, its first columns stay while it scrolls', async () => {
  const page = await open('/partners')
  await rowOf(page, 'Auto servis Đurović Co').waitFor()
  expect(await column(page, 'Naziv')).toHaveLength(10)
  expect(await count(page)).toMatch(/^20\d red/)
  const heads = await page.locator('thead tr:first-child > *').allInnerTexts()
  expect(heads).toContain('Alat cash gume')
  expect(heads).not.toContain('Promet gume')
  const name = page.getByRole('cell', { name: 'Auto servis Đurović Co', exact: true }).first()
  const before = await name.boundingBox()
  await page.locator('table').evaluate((table) => table.parentElement?.scrollTo({ left: 1500 }))
  expect((await name.boundingBox())?.x).toBe(before?.x)
})

test('the palette and the home page lead to partners', async () => {
  const page = await open('/')
  const tiles = page.getByRole('main').getByRole('link')
  await expect.poll(() => tiles.first().textContent()).toMatch(/^Partneri\s*1[89]\d\s*aktivn/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('10004')
  // A user is called the same, and may be found first.
  const found = page.getByRole('group', { name: 'Partneri' })
  await found.getByRole('option', { name: /10004/ }).first().click()
  await page.waitForURL('**/partners/10004')
  await page.getByRole('heading', { level: 1, name: 'Vulkanizer Šćepanović' }).waitFor()
})

test('a partner open in two tabs keeps the changes of both; where they collide one chooses by the keyboard', async () => {
  const first = await open('/partners?f.id=10001')
  const second = await first.context().newPage()
  await second.goto(first.url())
  const name = 'Auto-centar Đurišić d.o.o.'
  for (const page of [first, second]) await press(page, name, 'Uredi')
  const [theirs, mine] = [dialog(first, 'Uredi partnera'), dialog(second, 'Uredi partnera')]
  await field(theirs, 'Dug').fill('111,5')
  await field(theirs, 'Bonus').fill('4%')
  await browse(theirs, 'Kategorije')
  const categories = dialog(first, 'Kategorije')
  await categories.getByRole('checkbox', { name: 'Izaberi: Akumulatori' }).click()
  await categories.getByRole('button', { name: /^Potvrdi/ }).click()
  const chosen = (await chips(theirs, 'Kategorije')).sort()
  await save(theirs)

  await field(mine, 'Telefon').fill('+382 67 000 111')
  await field(mine, 'Bonus').fill('6%')
  await browse(mine, 'Grad')
  const cities = dialog(second, 'Gradovi')
  await filter(cities, 'Naziv', 'kotor')
  await cities.getByRole('radio', { name: 'Izaberi: Kotor' }).check()
  await cities.getByRole('button', { name: 'Potvrdi' }).click()
  await field(mine, 'Naziv').press('Enter')
  const conflict = dialog(second, 'Zapis je u međuvremenu izmijenjen')
  await conflict.getByRole('radio').first().waitFor()
  await conflict.getByText('dok ste ga uređivali (vi, u drugom prozoru).').waitFor()
  expect(await accessibilityFaults(second)).toEqual([])
  const rows = await conflict.getByRole('row').allInnerTexts()
  expect(rows.slice(1).map((text) => text.split(/\s+/))).toEqual([['Bonus', '6%', '4%']])
  const terms = await conflict.locator('dt').allInnerTexts()
  expect(terms).toEqual(['Kategorije', 'Dug', 'Telefon', 'Grad'])
  await second.keyboard.press('ArrowRight')
  await conflict.getByRole('radio', { name: 'Bonus, sada sačuvano: 4%', checked: true }).waitFor()
  await conflict.getByRole('button', { name: 'Sačuvaj zajedno' }).press('Enter')
  await mine.waitFor({ state: 'hidden' })

  await press(second, name, 'Uredi')
  await expect.poll(() => field(mine, 'Telefon').inputValue()).toBe('+382 67 000 111')
  const shown = ['Grad', 'Dug', 'Bonus'].map((label) => field(mine, label).inputValue())
  expect(await Promise.all(shown)).toEqual(['Kotor', '111,50', '4%'])
  expect((await chips(mine, 'Kategorije')).sort()).toEqual(chosen)
})

type Cell = string | number | { t: 'n'; v: number; z: string }

/** An Excel file as the accountants' program writes it. */
function workbook(rows: Cell[][], bookType: 'xlsx' | 'biff8') {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Partneri')
  return write(book, { type: 'buffer', bookType }) as Buffer // what this type answers
}

async function preview(page: Page, file: Buffer, name: string, whole = false) {
  await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
  const form = dialog(page, 'Uvoz partnera')
  if (whole) await form.getByRole('switch', { name: 'Samo finansijski' }).click()
  await choose(page, form, 'ili izaberite fajl', name, file)
  return form
}

test('the accountants’ sheet changes figures alone, shows whose they are, and is taken back', async () => {
  const page = await open('/partners?f.id=10004')
  await rowOf(page, 'Vulkanizer Šćepanović').waitFor()
  const before = await column(page, 'Dug')
  const percent = { t: 'n', v: 0.05, z: '0%' } as const
  const rows: Cell[][] = [
    ['Šifra', 'Naziv', 'Dug', 'Bonus'],
    [10004, 'Drugo ime', '1.234,5', percent],
  ]
  const form = await preview(page, workbook(rows, 'biff8'), 'finansije.xls')
  await form.getByText('Kolone koje se ne uvoze: Naziv').waitFor()
  const line = plain((await rowOf(form, 'Vulkanizer Šćepanović').textContent()) ?? '')
  expect(line).toMatch(/10004Vulkanizer Šćepanović.*→ 1\.234,50 €.*→ 5%/)
  await form.getByRole('button', { name: 'Primijeni (1)' }).click()
  await said(page, 'Uvoz je primijenjen')
  await form.getByRole('button', { name: 'U redu' }).click()
  await expect.poll(() => column(page, 'Dug')).toEqual(['1.234,50 €'])
  expect([await column(page, 'Bonus'), await column(page, 'Naziv')]).toEqual([
    ['5%'],
    ['Vulkanizer Šćepanović'],
  ])
  await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
  await form.getByRole('button', { name: 'Poništi uvoz' }).click()
  const question = dialog(page, 'Poništiti uvoz?')
  await question.getByRole('button', { name: 'Poništi uvoz' }).click()
  await said(page, 'Uvoz je poništen')
  await form.getByRole('button', { name: 'Odustani' }).click()
  await expect.poll(() => column(page, 'Dug')).toEqual(before)
})

test('a whole sheet adds partners, whose passwords are told once', async () => {
  const page = await open('/partners?f.id=20055')
  const rows = [
    ['Šifra', 'Naziv', 'Kategorije', 'Grad', 'Dug'],
    [20055, 'Gume Đukić', 'akumulatori; ALATI', 'kotor', '10'],
  ]
  const form = await preview(page, workbook(rows, 'xlsx'), 'partneri.xlsx', true)
  await form.getByRole('button', { name: 'Primijeni (1)' }).click()
  const logins = form.getByRole('region', { name: /^1 / })
  await logins.getByText('Gume Đukić').waitFor()
  expect(await logins.locator('code').textContent()).toMatch(/^\S{8,}$/)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page, 'Zatvoriti bez čuvanja?').getByRole('button', { name: 'Nazad' }).click()
  await Promise.all([
    page.waitForEvent('download'),
    logins.getByRole('button', { name: 'Sačuvaj spisak' }).click(),
  ])
  await form.getByRole('button', { name: 'U redu' }).click()
  await expect.poll(() => column(page, 'Kategorije')).toEqual(['Akumulatori; Alati'])
})

test('on a phone the tools are one menu, and rows are picked and restored together', async () => {
  const page = await open('/partners?f.name=auto', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const rows = page.getByRole('main').getByRole('listitem')
  await rows.nth(2).waitFor()
  const menu = page.getByRole('button', { name: 'Još' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Uvezi iz Excela' }).click()
  await dialog(page, 'Uvoz partnera').getByText('Prevucite Excel fajl ovdje').waitFor()
  await page.keyboard.press('Escape')
  await menu.click()
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Izvezi prikazano (.xlsx)' }).click(),
  ])
  expect(list.suggestedFilename()).toMatch(/\.xlsx$/)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Izaberi redove' }).click()
  for (const i of [0, 1]) await rows.nth(i).getByRole('button').click()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Deaktiviraj' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deaktiviraj' }).click()
  await said(page, 'Deaktivirano: 2 partnera')
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await said(page, 'Vraćeno: 2 partnera')
})
