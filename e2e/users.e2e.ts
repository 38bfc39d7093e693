import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, startKontor } from './journey.ts'
import { browse, column, columns, dialog, field, filter, press, rowOf, said, save } from './list.ts'

const { address, open } = await startKontor()

describe('users', () => {
  /** Whether the office lets somebody in with this password. */
  async function canSignIn(username: string, password: string) {
    const data = JSON.stringify({ username, password })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${address}/api/login`, { method: 'POST', headers, body: data })).ok
  }

  async function addStaff(page: Page, name: string, username: string) {
    await page.getByRole('button', { name: 'Dodaj korisnika' }).click()
    const form = dialog(page, 'Novi korisnik')
    await field(form, 'Ime').fill(name)
    await field(form, 'Korisničko ime').fill(username)
    await field(form, 'Lozinka').fill('tajna1')
    await field(form, 'Potvrda lozinke').fill('tajna1')
    return form
  }

  test('a short password, one that differs and a name that is taken are refused under their fields', async () => {
    const page = await open('/users')
    const form = await addStaff(page, 'Druga Ana', 'ana')
    await field(form, 'Lozinka').fill('abc')
    await field(form, 'Lozinka').press('Enter')
    await form.getByText('Lozinka mora imati najmanje 4 znaka.').waitFor()
    await form.getByText('Lozinke se ne poklapaju.').waitFor()
    await field(form, 'Lozinka').fill('tajna1')
    await field(form, 'Lozinka').press('Enter')
    await form.getByText('Korisničko ime je zauzeto.').waitFor()
  })

  test('a user of a partner is added, the partner picked among those that are shown alone', async () => {
    const page = await open('/users')
    const form = await addStaff(page, 'Đorđe Čović', 'djordje')
    await form.getByRole('switch', { name: 'Izaberi nadređenog partnera' }).check()
    await browse(form, 'Partner')
    const picker = dialog(page, 'Partneri')
    await expect.poll(async () => (await column(picker, 'Šifra'))[0]).toBe('10000')
    const search = picker.getByRole('searchbox', { name: 'Traži u svim kolonama' })
    await search.fill('bokeska')
    await picker.getByRole('button', { name: 'Traži', exact: true }).click()
    await picker.getByRole('radio', { name: 'Izaberi: Bokeška guma d.o.o.' }).check()
    await picker.getByRole('button', { name: 'Očisti filtere' }).click()
    await expect.poll(async () => (await column(picker, 'Šifra')).length).toBe(8)
    await picker.getByRole('switch', { name: 'Samo odabrani (1)' }).check()
    await expect.poll(() => column(picker, 'Naziv')).toEqual(['Bokeška guma d.o.o.'])
    await picker.getByRole('button', { name: 'Potvrdi' }).click()
    await picker.waitFor({ state: 'hidden' })
    expect(await field(form, 'Partner').inputValue()).toBe('Bokeška guma d.o.o.')
    await save(form)
    await said(page, 'Uspješno dodavanje')
    await filter(page, 'Ime', 'djordje covic')
    await expect.poll(() => column(page, 'Partner')).toEqual(['Bokeška guma d.o.o.'])
  })

  test('the picker of a user who has a partner starts with it', async () => {
    const page = await open('/users?q=jelena.djurisic')
    await press(page, 'Jelena Đurišić', 'Uredi')
    await browse(dialog(page, 'Uredi korisnika'), 'Partner')
    const picker = dialog(page, 'Partneri')
    await picker.getByRole('switch', { name: 'Samo odabrani (1)' }).check()
    await expect.poll(() => column(picker, 'Naziv')).toEqual(['Auto-centar Đurišić d.o.o.'])
  })

  test('the own sign-in is read here and changed in the own settings, the own name is changed here', async () => {
    const page = await open('/users?f.username=ana')
    await press(page, 'ana', 'Uredi')
    const form = dialog(page, 'Uredi korisnika')
    await form.getByText('Svoje korisničko ime, e-mail i lozinku mijenjate u svojim podešavanjima.').waitFor()
    expect(await field(form, 'Korisničko ime').isEditable()).toBe(false)
    for (const name of ['E-mail', 'Lozinka']) expect(await field(form, name).count(), name).toBe(0)
    await field(form, 'Ime').fill('Ana II Anić')
    await save(form)
    await said(page, 'Uspješna izmjena')
    await rowOf(page, 'Ana II Anić').waitFor()
  })

  test('a deactivated user cannot sign in until the snackbar has taken it back', async () => {
    const page = await open('/users?f.username=marko')
    await press(page, 'Marko Đukić', 'Deaktiviraj')
    const question = dialog(page, 'Deaktivirati „Marko Đukić“?')
    await question.getByText('Prijave ovog korisnika se odmah završavaju.').waitFor()
    await question.getByRole('button', { name: 'Deaktiviraj' }).click()
    await rowOf(page, 'Marko Đukić').getByText('Neaktivan').waitFor()
    expect(await canSignIn('marko', 'kontor')).toBe(false)
    await page.getByRole('button', { name: 'Poništi', exact: true }).click()
    await rowOf(page, 'Marko Đukić').getByText('Aktivan', { exact: true }).waitFor()
    expect(await canSignIn('marko', 'kontor')).toBe(true)
  })

  test('whoever deactivates oneself is asked once more, and stays when in doubt', async () => {
    const page = await open('/users?f.username=ana')
    await press(page, 'ana', 'Deaktiviraj')
    await dialog(page, 'Deaktivirati „Ana II Anić“?').getByRole('button', { name: 'Deaktiviraj' }).click()
    await dialog(page, 'To je vaš nalog. Deaktivirati ga?').waitFor()
    await page.keyboard.press('Enter')
    await rowOf(page, 'Ana II Anić').getByText('Aktivan', { exact: true }).waitFor()
  })
})

describe('roles', () => {
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
    expect((await page.getByRole('option').allTextContents()).join()).not.toMatch(
      /Uredi|dugovanja|notifikacij/,
    )
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
})

describe('settings', () => {
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
})
