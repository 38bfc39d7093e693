// What passes between the office and a partner: files, a first message, a view of the app, places of a seminar.
import { randomBytes } from 'node:crypto'
import type { PortalNotification } from '@kontor/contract/notifications/portal'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { DEMO, DEMO_PARTNER, startKontor } from './harness.ts'
import { dialog, snackbar } from './list.ts'
import { go, phone, press } from './portal.ts'
import { delayRequests, loseResponses } from './responses.ts'

const { address, open } = await startKontor()
const office = await callsOf(address, DEMO)
const app = await callsOf(address, DEMO_PARTNER)

interface Offered {
  id: number
  type: number
  available_dates: string[]
}
const offered = await app<Offered[]>('GET', '/api/app/sliders')
const seminar = offered.find(({ type, available_dates }) => type === 3 && available_dates.length > 2)
const training = offered.find(({ type }) => type === 4)
const { partner, name } = await app<{ partner: { id: number }; name: string }>('GET', '/api/app/me')

/** Random pixels, which no format makes small: with red, green, blue and, where there are four, a half opacity. */
function noise(side: number, channels: 3 | 4) {
  const pixels = randomBytes(side * side * channels)
  for (let at = 3; channels === 4 && at < pixels.length; at += 4) pixels[at] = 128
  return sharp(pixels, { raw: { width: side, height: side, channels } })
}

/** Attaches a file in the partner's app. */
async function attach(page: Page, name: string, mimeType: string, buffer: Buffer) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Dodaj sliku ili fajl')])
  await chooser.setFiles({ name, mimeType, buffer })
}

