import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { DEMO, startKontor } from './harness.ts'
import {
  choosePicture,
  column,
  columns,
  count,
  dialog,
  field,
  filter,
  focused,
  keepSnackbarsOpen,
  plain,
  press,
  pressUndo,
  rowOf,
  save,
  snackbar,
} from './list.ts'
import { delayRequests } from './responses.ts'

const { address, open } = await startKontor()

describe('the list', () => {
  const button = (page: Page, name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true })

  /** The cells of the first sheet of the next download, and the file's name. */
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

  test('filters apply by Enter or the search button and can be cleared; an invalid number is marked and not applied', async () => {
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

    await page.getByRole('searchbox', { name: 'Traži u svim kolonama' }).fill('ljetnja mich')
    await page.keyboard.press('Enter')
    await expect.poll(() => count(page)).toMatch(/^80 od /)
    for (const name of await column(page, 'Naziv')) expect(name).toMatch(/^Michelin/)

    await button(page, 'Očisti filtere').click()
    await filter(page, 'Cijena', 'skupo')
    const input = page.getByRole('textbox', { name: 'Filter: Cijena', exact: true })
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(async () => [await input.inputValue(), new URL(page.url()).search])
      .toEqual(['skupo', ''])

    await page.goto(`${address}/products?f.price=skupo&f.name=guma&f.quantity=1e3`)
    await snackbar(page, 'Filter nije ispravan: Cijena, Količina')
    await expect.poll(() => new URL(page.url()).search).toBe('?f.name=guma')
  })

  test('sorts prices numerically within a range typed with a comma, and exports the list as shown, whole and as a PDF', async () => {
    const page = await open('/products')
    await filter(page, 'Cijena', '571,2..600')
    await expect.poll(() => column(page, 'Cijena')).toHaveLength(2)
    await page.getByRole('columnheader', { name: 'Cijena' }).getByRole('button').click()
    await expect.poll(() => column(page, 'Cijena')).toEqual(['573,20 €', '585,20 €'])
    await page.getByRole('columnheader', { name: 'Cijena' }).getByRole('button').click()
    await expect.poll(() => column(page, 'Cijena')).toEqual(['585,20 €', '573,20 €'])
    const head = page.getByRole('columnheader', { name: 'Cijena' })
    expect(await head.getAttribute('aria-sort')).toBe('descending')

    const { name, rows } = await saved(page, () => exportAs(page, 'Izvezi prikazano (.xlsx)'))
    expect(name).toBe('Proizvodi.xlsx')
    const [heads, ...products] = rows
    expect(heads).toEqual(['Ažurirano', 'Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina', 'Aktivan'])
    expect(products.map((row) => [row[1], row[4]])).toEqual([
      ['MIC-64233', 585.2],
      ['LIQ-49742', 573.2],
    ])

    const all = await saved(page, () => exportAs(page, 'Preuzmi sve proizvode (proizvodi.xlsx)'))
    expect([all.name, all.rows.length > 2900]).toEqual(['proizvodi.xlsx', true])
    const [pdf] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'Izvezi prikazano (PDF)')])
    expect(pdf.suggestedFilename()).toBe('Proizvodi.pdf')
    expect(readFileSync(await pdf.path(), 'latin1')).toMatch(/^%PDF-/)

    // Selected rows are deactivated together, and the snackbar undoes all of them.
    await filter(page, 'Cijena', '')
    await filter(page, 'Naziv', 'kociona tecnost')
    await expect.poll(() => column(page, 'Naziv')).toHaveLength(5)
    await page.getByRole('combobox', { name: 'Filter: Aktivan' }).selectOption('Aktivan')
    await expect.poll(() => new URL(page.url()).searchParams.get('f.is_active')).toBe('true')
    await page.getByRole('checkbox', { name: 'Izaberi sve na strani' }).check()
    const tools = page.getByRole('toolbar', { name: '5 izabranih redova' })
    // The selection survives other filters, which the file of the selected rows ignores.
    await filter(page, 'Naziv', 'michelin')
    await tools.getByText('5 nije na ovoj strani').waitFor()
    const chosen = await saved(page, () => tools.getByRole('button', { name: 'Izvezi' }).click())
    expect(chosen.rows).toHaveLength(6)
    await filter(page, 'Naziv', 'kociona tecnost')
    await tools.getByText('5 nije na ovoj strani').waitFor({ state: 'hidden' })
    await tools.getByRole('button', { name: 'Deaktiviraj' }).click()
    await keepSnackbarsOpen(page)
    await dialog(page, 'Deaktivirati 5 proizvoda?').getByRole('button', { name: 'Deaktiviraj' }).click()
    await snackbar(page, 'Deaktivirano: 5 proizvoda')
    await page.getByText('Nema redova za ove filtere').waitFor()
    await pressUndo(page)
    await snackbar(page, 'Vraćeno: 5 proizvoda')
    await expect.poll(() => column(page, 'Naziv')).toHaveLength(5)
  })

  test('the URL has the state of the list: reload and back show the same rows and columns', async () => {
    const page = await open('/products?f.name=michelin&sort=-price')
    const saved = () => page.waitForResponse((one) => one.url().endsWith('/api/preferences') && one.ok())
    await Promise.all([saved(), page.getByRole('combobox', { name: 'Redova po strani' }).selectOption('20')])
    await expect.poll(() => column(page, 'Šifra')).toHaveLength(20)
    const first = await column(page, 'Šifra')
    await page.getByRole('button', { name: 'Sljedeća strana' }).click()
    await expect.poll(async () => (await column(page, 'Šifra'))[0]).not.toBe(first[0])
    const second = await column(page, 'Šifra')
    await button(page, 'Kolone').click()
    const chooser = dialog(page, 'Kolone')
    await Promise.all([saved(), chooser.getByRole('checkbox', { name: 'Opis' }).click()])
    const handle = chooser.getByRole('button', { name: 'Pomjeri kolonu Ažurirano' })
    await Promise.all([saved(), handle.press('ArrowDown')])
    const own = ['Šifra', 'Ažurirano', 'Naziv', 'Cijena', 'Količina', 'Aktivan', 'Akcije']
    await expect.poll(() => columns(page)).toEqual(own)
    await page.reload()
    await expect.poll(() => column(page, 'Šifra')).toEqual(second)
    await expect.poll(() => columns(page)).toEqual(own)
    expect(new URL(page.url()).search).toBe('?f.name=michelin&sort=-price&page=2&size=20')
    await page.goBack()
    await expect.poll(() => column(page, 'Šifra')).toEqual(first)

    await page.goForward()
    await expect.poll(() => column(page, 'Šifra')).toEqual(second)
    await button(page, 'Osvježi').click()
    await expect.poll(() => column(page, 'Šifra')).toHaveLength(10)
    // The size is in the URL when it differs from the user's preference.
    expect(new URL(page.url()).search).toMatch(/^\?f\.name=michelin&sort=-price(&size=10)?$/)
    // What has just been loaded is loaded again.
    await page.getByRole('button', { name: 'Sljedeća strana' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2')
    await Promise.all([
      page.waitForRequest(
        (one) => one.url().endsWith('/api/products/index') && one.postDataJSON().options.page === 1,
      ),
      button(page, 'Osvježi').click(),
    ])
    await button(page, 'Kolone').click()
    await chooser.getByRole('button', { name: 'Vrati na početno' }).click()
    await expect.poll(() => columns(page)).toContain('Opis')
  })
})

