import { readFile } from 'node:fs/promises'
import { read, utils, write } from '@e965/xlsx'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import {
  accessibilityFaults,
  atRest,
  DEMO,
  faultsInBothThemes,
  PHONE,
  requestsOf,
  startKontor,
} from './harness.ts'
import {
  browse,
  choose,
  column,
  columns,
  dialog,
  field,
  filter,
  go,
  press,
  rowOf,
  save,
  snackbar,
} from './list.ts'
import { delayRequests } from './responses.ts'

const { address, open } = await startKontor()

type Role = { role: string; rights: string[]; version: number }
const menu = (page: Page) => page.getByRole('navigation', { name: 'Meni' })

describe('users', () => {
  test('adds a user of a partner, picked from active ones, once the form is valid', async () => {
    const page = await open('/users')
    await page.getByRole('button', { name: 'Dodaj korisnika' }).click()
    const form = dialog(page, 'Novi korisnik')
    await field(form, 'Ime').fill('Đorđe Čović')
    await field(form, 'Ime').press('Enter')
    await expect.poll(() => form.getByText('Polje je obavezno.').count()).toBe(3) // including the confirmation's
    await field(form, 'Korisničko ime').fill('ana')
    await field(form, 'Lozinka').fill('abc')
    await field(form, 'Potvrda lozinke').fill('tajna1')
    await field(form, 'Lozinka').press('Enter')
    await form.getByText('Lozinka mora imati najmanje 4 znaka.').waitFor()
    await form.getByText('Lozinke se ne poklapaju.').waitFor()
    await field(form, 'Lozinka').fill('tajna1')
    await field(form, 'Lozinka').press('Enter')
    await form.getByText('Korisničko ime je zauzeto.').waitFor()
    await field(form, 'Korisničko ime').fill('djordje')

    await form.getByRole('switch', { name: 'Izaberi nadređenog partnera' }).check()
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Polje je obavezno.').waitFor() // without a partner it would be a user of the office
    await browse(form, 'Partner')
    const picker = dialog(page, 'Partneri')
    await expect.poll(async () => (await column(picker, 'Šifra'))[0]).toBe('10000')
    const search = picker.getByRole('searchbox', { name: 'Traži u svim kolonama' })
    await search.fill('bokeska')
    await picker.getByRole('button', { name: 'Traži', exact: true }).click()
    await picker.getByRole('radio', { name: 'Izaberi: Bokeška guma d.o.o.' }).check()
    await picker.getByRole('button', { name: 'Očisti filtere' }).click()
    await expect.poll(async () => (await column(picker, 'Šifra')).length).toBe(8)
    await picker.getByRole('button', { name: 'Potvrdi' }).click()
    await picker.waitFor({ state: 'hidden' })
    await expect.poll(() => field(form, 'Partner').inputValue()).toBe('Bokeška guma d.o.o.')
    // The errors of these statuses in the documents are shown in a form as well.
    for (const [status, text] of [
      [489, 'Greška'],
      [491, 'Došlo je do greške prilikom slanja notifikacija na neke od uređaja.'],
    ] as const) {
      await page.route('**/api/users/add', (route) => route.fulfill({ status, json: { message: 'x' } }), {
        times: 1,
      })
      await form.getByRole('button', { name: 'Sačuvaj' }).click()
      await form.getByRole('alert').getByText(text, { exact: true }).waitFor()
    }
    await save(form)
    await snackbar(page, 'Uspješno dodavanje')
    await filter(page, 'Ime', 'djordje covic')
    await expect.poll(() => column(page, 'Partner')).toEqual(['Bokeška guma d.o.o.'])

    await press(page, 'Đorđe Čović', 'Uredi')
    await browse(dialog(page, 'Uredi korisnika'), 'Partner')
    await picker.getByRole('switch', { name: 'Samo izabrano (1)' }).check()
    await expect.poll(() => column(picker, 'Naziv')).toEqual(['Bokeška guma d.o.o.'])
  })

  test('the office view has no partners but e-mail addresses, and its tab says its filters', async () => {
    const page = await open('/')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Podešavanja.*korisni/s }) // its figure has come
      .click()
    await page.waitForURL(/\/users\?view=staff/)
    await rowOf(page, 'Ana Vukčević').waitFor()
    const heads = await columns(page)
    expect(heads).toContain('E-mail')
    expect(heads).not.toContain('Partner')
    // Filters are named beside the title unless the tab says them.
    const chips = page.locator('header').getByRole('button', { name: /^Ukloni filter/ })
    expect(await chips.count()).toBe(0)
    await filter(page, 'Ime', 'ana')
    await chips.waitFor()
    expect(await chips.getAttribute('title')).toBe('Ukloni filter: Ime')
  })

  test('a colleague becomes a user of a partner only after a question', async () => {
    const page = await open('/users?f.username=nikola')
    await press(page, 'nikola', 'Uredi')
    const form = dialog(page, 'Uredi korisnika')
    const ofPartner = form.getByRole('switch', { name: 'Izaberi nadređenog partnera' })
    await ofPartner.check()
    await ofPartner.uncheck()
    await page.keyboard.press('Escape') // nothing has changed, nothing is asked
    await form.waitFor({ state: 'hidden' })
    await press(page, 'nikola', 'Uredi')
    await ofPartner.check()
    await browse(form, 'Partner')
    const picker = dialog(page, 'Partneri')
    await picker.getByRole('radio', { name: 'Izaberi: Bokeška guma d.o.o.' }).check()
    await picker.getByRole('button', { name: 'Potvrdi' }).click()
    await picker.waitFor({ state: 'hidden' })
    const requests = requestsOf(page)
    const saved = () => requests.filter((request) => request.method() === 'PUT')
    const send = form.getByRole('button', { name: 'Sačuvaj' })
    await send.click()
    const question = page.getByRole('dialog', { name: /: premjestiti među korisnike partnera\?$/ })
    await question.getByRole('button', { name: 'Odustani' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(saved()).toEqual([])
    await send.click()
    await question.getByRole('button', { name: 'Premjesti' }).click()
    await rowOf(page, 'Bokeška guma d.o.o.').waitFor()
    expect(saved()).toHaveLength(1)
  })

  test("the user's own name is changed here, credentials in the settings, and deactivating the own account shows a warning", async () => {
    const page = await open('/users?f.username=ana')
    await press(page, 'ana', 'Uredi')
    const form = dialog(page, 'Uredi korisnika')
    await form.getByText('Svoje korisničko ime, e-mail i lozinku mijenjate u svojim podešavanjima.').waitFor()
    expect(await field(form, 'Korisničko ime').isEditable()).toBe(false)
    for (const name of ['E-mail', 'Lozinka']) expect(await field(form, name).count(), name).toBe(0)
    expect(await form.getByRole('switch').count()).toBe(0) // nobody makes himself a partner's user
    await field(form, 'Ime').fill('Ana II Anić')
    // The snackbar opens under a resting pointer, and closes all the same.
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.mouse.move(width / 2, height - 90)
    await page.evaluate(() =>
      document.addEventListener('pointerover', ({ target }) => {
        const isSnackbar = (target as Element).closest('.mantine-Notification-root')
        if (isSnackbar) document.documentElement.dataset.hovered = 'true'
      }),
    )
    await page.keyboard.press('Enter')
    await page.locator('html[data-hovered]').waitFor({ state: 'attached' })
    await snackbar(page, 'Uspješna izmjena')
    await page.locator('.mantine-Notification-root').waitFor({ state: 'hidden' })
    await rowOf(page, 'Ana II Anić').waitFor()

    await press(page, 'ana', 'Deaktiviraj')
    const question = dialog(page, 'Deaktivirati „Ana II Anić“?')
    await question
      .getByText(
        'Ovo je vaš nalog. Odmah ćete biti odjavljeni i nećete se moći prijaviti dok vas kolega ponovo ne aktivira.',
        { exact: true },
      )
      .waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    await rowOf(page, 'Ana II Anić').getByText('Aktivan', { exact: true }).waitFor()

    // With others who cannot be deactivated, the own account stays too: the result is read in this session.
    await go(page, '/users?sort=id')
    const others = page.locator('tbody tr[data-id]').filter({ hasNotText: 'Ana II Anić' })
    for (const row of [others.nth(0), others.nth(1), rowOf(page, 'ana')])
      await row.getByRole('checkbox').check()
    const sent: string[] = []
    await page.route('**/api/users/delete/*', async (route) => {
      sent.push(route.request().url())
      await route.fulfill({ status: 500, json: { message: 'error.server' } })
    })
    await page.getByRole('toolbar').getByRole('button', { name: 'Deaktiviraj' }).click()
    const questionOfAll = dialog(page, 'Deaktivirati 3 korisnika?')
    await questionOfAll.getByText(/^Među njima je vaš nalog/).waitFor()
    await questionOfAll.getByRole('button', { name: 'Deaktiviraj' }).click()
    const result = dialog(page, 'Rezultat')
    await result.getByText('Nije izvršeno: 2 reda').waitFor()
    await result.getByRole('button', { name: 'U redu' }).click()
    await result.waitFor({ state: 'hidden' })
    expect(sent).toHaveLength(2)
    expect(await page.getByRole('toolbar', { name: '3 izabrana reda' }).count()).toBe(1) // to try again
  })
})

