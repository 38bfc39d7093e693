import { session } from '@kontor/contract/session'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call } from './calls.ts'
import { startKontor } from './harness.ts'
import {
  dialog,
  field,
  keepSnackbarsOpen,
  press,
  rowOf,
  save,
  saveInEndedSession,
  signIn,
  snackbar,
  title,
} from './list.ts'
import { BLANK } from './windows.ts'

const { open, address } = await startKontor()

const hasFocus = (part: Locator) =>
  expect.poll(() => part.evaluate((one) => one === document.activeElement)).toBe(true)
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

test('a visitor is redirected to the login, which opens the requested URL until the session expires', async () => {
  const page = await open('/countries?f.name=crna', { as: null })
  await title(page, 'Prijava').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect([await page.getByRole('navigation').count(), await page.getByRole('banner').count()]).toEqual([0, 0])
  await page.getByRole('button', { name: 'Prijavi se' }).click()
  await expect.poll(() => page.getByText('Polje je obavezno.').count()).toBe(2)

  const ours = ['token', 'partner_id', 'expiration', 'username']
  const stored = async () => (await storedKeys(page)).filter((key) => ours.includes(key)).sort()
  const refusal = (text: string) => page.getByRole('alert').getByText(text).waitFor()
  await signIn(page, { username: 'ana', password: 'pogresno' })
  await refusal('Pogrešno korisničko ime ili lozinka')
  expect(await stored(), 'after a wrong password').toEqual([])
  await signIn(page, { username: 'jelena.djurisic', password: 'kontor' })
  await refusal('Ovaj nalog je za aplikaciju za partnere. Ovdje se prijavljuju zaposleni.')
  expect(await stored(), "after a partner's account").toEqual([])
  expect(new URL(page.url()).pathname).toBe('/login')

  await page.getByText('Učitani su demo podaci. Demo korisnik je ana.').waitFor()
  await page.getByRole('button', { name: 'Popuni' }).click()
  await title(page, 'Države').waitFor()
  expect(page.url()).toBe(`${address}/countries?f.name=crna`)
  expect(await stored()).toEqual(ours.sort())
  await page.goto(`${address}/login`)
  await title(page, 'Početna').waitFor()

  await page.evaluate(() => localStorage.setItem('expiration', String(Date.now() - 1)))
  await page.reload()
  await title(page, 'Prijava').waitFor()
  expect(await storedKeys(page)).not.toContain('token')
})

test('a session that ends over an open form asks for the password and then saves; cancelling leads to the login', async () => {
  const page = await open('/categories?q=felne')
  await press(page, 'Felne', 'Uredi')
  const form = dialog(page, 'Uredi kategoriju')
  await field(form, 'Naziv').fill('Felne i točkovi')
  await saveInEndedSession(page, form, /\/api\/categories\/\d+$/)
  const again = dialog(page, 'Prijavite se ponovo')
  await again.getByLabel('Lozinka (ana)').fill('pogresno')
  await page.keyboard.press('Enter')
  await again.getByText('Pogrešno korisničko ime ili lozinka').waitFor()
  await again.getByLabel('Lozinka (ana)').fill('kontor')
  await page.keyboard.press('Enter')
  await snackbar(page, 'Uspješna izmjena')
  await rowOf(page, 'Felne i točkovi').waitFor()

  await press(page, 'Felne i točkovi', 'Uredi')
  await field(form, 'Naziv').fill('Felne')
  await saveInEndedSession(page, form, /\/api\/categories\/\d+$/)
  const question = dialog(page, 'Odbaciti izmjene?')
  const password = again.getByLabel('Lozinka (ana)')
  // When cancelled, the focus returns to the password, never to the form beneath.
  for (let round = 0; round < 2; round += 1) {
    await hasFocus(password)
    await page.keyboard.press('Escape')
    await hasFocus(question.getByRole('button', { name: 'Nastavi uređivanje' }))
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    await hasFocus(password)
    await page.keyboard.type('kon')
    expect(await password.inputValue()).toBe('kon'.repeat(round + 1))
    expect(await field(form, 'Naziv').inputValue()).toBe('Felne')
  }
  await again.getByRole('button', { name: 'Odustani' }).click()
  await question.getByRole('button', { name: 'Odbaci' }).click()
  await title(page, 'Prijava').waitFor()
})

