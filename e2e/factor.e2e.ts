import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../api/test/make-factor.ts'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, freePort, startKontor } from './harness.ts'
import { dialog, field, press, rowOf, save, saveInEndedSession, signIn, snackbar, title } from './list.ts'

// Passkeys are bound to the server's public address.
const port = await freePort()
const site = `http://localhost:${port}`
const { open, address } = await startKontor({ PORT: String(port), PUBLIC_URL: site })
const asAna = await callsOf(address, DEMO)

let count = 0
/** A user of the staff with a role that no other user has. */
async function someone() {
  count += 1
  const user = { username: `dvokorak${count}`, password: 'kontor' }
  const names = { name: `Dvokorak ${count}`, confirmPassword: user.password, role: 'user_manager' }
  const { id } = await asAna<{ id: number }>('POST', '/api/users/add', { ...user, ...names })
  return { ...user, ...names, id }
}
const code = (page: Page) => field(page, 'Kod iz aplikacije')

async function signOut(page: Page) {
  await page.getByTitle('Nalog').click()
  await page.getByRole('menuitem', { name: 'Odjavi se' }).click()
  await title(page, 'Prijava').waitFor()
}

/**
 * Sets up an authenticator app in the settings, or on the screen that requires it; returns its secret and the recovery
 * codes.
 */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Podesi', exact: true }).click()
  const form = dialog(page, 'Aplikacija za kodove')
  await form.getByLabel('Trenutna lozinka').fill('kontor')
  await page.keyboard.press('Enter')
  const secret = ((await form.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await form.getByRole('img', { name: 'QR kod za aplikaciju' }).waitFor()
  await field(form, 'Kod koji aplikacija sada prikazuje').fill('000000')
  await page.keyboard.press('Enter')
  await form.getByText('Kod nije tačan ili je već iskorišćen').waitFor()
  await field(form, 'Kod koji aplikacija sada prikazuje').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const codesDialog = dialog(page, 'Sačuvajte rezervne kodove')
  await codesDialog.getByRole('list', { name: 'Rezervni kodovi' }).waitFor()
  const codes = await codesDialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(await accessibilityFaults(page)).toEqual([])
  // Codes that could not be copied are not saved.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await codesDialog.getByRole('button', { name: 'Kopiraj: Rezervni kodovi' }).click()
  await page.keyboard.press('Escape')
  await dialog(page, 'Zatvoriti bez sačuvanih kodova?').getByRole('button', { name: 'Ostani' }).click()
  await codesDialog.getByRole('button', { name: 'Kodovi su sačuvani' }).click()
  await codesDialog.waitFor({ state: 'hidden' })
  return { secret, codes }
}

test('sets up an authenticator app, requires it at the sign-in, and survives reloading and going back', async () => {
  const user = await someone()
  const page = await open('/user-profile', { as: user })
  const { secret, codes } = await setUpApp(page)
  await page.getByText('Preostalo je 10').waitFor()
  await signOut(page)
  await page.goto(`${address}/countries?f.name=crna`)
  await signIn(page, user)
  await title(page, 'Drugi korak').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await code(page).fill('000000')
  await page.getByText('Kod nije tačan ili je već iskorišćen.').waitFor()
  await page.reload()
  await title(page, 'Drugi korak').waitFor()
  await page.goBack()
  await title(page, 'Prijava').waitFor()
  await page.goForward()
  await title(page, 'Drugi korak').waitFor()
  await code(page).fill(codeOf(secret, 1)) // the previous code has finished the set-up
  await title(page, 'Države').waitFor()
  expect(page.url()).toBe(`${address}/countries?f.name=crna`)
  await signOut(page)
  await page.goto(`${address}/login?to=/countries&step=2`) // of a sign-in that is over
  await expect.poll(() => page.url()).toBe(`${address}/login?to=%2Fcountries`)
  await signIn(page, user)
  await page.getByRole('button', { name: 'Rezervni kod', exact: true }).click()
  await field(page, 'Rezervni kod').fill(codes[0]?.toUpperCase() ?? '')
  await page.keyboard.press('Enter')
  await title(page, 'Države').waitFor()

  // A session that ends while a form is open requires both steps, and then saves the input.
  await page.goto(`${address}/categories?q=felne`)
  await press(page, 'Felne', 'Uredi')
  const form = dialog(page, 'Uredi kategoriju')
  await field(form, 'Naziv').fill('Felne i kape')
  await saveInEndedSession(page, form, /\/api\/categories\/\d+$/)
  await dialog(page, 'Prijavite se ponovo').getByLabel(`Lozinka (${user.username})`).fill('kontor')
  await page.keyboard.press('Enter')
  const second = dialog(page, 'Drugi korak')
  await second.getByRole('button', { name: 'Rezervni kod', exact: true }).click()
  await field(second, 'Rezervni kod').fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await snackbar(page, 'Uspješna izmjena')
  await rowOf(page, 'Felne i kape').waitFor()
})

test('registers a passkey, signs in with it, renames and removes it', async () => {
  const user = await someone()
  const page = await open('/login', { as: null, fresh: true })
  await page.goto(`${site}/login`)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const virtual = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true } as const
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...virtual, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await signIn(page, user)
  await title(page, 'Početna').waitFor()
  await page.goto(`${site}/user-profile`)
  await page.getByRole('button', { name: 'Dodaj pristupni ključ' }).click()
  const form = dialog(page, 'Dodaj pristupni ključ')
  await field(form, 'Naziv ključa').fill('Laptop')
  await form.getByLabel('Trenutna lozinka').fill('kontor')
  await page.keyboard.press('Enter')
  await dialog(page, 'Sačuvajte rezervne kodove').getByRole('button', { name: 'Kodovi su sačuvani' }).click()
  await page.getByRole('button', { name: 'Preimenuj: Laptop' }).waitFor()
  await signOut(page)
  await signIn(page, user)
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Nastavi pristupnim ključem' }).click()
  await title(page, 'Početna').waitFor()
  await page.goto(`${site}/user-profile`)
  await page.getByText('Posljednja upotreba').first().waitFor()
  await page.getByRole('button', { name: 'Ukloni: Laptop' }).click()
  const remove = dialog(page, 'Ukloniti pristupni ključ Laptop?')
  await remove.getByLabel('Trenutna lozinka').fill('kontor')
  await page.keyboard.press('Enter')
  await snackbar(page, 'Uklonjeno')
  await signOut(page)
  await signIn(page, user)
  await title(page, 'Početna').waitFor()
})