describe('a product', () => {
  test('marks every invalid field and focuses the first one, then adds a product with its picture', async () => {
    const page = await open('/products')
    await page.getByRole('button', { name: 'Dodaj proizvod' }).click()
    const form = dialog(page, 'Novi proizvod')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await snackbar(page, 'Sva obavezna polja moraju biti ispravno popunjena')
    const wrong = form.locator('[aria-invalid=true], [data-wrong]')
    await expect.poll(() => wrong.count()).toBe(5)
    await expect.poll(() => focused(page)).toBe('erp_code')
    await field(form, 'Šifra').fill('E2E-0')
    await field(form, 'Naziv').fill('G')
    await field(form, 'Cijena').fill('0')
    await field(form, 'Količina').fill('99999999999')
    await field(form, 'Količina').press('Enter')
    await form.getByText('Naziv proizvoda mora imati najmanje 2 znaka.').waitFor()
    await form.getByText('Cijena mora biti veća od nule.').waitFor()
    await form.getByText('Količina mora biti cio broj od 0 do 2.147.483.647.').waitFor()
    await field(form, 'Cijena').fill('skupo')
    await field(form, 'Naziv').click()
    await form.getByText('Ovo polje mora biti broj.').waitFor()
    const choice = form.getByRole('button', { name: /^(Izaberi sliku|Zamijeni)$/ })
    await choosePicture(page, choice, 'cjenovnik.pdf')
    await form.getByText('Slika mora biti jpg, jpeg ili png.').waitFor()

    await field(form, 'Šifra').fill('E2E-1')
    await field(form, 'Naziv').fill('Žabljak zimska 205/55 R16')
    await field(form, 'Cijena').fill('1.089,9')
    await form.getByText('Upisano: 1.089,90 €').waitFor()
    await field(form, 'Količina').fill('4')
    await choosePicture(page, choice, 'moja.slika.png')
    await form.getByText('moja.slika.png').waitFor()
    await save(form)
    await snackbar(page, 'Uspješno dodavanje')
    await expect.poll(async () => (await column(page, 'Šifra'))[0]).toBe('E2E-1')
    await press(page, 'E2E-1', 'Detalji')
    const details = dialog(page, 'Proizvod')
    await details.getByText('Žabljak zimska 205/55 R16').waitFor()
    expect(plain((await details.textContent()) ?? '')).toContain('1.089,90 €')
    const picture = details.locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120)
    const link = details.getByRole('link', { name: 'Preuzmi sliku' })
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toMatch(/\.png$/)
  })

  test('changes a price with a comma, and keeps the picture; Tab selects a number, so that typing replaces it', async () => {
    const page = await open('/products?f.erp_code=LIQ-49742')
    await press(page, 'LIQ-49742', 'Uredi')
    const form = dialog(page, 'Uredi proizvod')
    expect(await field(form, 'Cijena').inputValue()).toBe('573,20')
    await field(form, 'Cijena').fill('575,255')
    await field(form, 'Cijena').press('Enter')
    await snackbar(page, 'Uspješna izmjena')
    await expect.poll(() => column(page, 'Cijena')).toEqual(['575,255 €'])
    await press(page, 'LIQ-49742', 'Detalji')
    await dialog(page, 'Proizvod').getByRole('link', { name: 'Preuzmi sliku' }).waitFor()
    await page.keyboard.press('Escape')
    await filter(page, 'Šifra', '')
    await filter(page, 'Cijena', '575,255..585,2')
    await expect.poll(() => column(page, 'Cijena')).toEqual(['575,255 €', '585,20 €'])
    const places = await page.getByRole('cell', { name: /€$/ }).evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() as Text
        const range = document.createRange()
        range.setStart(text, text.data.indexOf(','))
        return Math.round(range.getBoundingClientRect().left)
      }),
    )
    expect(new Set(places).size).toBe(1)

    await press(page, 'LIQ-49742', 'Uredi')
    await field(form, 'Naziv').focus()
    const isThere = () => field(form, 'Količina').evaluate((one) => one === document.activeElement)
    for (let tabs = 0; tabs < 20 && !(await isThere()); tabs++) await page.keyboard.press('Tab')
    await page.keyboard.type('50')
    await page.keyboard.press('Enter')
    await snackbar(page, 'Uspješna izmjena')
    await expect.poll(async () => (await column(page, 'Količina'))[0]).toBe('50')
  })

  test('a quantity typed after Tab is saved, although the price has moved its row to another page', async () => {
    const page = await open('/products?page=2')
    const row = page.locator('tbody tr[data-id]').first()
    await row.locator('button[data-inline^=price]').click()
    const id = Number(await row.getAttribute('data-id'))
    const [code = '', next = ''] = await column(page, 'Šifra')
    await page.keyboard.type('77,5')
    await page.keyboard.press('Tab')
    await snackbar(page, 'Uspješna izmjena') // and the page has been loaded again
    await page.keyboard.type('4321')
    expect((await column(page, 'Šifra')).slice(0, 2)).toEqual([code, next])
    expect((await column(page, 'Cijena'))[0]).toBe('77,50 €')
    await page.keyboard.press('Enter')
    await snackbar(page, 'Uspješna izmjena')
    const call = await callsOf(address, DEMO)
    type Saved = { result: { id: number; price: string; quantity: number }[] }
    const { result } = await call<Saved>('POST', '/api/products/index', { filters: { id: String(id) } })
    expect(result).toMatchObject([{ id, price: '77.500', quantity: 4321 }])
    // The row stays while it has the focus, with its new value: the next key belongs to it.
    expect((await column(page, 'Količina'))[0]).toBe('4.321')
    expect((await column(page, 'Šifra')).slice(0, 2)).toEqual([code, next])
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => column(page, 'Šifra')).not.toContain(code)
    await expect.poll(() => rowOf(page, next).evaluate((one) => one === document.activeElement)).toBe(true)
    // With the mouse they move after a click, not under it, also when the answer comes during one.
    const [clicked = ''] = await column(page, 'Šifra')
    const answered = Promise.withResolvers<void>()
    await delayRequests(page, '**/api/products/*', answered.promise, 'PATCH')
    await row.locator('button[data-inline^=price]').click()
    await page.keyboard.type('78,5')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Filter: Cijena', exact: true }).click()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))) // the click has been handled
    await page.mouse.down()
    answered.resolve()
    await snackbar(page, '→ 78,50 €')
    expect((await column(page, 'Šifra'))[0]).toBe(clicked)
    await page.mouse.up()
    await expect.poll(() => column(page, 'Šifra')).not.toContain(clicked)
    const [third = ''] = await column(page, 'Šifra')
    // A cell whose row has left the page by other means is closed for good.
    await row.locator('button[data-inline^=price]').click()
    await page.keyboard.type('x')
    await page.keyboard.press('Enter')
    await row.getByText('Ovo polje mora biti broj.').waitFor()
    await page.getByRole('button', { name: 'Sljedeća strana' }).click()
    await expect.poll(() => column(page, 'Šifra')).not.toContain(third)
    await page.goBack()
    await expect.poll(() => column(page, 'Šifra')).toContain(third)
    expect(await page.getByRole('main').locator('tbody').getByRole('textbox').count()).toBe(0)
  })

  test('a point groups thousands in Montenegrin, a comma in English; a link means the same in both', async () => {
    const page = await open('/products?f.erp_code=MIC-00041')
    await press(page, 'MIC-00041', 'Uredi')
    const form = dialog(page, 'Uredi proizvod')
    expect(await form.getByText('Upisano').count()).toBe(0)
    await field(form, 'Cijena').fill('1.250')
    await form.getByText('Upisano: 1.250,00 €').waitFor()
    await field(form, 'Količina').fill('1.250')
    expect(await form.getByText('Upisano').count()).toBe(1)
    await save(form)
    await expect.poll(() => column(page, 'Cijena')).toEqual(['1.250,00 €'])
    await filter(page, 'Cijena', '1.250')
    await expect.poll(() => new URL(page.url()).searchParams.get('f.price')).toBe('1250')
    await filter(page, 'Količina', '1.000..1.250')
    await expect.poll(() => new URL(page.url()).searchParams.get('f.quantity')).toBe('1000..1250')
    await expect.poll(() => column(page, 'Količina')).toEqual(['1.250'])

    await page.goto(`${address}/products?f.erp_code=MIC-00042&f.price=%3C1250.5`)
    const priceFilter = page.getByRole('textbox', { name: /^Filter: (Cijena|Price)$/ })
    await expect.poll(() => priceFilter.inputValue()).toBe('<1250,5')
    await rowOf(page, 'MIC-00042').waitFor() // a list that arrives may scroll, which closes menus
    await page.getByRole('button', { name: 'Jezik: CG' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect.poll(() => priceFilter.inputValue()).toBe('<1250.5')
    await press(page, 'MIC-00042', 'Edit')
    const english = dialog(page, 'Edit product')
    await field(english, 'Price').fill('1,250')
    await english.getByText('Entered: €1,250.00').waitFor()
    await field(english, 'Quantity').fill('1,250')
    await english.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => column(page, 'Price')).toEqual(['€1,250.00'])
    await press(page, 'MIC-00042', 'Edit')
    expect(await field(english, 'Price').inputValue()).toBe('1,250.00')
    expect(await field(english, 'Quantity').inputValue()).toBe('1,250')
  })

  test('the second save sees both prices, and can take the saved one and continue', async () => {
    const page = await open('/products?f.erp_code=MIC-00037')
    const mine = dialog(page, 'Uredi proizvod')
    const conflict = dialog(page, 'Zapis je u međuvremenu izmijenjen')
    await press(page, 'MIC-00037', 'Uredi')
    const id = Number(await page.locator('tbody tr[data-id]').getAttribute('data-id'))
    const colleague = await callsOf(address, { username: 'marko', password: 'kontor' })
    const change = { field: 'price', how: 'set', value: '444' }
    type Plan = { ids: number[]; versions: number[] }
    const { ids, versions } = await colleague<Plan>('POST', '/api/products/bulk/plan', { change, ids: [id] })
    await colleague('POST', '/api/products/bulk', { change, ids, versions })
    await field(mine, 'Cijena').fill('333')
    await mine.getByRole('button', { name: 'Sačuvaj' }).click()
    await expect.poll(() => conflict.getByRole('row').allInnerTexts()).toHaveLength(2)
    const texts = await conflict.getByRole('row').nth(1).locator('> *').allTextContents()
    expect(texts.map(plain)).toEqual(['Cijena', '333,00 €', '444,00 €'])
    await conflict.getByRole('button', { name: 'Preuzmi sačuvano' }).click()
    await expect.poll(() => field(mine, 'Cijena').inputValue()).toBe('444,00')
    await field(mine, 'Količina').fill('7')
    await save(mine)
    await expect.poll(() => column(page, 'Količina')).toEqual(['7'])
    expect(await column(page, 'Cijena')).toEqual(['444,00 €'])
  })
})
