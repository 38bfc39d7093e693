import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startKontor } from './journey.ts'
import { column, columns, count, dialog, filter, said } from './list.ts'

const { open, address } = await startKontor()

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** The cells of the first sheet of what the page saves next, and the file's name. */
async function saved(page: Page, choose: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), choose()])
  const book = read(readFileSync(await file.path()))
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return {
    name: file.suggestedFilename(),
    rows: sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : [],
  }
}

async function exportAs(page: Page, kind: string) {
  await button(page, 'Izvezi').click()
  await page.getByRole('menuitem', { name: kind }).click()
}

test('a number that cannot be read is marked in its filter and not applied', async () => {
  const page = await open('/products')
  await filter(page, 'Cijena', 'skupo')
  const input = page.getByRole('textbox', { name: 'Filter: Cijena', exact: true })
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
  expect([await input.inputValue(), new URL(page.url()).search]).toEqual(['skupo', ''])
})

test('filters of an address that cannot be read are named, and leave it', async () => {
  const page = await open('/products?f.price=skupo&f.name=guma&f.quantity=1e3')
  await said(page, 'Filter nije razumljiv: Cijena, Količina')
  await expect.poll(() => new URL(page.url()).search).toBe('?f.name=guma')
})

test('filters apply by Enter and by the search button, and only then there is something to clear', async () => {
  const page = await open('/products')
  await expect.poll(() => count(page)).toMatch(/^2\.9\d\d redova$|^2\.9\d\d reda$|^2\.9\d\d red$/)
  expect(await button(page, 'Očisti filtere').count()).toBe(0)
  await filter(page, 'Naziv', 'kociona tecnost')
  await expect.poll(() => column(page, 'Naziv')).toHaveLength(5)
  expect((await column(page, 'Naziv')).every((name) => name.includes('kočiona tečnost'))).toBe(true)
  await page.getByRole('textbox', { name: 'Filter: Cijena', exact: true }).fill('>=7,8')
  await button(page, 'Traži').click()
  await expect.poll(() => page.url()).toBe(`${address}/products?f.name=kociona+tecnost&f.price=%3E%3D7.8`)
  await expect.poll(async () => (await column(page, 'Naziv')).length).toBeLessThan(5)
  await button(page, 'Očisti filtere').click()
  await expect.poll(() => page.url()).toBe(`${address}/products`)
})

test('the search finds each word in any column', async () => {
  const page = await open('/products')
  await page.getByRole('searchbox', { name: 'Traži u svim kolonama' }).fill('ljetnja mich')
  await page.keyboard.press('Enter')
  await expect.poll(() => count(page)).toMatch(/^80 od /)
  for (const name of await column(page, 'Naziv')) expect(name).toMatch(/^Michelin/)
})

test('sorting by price is numeric both ways, within a range that was typed with a comma', async () => {
  const page = await open('/products')
  await filter(page, 'Cijena', '571,2..600')
  await expect.poll(() => column(page, 'Cijena')).toHaveLength(2)
  await page.getByRole('columnheader', { name: 'Cijena' }).getByRole('button').click()
  await expect.poll(() => column(page, 'Cijena')).toEqual(['573,20 €', '585,20 €'])
  await page.getByRole('columnheader', { name: 'Cijena' }).getByRole('button').click()
  await expect.poll(() => column(page, 'Cijena')).toEqual(['585,20 €', '573,20 €'])
  const head = page.getByRole('columnheader', { name: 'Cijena' })
  expect(await head.getAttribute('aria-sort')).toBe('descending')
})

test('the address holds the rows: reload and back show the same ones', async () => {
  const page = await open('/products?f.name=michelin&sort=-price')
  await page.getByRole('combobox', { name: 'Redova po strani' }).selectOption('20')
  await expect.poll(() => column(page, 'Šifra')).toHaveLength(20)
  const first = await column(page, 'Šifra')
  await page.getByRole('button', { name: 'Sljedeća strana' }).click()
  await expect.poll(async () => (await column(page, 'Šifra'))[0]).not.toBe(first[0])
  const second = await column(page, 'Šifra')
  await page.reload()
  await expect.poll(() => column(page, 'Šifra')).toEqual(second)
  expect(new URL(page.url()).search).toBe('?f.name=michelin&sort=-price&page=2&size=20')
  await page.goBack()
  await expect.poll(() => column(page, 'Šifra')).toEqual(first)
})