test('a role that requires a second factor sets one up first, over the open screen and what is typed there', async () => {
  const user = await someone()
  const page = await open('/categories?q=akumulatori', { as: user })
  await press(page, 'Akumulatori', 'Uredi')
  const form = dialog(page, 'Uredi kategoriju')
  await field(form, 'Naziv').fill('Akumulatori i punjači')
  const require = async (second_factor_roles: string[]) => {
    const { version } = await asAna<{ version: number }>('GET', '/api/settings')
    await asAna('PUT', '/api/settings', { hidden_resources: [], version, second_factor_roles })
  }
  onTestFinished(() => require([]))
  await require(['user_manager'])
  await title(page, 'Podesite drugi korak prijave').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await setUpApp(page)
  await page.getByRole('button', { name: 'Odjavi se' }).click()
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Nastavi uređivanje' }).click()
  await page.getByRole('button', { name: 'Nastavi', exact: true }).click()
  await title(page, 'Podesite drugi korak prijave').waitFor({ state: 'detached' })
  expect(await page.title()).toContain('Kategorije · Kontor')
  expect(await field(form, 'Naziv').inputValue()).toBe('Akumulatori i punjači')
  await save(form)
  await rowOf(page, 'Akumulatori i punjači').waitFor()
  await page.goto(`${address}/user-profile`)
  await page.getByRole('button', { name: 'Ukloni: Aplikacija za kodove' }).click()
  await page.getByRole('dialog').getByText('Vaša uloga traži drugi korak').waitFor()
})

test('an administrator sees who has a second factor and removes a lost one', async () => {
  const user = await someone()
  await setUpApp(await open('/user-profile', { as: user }))
  const page = await open(`/users?f.username=${user.username}`)
  const row = rowOf(page, user.name)
  await row.getByText('Uključen').waitFor()
  await press(page, user.name, 'Ukloni drugi korak prijave')
  await page.getByRole('dialog').getByRole('button', { name: 'Ukloni', exact: true }).click()
  await snackbar(page, 'Drugi korak je uklonjen')
  await row.getByText('Isključen').waitFor()
  const visitor = await open('/login', { as: null })
  await signIn(visitor, user)
  await title(visitor, 'Početna').waitFor()
})