test('an unsent message survives a session that has ended before another conversation is opened', async () => {
  const page = await open('/messages')
  const threads = page.getByRole('navigation', { name: 'Konverzacije' }).getByRole('link')
  await threads.nth(1).waitFor()
  await threads.first().click()
  const message = page.getByRole('textbox', { name: 'Poruka' })
  await message.fill('Javljam se sutra')
  await threads.nth(1).evaluate((link: HTMLElement) => {
    localStorage.setItem('expiration', String(Date.now() - 1))
    link.click()
  })
  const again = dialog(page, 'Prijavite se ponovo')
  await again.getByLabel('Lozinka (ana)').fill('kontor')
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'hidden' })
  await threads.first().click()
  await expect.poll(() => message.inputValue()).toBe('Javljam se sutra')
})

test('simultaneous 401 responses open one dialog, and the return URL is kept', async () => {
  const page = await open('/cities?f.name=bar')
  await title(page, 'Gradovi').waitFor()
  const refused: string[] = []
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.goto('about:blank') // otherwise the screen's own requests would fail first
  const headers = { authorization: `Bearer ${token}` }
  expect((await call(`${address}/api/logout`, { method: 'POST', headers })).ok).toBe(true)
  await page.goto(`${address}/cities?f.name=bar`)
  const ended = dialog(page, 'Sesija je istekla')
  await ended.getByText('Vaša sesija je istekla. Prijavite se ponovo.').waitFor()
  await expect.poll(() => refused.length).toBeGreaterThan(1)
  expect(await page.getByRole('dialog').count()).toBe(1)
  await ended.getByRole('button', { name: 'U redu' }).click()
  await title(page, 'Prijava').waitFor()
  await signIn(page, { username: 'ana', password: 'kontor' })
  await title(page, 'Gradovi').waitFor()
  expect(page.url()).toBe(`${address}/cities?f.name=bar`)
})

test('signing out in one tab signs out the other', async () => {
  const page = await open('/countries')
  const other = await page.context().newPage()
  await other.goto(`${address}/products`)
  await title(other, 'Proizvodi').waitFor()
  await page.getByTitle('Nalog').click()
  await page.getByRole('menuitem', { name: 'Odjavi se' }).click()
  await title(page, 'Prijava').waitFor()
  await title(other, 'Prijava').waitFor()
  expect(await storedKeys(other)).not.toContain('token')
})

