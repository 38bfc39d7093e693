import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '../api/test/mail-server.ts'
import { accessibilityFaults, faultsInBothThemes, startKontor } from './harness.ts'
import { dialog, field, press, save, snackbar } from './list.ts'

const mail = await startMailServer()
afterAll(() => mail.close())
const { open, address } = await startKontor(mail.env)

const VISITOR = { as: null }
const EMAIL = 'luka@firma.me'
/** The path of the last mailed link, on this server. */
async function linkTo(email: string, known: number) {
  await expect.poll(() => mail.received.filter(({ to }) => to.includes(email)).length).toBeGreaterThan(known)
  const last = mail.received.findLast(({ to }) => to.includes(email))
  return address + (/http:\/\/127\.0\.0\.1:3000(\S+)/.exec(last?.body ?? '')?.[1] ?? '')
}

test('the administrator sets an address, the link comes by mail, sets a new password, and signs in', async () => {
  const office = await open('/users?q=luka')
  await press(office, 'Luka Čabarkapa', 'Uredi')
  const form = dialog(office, 'Uredi korisnika')
  await field(form, 'E-mail').fill('luka@')
  await field(form, 'E-mail').press('Enter')
  await form.getByText(/ime@firma\.me/).waitFor()
  await field(form, 'E-mail').fill(EMAIL)
  await save(form)
  await snackbar(office, 'Uspješna izmjena')

  const page = await open('/login', VISITOR)
  await page.getByRole('button', { name: 'Zaboravljena lozinka?' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Zaboravljena lozinka' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Polje je obavezno.').waitFor()
  await page.keyboard.type('luka')
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Provjerite e-mail' }).waitFor()

  const link = await linkTo(EMAIL, 0)
  const look = '**/api/password_links/look'
  await page.route(look, (route) => route.abort(), { times: 1 })
  // Before the page loads: in a loaded one a slow renderer may send a request past a route set just before it.
  await page.route('**/api/password_links', (route) => route.abort(), { times: 1 })
  await page.goto(link.replace(/#.*/, `#${'a'.repeat(43)}`))
  await page.getByRole('heading', { level: 1, name: 'Podaci nijesu učitani' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Link ne važi' }).waitFor()
  await page.goto(link) // in the same tab only the fragment changes
  await page.getByRole('heading', { level: 1, name: 'Nova lozinka' }).waitFor()
  expect(await page.getByLabel('Korisničko ime').inputValue()).toBe('luka')
  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  await page.getByText('Lozinka mora imati najmanje 4 znaka.').waitFor()
  await page.getByText('Polje je obavezno.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await field(page, 'Nova lozinka').fill('lukina-nova')
  await field(page, 'Potvrda lozinke').fill('lukina-nova')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Server nije odgovorio').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Lozinka je sačuvana' }).waitFor()
  await page.getByRole('link', { name: 'Prijavi se' }).click()
  await page.getByLabel('Korisničko ime').fill('luka')
  await page.getByLabel('Lozinka').first().fill('lukina-nova')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Početna' }).waitFor()

  const again = await open(link.slice(address.length), VISITOR)
  await again.getByRole('heading', { level: 1, name: 'Link ne važi' }).waitFor()
  await again.getByRole('link', { name: 'Zatraži novi link' }).click()
  await again.getByLabel('Korisničko ime ili e-mail').waitFor()
  await again.getByRole('button', { name: 'Nazad na prijavu' }).click()
  await again.getByLabel('Lozinka').first().waitFor()

  await office.evaluate(() => history.pushState(null, '', '/users?tab=sign_ins'))
  await office.getByRole('cell', { name: 'Nova lozinka preko linka' }).first().waitFor()
  expect(await accessibilityFaults(office)).toEqual([])
})

test('users change their address with the password and see their last sign-ins, also on a phone', async () => {
  const page = await open('/user-profile', { viewport: { width: 390, height: 844 } })
  await page.getByRole('heading', { name: 'Posljednje prijave' }).waitFor()
  await page.getByText('Prijavljen', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Uredi podatke' }).click()
  const form = page.getByRole('dialog')
  await field(form, 'E-mail').fill('ana@firma.me')
  await field(form, 'Trenutna lozinka').fill('kontor')
  await form.getByRole('button', { name: 'Sačuvaj' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('ana@firma.me').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test("the portal's sign-in sends a link too, also when its form fails to load at first", async () => {
  const page = await open('/app/login', {
    ...VISITOR,
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  })
  let failures = 0
  await page.route('**/assets/ForgotForm-*.js', (route) =>
    failures++ === 0 ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Zaboravljena lozinka?' }).click()
  await page.getByLabel('Korisničko ime ili e-mail').fill('servis')
  await page.getByRole('button', { name: 'Pošalji link' }).click()
  await page.getByRole('heading', { level: 1, name: 'Provjerite e-mail' }).waitFor()
  expect(failures).toBeGreaterThan(1)
  await page.goto(`${address}/app/password#${'a'.repeat(43)}`)
  await page.getByRole('heading', { level: 1, name: 'Link ne važi' }).waitFor()
})

test("opened before the server's settings are known: then shows the form, or who sets a new password", async () => {
  const page = await open('/login', VISITOR)
  for (const mails_links of [true, false]) {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/about', async (route) => {
      const response = await route.fetch()
      await gate.promise
      await route.fulfill({ response, json: { ...(await response.json()), mails_links } })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Zaboravljena lozinka?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Zaboravljena lozinka' }).waitFor()
    gate.resolve()
    if (!mails_links) await page.getByText('Novu lozinku vam može dati direktor').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a new user is invited by mail, is listed as invited until the password is set, and signs in with it', async () => {
  const office = await open('/users?add=1')
  const form = dialog(office, 'Novi korisnik')
  await field(form, 'Ime').fill('Petar Mugoša')
  await field(form, 'Korisničko ime').fill('petar.mugosa')
  await form.getByRole('switch', { name: 'Pošalji poziv e-mailom' }).press('Space')
  expect(await field(form, 'Lozinka').count()).toBe(0)
  await form.getByText('Na njega stiže poziv').waitFor()
  expect(await form.getByText('Nije obavezan').count()).toBe(0)
  await form.getByRole('button', { name: 'Sačuvaj' }).click()
  await form.getByText('Polje je obavezno.').waitFor()
  expect(await accessibilityFaults(office)).toEqual([])
  await field(form, 'E-mail').fill('petar@firma.me')
  await save(form)
  await snackbar(office, 'Poziv se šalje na petar@firma.me')
  await office.goto(`${address}/users?q=petar.mugosa`)
  await office
    .getByRole('row', { name: /petar\.mugosa/ })
    .getByText('Pozvan', { exact: true })
    .waitFor()

  const page = await open('/login', VISITOR)
  await page.goto(await linkTo('petar@firma.me', 0))
  await field(page, 'Nova lozinka').fill('petrova-prva')
  await field(page, 'Potvrda lozinke').fill('petrova-prva')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Lozinka je sačuvana' }).waitFor()

  await office.reload()
  await office
    .getByRole('row', { name: /petar\.mugosa/ })
    .getByText('Aktivan', { exact: true })
    .waitFor()

  // The form of a partner says as well that an invitation needs the e-mail.
  await office.goto(`${address}/partners?add=1`)
  const partner = dialog(office, 'Novi partner')
  await partner.getByText('Više podataka', { exact: true }).click()
  const needsEmail = async () => (await field(partner, 'E-mail').getAttribute('required')) !== null
  expect(await needsEmail()).toBe(false)
  await partner.getByRole('switch', { name: 'Pošalji poziv e-mailom' }).press('Space')
  await expect.poll(needsEmail).toBe(true)
})
