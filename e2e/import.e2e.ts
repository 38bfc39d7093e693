import { utils, write } from '@e965/xlsx'
import type { Locator, Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, startKontor } from './harness.ts'
import { choose, column, dialog, focused, keepSnackbarsOpen, plain, rowOf, snackbar } from './list.ts'

const { address, open } = await startKontor()

describe('products', () => {
  const HEAD = ['Šifra', 'Naziv', 'Opis', 'Cijena', 'Količina', 'Aktivan']
  const NEW = ['E2E-100', 'Uvezena guma', 'Ljetnja guma', 119.9, 12, 'da']

  /** An Excel file with these rows under the usual header. */
  function workbook(...rows: unknown[][]) {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([HEAD, ...rows]), 'Proizvodi')
    return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer // the return type of `type: 'buffer'`
  }

  async function openImport(path = '/products') {
    const page = await open(path)
    await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
    const form = dialog(page, 'Uvoz proizvoda')
    await form.getByText('Prevucite Excel fajl ovdje').waitFor()
    return { page, form }
  }

  const step = (form: Locator) => form.locator('[aria-current=step]').textContent()

  const IMPORT = '/api/saveQuantityPriceProductsExcel'
  const isPreview = (request: Request) => request.method() === 'POST' && request.url().endsWith(IMPORT)

  test('rejects a file that is no workbook; lists problems with cell, value and reason, and closes a preview with the dialog', async () => {
    const { page, form } = await openImport()
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Prazan šablon (.xlsx)' }).click(),
    ])
    expect(template.suggestedFilename()).toMatch(/\.xlsx$/)
    await choose(page, form, 'Izaberi fajl', 'cjenovnik.pdf', Buffer.from('%PDF-1.7'))
    await form.getByRole('alert').getByText('Izaberite Excel fajl. Naziv fajla se završava na').waitFor()
    await choose(page, form, 'Izaberi fajl', 'cjenovnik.xlsx', Buffer.from('%PDF-1.7'))
    await form.getByRole('alert').getByText('Ovo je PDF. Potreban je Excel fajl.').waitFor()
    expect(await step(form)).toMatch(/Fajl$/)

    const wrong = workbook(
      NEW,
      ['E2E-101', 'Druga guma', '', 'skupo', 1, 'da'],
      ['E2E-102', 'Treća guma', '', 5, -3, 'možda'],
      ['E2E-100', 'Ista guma', '', 5, 3, 'da'],
    )
    await choose(page, form, 'Izaberi fajl', 'pogresan.xlsx', wrong)
    const problems = form.getByRole('region', { name: '4 neispravne ćelije' })
    await problems.waitFor()
    const lines = (await problems.getByRole('listitem').allInnerTexts()).map((line) => line.split(/\s*\n\s*/))
    expect(lines).toEqual([
      ['E2E-101', 'D3', 'Cijena', 'skupo', 'Ovo polje mora biti broj.'],
      ['E2E-102', 'E4', 'Količina', '-3', 'Količina mora biti cio broj od 0 do 2.147.483.647.'],
      ['E2E-102', 'F4', 'Aktivan', 'možda', 'Upišite da ili ne.'],
      ['E2E-100', 'A5', 'Šifra', 'E2E-100', 'Isti zapis već postoji u redu 2.'],
    ])
    await form.getByText('Ništa se ne uvozi dok sve greške nijesu ispravljene.').waitFor()
    expect(await form.getByRole('button', { name: /^Primijeni/ }).isDisabled()).toBe(true)
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Preuzmi spisak' }).click(),
    ])
    expect(list.suggestedFilename()).toBe('neispravne-celije.csv')

    // Another file aborts the preview that is being reloaded, and so does closing the dialog.
    await page.route(`**${IMPORT}`, () => {}) // never answered
    const isAborted = async (start: () => Promise<unknown>, end: () => Promise<unknown>) => {
      const [request] = await Promise.all([page.waitForEvent('request', isPreview), start()])
      await Promise.all([page.waitForEvent('requestfailed', (failed) => failed === request), end()])
    }
    await form.getByRole('button', { name: 'Poveži kolone' }).click()
    await isAborted(
      () => form.getByRole('combobox', { name: 'C: Opis' }).selectOption(''),
      () => choose(page, form, 'Učitaj ispravljen fajl', 'cjenovnik.pdf', Buffer.from('%PDF-1.7')),
    )
    await form.getByRole('alert').getByText('Izaberite Excel fajl. Naziv fajla se završava na').waitFor()
    expect(await step(form)).toMatch(/Fajl$/)
    await isAborted(
      () => choose(page, form, 'Izaberi fajl', 'cjenovnik.xlsx', workbook(NEW)),
      () => form.getByRole('button', { name: 'Odustani' }).click(),
    )
  })

  test('previews a corrected file, applies it, shows it in the list and undoes it', async () => {
    const { page, form } = await openImport('/products?q=MIC-64233')
    const wrong = workbook(['MIC-64233', 'Michelin X Multi Z 385/55 R22.5 160K', 'Teretna guma', 0, 15, 'da'])
    await choose(page, form, 'Izaberi fajl', 'cjenovnik.xlsx', wrong)
    await form.getByText('Cijena mora biti veća od nule.').waitFor()
    const right = workbook(
      ['MIC-64233', 'Michelin X Multi Z 385/55 R22.5 160K', 'Teretna guma', 599.5, 20, 'da'],
      ['LIQ-49742', 'Liqui Moly Top Tec 5W-30 60 l', '', 573.2, 15, 'da'],
      NEW,
    )
    await choose(page, form, 'Učitaj ispravljen fajl', 'cjenovnik.xlsx', right)
    for (const count of ['1 novi', '1 izmjena', '1 bez izmjene', '0 neispravnih ćelija'])
      await form.getByRole('button', { name: new RegExp(`^${count.replace(' ', ' ?')}$`) }).waitFor()
    expect(await step(form)).toMatch(/Pregled$/)
    const changed = rowOf(form, 'MIC-64233')
    expect(plain((await changed.textContent()) ?? '')).toMatch(/585,20 € → 599,50 €15 → 20/)
    // The focus moves to the next step, although the focused element was removed.
    await form.getByText('1 pretpostavka o fajlu').waitFor()
    await expect.poll(() => focused(page)).toBe('Primijeni (2)')
    // What a colleague has changed meanwhile is shown before it is overwritten.
    const call = await callsOf(address, DEMO)
    type Found = { result: { id: number }[] }
    const list = await call<Found>('POST', '/api/products/index', { filters: { erp_code: 'MIC-64233' } })
    await call('PATCH', `/api/products/${list.result[0]?.id}`, { quantity: 17 })
    await form.getByRole('button', { name: 'Primijeni (2)' }).click()
    await form.getByText('Uvoz nije primijenjen: podaci su u međuvremenu izmijenjeni.').waitFor()
    await expect.poll(async () => plain((await changed.textContent()) ?? '')).toMatch(/17 → 20/)
    await keepSnackbarsOpen(page, 'Uvezeno')
    await form.getByRole('button', { name: 'Primijeni (2)' }).click()
    await snackbar(page, 'Uvezeno: 1 novi, 1 izmjena.')
    await form.getByText('Šta je izmijenjeno').waitFor()
    await expect.poll(() => focused(page)).toBe('U redu')
    expect(await step(form)).toMatch(/Rezultat$/)
    const countRows = () => form.locator('table tbody tr').count()
    await expect.poll(countRows).toBe(2)
    // The snackbar is between the rows and the buttons, and covers neither.
    const opened = page.locator('.mantine-Notification-root')
    const edges = async (one: Locator) => {
      const { y = 0, height = 0 } = (await one.boundingBox()) ?? {}
      return [y, y + height] as const
    }
    const inOrder = async () => {
      const [top, bottom] = await edges(opened)
      const [, rowsEnd] = await edges(form.locator('.mantine-Modal-body'))
      const [foot] = await edges(form.getByRole('button', { name: 'U redu' }).locator('..'))
      return rowsEnd <= top && top <= bottom && bottom <= foot
    }
    await expect.poll(inOrder).toBe(true)
    await opened.getByRole('button', { name: 'Zatvori' }).click()
    await opened.waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: /^1 ?novi$/ }).click()
    await expect.poll(countRows).toBe(1)
    await rowOf(form, 'E2E-100').waitFor()
    await form.getByRole('group', { name: 'Prikaz' }).getByText('Izmjene').click()
    await rowOf(form, 'MIC-64233').waitFor()
    await expect.poll(countRows).toBe(1)
    await form.getByRole('button', { name: 'U redu' }).click()
    await expect.poll(() => column(page, 'Cijena')).toEqual(['599,50 €'])
    await page.getByText('Primijenjen je uvoz „cjenovnik.xlsx“.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await undo(page)
    await expect.poll(() => column(page, 'Cijena')).toEqual(['585,20 €'])
    await page.goto(page.url().replace('MIC-64233', 'E2E-100'))
    await page.getByText('Nema redova za ove filtere').waitFor()
  })

  /** Undoes the last import from its notice, which asks at once; giving up leaves the list. */
  async function undo(page: Page) {
    const notice = page.getByRole('main').getByRole('button', { name: 'Poništi uvoz' })
    await notice.click()
    const form = dialog(page, 'Uvoz proizvoda')
    const question = dialog(page, 'Poništiti uvoz?')
    await question.getByRole('button', { name: 'Odustani' }).click()
    await form.waitFor({ state: 'hidden' })
    await notice.click()
    await form.getByText(/^Posljednji uvoz: cjenovnik\.xlsx, /).waitFor()
    await form.getByText('1 novi, 1 izmjena').waitFor()
    await question.getByRole('button', { name: 'Poništi uvoz' }).click()
    await snackbar(page, 'Uvoz je poništen')
    await form.waitFor({ state: 'hidden' })
    // The notice is gone, so the screen has the focus.
    await page.locator('main:focus').waitFor()
    await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
    await form.getByText(/^Poništen .* Sve je vraćeno\.$/).waitFor()
    await form.getByRole('button', { name: 'Odustani' }).click()
  }

  test('lists records that were changed since, and undoes the others of the import', async () => {
    const { page, form } = await openImport('/products?q=E2E-2')
    const rows = [201, 202, 203].map((n) => [`E2E-${n}`, `Ostala ${n}`, '', n, 1, 'da'])
    await choose(page, form, 'Izaberi fajl', 'ostale.xlsx', workbook(...rows))
    await form.getByRole('button', { name: 'Primijeni (3)' }).click()
    await snackbar(page, 'Uvezeno: ')
    await form.getByRole('button', { name: 'U redu' }).click()
    await page
      .getByText('Može se poništiti; redovi koji se u međuvremenu izmijene ostaju kakvi jesu.')
      .waitFor()
    // The notice is there after a reload, too, without moving the list, until it is closed.
    await page.addInitScript(() => {
      const shifted = { shift: 0 }
      Object.assign(window, { shifted })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) shifted.shift += 'value' in entry ? Number(entry.value) : 0
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.reload()
    await page.getByText('Primijenjen je uvoz „ostale.xlsx“.').waitFor()
    await page.locator('table[aria-busy=false] tbody td').first().waitFor()
    expect(await page.evaluate('shifted.shift')).toBeLessThan(0.01)
    // A colleague changes a record before the undo is confirmed: it is rejected, and the rest offered.
    await page.getByRole('main').getByRole('button', { name: 'Poništi uvoz' }).press('Enter')
    const question = dialog(page, 'Poništiti uvoz?')
    await question.getByRole('button', { name: 'Poništi uvoz' }).waitFor()
    const call = await callsOf(address, DEMO)
    const change = { field: 'quantity', how: 'set', value: '9' }
    const body = { change, filters: { erp_code: 'E2E-202' } }
    const { ids, versions } = await call<{ ids: number[]; versions: number[] }>(
      'POST',
      '/api/products/bulk/plan',
      body,
    )
    await call('POST', '/api/products/bulk', { change, ids, versions })
    await question.getByRole('button', { name: 'Poništi uvoz' }).click()
    await question.getByText('Ostala 202 (E2E-202, Ana Vukčević)').waitFor()
    await question.getByRole('button', { name: 'Odustani' }).click()
    // The message no longer offers an undo that would be rejected.
    await form.getByRole('alert').getByText('Ostala 202 (E2E-202, Ana Vukčević).').waitFor()
    await form.getByText('1 red je poslije toga izmijenjen').waitFor()
    await form.getByRole('button', { name: 'Poništi uvoz' }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await question.getByRole('button', { name: 'Poništi ostale (2)' }).click()
    await snackbar(page, 'Vraćena 2 reda, 1 je ostao kakav jeste')
    await form.waitFor({ state: 'hidden' })
    await expect.poll(() => column(page, 'Naziv')).toEqual(['Ostala 202'])
  })

  test('maps unmatched columns by keyboard, and offers the mapping next time', async () => {
    const { page, form } = await openImport('/products?q=E2E-4')
    const file = (price: number) => {
      const book = utils.book_new()
      const rows = [
        ['Kat. br.', 'Naziv', 'VP cijena', 'Prodajna cijena', 'Na stanju'],
        ['E2E-401', 'Pokazana guma', 90, price, 7],
      ]
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Cjenovnik')
      return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer // the return type of `type: 'buffer'`
    }
    await choose(page, form, 'Izaberi fajl', 'dobavljac.xlsx', file(120))
    const code = form.getByRole('radiogroup', { name: 'Iz koje kolone se čita Šifra?' })
    await code.getByRole('radio', { name: 'A: Kat. br.' }).press('Space')
    await code.waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: 'Poveži kolone' }).press('Enter')
    const point = async (column: string, key: string, field: string) => {
      const place = form.getByRole('combobox', { name: column })
      await place.focus()
      await page.keyboard.press(key)
      await expect.poll(() => place.inputValue()).toBe(field)
      await page.keyboard.press('Tab')
    }
    await point('D: Prodajna cijena', 'C', 'price')
    await point('E: Na stanju', 'K', 'quantity')
    expect(await accessibilityFaults(page)).toEqual([])
    await form.getByRole('button', { name: 'Primijeni (1)' }).press('Enter')
    await snackbar(page, 'Uvezeno: ')
    await form.getByRole('button', { name: 'U redu' }).press('Enter')
    await expect.poll(() => column(page, 'Cijena')).toEqual(['120,00 €'])

    await page.getByRole('button', { name: 'Uvezi iz Excela' }).press('Enter')
    await choose(page, form, 'Izaberi fajl', 'dobavljac.xlsx', file(130))
    await form.getByRole('button', { name: 'Kao prošli put (Kat. br. → Šifra, Prodajna' }).press('Enter')
    await form.getByRole('button', { name: 'Primijeni (1)' }).press('Enter')
    await snackbar(page, 'Uvezeno: ')
    await form.getByRole('button', { name: 'U redu' }).press('Enter')
    await expect.poll(() => column(page, 'Cijena')).toEqual(['130,00 €'])
  })

  test('closes without a question about its answers once a proxy has cut off the import, which may have been applied', async () => {
    const { page, form } = await openImport()
    const file = workbook(['E2E-501', 'Neizvjesna guma', 'Ljetnja guma', '1.250', 12, 'da'])
    await choose(page, form, 'Izaberi fajl', 'cjenovnik.xlsx', file)
    const question = form.getByRole('radiogroup', { name: 'Kako čitati „1.250“?' })
    await question.getByRole('radio', { name: '1.250', exact: true }).press('Space')
    await form.getByText('Na sva pitanja je odgovoreno').waitFor()
    await page.route(`**${IMPORT}`, (route) => route.fulfill({ status: 504, body: 'Gateway Timeout' }))
    await form.getByRole('button', { name: 'Primijeni (1)' }).click()
    await form.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
  })

  test('resolves two sheets and an ambiguous price by keyboard, applies and undoes', async () => {
    const { page, form } = await openImport('/products?q=SAV-02295')
    await rowOf(page, 'SAV-02295').waitFor() // the dialog may open before the list has loaded
    const before = await column(page, 'Cijena')
    const book = utils.book_new()
    const head = ['Šifra', 'Naziv', 'Cijena']
    const summer = [head, ['SAV-02295', 'Ljetnja guma', '1.310']]
    const winter = [head, ['SAV-02295', 'Zimska guma', '1.250'], ['Odobrio: Marko']]
    utils.book_append_sheet(book, utils.aoa_to_sheet(summer), 'Ljeto')
    utils.book_append_sheet(book, utils.aoa_to_sheet(winter), 'Zima')
    const file = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer // the return type of `type: 'buffer'`
    await choose(page, form, 'Izaberi fajl', 'cjenovnik.xlsx', file)

    const apply = form.getByRole('button', { name: /^Primijeni/ })
    const group = (name: string | RegExp) => form.getByRole('radiogroup', { name })
    const priceRead = async () => plain((await rowOf(form, 'SAV-02295').textContent()) ?? '')
    await group('Koji list se uvozi?').waitFor()
    const focusedValue = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value)
    await expect.poll(focusedValue).toBe('Ljeto')
    expect([await apply.isDisabled(), await apply.getAttribute('title')]).toEqual([
      true,
      'Uvoz se može primijeniti kad odgovorite na sva pitanja.',
    ])
    expect(await accessibilityFaults(page)).toEqual([])

    await group('Koji list se uvozi?').getByRole('radio', { name: 'Zima' }).press('Space')
    await form.getByText('cjenovnik.xlsx · Zima · ').waitFor()
    // The focus does not move while the preview is reloaded.
    await expect.poll(focusedValue).toBe('Zima')
    // An answer is not lost by Escape.
    await page.keyboard.press('Escape')
    await dialog(page, 'Odustati od uvoza?').waitFor()
    await expect.poll(() => focused(page)).toBe('Nastavi uvoz')
    await page.keyboard.press('Enter')
    await dialog(page, 'Odustati od uvoza?').waitFor({ state: 'hidden' })
    await expect.poll(focusedValue).toBe('Zima')
    await group('Kako čitati „1.250“?').getByRole('radio', { name: '1.250', exact: true }).press('Space')
    await group(/1 red ne liči na zapis/)
      .getByRole('radio', { name: 'Izostavi ih' })
      .press('Space')
    // Answered questions are one line, which has the focus and opens them again.
    await form.getByText('Na sva pitanja je odgovoreno').waitFor()
    expect(await form.getByRole('radiogroup').filter({ hasText: 'Koji list' }).count()).toBe(0)
    await form.getByText(/Koji list se uvozi\? Zima · /).waitFor()
    await expect.poll(() => focused(page)).toBe('Izmijeni')
    await page.keyboard.press('Enter')
    await group('Koji list se uvozi?').waitFor()
    await expect.poll(priceRead).toContain('→ 1.250,00 €')

    // A resolution whose preview has failed is discarded: the shown preview is what is applied.
    await page.route('**/saveQuantityPriceProductsExcel', (route) => route.abort())
    await group('Kako čitati „1.250“?').getByRole('radio', { name: '1,25', exact: true }).press('Space')
    await form.getByRole('alert').waitFor()
    await page.unroute('**/saveQuantityPriceProductsExcel')
    const whole = group('Kako čitati „1.250“?').getByRole('radio', { name: '1.250', exact: true })
    await expect.poll(() => whole.isChecked()).toBe(true)
    await expect.poll(priceRead).toContain('→ 1.250,00 €')
    await page.keyboard.press('Control+Enter') // as in forms, wherever the focus is
    await snackbar(page, 'Uvezeno: ')
    await form.getByRole('button', { name: 'U redu' }).press('Enter')
    await expect.poll(() => column(page, 'Cijena')).toEqual(['1.250,00 €'])
    // The notice of before a reload asks about its own import, not about one that has followed.
    const stored = await page.evaluate(() => ({ ...localStorage }))
    const isOpened = Promise.withResolvers<void>()
    await page.route('**/api/products/import', async (route) => {
      await isOpened.promise
      const response = await route.fetch()
      if (!response.ok()) return route.fulfill({ response })
      const { last, ...status } = await response.json()
      await route.fulfill({ response, json: { ...status, last: { ...last, id: last.id + 1 } } })
    })
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Poništi uvoz' }).press('Enter')
    await form.waitFor()
    isOpened.resolve()
    await form.getByText(/^Posljednji uvoz: cjenovnik\.xlsx, /).waitFor()
    await form.getByRole('button', { name: 'Odustani' }).click()
    await form.waitFor({ state: 'hidden' })
    await page.unroute('**/api/products/import')
    // A notice that an older version stored without the user is removed.
    const old = 'undoable /api/products/import '
    await page.evaluate((all) => Object.assign(localStorage, all), { ...stored, [old]: 'null' })
    await page.reload()
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), old)).toBe(null)

    const notice = page.getByText('Primijenjen je uvoz „cjenovnik.xlsx“.')
    await notice.locator('..').getByRole('button', { name: 'Zatvori' }).press('Enter')
    await notice.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Uvezi iz Excela' }).press('Enter')
    await form.getByRole('button', { name: 'Poništi uvoz' }).press('Enter')
    await dialog(page, 'Poništiti uvoz?').getByRole('button', { name: 'Poništi uvoz' }).press('Enter')
    await snackbar(page, 'Uvoz je poništen')
    await page.keyboard.press('Escape')
    await expect.poll(() => column(page, 'Cijena')).toEqual(before)
  })
})
