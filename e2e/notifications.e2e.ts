import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, startKontor } from './harness.ts'
import {
  browse,
  chips,
  choosePartner,
  column,
  dialog,
  field,
  focused,
  go,
  press,
  rowOf,
  snackbar,
  title,
} from './list.ts'
import { phone } from './portal.ts'
import { delayRequests, received } from './responses.ts'

const { open, address } = await startKontor()
const NAME = 'Zimske gume: 4 komada po cijeni 3'

test('a notification needs a subject, a text and recipients, whose number is shown', async () => {
  const page = await open('/notifications?add=1')
  const form = dialog(page, 'Nova notifikacija')
  await form.waitFor()
  await expect.poll(() => focused(page)).toBe('subject')
  await field(form, 'Tekst').fill('a')
  await field(form, 'Naslov').press('Enter')
  await form.getByText('Morate izabrati minimum 1 kategoriju').waitFor()
  await form.getByText('Polje je obavezno.').waitFor()
  await form.getByRole('radio', { name: 'Partnerima' }).check()
  await form.getByRole('button', { name: 'Pošalji', exact: true }).click()
  await form.getByText('Morate izabrati minimum 1 partnera').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await form.getByRole('radio', { name: 'Kategorijama' }).check()
  await form.getByText('Izaberite kome se šalje.').waitFor()
  await browse(form, 'Kategorije')
  const categories = dialog(page, 'Kategorije')
  await categories.getByRole('checkbox', { name: 'Izaberi: Akumulatori' }).check()
  await categories.getByRole('button', { name: /^Potvrdi/ }).click()
  await form.getByText(/^Primaoci: \d+ partner/).waitFor()

  await form.getByRole('radio', { name: 'Partnerima' }).check()
  await form.getByText('Izaberite kome se šalje.').waitFor()
  await choosePartner(page, form)
  await form.getByText('Primaoci: 1 partner, 1 korisnik. Prijavljeni uređaji: 1.').waitFor()
  await form.getByText(/Firebase nije podešen: na 1 telefon ne stiže/).waitFor()
  await form.getByRole('radio', { name: 'Kategorijama' }).check()
  expect(await chips(form, 'Kategorije')).toEqual([])
  await form.getByRole('radio', { name: 'Partnerima' }).check()
  expect(await chips(form, 'Partneri')).toEqual([])
})

test('of two copies the one that was chosen last is opened, also when the first is loaded later', async () => {
  const page = await open('/notifications')
  const rows = page.locator('tbody tr[data-id]')
  await rows.nth(1).waitFor()
  const path = `/api/notifications/chosen/${await rows.nth(0).getAttribute('data-id')}`
  const loading = Promise.withResolvers<void>()
  await delayRequests(page, `**${path}`, loading.promise)
  const asked = page.waitForRequest(`**${path}`)
  await rows.nth(0).focus()
  await page.keyboard.press('d')
  await asked
  await rows.nth(1).focus()
  await page.keyboard.press('d')
  const form = dialog(page, 'Nova notifikacija')
  await form.waitFor()
  await form.getByRole('button', { name: 'Odustani' }).click()
  await form.waitFor({ state: 'detached' })
  loading.resolve()
  await received(page, path)
  await rows.nth(1).focus()
  await page.keyboard.press('?') // a step later
  await dialog(page, 'Prečice na tastaturi').waitFor()
  expect(await form.count()).toBe(0)
})