test('who deactivates his own account is led to the sign-in, without being told that the session expired', async () => {
  const eva = { username: 'eva', password: 'kontor' }
  const office = await callsOf(address, DEMO)
  const names = { name: 'Eva Ević', confirmPassword: eva.password, role: 'user_admin' }
  await office('POST', '/api/users/add', { ...eva, ...names })
  const page = await open('/users?f.username=eva', { as: eva })
  await page.evaluate(() => {
    const observe = () => {
      if (document.body.textContent.includes('Sesija je istekla')) document.body.dataset.expired = ''
    }
    new MutationObserver(observe).observe(document.body, { childList: true, subtree: true })
  })
  // Calls that are rejected while the sign-out is under way do not say so either.
  await page.route('**/api/logout', async (route) => {
    const rejected = page.waitForResponse((response) => response.status() === 401)
    await page.getByRole('main').getByRole('button', { name: 'Osvježi', exact: true }).click()
    await rejected
    await atRest(page)
    await route.continue()
  })
  await press(page, 'eva', 'Deaktiviraj')
  await dialog(page, 'Deaktivirati „Eva Ević“?').getByRole('button', { name: 'Deaktiviraj' }).click()
  await page.waitForURL(/\/login$/)
  expect(await page.evaluate(() => document.body.dataset.expired)).toBeUndefined()
})

