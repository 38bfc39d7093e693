import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, DEMO_PARTNER, faultsInBothThemes, startKontor } from './harness.ts'
import {
  browse,
  choosePicture,
  column,
  dialog,
  field,
  filter,
  focused,
  go,
  keepSnackbarsOpen,
  plain,
  press,
  pressUndo,
  rowOf,
  save,
  snackbar,
} from './list.ts'
import { delayRequests } from './responses.ts'

const { open, address } = await startKontor()
const NAME = 'Seminar: senzori pritiska'

const chooseType = (form: Locator, type: string) =>
  form.getByRole('combobox', { name: 'Tip', exact: true }).selectOption(type)

async function chooseCategory(page: Page, form: Locator) {
  await browse(form, 'Kategorije')
  const picker = dialog(page, 'Kategorije')
  await picker.getByRole('checkbox', { name: 'Izaberi: Alati', exact: true }).press('Space')
  await picker.getByRole('button', { name: 'Potvrdi (1)' }).click()
}

test("the fields follow the type, each invalid one has its message, and a promotion's product is chosen by keyboard alone", async () => {
  const page = await open('/sliders?add=1')
  const form = dialog(page, 'Novi slajder')
  await form.getByText('Izaberite tip da biste vidjeli njegova polja.').waitFor()
  await chooseType(form, '4')
  await field(form, 'Adresa (URL)').fill('https://kontor.me')
  await field(form, 'Adresa (URL)').press('Enter')
  await form.getByText('Upišite adresu videa na YouTubeu').waitFor()
  await form.getByText('Morate izabrati minimum 1 kategoriju').waitFor()
  await field(form, 'Poruka dobrodošlice').fill('Dobro došli! '.repeat(75))
  await form.getByText('Preostalo 25 znakova').waitFor()
  expect(await focused(page)).toBe('welcome_message')

  await chooseType(form, '3')
  await expect.poll(() => field(form, 'Adresa (URL)').count()).toBe(0)
  await form.getByRole('switch', { name: 'Pošalji push notifikaciju' }).press('Space')
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Izaberite bar jedan datum.').waitFor()
  const frame = (of: Locator) => of.evaluate((one) => getComputedStyle(one).borderColor)
  expect(await frame(form.getByRole('group', { name: 'Datumi' }))).toBe(await frame(field(form, 'Naziv')))
  expect(await form.getByText('Polje je obavezno.').count()).toBe(3) // name, picture, notification text

  await chooseType(form, '2')
  await field(form, 'Naziv').press('Enter')
  await expect.poll(() => form.getByText('Polje je obavezno.').count()).toBe(4)
  await page.keyboard.press('Escape')
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Odbaci' }).click()
  await form.waitFor({ state: 'hidden' })

  // The product of a promotion is chosen in the paged picker by the keyboard alone.
  await page.getByRole('button', { name: 'Dodaj slajder' }).first().click()
  await field(form, 'Naziv').fill('Akcija: zimske gume')
  await chooseType(form, '2')
  await chooseCategory(page, form)
  // The pressed option is chosen, also when the results come before the button is released.
  const all = form.getByRole('option', { name: 'Prikaži sve…' })
  const picker = dialog(page, 'Proizvodi')
  const results = Promise.withResolvers<void>()
  await page.route('**/api/products/pagination/active', (route) =>
    results.promise.then(() => route.continue()),
  )
  await field(form, 'Proizvod').click()
  await all.hover()
  await page.mouse.down()
  results.resolve()
  await expect.poll(() => form.getByRole('listbox').getByRole('option').count()).toBeGreaterThan(1)
  await page.mouse.up()
  await picker.waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'hidden' })
  await field(form, 'Proizvod').press('Enter')
  await all.waitFor()
  await page.keyboard.press('ArrowUp')
  await form.locator('[role=option][data-current]', { hasText: 'Prikaži sve…' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => column(picker, 'Šifra')).toHaveLength(8)
  await page.keyboard.type('singa')
  await page.keyboard.press('Enter')
  const names = async () => new Set((await column(picker, 'Naziv')).map((one) => /Singa/.test(one)))
  await expect.poll(names).toEqual(new Set([true]))
  const radio = picker.getByRole('radio').first()
  await radio.focus()
  const name = String(await radio.getAttribute('aria-label')).replace('Izaberi: ', '')
  await page.keyboard.press('Space')
  await picker.getByRole('button', { name: 'Potvrdi' }).press('Enter')
  await expect.poll(() => field(form, 'Proizvod').inputValue()).toBe(name)
  await choosePicture(page, form.getByRole('button', { name: 'Izaberi sliku' }).first(), 'akcija.png')
  await save(form)
  await press(page, 'Akcija: zimske gume', 'Narudžbe')
  await dialog(page, 'Partneri koji su poručili promotivni proizvod').getByText('Još nema narudžbi').waitFor()
})

