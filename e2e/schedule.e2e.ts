import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults, DEMO_PARTNER, faultsInBothThemes, startKontor } from './harness.ts'
import { choosePartner, dialog, field, plain, press, rowOf, save, snackbar } from './list.ts'
import { loseResponses } from './responses.ts'

const { open } = await startKontor()

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Podgorica' }).format()
/** A day in the office's notation, this many days from today. */
function dayFrom(days: number) {
  const day = new Date(Date.parse(today) + days * 86_400_000)
  return `${day.toISOString().slice(0, 10).split('-').reverse().join('.')}.`
}
/** A time as lists show it: a time of another year is only its day. */
const shortTime = (days: number, time: string) =>
  dayFrom(days).endsWith(`${today.slice(0, 4)}.`) ? `${dayFrom(days).slice(0, 6)}.* ?${time}` : dayFrom(days)

const preview = (form: Locator) => form.getByRole('region', { name: 'Pregled' })
const feed = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()

test('a slider that begins tomorrow says so in the list, and partners do not see it before', async () => {
  const app = await open('/app', { as: DEMO_PARTNER })
  await app.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
  const [name = ''] = await feed(app)
  const page = await open(`/sliders?f.name=${encodeURIComponent(name)}`)
  await press(page, name, 'Uredi')
  const form = dialog(page, 'Uredi slajder')
  await field(form, 'Prikazuje se od').fill(dayFrom(1))
  await field(form, 'Prikazuje se od').press('Tab')
  const hour = form.getByRole('textbox', { name: 'Prikazuje se od: sat i minut' })
  await expect.poll(() => hour.inputValue()).toBe('08:00')
  await hour.fill('830')
  await hour.press('Tab')
  await expect.poll(() => hour.inputValue()).toBe('08:30')
  expect(await hour.getAttribute('aria-invalid')).not.toBe('true')
  await save(form)
  await rowOf(page, name)
    .getByText(new RegExp(`^Od ${shortTime(1, '08:30')}$`))
    .waitFor()
  await press(page, name, 'Uredi')
  await hour.focus()
  await hour.press('Tab') // moving the focus changes nothing
  await page.keyboard.press('Escape') // closes the calendar of the day that has the focus now
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => feed(app)).not.toContain(name)

  // An invalid day stays in its field and is rejected; a day without a year is the nearest one.
  await rowOf(page, name).focus()
  await page.keyboard.press('e')
  for (const [none, key] of [
    ['32.12.2026', 'Enter'], // submitted without leaving the field
    ['01122026', 'Tab'],
  ] as const) {
    await field(form, 'Prikazuje se do').fill(none)
    await field(form, 'Prikazuje se do').press(key)
    await form.getByText('Upišite datum i vrijeme.').waitFor()
    expect(await field(form, 'Prikazuje se do').inputValue()).toBe(none)
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await form.getByText('Upišite datum i vrijeme.').waitFor()
  }
  const [day = '', month = ''] = dayFrom(9).split('.')
  await field(form, 'Prikazuje se do').fill(`${Number(day)}.${Number(month)}`)
  await field(form, 'Prikazuje se do').press('Tab')
  await expect.poll(() => field(form, 'Prikazuje se do').inputValue()).toBe(dayFrom(9))
  await form.getByText('Upišite datum i vrijeme.').waitFor({ state: 'hidden' })
  await save(form)

  // D duplicates the focused row, also while it is open in the panel, and the shortcut sheet lists it.
  await rowOf(page, name).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/row=/)
  await page.keyboard.press('?')
  const sheet = dialog(page, 'Prečice na tastaturi')
  await sheet.getByText('Dupliraj', { exact: true }).waitFor()
  await sheet.getByRole('button', { name: 'Zatvori' }).last().click()
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('d')
  const copy = dialog(page, 'Dupliraj slajder')
  await copy.getByRole('textbox').press('Enter')
  await snackbar(page, 'Slajder je dupliran')
  await expect.poll(async () => plain(await field(form, 'Naziv').inputValue())).toBe(`${name} (kopija)`)
})

test("a phone preview shows the form's input, with the chosen picture before its upload", async () => {
  const page = await open('/sliders?add=1')
  const form = dialog(page, 'Novi slajder')
  await form.getByRole('combobox', { name: 'Tip', exact: true }).selectOption('4')
  await field(form, 'Naziv').fill('Obuka: balansiranje')
  await preview(form).getByRole('heading', { name: 'Obuka: balansiranje' }).waitFor()
  await form.getByText('Otvoren', { exact: true }).click()
  await field(form, 'Poruka dobrodošlice').fill('Pitajte nas u konverzaciji.')
  await preview(form).getByText('Pitajte nas u konverzaciji.').waitFor()
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 60 } })
  const file = form.locator('input[type=file]')
  await file.setInputFiles({ name: 'obuka.png', mimeType: 'image/png', buffer })
  expect(await file.inputValue()).toBe('') // so that the same file may be chosen again
  const shown = preview(form).locator('img')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120)
  expect(await shown.getAttribute('src')).toMatch(/^blob:/)
  expect(await faultsInBothThemes(page)).toEqual([])
})