describe('roles', () => {
  const as = (username: string) => ({ as: { username, password: 'kontor' } })
  const FINANCIER = as('ivana')
  const ENGINEER = as('luka')

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test('hides what the role may not do in the menu, on the home page, in the palette and in lists', async () => {
    const page = await open('/', FINANCIER)
    await menu(page).getByRole('link', { name: 'Gradovi' }).waitFor()
    expect(await page.getByRole('link', { name: /Korisnici|Podešavanja/ }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('korisni')
    await page.getByRole('option', { name: /Korisnička podrška/ }).waitFor()
    expect(await page.getByRole('option', { name: /^Korisnici/ }).count()).toBe(0)
    for (const path of ['/users', '/users?tab=sign_ins', '/users?tab=jobs', '/Users', '/users/']) {
      await page.goto(address + path)
      await page.getByRole('heading', { level: 1, name: 'Ovaj ekran nije za vašu ulogu' }).waitFor()
      expect(await page.title()).toContain('Korisnici')
    }
    await button(page, 'Na početnu').click()
    await page.getByRole('heading', { level: 1, name: 'Početna' }).waitFor()

    await menu(page).getByRole('link', { name: 'Proizvodi' }).click()
    await filter(page, 'Šifra', 'MIC-64233')
    const row = rowOf(page, 'MIC-64233')
    await row.waitFor()
    expect(
      await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
    ).toEqual(['Detalji'])
    for (const name of ['Dodaj proizvod', 'Uvezi iz Excela', 'Izvezi'])
      expect([name, await button(page, name).count()]).toEqual([name, 0])
    await row.press('Enter')
    await page.getByRole('complementary', { name: /^Pregled: / }).waitFor()
    // In the lists of dialogs as well.
    await page.goto(`${address}/sliders`)
    await page.getByRole('main').getByRole('button', { name: 'Narudžbe' }).first().click()
    await page.getByRole('dialog').getByRole('row').nth(2).waitFor()
    expect(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Označi kao|^Vrati na/ })
        .count(),
    ).toBe(0)
  })

  test('the palette of a smaller role offers only permitted commands; a list without details shows its columns', async () => {
    const page = await open('/countries?q=italija&add=1', ENGINEER)
    await rowOf(page, 'Italija').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await press(page, 'Italija', 'Detalji')
    const details = dialog(page, 'Država')
    await details.getByText('Italija').first().waitFor()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })

    const options = async (typed: string, sign: string | RegExp) => {
      await page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' }).fill(typed)
      await page.getByRole('option', { name: sign }).first().waitFor()
      await page.locator('[role=listbox][aria-busy=false]').waitFor()
      return page.getByRole('option').allTextContents()
    }
    await page.keyboard.press('Control+k')
    const adding = await options('dodaj', 'Dodaj proizvod')
    expect(adding.join()).not.toContain('partnera')
    await options('vulkanizer 10004', /10004/)
    await page.keyboard.press('Tab')
    await page.getByRole('option', { name: 'Pozovi' }).waitFor()
    expect((await page.getByRole('option').allTextContents()).join()).not.toMatch(
      /Uredi|Upiši dug|notifikacij/,
    )
  })

  const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
  const status = (page: Page, text: RegExp) => page.getByRole('main').getByRole('status').getByText(text)

  /** The table of permissions, as a Direktor. */
  async function matrix(options: BrowserContextOptions = {}) {
    const page = await open('/users?tab=roles', options)
    await page
      .getByRole('checkbox', { name: /^Partneri, .+, vidi$/ })
      .first()
      .waitFor()
    return page
  }

  test("the user's own permissions are locked, others require `see` and are counted, one tab stop, arrows skip disabled cells", async () => {
    const page = await matrix()
    expect(await box(page, 'Partneri, Direktor, mijenja').isDisabled()).toBe(true)
    expect(await box(page, 'Push Notifikacije, Menadžer, mijenja').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Sačuvaj' }).count()).toBe(0)

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

    await box(page, 'Korisnici i uloge, Menadžer, mijenja').check()
    expect(await page.getByRole('checkbox', { name: /^Korisnici i uloge, Menadžer, vidi/ }).isChecked()).toBe(
      true,
    )
    await status(page, /^2 izmjene nijesu sačuvane$/).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: 'Partneri' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Nastavi uređivanje' }).click()
    await page.getByRole('checkbox', { name: /^Korisnici i uloge, Menadžer, mijenja/ }).uncheck()
    await expect.poll(() => page.getByRole('button', { name: 'Sačuvaj' }).count()).toBe(0)
  })

  test('a revoked permission is lost at once in another open session', async () => {
    const otherPage = await open('/partners', FINANCIER)
    await button(otherPage, 'Dodaj partnera').waitFor()
    const page = await matrix()
    await box(page, 'Partneri, Poslovni sekretar, mijenja').uncheck()
    await button(page, 'Sačuvaj').click()
    await page
      .getByRole('dialog', { name: 'Oduzeti jedno pravo?' })
      .getByRole('button', { name: 'Sačuvaj' })
      .click()
    await button(otherPage, 'Dodaj partnera').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: 'Sačuvaj' }).count()).toBe(0)
    await box(page, 'Partneri, Poslovni sekretar, vidi').uncheck()
    await button(page, 'Sačuvaj').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sačuvaj' }).click()
    await otherPage.getByRole('heading', { level: 1, name: 'Ovaj ekran nije za vašu ulogu' }).waitFor()
    expect(await menu(otherPage).getByRole('link', { name: 'Partneri', exact: true }).count()).toBe(0)
  })

  test("two users who change a role at once: the second sees the first's changes and keeps the own ones", async () => {
    const first = await matrix()
    const second = await matrix()
    await box(second, 'Gradovi, Stručni saradnik, mijenja').check()
    await box(first, 'Države, Stručni saradnik, mijenja').check()
    const answered = Promise.withResolvers<void>()
    await delayRequests(first, '**/api/roles/*', answered.promise)
    await button(first, 'Sačuvaj').click()
    const later = first.getByRole('checkbox', { name: /^Prodavnice, Stručni saradnik, izvozi/ })
    await later.check() // while the other change is saved
    answered.resolve()
    await status(first, /^1 izmjena nije sačuvana$/).waitFor()
    expect(await later.isChecked()).toBe(true)
    await later.uncheck()
    await expect.poll(() => button(first, 'Sačuvaj').count()).toBe(0)
    await button(second, 'Sačuvaj').click()
    const alert = second.getByRole('alert').filter({ hasText: 'Stručni saradnik' })
    const who = '(vi, u drugom prozoru)'
    await alert.getByText(`Uloga Stručni saradnik je u međuvremenu izmijenjena ${who}.`).waitFor()
    await alert.getByText(/Dato: Države – mijenja\./).waitFor()
    expect(await box(second, 'Države, Stručni saradnik, mijenja').isChecked()).toBe(true)
    await button(second, 'Odustani').click()
    await second.getByRole('dialog').getByRole('button', { name: 'Odbaci', exact: true }).click()
    await alert.waitFor({ state: 'hidden' })
    await box(second, 'Gradovi, Stručni saradnik, mijenja').check()
    await button(second, 'Sačuvaj').click()
    await expect.poll(() => button(second, 'Sačuvaj').count()).toBe(0)
    const roles = await (await callsOf(address, DEMO))<Role[]>('GET', '/api/roles')
    const { rights } = roles.find(({ role }) => role === 'user_engineer') ?? {}
    expect(rights).toEqual(expect.arrayContaining(['cities.change', 'countries.change']))
  })

  test("on a phone the table has one role, the office's switches are below each other, and unsaved changes stay visible", async () => {
    const phone = await matrix(PHONE)
    await phone.getByRole('combobox', { name: 'Uloga' }).selectOption('Stručni saradnik')
    await box(phone, 'Prodavnice, Stručni saradnik, izvozi').check()
    expect(await phone.getByRole('columnheader').count()).toBe(7)
    expect(await accessibilityFaults(phone)).toEqual([])
    await phone.getByRole('checkbox', { name: /^Prodavnice, Stručni saradnik, izvozi/ }).uncheck()
    await phone.getByRole('link', { name: 'Kancelarija', exact: true }).click()
    await phone.getByRole('switch', { name: 'Kategorije', exact: true }).click()
    await phone.getByRole('button', { name: 'Sačuvaj' }).waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('without the permission to see debts they are hidden; with read permission alone they are not editable', async () => {
    const call = await callsOf(address, DEMO)
    const set = async (change: (rights: string[]) => string[], of = 'user_engineer') => {
      const roles = await call<Role[]>('GET', '/api/roles')
      const { rights = [], version } = roles.find(({ role }) => role === of) ?? {}
      await call('PUT', `/api/roles/${of}`, { rights: change(rights), version })
    }
    const others = (rights: string[]) => rights.filter((right) => !right.startsWith('figures.'))
    await set((rights) => [...new Set([...others(rights), 'partners.see', 'partners.change'])])
    const page = await open('/partners?q=10001', ENGINEER)
    await press(page, '10001', 'Uredi')
    expect(await columns(page)).not.toContain('Dug')
    const form = page.getByRole('dialog', { name: 'Uredi partnera' })
    await field(form, 'Telefon').fill('067 111 222')
    expect(await field(form, 'Dug').count()).toBe(0)
    await save(form)
    await snackbar(page, 'Uspješna izmjena')

    await set((rights) => [...rights, 'figures.see'])
    await expect.poll(() => columns(page)).toContain('Dug')
    await expect.poll(() => column(page, 'Dug')).toEqual([expect.stringMatching(/\d/)])
    await press(page, '10001', 'Uredi')
    const debt = field(form, 'Dug')
    await expect.poll(() => debt.inputValue()).toMatch(/\d/)
    expect(await debt.isEditable()).toBe(false)
    await page.keyboard.press('Escape')

    // Files have no debts, and are read and written without them.
    await set((rights) => [...rights, 'partners.import', 'partners.export'])
    await page.getByRole('main').getByRole('button', { name: 'Izvezi', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Izvezi prikazano (.xlsx)' }).click(),
    ])
    const { Sheets, SheetNames } = read(await readFile(await file.path()))
    const [heads] = utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect([heads?.includes('Naziv'), heads?.includes('Dug')]).toEqual([true, false])
    // A sort by debts is not exported, and a filter by them is explained.
    await page.goto(`${address}/partners?q=1000&sort=-debt`)
    await page.getByRole('main').getByRole('button', { name: 'Izvezi', exact: true }).click()
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Izvezi prikazano (.xlsx)' }).click(),
    ])
    await page.goto(`${address}/partners?view=over_limit`)
    await page.getByRole('main').getByRole('button', { name: 'Izvezi', exact: true }).click()
    const why = 'Za izvoz uklonite filtere po kolonama koje ne smijete izvoziti.'
    await page.getByRole('menuitem', { name: why }).waitFor()
    expect(await page.getByRole('menuitem', { name: /^Izvezi prikazano/ }).count()).toBe(0)
    await page.goto(`${address}/partners?q=10001`)
    await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
    const imports = page.getByRole('dialog', { name: 'Uvoz partnera' })
    const book = utils.book_new()
    const rows = [
      ['Šifra', 'Naziv', 'Telefon'],
      [10001, 'Auto-centar Đurišić d.o.o.', '067 333 444'],
    ]
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows))
    const content = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer // the return type of `type: 'buffer'`
    await choose(page, imports, 'Izaberi fajl', 'partneri.xlsx', content)
    await imports.getByRole('button', { name: 'Primijeni (1)' }).click()
    await imports.getByRole('button', { name: 'U redu' }).click()
    await expect.poll(() => column(page, 'Telefon')).toEqual(['067 333 444'])

    // Who administers without being a Direktor ticks all but that, and not what it needs.
    await set((rights) => [...new Set([...rights, 'users.see', 'users.change', 'users.administer'])])
    await page.goto(`${address}/users?tab=roles`)
    const locked = (name: string) => box(page, name).isDisabled()
    await expect.poll(() => locked('Korisnici i uloge, Stručni saradnik, mijenja')).toBe(false)
    expect(await locked('Uloge i prava, Stručni saradnik, upravlja')).toBe(true)
    expect(await locked('Korisnici i uloge, Stručni saradnik, vidi')).toBe(true)

    // Who sets no roles adds colleagues of his own role where the least one may more than he.
    await set((rights) => [...new Set([...rights, 'users.see', 'users.change'])], 'user_financier')
    const mara = { username: 'mara', password: 'kontor' }
    const names = { name: 'Mara Marić', confirmPassword: mara.password, role: 'user_financier' }
    await call('POST', '/api/users/add', { ...mara, ...names })
    const other = await open('/users', as(mara.username))
    await other.getByRole('button', { name: 'Dodaj korisnika' }).click()
    const colleague = dialog(other, 'Novi korisnik')
    const values = {
      Ime: 'Iva Ivić',
      'Korisničko ime': 'iva',
      Lozinka: 'tajna1',
      'Potvrda lozinke': 'tajna1',
    }
    for (const [label, value] of Object.entries(values)) await field(colleague, label).fill(value)
    await save(colleague)
    await filter(other, 'Ime', 'iva ivic')
    await expect.poll(() => column(other, 'Uloga')).toEqual(['Poslovni sekretar'])
  })
})