test('a partner sends a picture, and the office opens it; one that is too large is refused before it is sent', async () => {
  const page = await open(`/app/chats/${training?.id}`, phone)
  await attach(page, 'sum.png', 'image/png', await noise(1400, 3).png().toBuffer())
  await page.getByText('Fajl „sum.png“ je veći od 5 MB.').waitFor()
  // Of a large transparent picture the background does not become black: it stays a png.
  await attach(page, 'znak.webp', 'image/webp', await noise(1000, 4).webp({ lossless: true }).toBuffer())
  await page.getByRole('button', { name: /^Ukloni fajl: znak/ }).waitFor()
  await press(page, 'Pošalji')
  const picture = 'Otvori sliku: znak.png'
  await page.getByRole('button', { name: picture }).waitFor()
  const { id } = await app<{ id: number }>('POST', '/api/app/message_threads', { slider_id: training?.id })
  const desk = await open(`/sliders/${training?.id}/chat?thread=${id}`)
  await desk.getByRole('button', { name: picture }).click()
  await dialog(desk, 'znak.png').getByRole('img', { name: 'znak.png' }).waitFor()
  await desk.keyboard.press('Escape')
  // A chosen file waits with its conversation while another is open.
  const threads = desk.getByRole('navigation', { name: 'Konverzacije' }).getByRole('link')
  await attach(desk, 'cjenovnik.txt', 'text/plain', Buffer.from('cijene'))
  const chosen = desk.getByRole('button', { name: 'Ukloni fajl: cjenovnik.txt' })
  await chosen.waitFor()
  await threads.filter({ hasNotText: name }).first().click()
  await chosen.waitFor({ state: 'detached' })
  await threads.filter({ hasText: name }).first().click()
  await chosen.waitFor()
  // Cells of a spreadsheet stay text, although their copy has a picture, too; of several files one is attached.
  const field = desk.getByRole('textbox', { name: 'Poruka', exact: true })
  const takesPasted = (types: readonly string[]) =>
    field.evaluate((one, types) => {
      const clipboardData = new DataTransfer()
      for (const type of types) clipboardData.setData(type, 'Guma')
      clipboardData.items.add(new File(['x'], 'celije.txt'))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return !one.dispatchEvent(event)
    }, types)
  expect(await takesPasted(['text/html', 'text/plain'])).toBe(false)
  expect(await takesPasted(['text/html'])).toBe(true)
  await desk.getByRole('button', { name: 'Ukloni fajl: celije.txt' }).waitFor()
  await field.evaluate((one) => {
    const dataTransfer = new DataTransfer()
    for (const name of ['prvi.txt', 'drugi.txt']) dataTransfer.items.add(new File(['x'], name))
    one.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await desk.getByText('Uz poruku ide jedan fajl. Dodat je „prvi.txt“.').waitFor()
  // Nothing is sent while a photo is being made smaller.
  await desk.evaluate(() => {
    const real = createImageBitmap
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = (file: ImageBitmapSource) => promise.then(() => real(file))
    Object.assign(globalThis, { createImageBitmap: waiting, goOn: resolve })
  })
  await field.fill('Evo slike')
  await attach(desk, 'foto.jpg', 'image/jpeg', await noise(1400, 3).jpeg({ quality: 100 }).toBuffer())
  await field.press('Enter')
  expect(await field.inputValue()).toBe('Evo slike')
  await desk.evaluate(() => (globalThis as unknown as { goOn: () => void }).goOn())
  await desk.getByRole('button', { name: 'Ukloni fajl: foto.jpg' }).waitFor()
  await field.press('Enter')
  const sent = desk.getByRole('article').filter({ hasText: 'Evo slike' })
  await sent.getByRole('button', { name: 'Otvori sliku: foto.jpg' }).waitFor()
})

test('a message to support that is sent again without its file is not saved twice, and the next one is another', async () => {
  const page = await open('/app/support', phone)
  const message = page.getByRole('textbox', { name: 'Poruka' })
  const send = () => press(page, 'Pošalji')
  const okay = () => page.getByRole('dialog').getByRole('button', { name: 'U redu' }).click()
  const sentOf = (text: string) => page.getByRole('region', { name: 'Poslali ste' }).getByText(text)
  await message.fill('Nedostaje jedna kutija')
  await attach(page, 'kutija.txt', 'text/plain', Buffer.from('kutija'))
  await loseResponses(page, '**/api/app/customerSupport/**', 'POST')
  await send()
  await okay()
  await page.unrouteAll({ behavior: 'wait' })
  await press(page, 'Ukloni fajl: kutija.txt')
  await page.locator('textarea:focus').waitFor() // the button that had the focus is gone
  await send()
  await page.getByText('Prvi pokušaj je ipak sačuvan').waitFor()
  await okay()
  await sentOf('Nedostaje jedna kutija').waitFor()
  await message.fill('Druga poruka')
  await attach(page, 'druga.txt', 'text/plain', Buffer.from('druga'))
  await send()
  await sentOf('Druga poruka').waitFor()
  expect(await sentOf('Nedostaje jedna kutija').count()).toBe(1)
})

test('the office writes first, and the partner reads it', async () => {
  const page = await open(`/customerService?type=2&begin=${partner.id}`)
  const form = dialog(page, 'Nova poruka')
  await form.getByLabel('Korisnik partnera').selectOption({ label: name })
  await form.getByRole('textbox', { name: 'Poruka' }).fill('Vaša roba je spremna za preuzimanje.')
  await form.getByRole('button', { name: 'Pošalji', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?message=\d+$/) // in the list
  const reader = await open('/app/chats', phone)
  await reader.getByRole('link', { name: /Pišite nam.*1 nepročitano/ }).click()
  await reader.getByText('Vaša roba je spremna za preuzimanje.').click()
  await reader.getByRole('article').getByText('Vaša roba je spremna za preuzimanje.').waitFor()
  const inbox = () => app<PortalNotification[]>('GET', '/api/app/notifications')
  const newest = async () => (await inbox()).find(({ link }) => link === new URL(reader.url()).pathname)
  await expect.poll(async () => (await newest())?.read_at).toEqual(expect.any(String)) // it was read here
  // Written first in another training than the one that is open, it is opened there.
  await page.goto(`${address}/sliders/${seminar?.id}/chat?begin=${partner.id}`)
  const first = dialog(page, 'Nova konverzacija')
  await first.getByLabel('Korisnik partnera').selectOption({ label: name })
  await first.getByLabel('Obuka').selectOption(String(training?.id))
  await first.getByRole('textbox', { name: 'Poruka' }).fill('Vidimo se na obuci.')
  await first.getByRole('button', { name: 'Pošalji', exact: true }).click()
  await page.waitForURL(new RegExp(`/sliders/${training?.id}/chat\\?thread=`))
  await page.getByRole('article').getByText('Vidimo se na obuci.').waitFor()
})

test('the office views the app as a partner: it reads, writes nothing, and ends the view', async () => {
  const page = await open(`/partners/${partner.id}`)
  await press(page, 'Kao partner')
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog(page, 'Pogledaj kao partner').getByRole('button', { name: 'Otvori', exact: true }).click(),
  ])
  await tab
    .getByRole('region', { name: 'Pregled iz kancelarije' })
    .getByText(/^Gledate kao /)
    .waitFor()
  await go(tab, `/sliders/${seminar?.id}`)
  const before = await app('GET', '/api/app/sliderRegistrations')
  await tab.getByRole('checkbox', { checked: false }).first().check()
  await tab.getByRole('button', { name: /^(Prijavi se za 1 dan|Sačuvaj izmjene)$/ }).click()
  await tab.getByText('Gledate aplikaciju kao partner: ništa ne možete mijenjati ni slati.').first().waitFor()
  expect(await app('GET', '/api/app/sliderRegistrations')).toEqual(before)
  await tab.reload()
  await Promise.all([tab.waitForEvent('close'), press(tab, 'Završi pregled')])
  await page.reload() // the session of the office goes on
  await page.getByRole('button', { name: 'Kao partner', exact: true }).waitFor()
})

test('who signs up for a full day waits, and has a place when the office adds one', async () => {
  const id = seminar?.id
  const day = seminar?.available_dates.at(-1) ?? ''
  const now = async () => {
    const days = await office<{ day: string; taken: number; waiting: number; places: number | null }[]>(
      'GET',
      `/api/sliders/${id}/days`,
    )
    return days.find((one) => one.day === day)
  }
  await app('POST', `/api/app/sliders/${id}/check-in`, { dates: [] })
  const jelena = await callsOf(address, { ...DEMO, username: 'jelena.djurisic' })
  const guest = await jelena<{ id: number; partner: { id: number } }>('GET', '/api/app/me')
  const signUp = { partner_id: guest.partner.id, user_id: guest.id, dates: [day] }
  await office('POST', `/api/sliders/${id}/registrations`, signUp)
  await office('PUT', `/api/sliders/${id}/days`, { day, places: (await now())?.taken })

  const { waiting: others = 0 } = (await now()) ?? {}

  const page = await open(`/app/sliders/${id}`, phone)
  await page
    .getByRole('checkbox', { name: /Popunjeno: prijava vas stavlja na listu čekanja/ })
    .last()
    .check()
  await press(page, 'Prijavi se za 1 dan')
  await snackbar(page, `Na listi čekanja ste, ${others + 1}. mjesto.`)
  await page.getByText('Na listi čekanja ste', { exact: true }).waitFor()

  const desk = await open(`/sliders?responses=${id}`)
  const places = desk.getByRole('textbox', { name: `Mjesta, ${day.split('-').reverse().join('.')}.` })
  await places.fill('0')
  await places.press('Enter')
  await desk.getByRole('alert').getByText('Upišite broj mjesta od 1 do 9.999.').waitFor()
  const { places: before } = (await now()) ?? {}
  await places.fill(String((before ?? 0) + 7))
  await places.press('Escape') // gives up the number, not the dialog
  expect(await places.inputValue()).toBe(String(before ?? ''))
  expect((await now())?.places).toBe(before)
  const { taken = 0, waiting = 0 } = (await now()) ?? {}
  const saved = Promise.withResolvers<void>()
  await delayRequests(desk, '**/api/sliders/*/days', saved.promise, 'PUT')
  await places.fill(String(taken + waiting + 1))
  await places.press('Enter')
  await places.fill(String(taken + waiting)) // while that is saved
  await places.press('Enter')
  saved.resolve()
  await snackbar(desk, 'Broj mjesta je sačuvan')
  await expect.poll(now).toMatchObject({ waiting: 0 })
  await desk.getByText(`Popunjeno ${taken + waiting} od ${taken + waiting}`).waitFor()
  expect(await places.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByText('Imate mjesto').waitFor()
  await page.getByText('Prijavljeni ste', { exact: true }).waitFor()
})