test('writes and sends a notification by keyboard alone, and shows it first', async () => {
  const page = await open('/')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Push Notifikacije/ })
    .click()
  await expect.poll(() => column(page, 'Naslov')).toContain('Neradni dani')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' }).fill('nova notif')
  await page.getByRole('option', { name: 'Nova notifikacija' }).click()
  const form = dialog(page, 'Nova notifikacija')
  const confirmation = dialog(page, 'Poslati notifikaciju?')
  await expect.poll(() => focused(page)).toBe('subject')
  await page.keyboard.press('Control+Enter')
  await form.getByText('Morate izabrati minimum 1 kategoriju').waitFor()
  expect(await confirmation.count()).toBe(0)
  await expect.poll(() => focused(page)).toBe('subject')
  await page.keyboard.type('Popis')
  await page.keyboard.press('Tab')
  await page.keyboard.type('U petak radimo do podne.')
  await field(form, 'Kategorije').focus()
  await page.keyboard.type('akumul')
  await page.locator('[role=option][data-current]', { hasText: 'Akumulatori' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => chips(form, 'Kategorije')).toEqual(['Akumulatori'])
  expect(await form.getByRole('listbox').count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await confirmation.waitFor()
  await page.keyboard.press('Escape')
  await confirmation.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('categories')
  await page.keyboard.press('Control+Enter')
  await confirmation.waitFor()
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await column(page, 'Naslov'))[0]).toBe('Popis')

  // The sent notification is the first row, with its status per device.
  await page.getByRole('button', { name: 'Nova notifikacija' }).first().click()
  await field(form, 'Naslov').fill('Inventura')
  await field(form, 'Tekst').fill('U subotu ne radimo.')
  await form.getByRole('radio', { name: 'Partnerima' }).check()
  await choosePartner(page, form)
  await form.getByRole('button', { name: 'Pošalji', exact: true }).click()
  const [partner] = await chips(form, 'Partneri')
  await confirmation
    .getByText(`Za: ${partner} · Primaoci: 1 partner, 1 korisnik. Prijavljeni uređaji: 1.`)
    .waitFor()
  await confirmation.getByRole('button', { name: 'Pošalji' }).click()
  await form.waitFor({ state: 'hidden' })
  await snackbar(page, `Notifikacija je poslata: 1 korisnik (${partner})`)
  await expect.poll(async () => (await column(page, 'Naslov'))[0]).toBe('Inventura')
  await expect.poll(async () => (await column(page, 'Isporuka'))[0]).toBe('Stiglo na 0 od 1')

  await press(page, 'Inventura', 'Detalji')
  const details = dialog(page, 'Inventura')
  await details.getByText('Stiglo na 0 od 1 · 1 samo zabilježeno').waitFor()
  await expect.poll(() => column(details, 'Ishod')).toEqual(['Samo zabilježeno'])
  expect(await accessibilityFaults(page)).toEqual([])
  await details.getByRole('button', { name: 'Pošalji ponovo na neuspjele' }).click()
  await snackbar(page, 'Poslato ponovo')
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a scheduled notification keeps what a colleague has saved meanwhile: the texts and all recipients', async () => {
  const colleague = await callsOf(address, DEMO)
  type Partners = { id: number; name: string }[]
  const partners = await colleague<Partners>('GET', '/api/getPartnersForAddNotificationChooseDialog')
  const [first, second, third] = partners
  const before = {
    subject: 'Zakazana za sutra',
    notification_text: 'Gume na popustu',
    send_by_category: false,
    partners: [first?.id],
    send_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const { id, version } = await colleague<{ id: number; version: number }>(
    'POST',
    '/api/notifications',
    before,
  )
  const page = await open('/')
  await title(page, 'Početna').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zakazana za')
  await page.getByRole('option', { name: /Zakazana za sutra/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await rowOf(page, 'Zakazana za sutra').waitFor()
  await go(page, '/notifications')
  await press(page, 'Zakazana za sutra', 'Uredi notifikaciju')
  const mine = dialog(page, 'Uredi notifikaciju')
  await expect.poll(() => chips(mine, 'Partneri')).toEqual([first?.name])
  await colleague('PUT', `/api/notifications/${id}`, {
    ...before,
    subject: 'Druga akcija',
    partners: [second?.id, third?.id],
    version,
  })
  // A row names only the first of many partners.
  await page.route(/\/api\/notifications\/\d+$/, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    if (json.current) json.current.partners.pop()
    await route.fulfill({ response, json })
  })
  await field(mine, 'Tekst').fill('Gume na popustu do petka')
  await mine.getByRole('button', { name: 'Sačuvaj' }).click()
  const conflict = dialog(page, 'Zapis je u međuvremenu izmijenjen')
  await conflict.getByText('Druga akcija').waitFor()
  await conflict.getByRole('button', { name: 'Sačuvaj zajedno' }).click()
  await mine.waitFor({ state: 'hidden' })
  await rowOf(page, 'Druga akcija').getByText('Gume na popustu do petka').waitFor()
  await press(page, 'Druga akcija', 'Uredi notifikaciju')
  expect(await field(mine, 'Tekst').inputValue()).toBe('Gume na popustu do petka')
  await expect
    .poll(async () => (await chips(mine, 'Partneri')).sort())
    .toEqual([second?.name, third?.name].sort())
})

test('a notification opens a slider: it is chosen, tried on the own devices, and opened from a partner’s inbox', async () => {
  const page = await open('/notifications?add=1')
  const form = dialog(page, 'Nova notifikacija')
  await field(form, 'Naslov').fill('Zimska akcija')
  expect(await form.getByRole('button', { name: 'Pošalji probu sebi' }).isDisabled()).toBe(true)
  await field(form, 'Tekst').fill('Četiri gume po cijeni tri.')
  await form.getByLabel('Otvara', { exact: true }).selectOption('Slajder')
  // A kind without a record is refused.
  await form.getByRole('button', { name: 'Pošalji', exact: true }).click()
  await form.getByText('Polje je obavezno.').waitFor()
  await field(form, 'Otvara slajder').fill('Zimske gume')
  await form.getByRole('option', { name: NAME }).click()
  await expect.poll(() => field(form, 'Otvara slajder').inputValue()).toBe(NAME)
  await form.getByRole('button', { name: 'Pošalji probu sebi' }).click()
  await form.getByText('Nemate nijedan uređaj za probu.').waitFor()
  // The result was that of another text.
  await field(form, 'Tekst').fill('Četiri gume po cijeni tri, do subote.')
  await form.getByText('Nemate nijedan uređaj za probu.').waitFor({ state: 'hidden' })
  await form.getByRole('radio', { name: 'Partnerima' }).check()
  await field(form, 'Partneri').fill('Autoservis Žarković')
  await form.getByRole('option', { name: 'Autoservis Žarković' }).first().click()
  await form.getByText(/^Primaoci: 1 partner/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Pošalji', exact: true }).click()
  await dialog(page, 'Poslati notifikaciju?').getByRole('button', { name: 'Pošalji' }).click()
  await form.waitFor({ state: 'hidden' })
  await press(page, 'Zimska akcija', 'Detalji')
  await dialog(page, 'Zimska akcija').getByText(`Otvara slajder „${NAME}“`).waitFor()

  const app = await open('/app/notifications', phone)
  await app.getByRole('button', { name: /Zimska akcija/ }).click()
  await title(app, 'Promocija').waitFor()
  await app.getByRole('heading', { level: 2, name: NAME }).waitFor()
})