test('on a phone the preview opens on request, and follows the input', async () => {
  const page = await open('/notifications?add=1', { viewport: { width: 390, height: 844 } })
  const form = dialog(page, 'Nova notifikacija')
  await field(form, 'Naslov').fill('Inventura')
  expect(await preview(form).count()).toBe(0)
  await form.getByRole('switch', { name: 'Pregled' }).click()
  await preview(form).getByText('Inventura', { exact: true }).waitFor()
  await field(form, 'Tekst').fill('U subotu ne radimo.')
  await preview(form).getByText('U subotu ne radimo.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

/** Fills in a notification to one partner, scheduled for a time; the form stays open. */
async function write(page: Page, subject: string, day: string) {
  const form = dialog(page, 'Nova notifikacija')
  await field(form, 'Naslov').fill(subject)
  await field(form, 'Tekst').fill('U subotu ne radimo.')
  await form.getByRole('radio', { name: 'Partnerima' }).check()
  await choosePartner(page, form)
  await field(form, 'Vrijeme slanja').fill(day)
  await field(form, 'Vrijeme slanja').press('Tab') // moves to the hour
  return form
}

test('a notification is scheduled for the future, sent before its time, and another is cancelled', async () => {
  const page = await open('/notifications?add=1')
  let form = await write(page, 'Prva', dayFrom(-1))
  const isPast = form.getByText('To vrijeme je već prošlo.')
  await isPast.waitFor()
  // The browser's clock does not decide: the time is sent, and the API refuses it.
  const hour = form.getByRole('textbox', { name: 'Vrijeme slanja: sat i minut' })
  await hour.fill('09:00')
  await isPast.waitFor({ state: 'hidden' })
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/notifications') && answer.status() !== 503,
  )
  await hour.press('Enter')
  expect((await refused).status()).toBe(436) // refused by a rule of the server
  await isPast.waitFor()
  await field(form, 'Vrijeme slanja').click()
  const yesterday = new RegExp(`^${Number(dayFrom(-1).slice(0, 2))} `)
  // The calendar of a month may begin with its first day.
  if (!today.endsWith('-01')) await page.getByRole('button', { name: yesterday, disabled: true }).waitFor()
  await field(form, 'Vrijeme slanja').fill(dayFrom(2))
  await field(form, 'Vrijeme slanja').press('Tab') // moves to the hour
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await snackbar(page, `Zakazana za ${dayFrom(2)} 09:00`)
  await rowOf(page, 'Prva')
    .getByText(new RegExp(`^Zakazana za ${shortTime(2, '09:00')}$`))
    .waitFor()
  // A row names only the first of many partners, here none: the question counts all of them.
  await page.route('**/api/notifications/index', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json = (await response.json()) as { result: object[] }
    await route.fulfill({
      response,
      json: { ...json, result: json.result.map((row) => ({ ...row, partners: [] })) },
    })
  })
  const listed = page.waitForResponse('**/api/notifications/index')
  await page.getByRole('button', { name: 'Osvježi' }).click()
  await listed
  await press(page, 'Prva', 'Pošalji odmah')
  const sending = dialog(page, 'Poslati „Prva“ odmah?')
  await sending.getByText('Primaoci: 1 partner').waitFor()
  await page.unroute('**/api/notifications/index')
  await sending.getByRole('button', { name: 'Pošalji odmah' }).click()
  await snackbar(page, 'Notifikacija je poslata')
  await rowOf(page, 'Prva').getByText('Stiglo na 0 od 1').waitFor()

  // A copy has the same partner, and no scheduled time.
  await rowOf(page, 'Prva').focus()
  await page.keyboard.press('d')
  form = dialog(page, 'Nova notifikacija')
  await field(form, 'Naslov').fill('Druga')
  await field(form, 'Vrijeme slanja').fill(dayFrom(3))
  await field(form, 'Vrijeme slanja').press('Tab')
  await form.getByRole('button', { name: 'Zakaži' }).click()
  await form.waitFor({ state: 'hidden' })
  await press(page, 'Druga', 'Otkaži slanje')
  await dialog(page, 'Otkazati „Druga“?').getByRole('button', { name: 'Otkaži slanje' }).click()
  await snackbar(page, 'Slanje je otkazano')
  await rowOf(page, 'Druga').getByText('Otkazana').waitFor()

  // A form that is changed after its response was lost is not sent again without a confirmation, also when a server
  // that starts again has refused it meanwhile.
  await page.getByRole('button', { name: 'Nova notifikacija' }).first().click()
  form = await write(page, 'Pogrešna', dayFrom(2))
  await loseResponses(page, '**/api/notifications')
  await form.getByRole('button', { name: 'Zakaži' }).click()
  await form.getByRole('alert').getByText('neće se sačuvati dvaput').waitFor()
  await page.unroute('**/api/notifications')
  await page.route('**/api/notifications', (route) =>
    route.fulfill({ status: 503, json: { message: 'error.unavailable' } }),
  )
  await form.getByRole('button', { name: 'Zakaži' }).click()
  await form.getByRole('alert').getByText('Server trenutno nije dostupan.').waitFor()
  await page.unroute('**/api/notifications')
  await field(form, 'Naslov').fill('Ispravljena')
  await form.getByRole('button', { name: 'Zakaži' }).click()
  await form.getByRole('alert').getByText('Prvi pokušaj je ipak sačuvan').waitFor()
  await rowOf(page, 'Pogrešna').waitFor()
  expect(await rowOf(page, 'Ispravljena').count()).toBe(0)
  // A second notification is sent after a confirmation.
  await form.getByRole('button', { name: 'Zakaži' }).click()
  await form.waitFor({ state: 'hidden' })
  await rowOf(page, 'Ispravljena').waitFor()
})
