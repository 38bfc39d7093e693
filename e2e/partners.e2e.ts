import { readFile } from 'node:fs/promises'
import { utils, write } from '@e965/xlsx'
import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, atRest, DEMO, faultsInBothThemes, startKontor } from './harness.ts'
import {
  browse,
  chips,
  choose,
  column,
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
import { delayRequests, received } from './responses.ts'
import { BLANK } from './windows.ts'

const { address, open } = await startKontor()

describe('a page', () => {
  const NAME = 'Auto-centar Đurišić d.o.o.'

  const heading = (page: Page, name: string) =>
    page.getByRole('main').getByRole('heading', { level: 1, name, exact: true })
  const tab = (page: Page, name: string) =>
    page.getByRole('main').getByRole('tab', { name: new RegExp(`^${name}`) })
  const meter = async (page: Page | Locator) =>
    plain((await page.getByRole('meter', { name: 'Dug', exact: true }).getAttribute('aria-valuetext')) ?? '')

  test('writing to a partner that was left opens no chat', async () => {
    const page = await open('/partners/10012')
    const loading = Promise.withResolvers<void>()
    await delayRequests(page, '**/api/partners/10012/chats', loading.promise)
    await page.getByRole('button', { name: 'Napiši poruku' }).click()
    await page.getByRole('link', { name: 'Države', exact: true }).click()
    await heading(page, 'Države').waitFor()
    loading.resolve()
    await received(page, '/api/partners/10012/chats')
    await page.getByRole('columnheader', { name: 'Naziv' }).click() // a step later
    expect(new URL(page.url()).pathname).toBe('/countries')
  })

  test('keeps the activities while an overview that failed is loaded again', async () => {
    const page = await open(BLANK)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    let isFailing = true
    let isAskedAgain = false
    await page.route('**/api/partners/10001/overview', async (route) => {
      if (isFailing) return route.fulfill({ status: 500, json: { message: 'error.internal' } })
      isAskedAgain = true
      await isReleased
      await route.continue()
    })
    await page.goto(`${address}/partners/10001`)
    const retry = page.getByRole('button', { name: 'Pokušaj ponovo' })
    const activities = page.getByRole('heading', { name: 'Aktivnost' })
    await retry.waitFor()
    expect(await activities.isVisible()).toBe(true)
    isFailing = false
    await expect
      .poll(async () => {
        await retry.click({ timeout: 1000 }).catch(() => {}) // an event may have loaded it again
        return isAskedAgain
      })
      .toBe(true)
    await retry.waitFor({ state: 'detached' })
    expect(await activities.isVisible()).toBe(true)
    release()
    await page.getByText(/^stanje /).waitFor()
  })

  test('has the neighbours of the view that the user came from', async () => {
    const page = await open('/partners?view=over_limit')
    const names = page.locator('tbody tr[data-id] td[data-main] a')
    await names.nth(1).waitFor()
    const [first, second] = await names.allInnerTexts()
    const total = await page
      .getByRole('main')
      .getByText(/^\d+[–-]\d+ od /)
      .textContent()
    await names.first().click()
    await heading(page, first ?? '').waitFor()
    await page
      .getByRole('main')
      .getByText(`1 od ${total?.split(' od ')[1]}`, { exact: true })
      .waitFor()
    await page.keyboard.press('j')
    await heading(page, second ?? '').waitFor()
    await page.getByRole('link', { name: 'Partneri', exact: true }).last().click()
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('over_limit')
  })

  test('opens a partner from the list, with debts, and adds a note that mentions another by @', async () => {
    const page = await open('/partners?size=20')
    await rowOf(page, 'Auto servis Đurović Co').waitFor()
    const heads = await page.locator('thead tr:first-child > *').allInnerTexts()
    expect(heads).toContain('Alat cash gume')
    expect(heads).not.toContain('Promet gume')
    // The first columns are sticky while the list scrolls.
    const cell = page.getByRole('cell', { name: 'Auto servis Đurović Co', exact: true }).first()
    const before = await cell.boundingBox()
    await page.locator('table').evaluate((table) => table.parentElement?.scrollTo({ left: 1500 }))
    expect((await cell.boundingBox())?.x).toBe(before?.x)
    await rowOf(page, NAME).getByRole('link', { name: NAME, exact: true }).click()
    await heading(page, NAME).waitFor()
    const place = page.getByRole('main').getByText(/^\d+ od [\d.]+$/)
    const first = (await place.textContent()) ?? ''
    await page.keyboard.press('j')
    await heading(page, NAME).waitFor({ state: 'hidden' })
    await expect.poll(() => place.textContent()).not.toBe(first)
    await page.keyboard.press('k')
    await heading(page, NAME).waitFor()

    // The form with the three debts: an invalid one changes nothing.
    await page.getByRole('button', { name: 'Upiši dug', exact: true }).click()
    const form = dialog(page, 'Upiši dug')
    // Typing replaces the old debt instead of appending to it.
    const chosen = () =>
      field(form, 'Dug').evaluate((one: HTMLInputElement) =>
        one.value.slice(one.selectionStart ?? 0, one.selectionEnd ?? 0),
      )
    await expect.poll(chosen).toMatch(/\d/)
    await field(form, 'Dug').fill('abc')
    await field(form, 'Dug').press('Enter')
    await expect.poll(() => field(form, 'Dug').getAttribute('aria-invalid')).toBe('true')
    await field(form, 'Dug').fill('12.000')
    await field(form, 'Van valute').fill('500')
    // The bar follows the fields; earlier debts stand below.
    await expect.poll(() => meter(form)).toContain('12.000,00 €')
    await form.getByRole('table', { name: 'Prethodni dug' }).getByRole('row').first().waitFor()
    await field(form, 'Limit zaduženja').fill('10.000')
    await form.getByText('preko limita 2.000,00 €').waitFor()
    await form.getByRole('button', { name: 'Pošalji notifikaciju' }).click()
    await dialog(page, 'Nova notifikacija').getByText('Primaoci: 1 partner').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Nova notifikacija').waitFor({ state: 'hidden' })
    await keepSnackbarsOpen(page)
    await save(form)
    await expect.poll(() => meter(page)).toContain('12.000,00 €')
    const activity = page.getByRole('region', { name: 'Aktivnost', exact: true })
    await activity.getByText('Izmjene', { exact: true }).click()
    await activity.locator('del', { hasText: '27.089,26' }).waitFor()
    await pressUndo(page)
    await expect.poll(() => meter(page)).toContain('27.089,26 €')
    expect(await faultsInBothThemes(page)).toEqual([])

    await page.locator('body').press('Escape')
    await tab(page, 'Bilješke').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('notes')
    const note = field(page.getByRole('main'), 'Nova bilješka')
    await note.click()
    await page.keyboard.type('Isto kao @auto')
    const main = page.getByRole('main')
    await main.getByRole('listbox').getByRole('option').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => note.inputValue()).toMatch(/^Isto kao @auto.+ $/i)
    const name = (await note.inputValue()).slice('Isto kao @'.length, -1)
    await page.keyboard.press('Control+Enter')
    await main.getByRole('listitem').getByRole('link', { name, exact: true }).waitFor()
    await expect.poll(() => tab(page, 'Bilješke').textContent()).toBe('Bilješke1')
    // When edited again it has the original text, and its mentions still refer to the same records.
    await main.getByRole('button', { name: 'Uredi bilješku', exact: true }).click()
    const again = field(main, 'Uredi bilješku')
    expect(await again.inputValue()).toBe(`Isto kao @${name}`)
    await again.fill(`Kao @${name}.`)
    await again.press('Control+Enter')
    await main.getByRole('listitem').getByRole('link', { name, exact: true }).click()
    await heading(page, name).waitFor()
    await page.goBack()
    await heading(page, NAME).waitFor()
    await page.getByRole('button', { name: 'Obriši bilješku', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Obriši bilješku', exact: true }).click()
    await page.getByText('Još nema bilješki').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Partneri', exact: true }).click()
    await heading(page, 'Partneri').waitFor()
    expect(new URL(page.url()).searchParams.get('size')).toBe('20')
  })

  test('none of its tabs asks for what is refused, and the columns of its users are kept', async () => {
    const page = await open('/partners/10001')
    const refused: string[] = []
    page.on('response', (response) => {
      if ([403, 404, 422].includes(response.status())) refused.push(response.url())
    })
    for (const name of [
      'Narudžbe',
      'Kampanje',
      'Konverzacije',
      'Podrška',
      'Bilješke',
      'Istorija',
      'Korisnici',
    ]) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
      await page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor()
      await atRest(page)
    }
    const email = page.getByRole('columnheader', { name: 'E-mail' })
    await email.waitFor()
    await page.getByRole('button', { name: 'Kolone' }).click()
    const saved = page.waitForResponse((one) => one.url().endsWith('/api/preferences') && one.ok())
    await page.getByRole('checkbox', { name: 'E-mail' }).click()
    await saved
    await page.reload()
    await page.getByRole('columnheader', { name: 'Korisničko ime' }).waitFor()
    expect(await email.count()).toBe(0)
    expect(refused).toEqual([])
  })

  test("from another partner's page the palette opens the page with its title focused, and the debts of the right partner", async () => {
    const page = await open('/partners/10003')
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    await title.waitFor()
    const choose = async (typed: string, option: string) => {
      await page.keyboard.type(typed)
      await page.getByRole('option').filter({ hasText: option }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    // The partner comes late: the one before stays on screen, and its debts are not opened.
    const meanwhile: unknown[] = []
    const late = async (route: Route) => {
      await atRest(page)
      await page.keyboard.press('e')
      meanwhile.push(await page.getByRole('dialog').count(), await tab(page, 'Narudžbe').textContent())
      meanwhile.push((await page.locator('[inert] button').count()) > 0)
      await route.continue()
    }
    await page.route('**/api/partners/10001', late, { times: 1 }) // a later key would open another form
    await page.keyboard.press('Control+k')
    await choose('10001', NAME)
    await heading(page, NAME).waitFor()
    await expect.poll(() => focused(page)).toBe(NAME)
    expect(meanwhile).toEqual([0, 'Narudžbe', true])
    await page.goBack()
    await heading(page, NAME).waitFor({ state: 'hidden' })

    await page.keyboard.press('Control+k')
    await choose('upiši dug', 'Upiši dug')
    await page.getByPlaceholder('Za koga?').waitFor()
    await choose('10001', NAME)
    const form = dialog(page, 'Upiši dug')
    await form.getByText(`10001 · ${NAME}`).waitFor()
    await expect.poll(() => focused(page)).toBe('debt')
  })

  test("a sign-up in the timeline links to that partner in the slider's list", async () => {
    const ask = await callsOf(address, DEMO)
    const all = await ask<{ id: number; name: string; type: number; registrations: number }[]>(
      'GET',
      '/api/sliders',
    )
    const seminar = all.find(({ type, registrations }) => type === 3 && registrations > 1)
    const path = `/api/checkIn/${seminar?.id}`
    const [first] = await ask<{ partner: { id: number } }[]>('GET', path)
    const partner = first?.partner.id
    const slider = seminar?.name ?? ''
    const page = await open(`/partners/${partner}`)
    const activity = page.getByRole('region', { name: 'Aktivnost', exact: true })
    await activity.getByRole('link', { name: slider }).first().click()
    const shown = page.getByRole('dialog')
    await shown.getByText(slider).first().waitFor()
    await expect.poll(() => shown.getByRole('row').count()).toBe(3) // the header, the filters and one row
    await shown.getByRole('row').nth(2).getByText(String(partner)).waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('on a phone an old URL leads to the page, where a contact is added; actions are icons below the name, data collapsed', async () => {
    const page = await open('/partners?partner=10001&tab=contacts', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await page.waitForURL('**/partners/10001?tab=contacts')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Dodaj kontakt' }).last().tap()
    const contact = dialog(page, 'Novi kontakt')
    await field(contact, 'Ime i prezime').fill('Anđa Anđić')
    await browse(contact, 'Tip kontakta')
    const types = dialog(page, 'Tipovi kontakata')
    await types.getByRole('radio', { name: 'Izaberi: Direktor' }).check()
    await types.getByRole('button', { name: 'Potvrdi' }).tap()
    await save(contact)
    await main.getByText('Anđa Anđić').waitFor()

    await tab(page, 'Pregled').tap()
    await page.getByRole('meter', { name: 'Dug', exact: true }).waitFor()
    const edit = page.getByRole('button', { name: 'Uredi', exact: true })
    const box = await edit.boundingBox()
    expect(Math.round(box?.height ?? 0)).toBe(44)
    const data = main.locator('details').filter({ hasText: 'Podaci' })
    expect(await data.getAttribute('open')).toBeNull()
    expect(await accessibilityFaults(page)).toEqual([])
    await edit.tap()
    await dialog(page, 'Uredi partnera').waitFor()
  })
})

describe('more data', () => {
  const NAME = 'Vulkanizer Kurtagić'

  test('a wrong PIB expands the collapsed data and is focused; the valid one is shown in the details', async () => {
    const page = await open('/partners?q=kurtagic')
    await press(page, NAME, 'Uredi')
    const form = dialog(page, 'Uredi partnera')
    const fold = form.locator('details')
    await form.getByText('Više podataka').click()
    await field(form, 'PIB').fill('1234567')
    await field(form, 'E-mail').fill('ured@')
    await form.getByText('Više podataka').click() // it cannot be collapsed while it has an error
    await field(form, 'Naziv').press('Enter')
    await form.getByText('PIB ima tačno 8 znakova.').waitFor()
    await expect.poll(() => fold.getAttribute('open')).not.toBeNull()
    await expect.poll(() => focused(page)).toBe('pib')
    await field(form, 'PIB').fill('02345678')
    await field(form, 'E-mail').fill('ured@kurtagic.me')
    await browse(form, 'Nadređeni partner')
    const partners = dialog(page, 'Partneri')
    await partners.getByRole('radio').first().check()
    await partners.getByRole('button', { name: 'Potvrdi' }).click()
    await field(form, 'Kontakt osoba').fill('Senad Kurtagić')
    expect(await accessibilityFaults(page)).toEqual([])
    await save(form)
    await snackbar(page, 'Uspješna izmjena')
    await rowOf(page, NAME).getByRole('link', { name: NAME, exact: true }).click()
    const details = page.getByRole('main')
    await details.getByRole('heading', { level: 1, name: NAME, exact: true }).waitFor()
    const data = details.getByRole('region', { name: 'Podaci' })
    for (const text of ['02345678', 'ured@kurtagic.me', 'Senad Kurtagić'])
      await data.getByText(text).waitFor()
    expect(await data.getByText('Poštanski broj').count()).toBe(0)
    await details.getByRole('button', { name: 'Uredi', exact: true }).click()
    await expect.poll(() => field(form, 'PIB').inputValue()).toBe('02345678')
    await expect.poll(() => fold.getAttribute('open')).not.toBeNull()

    // All money-or-percent fields except two are marked as required, and an empty one is rejected before it is sent.
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    const marked = form.locator('label:has([class*="InputWrapper-required"])')
    await expect
      .poll(async () => (await marked.allInnerTexts()).map((text) => text.replace(/\s*\*$/, '')))
      .toEqual([
        'Naziv',
        'Grad',
        'Kategorije',
        'Dug',
        'Promet',
        'Godišnji plan',
        'Plaćanje',
        'Bonus',
        'Alat cash',
        'Plaćanje gume',
        'Bonus gume',
        'Alat cash gume',
        'Godišnji plan gume',
        'Promet gume',
      ])
    for (const name of ['Dug', 'Limit zaduženja', 'Promet gume']) await field(form, name).fill('')
    await form.getByRole('button', { name: 'Sačuvaj', exact: true }).click()
    await form.getByText('Polje je obavezno.').first().waitFor()
    expect(await form.getByText('Polje je obavezno.').count()).toBe(2)
    expect(sent).toEqual([])
  })

  test('adds, changes and deactivates contacts on the partner’s page', async () => {
    const page = await open('/partners?q=kurtagic')
    await rowOf(page, NAME).getByRole('link', { name: NAME, exact: true }).click()
    const details = page.getByRole('main')
    await details.getByRole('heading', { level: 1, name: NAME, exact: true }).waitFor()
    const tab = (name: string) => details.getByRole('tab', { name: new RegExp(`^${name}`) })
    const countOf = async (name: string) =>
      Number(/\d+$/.exec((await tab(name).textContent()) ?? '')?.[0] ?? Number.NaN)
    await expect.poll(() => countOf('Kontakti')).toBeGreaterThanOrEqual(0)
    const before = await countOf('Kontakti')
    // By the keyboard: to the tabs, between them, into the form.
    await tab('Pregled').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => tab('Kontakti').getAttribute('aria-selected')).toBe('true')
    expect(new URL(page.url()).searchParams.get('tab')).toBe('contacts')
    await details.getByRole('button', { name: 'Dodaj kontakt' }).first().press('Enter')
    const contact = dialog(page, 'Novi kontakt')
    await contact.getByRole('button', { name: 'Sačuvaj' }).click()
    await expect.poll(() => contact.getByText('Polje je obavezno.').count()).toBe(2)
    expect(await field(contact, 'Partner').count()).toBe(0)
    await field(contact, 'Ime i prezime').fill('Žana Žarić')
    await browse(contact, 'Tip kontakta')
    const types = dialog(page, 'Tipovi kontakata')
    await types.getByRole('radio', { name: 'Izaberi: Nabavka' }).check()
    await types.getByRole('button', { name: 'Potvrdi' }).click()
    await field(contact, 'Telefon').fill('+382 67 111 222')
    await save(contact)
    await rowOf(details, 'Žana Žarić').waitFor()
    await expect.poll(() => countOf('Kontakti')).toBe(before + 1)

    await press(details, 'Žana Žarić', 'Uredi')
    await field(dialog(page, 'Uredi kontakt'), 'Ime i prezime').fill('Žana Zarić')
    await save(dialog(page, 'Uredi kontakt'))
    await press(details, 'Žana Zarić', 'Deaktiviraj')
    await page.getByRole('dialog').getByRole('button', { name: 'Deaktiviraj', exact: true }).last().click()
    await rowOf(details, 'Žana Zarić').getByText('Neaktivan').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    // Its URL opens it again; closing returns to the list as it was.
    await page.reload()
    await rowOf(details, 'Žana Zarić').waitFor()
    await details.getByRole('link', { name: 'Partneri', exact: true }).click()
    await details.getByRole('heading', { level: 1, name: 'Partneri', exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=kurtagic')
    await expect.poll(() => column(page, 'Naziv')).toEqual([NAME])
  })
})

describe('the list', () => {
  test('rejects an invalid partner at its fields, then adds it and changes it', async () => {
    const page = await open('/partners?add=1')
    const form = dialog(page, 'Novi partner')
    await field(form, 'Šifra').fill('20002')
    await field(form, 'Naziv').fill('Gume Čelebić')
    await field(form, 'Bonus').fill('%')
    const submit = form.getByRole('button', { name: 'Sačuvaj', exact: true })
    await submit.click()
    await form.getByText('Izaberite bar jednu kategoriju.').waitFor()
    await form.getByText('Ovo polje mora biti broj.').waitFor()
    expect(await field(form, 'Naziv').inputValue()).toBe('Gume Čelebić')
    await keepSnackbarsOpen(page, 'Sva obavezna polja')
    for (let i = 0; i < 3; i++) await submit.click()
    const snackbars = page.locator('.mantine-Notification-root')
    await expect.poll(() => snackbars.count()).toBe(1)
    await snackbars.getByRole('button', { name: 'Zatvori' }).click()
    await browse(form, 'Grad')
    const cities = dialog(page, 'Gradovi')
    await filter(cities, 'Naziv', 'kotor')
    await cities.getByRole('radio', { name: 'Izaberi: Kotor' }).check()
    await cities.getByRole('button', { name: 'Potvrdi' }).click()
    // Chosen one after the other by a few letters, Backspace removes the last one, the others in the full list.
    await field(form, 'Kategorije').focus()
    for (const [typed, name] of [
      ['akumul', 'Akumulatori'],
      ['alat', 'Alati'],
    ] as const) {
      await page.keyboard.type(typed)
      await page.locator('[role=option][data-current]', { hasText: name }).waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => chips(form, 'Kategorije')).toContain(name)
    }
    await page.keyboard.press('Backspace')
    await expect.poll(() => chips(form, 'Kategorije')).toEqual(['Akumulatori'])
    await form.getByRole('button', { name: 'Ukloni: Akumulatori' }).click()
    await expect.poll(() => chips(form, 'Kategorije')).toEqual([])
    await browse(form, 'Kategorije')
    const categories = dialog(page, 'Kategorije')
    for (const name of ['Akumulatori', 'Alati'])
      await categories.getByRole('checkbox', { name: `Izaberi: ${name}` }).check()
    await categories.getByRole('button', { name: 'Potvrdi (2)' }).click()
    await expect.poll(() => chips(form, 'Kategorije')).toEqual(['Akumulatori', 'Alati'])
    await field(form, 'Bonus').fill('7,5%')
    await field(form, 'Dug').fill('1.234,5')
    await field(form, 'Promet').fill('1.250')
    await form.getByText('Upisano: 1.250,00 €').waitFor()
    await field(form, 'Šifra').press('Enter')
    await form.getByText('Polje je obavezno.').first().waitFor()
    await form.locator('input[name=password]').fill('lozinka')
    await form.locator('input[name=confirmPassword]').fill('lozinka')
    await save(form)
    await snackbar(page, 'Uspješno dodavanje')
    await filter(page, 'Naziv', 'celebic')
    await rowOf(page, 'Gume Čelebić').getByRole('cell', { name: '7,5%', exact: true }).waitFor()
    await rowOf(page, 'Gume Čelebić').getByText('1.234,50 €', { exact: true }).waitFor()
    await rowOf(page, 'Gume Čelebić').getByRole('cell', { name: '1.250,00 €', exact: true }).waitFor()
    await press(page, 'Gume Čelebić', 'Uredi')
    const edit = dialog(page, 'Uredi partnera')
    await expect.poll(() => field(edit, 'Bonus').inputValue()).toBe('7,5%')
    await expect.poll(() => field(edit, 'Dug').inputValue()).toBe('1.234,50')
    expect(await edit.getByText('Upisano').count()).toBe(0)
    await field(edit, 'Naziv').fill('Gume Čelebić d.o.o.')
    await save(edit)
    await snackbar(page, 'Uspješna izmjena')
    await rowOf(page, 'Gume Čelebić d.o.o.').waitFor()
  })

  test('a partner open in two tabs keeps the changes of both; conflicts are resolved by keyboard', async () => {
    const first = await open('/partners?f.id=10001')
    const second = await first.context().newPage()
    await second.goto(first.url())
    const name = 'Auto-centar Đurišić d.o.o.'
    for (const page of [first, second]) await press(page, name, 'Uredi')
    const firstForm = dialog(first, 'Uredi partnera')
    const mine = dialog(second, 'Uredi partnera')
    await field(firstForm, 'Dug').fill('111,5')
    await field(firstForm, 'Bonus').fill('4%')
    await browse(firstForm, 'Kategorije')
    const categories = dialog(first, 'Kategorije')
    await categories.getByRole('checkbox', { name: 'Izaberi: Akumulatori' }).click()
    await categories.getByRole('button', { name: /^Potvrdi/ }).click()
    const chosen = (await chips(firstForm, 'Kategorije')).sort()
    await save(firstForm)

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
    await conflict.getByRole('radio', { name: 'Bonus, sačuvano: 4%', checked: true }).waitFor()
    await conflict.getByRole('button', { name: 'Sačuvaj zajedno' }).press('Enter')
    await mine.waitFor({ state: 'hidden' })
    await rowOf(second, name).getByText('+382 67 000 111').waitFor() // the list was reloaded

    await press(second, name, 'Uredi')
    await expect.poll(() => field(mine, 'Telefon').inputValue()).toBe('+382 67 000 111')
    const shown = () => Promise.all(['Grad', 'Dug', 'Bonus'].map((label) => field(mine, label).inputValue()))
    await expect.poll(shown).toEqual(['Kotor', '111,50', '4%'])
    await expect.poll(async () => (await chips(mine, 'Kategorije')).sort()).toEqual(chosen)
  })

  type Cell = string | number | { t: 'n'; v: number; z: string }

  /** An Excel file as the accountants' program writes it. */
  function workbook(rows: Cell[][], bookType: 'xlsx' | 'biff8') {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Partneri')
    return write(book, { type: 'buffer', bookType }) as Buffer // the return type of `type: 'buffer'`
  }

  test('imports the accountants’ sheet, and a full one, which adds partners and shows their passwords once', async () => {
    const page = await open('/partners?f.id=20055')
    await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
    const form = dialog(page, 'Uvoz partnera')
    const percent = { t: 'n', v: 0.05, z: '0%' } as const
    const figures: Cell[][] = [
      ['Šifra', 'Naziv', 'Dug', 'Bonus'],
      [10004, 'Drugo ime', '1.234,5', percent],
      [99_998, 'Nepoznat & sinovi', '5', 1],
      [99_999, 'Nepoznat Co', '6', 2],
    ]
    const columns = form.getByText(/^Kolone: /)
    const financial = await columns.textContent()
    expect(financial).toMatch(/^Kolone: Šifra\*, .*\bDug\b/)
    expect(financial).not.toMatch(/Naziv|Grad/) // which 'only financial' leaves out
    await choose(page, form, 'Izaberi fajl', 'finansije.xls', workbook(figures, 'biff8'))
    await form.getByText('Kolone koje se ne uvoze: Naziv').waitFor()
    const line = plain((await rowOf(form, 'Vulkanizer Šćepanović').textContent()) ?? '')
    expect(line).toMatch(/10004Vulkanizer Šćepanović.*→ 1\.234,50 €.*→ 5%/)
    const unknown = form.getByRole('radiogroup', { name: '2 reda nijesu u Kontoru: izostaviti ih?' })
    const apply = form.getByRole('button', { name: 'Primijeni (1)' })
    expect(await apply.isDisabled()).toBe(true)
    await unknown.getByRole('radio', { name: 'Izostavi ih', exact: true }).press('Space')
    await expect.poll(() => apply.isEnabled()).toBe(true)
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Preuzmi spisak izostavljenih' }).press('Enter'),
    ])
    expect(list.suggestedFilename()).toBe('izostavljeni-redovi.csv')
    expect(await readFile(await list.path(), 'utf8')).toContain(
      '"3";"nije u Kontoru";"99998 · Nepoznat & sinovi · 5 · 1"',
    )
    await form.getByRole('button', { name: 'Odustani' }).click()
    await dialog(page, 'Odustati od uvoza?').getByRole('button', { name: 'Odustani' }).click()
    await form.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
    const full = form.getByRole('switch', { name: 'Samo finansijski' })
    await full.click()
    expect(await columns.textContent()).toContain('Naziv')
    await full.click()
    const rows = [
      ['Šifra', 'Naziv', 'Kategorije', 'Grad', 'Dug'],
      [20055, 'Gume Đukić', 'akumulatori; ALATI', 'kotor', '10'],
    ]
    // Changed while the file is sent, the switch counts for that file, too.
    const gate = Promise.withResolvers<void>()
    await delayRequests(page, '**/api/saveAddPartnerExcelDoc', gate.promise, 'POST')
    await choose(page, form, 'Izaberi fajl', 'partneri.xlsx', workbook(rows, 'xlsx'))
    await full.click()
    gate.resolve()
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

  test('on a phone the tools are one menu, and rows are selected and restored together', async () => {
    const page = await open('/partners?f.name=auto', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
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
    await keepSnackbarsOpen(page)
    await page.getByRole('button', { name: 'Deaktiviraj' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deaktiviraj' }).click()
    await snackbar(page, 'Deaktivirano: 2 partnera')
    await pressUndo(page)
    await snackbar(page, 'Vraćeno: 2 partnera')
  })
})