describe('settings', () => {
  const role = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

  test('requiring a second factor is explained and can be cancelled; a hidden resource leaves the menus, not its URL', async () => {
    const otherPage = await open('/', { as: { username: 'luka', password: 'kontor' } })
    await menu(otherPage).getByRole('link', { name: 'Gradovi' }).waitFor()
    const page = await open('/users?tab=office')
    await role(page, 'Menadžer').check()
    await page.getByText(/mora ga prvo podesiti da bi nastavio rad/).waitFor()
    expect(await page.getByText('To važi i za vas.').count()).toBe(0)
    await role(page, 'Direktor').check()
    await page.getByText(/To važi i za vas\./).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Odustani' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Odbaci', exact: true }).click()
    await expect.poll(() => role(page, 'Direktor').isChecked()).toBe(false)

    await page.getByRole('switch', { name: 'Gradovi', exact: true }).press('Space')
    await page.getByText('1 izmjena nije sačuvana').waitFor()
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/settings', async (route) => {
      if (route.request().method() !== 'GET') await answered.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sačuvaj' }).click()
    await role(page, 'Menadžer').check() // while the switch is saved
    answered.resolve()
    await snackbar(page, 'Uspješna izmjena')
    expect(await role(page, 'Menadžer').isChecked()).toBe(true)
    await role(page, 'Menadžer').uncheck()
    for (const one of [page, otherPage])
      await menu(one).getByRole('link', { name: 'Gradovi' }).waitFor({ state: 'detached' })
    const main = otherPage.getByRole('main')
    await main.getByText(/^Još \d+ ekran/).click()
    await main.getByRole('link', { name: /^Države/ }).waitFor()
    expect(await main.getByRole('link', { name: 'Gradovi' }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gradov')
    await page.getByRole('dialog').getByRole('status').waitFor()
    expect(await page.getByRole('option', { name: /^Gradovi/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Uloge', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Države, Menadžer, vidi/ }).waitFor()
    expect(await page.getByRole('checkbox', { name: /^Gradovi, Menadžer/ }).count()).toBe(0)
    await page.goto(`${address}/cities`)
    await page.getByRole('heading', { level: 1, name: 'Gradovi' }).waitFor()
  })
})