test('what was on screen when a session ended in another tab is not shown to the next user', async () => {
  const page = await open('/countries')
  const success = page.getByText('Uspješna izmjena')
  await keepSnackbarsOpen(page, 'Uspješna izmjena')
  await press(page, 'Albanija', 'Uredi')
  const form = dialog(page, 'Uredi državu')
  await field(form, 'Naziv').fill('Albanija Nova')
  await save(form)
  await success.waitFor()
  await page.route(/\/assets\/en-[^/]*\.js$/, (one) => one.abort())
  await page.getByRole('button', { name: 'Jezik: CG' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByRole('dialog').getByText('Server nije odgovorio.').waitFor()
  const other = await page.context().newPage()
  await other.goto(address + BLANK)
  await other.evaluate(() => localStorage.removeItem('token'))
  await title(page, 'Prijava').waitFor()
  await signIn(page, { username: 'nikola', password: 'kontor' })
  await title(page, 'Države').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await success.count()).toBe(0)
})

test('a draft is not saved as another user who has signed in in another tab', async () => {
  const page = await open('/categories?q=akumulatori')
  await press(page, 'Akumulatori', 'Uredi')
  await field(dialog(page, 'Uredi kategoriju'), 'Naziv').fill('Tuđe ime')
  const other = await page.context().newPage()
  await other.goto(`${address}/cities`)
  await other.getByTitle('Nalog').click()
  await other.getByRole('menuitem', { name: 'Odjavi se' }).click()
  await signIn(other, { username: 'nikola', password: 'kontor' })
  await title(other, 'Početna').waitFor()
  const again = dialog(page, 'Prijavite se ponovo') // the page's own requests open it as well
  await again.getByLabel('Lozinka (ana)').waitFor()
  await again.getByRole('button', { name: 'Odustani' }).click()
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Odbaci' }).click()
  await expect.poll(() => page.getByTitle('Nalog').textContent()).toContain('Nikola')
  await rowOf(page, 'Akumulatori').waitFor()
  await other.reload()
  await expect.poll(() => other.getByTitle('Nalog').textContent()).toContain('Nikola')
})

test('after a change of the username an expired session asks for the password under the new one', async () => {
  const page = await open('/user-profile', { as: { username: 'milica', password: 'kontor' } })
  await page.getByRole('button', { name: 'Uredi podatke' }).click()
  const form = dialog(page, 'Uredi podatke')
  await field(form, 'Korisničko ime').fill('milica.nova')
  await form.getByRole('button', { name: 'Sačuvaj' }).click()
  await snackbar(page, 'Sva obavezna polja moraju biti ispravno popunjena')
  await field(form, 'Trenutna lozinka').fill('kontor')
  // The next form begins with what was saved, also before it has been read again.
  const whoAmI = `**${session.me.path}`
  await page.route(whoAmI, () => {}) // never answered
  await save(form)
  await snackbar(page, 'Uspješna izmjena')
  await page.getByRole('button', { name: 'Uredi podatke' }).click()
  expect(await field(form, 'Korisničko ime').inputValue()).toBe('milica.nova')
  await page.unroute(whoAmI)
  await field(form, 'Ime').fill('Milica Nova')
  await saveInEndedSession(page, form, /\/api\/userUpdate$/)
  const again = dialog(page, 'Prijavite se ponovo')
  await again.getByLabel('Lozinka (milica.nova)').fill('kontor')
  await page.keyboard.press('Enter')
  await page.getByRole('definition').getByText('Milica Nova').waitFor()
})

test('the user sees his sessions, and ends one', async () => {
  const as = { username: 'luka', password: 'kontor' }
  const there = await open('/countries', { as })
  await title(there, 'Države').waitFor()
  const page = await open('/login?to=/user-profile', { as: null })
  await signIn(page, as)
  const devices = page.getByRole('region', { name: 'Prijavljeni uređaji' })
  const currentSession = devices.getByRole('listitem').first()
  await currentSession.getByText('Ovaj uređaj').waitFor()
  await currentSession.getByText('Chrome na Linuxu').waitFor()
  await currentSession.getByText('127.0.0.1').waitFor()
  expect(await currentSession.getByRole('button').count()).toBe(0)
  await expect.poll(() => devices.getByRole('listitem').count()).toBeGreaterThan(1)
  await devices.getByRole('button', { name: 'Odjavi sve ostale' }).click()
  const question = dialog(page, 'Odjaviti sve ostale uređaje?')
  await question.getByRole('button', { name: 'Odjavi sve ostale' }).click()
  await snackbar(page, 'Ostali uređaji su odjavljeni')
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
  await dialog(there, 'Sesija je istekla').waitFor()
})

test('the password is changed from the login page on request, and only the new one signs in', async () => {
  const page = await open('/login', { as: null })
  await page.getByRole('button', { name: 'Izmijeni lozinku' }).click()
  await page.getByText('Prijavite se trenutnom lozinkom, pa upišite novu.').waitFor()
  await field(page, 'Korisničko ime').fill('ivana')
  await page.getByLabel('Lozinka').first().fill('kontor')
  await page.getByRole('button', { name: 'Prijavi se i izmijeni lozinku' }).click()
  await dialog(page, 'Izmijeni lozinku').waitFor()
  await expect.poll(() => page.url()).toBe(`${address}/user-profile`)
  const form = dialog(page, 'Izmijeni lozinku')
  await field(form, 'Trenutna lozinka').fill('kontor')
  await field(form, 'Nova lozinka').fill('abc')
  await field(form, 'Potvrda lozinke').fill('abcd')
  await form.getByRole('button', { name: 'Sačuvaj' }).click()
  await snackbar(page, 'Sva obavezna polja moraju biti ispravno popunjena')
  await form.getByText('Lozinka mora imati najmanje 4 znaka.').waitFor()
  await form.getByText('Lozinke se ne poklapaju.').waitFor()
  await field(form, 'Nova lozinka').fill('nova-šifra')
  await field(form, 'Potvrda lozinke').fill('nova-šifra')
  await save(form)
  await snackbar(page, 'Lozinka je izmijenjena')
  await page.getByTitle('Nalog').click()
  await page.getByRole('menuitem', { name: 'Odjavi se' }).click()
  await signIn(page, { username: 'ivana', password: 'kontor' })
  await page.getByRole('alert').getByText('Pogrešno korisničko ime ili lozinka').waitFor()
  await signIn(page, { username: 'ivana', password: 'nova-šifra' })
  await title(page, 'Početna').waitFor()
})