/** Writes a heading, a bold word, a link and a picture; all except the picture by keyboard. */
async function writeText(page: Page, form: Locator) {
  const text = field(form, 'Sadržaj')
  await text.click()
  await page.keyboard.press('Control+Alt+2')
  await page.keyboard.type('Program')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ulaz je ')
  await page.keyboard.press('Control+B')
  await page.keyboard.type('besplatan')
  await page.keyboard.press('Control+B')
  await page.keyboard.type(', prijava na ')
  await page.keyboard.press('Alt+F10')
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Naslov 1')
  await page.keyboard.press('End')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await form.getByText('Upišite adresu koja počinje sa http:// ili https://.').waitFor()
  await field(form, 'Adresa linka').fill('kontor.me/prijava')
  await page.keyboard.press('Control+Enter') // applies the link and saves nothing
  await choosePicture(page, form.getByRole('button', { name: 'Dodaj sliku u tekst' }), 'hala.png')
  await text.getByRole('img', { name: 'hala' }).waitFor()
  await text.getByRole('link', { name: 'kontor.me/prijava' }).waitFor()
  expect(await form.locator('[aria-invalid=true], [data-wrong]').count()).toBe(0)
}

test('adds, opens, edits, hides and deactivates a seminar with days and a formatted text', async () => {
  const page = await open('/sliders')
  await page.getByRole('button', { name: 'Dodaj slajder' }).first().click()
  const form = dialog(page, 'Novi slajder')
  await field(form, 'Naziv').fill(NAME)
  await chooseType(form, '3')
  await chooseCategory(page, form)
  // In the next month every day is selectable, whatever day it is today.
  await form.getByRole('button', { name: 'Sljedeći mjesec' }).press('Enter')
  await form.getByRole('button', { name: /, 1\. / }).focus()
  const focusedDay = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const first = await focusedDay()
  await page.keyboard.press('ArrowLeft') // over the end of a month, and back
  await expect.poll(focusedDay).toMatch(/, (28|29|30|31)\. /)
  await page.keyboard.press('ArrowRight')
  await expect.poll(focusedDay).toBe(first)
  await form.getByRole('button', { name: /, 10\. / }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await form.getByRole('button', { name: /, 20\. / }).click()
  await form.getByRole('button', { name: /^Ukloni 20\./ }).press('Enter')
  const days = await form
    .getByRole('list', { name: 'Datumi: izabrano' })
    .getByRole('listitem')
    .allInnerTexts()
  expect(days.map((day) => day.slice(0, 3))).toEqual(['10.', '11.'])
  await writeText(page, form)
  expect(await faultsInBothThemes(page)).toEqual([])
  await choosePicture(page, form.getByRole('button', { name: 'Izaberi sliku' }).first(), 'seminar.png')
  await save(form)
  await snackbar(page, 'Uspješno dodavanje')
  await expect.poll(async () => (await column(page, 'Naziv'))[0]).toBe(NAME)

  await page.getByRole('cell', { name: NAME, exact: true }).click()
  const panel = page.getByRole('complementary', { name: `Pregled: ${NAME}` })
  await panel.getByText('Vidljivost', { exact: true }).waitFor()
  expect(await panel.getByText('Prikaz', { exact: true }).count()).toBe(0) // the same again
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  await press(page, NAME, 'Detalji')
  const details = dialog(page, 'Slajder')
  await details.getByRole('heading', { name: 'Program', level: 2 }).waitFor()
  expect(await details.locator('strong').textContent()).toBe('besplatan')
  const link = details.getByRole('link', { name: 'https://kontor.me/prijava' })
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  const picture = details.getByRole('img', { name: 'hala' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120)
  for (const day of days) await details.getByText(day).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await press(page, NAME, 'Uredi')
  const edit = dialog(page, 'Uredi slajder')
  await field(edit, 'Sadržaj').click() // an unchanged text has no unsaved changes
  await page.keyboard.press('Escape')
  await edit.waitFor({ state: 'hidden' })
  await press(page, NAME, 'Uredi')
  await edit.getByRole('button', { name: /^Ukloni 11\./ }).click()
  await save(edit)
  await snackbar(page, 'Uspješna izmjena')

  await press(page, NAME, 'Sakrij')
  await dialog(page, `Sakriti „${NAME}“?`).getByRole('button', { name: 'Sakrij' }).click()
  await snackbar(page, 'Slajder je skriven')
  await rowOf(page, NAME).getByText('Skriven').waitFor()
  await page.getByRole('combobox', { name: 'Filter: Vidljivost' }).selectOption('hidden')
  await filter(page, 'Naziv', 'senzori')
  await expect.poll(() => column(page, 'Tip')).toEqual(['Seminar'])
  await press(page, NAME, 'Deaktiviraj')
  await dialog(page, `Deaktivirati „${NAME}“?`).getByRole('button', { name: 'Deaktiviraj' }).click()
  await expect.poll(() => column(page, 'Tip')).toEqual([]) // a deactivated slider no longer has the state 'hidden'
  await page.getByRole('combobox', { name: 'Filter: Vidljivost' }).selectOption('')
  await rowOf(page, NAME).getByRole('button', { name: 'Vrati' }).waitFor()
})

test('waits for a picture that is being uploaded into a text; asks again with sign-ups, and hides several together', async () => {
  const page = await open('/sliders?f.name=run-flat')
  const name = 'Seminar: montaža i balansiranje run-flat guma'
  const edit = dialog(page, 'Uredi slajder')
  const insert = edit.getByRole('button', { name: 'Dodaj sliku u tekst' })
  let isLost = true
  let gate = Promise.withResolvers<void>()
  await page.route('**/api/sliderWysWygImages', async (route) => {
    await gate.promise
    await (isLost ? route.fulfill({ status: 507, json: { message: 'error.disk_full' } }) : route.continue())
  })
  await press(page, name, 'Uredi')
  await choosePicture(page, insert, 'hala.png')
  await edit.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await edit.getByRole('button', { name: 'Slike se još šalju…' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  gate.resolve()
  await page.getByRole('button', { name: 'U redu', exact: true }).click()
  await edit.getByText('Slika nije stigla, pa ništa nije sačuvano.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Sadržaj')

  isLost = false
  gate = Promise.withResolvers()
  await choosePicture(page, insert, 'sala.png')
  await edit.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await edit.getByRole('button', { name: 'Slike se još šalju…' }).waitFor()
  gate.resolve()
  await edit.waitFor({ state: 'hidden' })
  await snackbar(page, 'Uspješna izmjena')
  await press(page, name, 'Detalji')
  const details = dialog(page, 'Slajder')
  await details.getByRole('img', { name: 'sala' }).waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })

  // Actions depend on the type of the row, and with sign-ups the question says what becomes of them.
  await press(page, name, 'Prijave na seminar')
  const partners = dialog(page, 'Partneri prijavljeni na seminar')
  await filter(partners, 'Partner', 'zarkovic')
  await expect.poll(() => column(partners, 'Partner')).toEqual(['Autoservis Žarković'])
  await partners.getByRole('button', { name: 'Zatvori' }).last().click()
  await press(page, name, 'Deaktiviraj')
  const question = dialog(page, `Deaktivirati „${name}“?`)
  await question.getByText(/^Slajder ima \d+ .* ostaju sačuvane/).waitFor()
  await question.getByRole('button', { name: 'Ostavi aktivan' }).click()
  await rowOf(page, name).getByRole('button', { name: 'Deaktiviraj' }).waitFor()

  // Several are hidden together, and shown again by an undo.
  await go(page, '/sliders?f.state=visible')
  const rows = page.locator('tbody tr[data-id]')
  await rows.nth(1).waitFor() // absent in the previous list
  const [one, other] = (await column(page, 'Naziv')).slice(0, 2)
  const before = await column(page, 'Naziv')
  for (const name of [one, other])
    await rowOf(page, name ?? '')
      .getByRole('checkbox')
      .check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Sakrij' }).click()
  await keepSnackbarsOpen(page)
  await dialog(page, 'Sakriti 2 slajdera?').getByRole('button', { name: 'Sakrij' }).click()
  await snackbar(page, 'Skriveno: 2 slajdera')
  await expect.poll(() => column(page, 'Naziv')).not.toContain(one)
  await pressUndo(page)
  await snackbar(page, 'Prikazano: 2 slajdera')
  await expect.poll(async () => (await column(page, 'Naziv')).toSorted()).toEqual(before.toSorted())

  await page.goto(`${address}/sliders?f.type=4`) // anew: the row is in the list before as well
  await rowOf(page, 'Obuka: ispravno skladištenje guma').getByRole('button', { name: 'Konverzacije' }).click()
  await page.waitForURL(/\/sliders\/\d+\/chat$/)
})

test('orders sliders by keyboard, asks before the order is lost, and partners see the saved one', async () => {
  const app = await open('/app', { as: DEMO_PARTNER })
  const feed = () => app.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  await app.getByRole('heading', { level: 2 }).first().waitFor()
  const before = await feed()
  const page = await open('/sliders')
  await page.getByRole('button', { name: 'Redosljed', exact: true }).click()
  const order = dialog(page, 'Redosljed slajdera')
  const rows = order.getByRole('list', { name: 'Redosljed slajdera' }).getByRole('listitem')
  await rows.nth(2).waitFor()
  const names = async () => (await rows.locator('b').allInnerTexts()).map(plain)
  const start = await names()
  const [first = '', second = '', third = ''] = start
  const isIn = (name: string) =>
    page.evaluate((text) => document.activeElement?.closest('li')?.textContent?.includes(text), name)
  await expect.poll(() => isIn(first)).toBe(true)
  expect(await faultsInBothThemes(page)).toEqual([])

  // The focus goes with the row, and the live region says where it is.
  await page.keyboard.press('ArrowDown')
  expect(await isIn(second)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowUp') // the first one stays
  expect(await names()).toEqual(start)
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  expect((await names()).slice(0, 3)).toEqual([second, third, first])
  expect(await isIn(first)).toBe(true)
  await order.getByRole('status').getByText(`„${first}“: mjesto 3 od ${start.length}`).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  expect(await isIn(first)).toBe(true)
  expect((await names()).slice(0, 3)).toEqual([second, first, third])

  await page.keyboard.press('Escape')
  const question = dialog(page, 'Odbaciti izmjene?')
  await question.getByRole('button', { name: 'Nastavi uređivanje' }).click()
  await question.waitFor({ state: 'hidden' })
  // By buttons: the last one to the top, and the one below it back to the automatic order.
  const last = start.at(-1) ?? ''
  const button = (name: string, action: string) =>
    rows.filter({ hasText: name }).getByRole('button', { name: action, exact: true })
  await button(last, 'Na vrh').click()
  expect((await names()).slice(0, 3)).toEqual([last, second, first])
  await button(second, 'Automatski').click()
  expect((await names()).slice(0, 2)).toEqual([last, first])
  await order.getByRole('status').getByText(`„${second}“: automatski`).waitFor()
  await button(first, 'Gore').click()
  expect((await names()).slice(0, 2)).toEqual([first, last])
  const wanted = await names()
  const saved = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/sliders/order', saved.promise, 'PUT')
  await order.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
  await order.locator('button[aria-busy=true], button[data-loading]').waitFor()
  await rows.first().getByRole('button').last().focus()
  await page.keyboard.press('Alt+ArrowDown') // it would not be saved
  expect(await names()).toEqual(wanted)
  saved.resolve()
  await order.waitFor({ state: 'hidden' })
  await snackbar(page, 'Redosljed je sačuvan')
  const shown = wanted.filter((name) => before.includes(name))
  await expect.poll(feed).toEqual(shown)

  // What is saved is not lost: no question.
  await page.getByRole('button', { name: 'Redosljed', exact: true }).press('Enter')
  await expect.poll(names).toEqual(wanted)
  await page.keyboard.press('Escape')
  await order.waitFor({ state: 'hidden' })
})