test('refreshing goes to the first page at the own size and keeps the filters', async () => {
  const page = await open('/products?f.name=michelin&page=2&size=20')
  await expect.poll(() => column(page, 'Šifra')).toHaveLength(20)
  await button(page, 'Osvježi').click()
  await expect.poll(() => column(page, 'Šifra')).toHaveLength(10)
  // Said where its reader has come to like another size.
  expect(new URL(page.url()).search).toMatch(/^\?f\.name=michelin(&size=10)?$/)
})

test('columns are hidden and moved, and the choice is still there after a reload', async () => {
  const page = await open('/products?f.name=michelin')
  await button(page, 'Kolone').click()
  const chooser = dialog(page, 'Kolone')
  await chooser.getByRole('checkbox', { name: 'Opis' }).click()
  await chooser.getByRole('button', { name: 'Pomjeri kolonu Ažurirano' }).press('ArrowDown')
  const own = ['Šifra', 'Ažurirano', 'Naziv', 'Cijena', 'Količina', 'Aktivan', 'Akcije']
  await expect.poll(() => columns(page)).toEqual(own)
  await page.reload()
  await expect.poll(() => columns(page)).toEqual(own)
  await button(page, 'Kolone').click()
  await chooser.getByRole('button', { name: 'Vrati podrazumijevano' }).click()
  await expect.poll(() => columns(page)).toContain('Opis')
})

test('rows that are picked are deactivated together, and the snackbar takes all of them back', async () => {
  const page = await open('/products?f.name=kociona+tecnost&f.is_active=true')
  await page.getByRole('checkbox', { name: 'Izaberi sve na strani' }).check()
  const tools = page.getByRole('toolbar', { name: '5 izabranih redova' })
  await tools.getByRole('button', { name: 'Deaktiviraj' }).click()
  await dialog(page, 'Deaktivirati 5 proizvoda?').getByRole('button', { name: 'Deaktiviraj' }).click()
  await said(page, 'Deaktivirano: 5 proizvoda')
  await page.getByText('Nema redova za ove filtere').waitFor()
  await page.getByRole('button', { name: 'Poništi', exact: true }).click()
  await said(page, 'Vraćeno: 5 proizvoda')
  await expect.poll(() => column(page, 'Naziv')).toHaveLength(5)
})

test('the list is exported as it is shown: its filters, its order, its columns, numbers as numbers', async () => {
  const page = await open('/products?f.price=571,2..600&sort=price')
  await expect.poll(() => column(page, 'Cijena')).toHaveLength(2)
  const { name, rows } = await saved(page, () => exportAs(page, 'Izvezi prikazano (.xlsx)'))
  expect(name).toBe('Proizvodi.xlsx')
  const [head, ...products] = rows
  expect(head).toEqual(['Ažurirano', 'Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina', 'Aktivan'])
  expect(products.map((row) => [row[1], row[4]])).toEqual([
    ['LIQ-49742', 573.2],
    ['MIC-64233', 585.2],
  ])
})

test('all products are downloaded as proizvodi.xlsx, and the shown ones as a PDF', async () => {
  const page = await open('/products?f.name=michelin')
  const all = await saved(page, () => exportAs(page, 'Preuzmi sve proizvode (proizvodi.xlsx)'))
  expect([all.name, all.rows.length > 2900]).toEqual(['proizvodi.xlsx', true])
  const [pdf] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'Izvezi prikazano (PDF)')])
  expect(pdf.suggestedFilename()).toBe('Proizvodi.pdf')
  expect(readFileSync(await pdf.path(), 'latin1')).toMatch(/^%PDF-/)
})
