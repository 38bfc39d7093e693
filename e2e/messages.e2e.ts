import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, DEMO_PARTNER, faultsInBothThemes, PHONE, startKontor } from './harness.ts'
import { dialog, focused, signIn, snackbar, title } from './list.ts'

const { address, open } = await startKontor()

const office = await callsOf(address, DEMO)

/** Marks the demo's messages as read, so that later unread ones are the test's. */
async function readAll() {
  const { sliders } = await office<{ sliders: { id: number }[] }>('GET', '/api/message_threads/unread')
  for (const { id: slider_id } of sliders) {
    const body = { slider_id }
    const rows = await office<{ id: number; unread: number; last_message: { updated_at: string } | null }[]>(
      ...(['POST', '/api/message_threads', body] as const),
    )
    for (const { id, unread, last_message } of rows)
      if (unread > 0)
        await office('POST', `/api/message_threads/${id}/read`, {
          last_message_timestamp: last_message?.updated_at,
        })
  }
}

/** A new Obuka for every category, without a welcome message. */
async function makeTraining(name: string) {
  const categories = await office<object[]>('GET', '/api/categoriesActive')
  const form = new FormData()
  const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: '#1b5fb1' } })
  form.append('image', new File([new Uint8Array(await picture.jpeg().toBuffer())], 'slika.jpg'))
  const fields = {
    name,
    type: '4',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    categories: JSON.stringify(categories),
  }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return (await office<{ id: number }>('POST', '/api/sliders', form)).id
}

/** A partner’s user in the chat of an Obuka, who uses the API. */
async function partner(username: string, slider_id: number) {
  const ask = await callsOf(address, { ...DEMO, username })
  const { id: message_thread_id } = await ask<{ id: number }>('POST', '/api/app/message_threads', {
    slider_id,
  })
  return {
    writes: (message: string) => ask('POST', '/api/app/messages', { message_thread_id, message }),
    reads: async () => {
      const path = '/api/app/getMessagesByMessageThread'
      const { messages } = await ask<{ messages: { message: string }[] }>('POST', path, { message_thread_id })
      return messages.map(({ message }) => message)
    },
  }
}

const threads = (page: Page) => page.getByRole('navigation', { name: 'Konverzacije' }).getByRole('link')
const thread = (page: Page, name: string) => threads(page).filter({ hasText: name })
const field = (page: Page) => page.getByRole('textbox', { name: 'Poruka' })
const shown = (page: Page) =>
  page.getByRole('region', { name: 'Poruke' }).getByRole('article').locator('p:first-child')

async function goHome(page: Page) {
  await page.evaluate(() => history.pushState(null, '', '/'))
  await page.getByRole('heading', { level: 1, name: 'Početna' }).waitFor()
}

async function write(page: Page, message: string) {
  await field(page).fill(message)
  await field(page).press('Enter')
}

test('the office and a partner chat: at once, each message once, through an interrupted network', async () => {
  await readAll()
  const name = 'ADAS kalibracija u praksi'
  const id = await makeTraining(name)
  // Closing a chat returns to the list with its filters.
  const page = await open('/sliders?f.name=adas')
  const chat = page.getByRole('row', { name }).getByRole('button', { name: 'Konverzacije' })
  await chat.click()
  await page.getByText('Nema prijavljenih korisnika').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).toBe(`${address}/sliders?f.name=adas`)
  await chat.click()
  await page.getByText('Nema prijavljenih korisnika').waitFor()

  const jelena = await partner('jelena.djurisic', id)
  await thread(page, 'Jelena Đurišić').waitFor()
  await page.getByText('Odaberite konverzaciju iz liste sa lijeve strane').waitFor()
  await thread(page, 'Jelena Đurišić').click()
  await page.getByText('Započnite konverzaciju slanjem poruke kroz formu za unos poruke ispod').waitFor()

  await field(page).press('Enter')
  await page.getByRole('alert').getByText('Morate unijeti poruku').waitFor()
  await field(page).fill('Dobar dan,')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('kako ste?')
  await field(page).press('Enter')
  await snackbar(page, 'Poruka uspješno poslata')
  expect(await jelena.reads()).toEqual(['Dobar dan,\nkako ste?'])

  // A colleague in another window sees it too, and both see the reply without a reload.
  const colleague = await open(`/sliders/${id}/chat`, { as: { ...DEMO, username: 'marko' } })
  await thread(colleague, 'Jelena Đurišić').click()
  const hostile = '<img src=x onerror=alert(1)>'
  await jelena.writes(hostile)
  for (const one of [page, colleague]) await shown(one).getByText(hostile).waitFor()

  // Threads that are not open get a mark, also in the menu of every screen.
  const marko = await partner('marko.scepanovic', id)
  await marko.writes('Je li početak u 9 ili u 10?')
  await thread(page, 'Marko Šćepanović').getByText('1 nepročitana poruka').waitFor()
  await expect.poll(() => page.title()).toBe('(1) Konverzacije · Kontor')
  await thread(page, 'Marko Šćepanović').click()
  await shown(page).getByText('Je li početak u 9 ili u 10?').waitFor()
  await expect.poll(() => page.title()).toBe('Konverzacije · Kontor')

  // Offline, messages are queued, and messages of others appear afterwards.
  const context: BrowserContext = page.context()
  await context.setOffline(true)
  await write(page, 'U 9.')
  await write(page, 'Kafa je od 8:30.')
  await page.getByText('Čeka vezu…').first().waitFor()
  await marko.writes('Hvala!')
  await context.setOffline(false)
  await shown(page).getByText('Hvala!').waitFor()
  await expect
    .poll(() => marko.reads())
    .toEqual(['Je li početak u 9 ili u 10?', 'Hvala!', 'U 9.', 'Kafa je od 8:30.'])
  await expect.poll(() => shown(page).allTextContents()).toEqual(await marko.reads())
  await page.getByText('Čeka vezu…').waitFor({ state: 'hidden' })

  // A message to everyone, after a confirmation with their number.
  await page.getByRole('button', { name: 'Poruka svima' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poruka svima' })
  await dialog.getByText('Dobiće je 2 korisnika ove obuke.').waitFor()
  await dialog.getByRole('textbox').fill('Vidimo se u petak!')
  await dialog.getByRole('button', { name: 'Pošalji' }).click()
  await page
    .getByRole('dialog', { name: 'Poslati poruku u 2 konverzacije?' })
    .getByRole('button', { name: 'Pošalji' })
    .click()
  await dialog.waitFor({ state: 'hidden' })
  for (const one of [jelena, marko]) expect((await one.reads()).at(-1)).toBe('Vidimo se u petak!')

  // Messages left and right, in the light and the dark theme.
  await shown(page).getByText('Vidimo se u petak!').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])

  // A single unread conversation is opened at once, with the cursor in the field.
  for (const one of [page, colleague]) await goHome(one)
  await jelena.writes('Još jedno pitanje')
  const badge = (name: string) => page.getByRole('banner').getByRole('button', { name })
  await badge('1 nepročitana poruka').press('Enter')
  await shown(page).getByText('Još jedno pitanje').waitFor()
  await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/messages')
  expect(await accessibilityFaults(page)).toEqual([])

  // With several, the menu lists the authors, the newest first, and a screen lists all of them.
  await goHome(page)
  await jelena.writes('I još jedno')
  await badge('1 nepročitana poruka').waitFor()
  await marko.writes('Stižem u 9.')
  await badge('2 nepročitane poruke').press('Enter')
  const people = page.getByRole('menuitem')
  await expect
    .poll(async () => (await people.allTextContents()).map((name) => name.split(' · ')[0]))
    .toEqual(['Marko Šćepanović', 'Jelena Đurišić', 'Sve konverzacije'])
  expect(await accessibilityFaults(page)).toEqual([])
  await people.filter({ hasText: 'Jelena' }).press('Enter')
  await shown(page).getByText('I još jedno').waitFor()
  await thread(page, 'Marko Šćepanović').getByText('1 nepročitana poruka').waitFor()
  await thread(page, 'Marko Šćepanović')
    .getByText(/ADAS kalibracija u praksi/)
    .waitFor()
  await goHome(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' }).fill('razgov')
  await page.getByRole('option', { name: /^Konverzacije/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Konverzacije' }).waitFor()
})

test('when a chat closes, what is being written stays and cannot be sent', async () => {
  const id = await makeTraining('Obuka koja se povlači')
  await (await partner('servis', id)).writes('Zdravo')
  const page = await open('/messages')
  await thread(page, 'Obuka koja se povlači').click()
  await field(page).fill('Duga poruka')
  const app = await open(`/app/chats/${id}`, { ...PHONE, as: DEMO_PARTNER })
  await field(app).fill('Moja poruka')
  await office('PUT', `/api/sliders/activate/${id}`, { is_visible: false })

  await page.getByText('Korisnik više ne vidi ovu konverzaciju').waitFor()
  expect(await field(page).inputValue()).toBe('Duga poruka')
  expect(await page.getByRole('button', { name: 'Pošalji', exact: true }).isDisabled()).toBe(true)
  await field(page).fill('')
  await field(page).waitFor({ state: 'hidden' })

  await app.getByText('Ovoga više nema').waitFor()
  expect(await field(app).inputValue()).toBe('Moja poruka')
  expect(await app.getByRole('button', { name: 'Pošalji', exact: true }).isDisabled()).toBe(true)
  await field(app).fill('')
  await field(app).waitFor({ state: 'hidden' })
})

test('after its session has ended a chat goes on, once its user has signed in again here or in another tab', async () => {
  const id = await makeTraining('Obuka u dvije sesije')
  const jelena = await partner('jelena.djurisic', id)
  const page = await open(`/sliders/${id}/chat`)
  await thread(page, 'Jelena Đurišić').click()
  const ended = dialog(page, 'Sesija je istekla')
  /** A message whose reading is answered as in a session that has ended. */
  const writesInEndedSession = async (message: string) => {
    const refuse = { status: 401, json: { message: 'validation.session' } }
    await page.route('**/api/getMessagesByMessageThread', (route) => route.fulfill(refuse), { times: 1 })
    await jelena.writes(message)
    await ended.waitFor()
  }
  await jelena.writes('Prva')
  await shown(page).getByText('Prva').waitFor()
  await writesInEndedSession('Druga')
  await ended.getByRole('button', { name: 'U redu' }).click()
  await signIn(page, DEMO)
  await shown(page).getByText('Druga').waitFor()

  const other = await page.context().newPage()
  await other.goto(`${address}/cities`)
  await title(other, 'Gradovi').waitFor()
  await writesInEndedSession('Treća')
  await signIn(other, DEMO)
  await title(other, 'Gradovi').waitFor()
  await ended.waitFor({ state: 'hidden' })
  await shown(page).getByText('Treća').waitFor()
})

test('counts a message that arrives during the first count', async () => {
  const { writes } = await partner('nikola.zarkovic', await makeTraining('Rana poruka'))
  const page = await open('/')
  await page.goto('about:blank') // whose requests are not counted
  await readAll()
  let isFirst = true
  await page.route('**/api/message_threads/unread', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await opened
    const waitingRequest = page.waitForRequest('**/api/home/waiting')
    await writes('Stigla prije broja')
    await waitingRequest
    await route.fulfill({ response })
  })
  const opened = page.waitForResponse('**/api/events')
  await page.goto(address)
  await page.getByRole('banner').getByRole('button', { name: '1 nepročitana poruka' }).waitFor()
})

test('in the search of conversations the down arrow goes to the first that is found; that none is found is said', async () => {
  const page = await open('/messages')
  const search = page.getByRole('searchbox', { name: 'Traži korisnika ili partnera' })
  await search.fill('nikola')
  const down = async () => {
    await search.press('ArrowDown') // again while the conversations are loading
    return focused(page)
  }
  await expect.poll(down).toMatch(/Nikola Žarković/)
  await search.fill('nema ga')
  await page.getByText('Nijedna konverzacija ne odgovara pretrazi').waitFor()
})

test('long threads are read upwards, on a phone one after the other', async () => {
  const id = await makeTraining('Obuka s nazivom koji ne staje u jedan red na telefonu')
  const { writes } = await partner('nikola.zarkovic', id)
  for (let n = 1; n <= 70; n++) await writes(`Poruka broj ${n}`)
  const page = await open(`/sliders/${id}/chat`, PHONE)
  const close = await page.getByRole('dialog').getByRole('button', { name: 'Zatvori' }).boundingBox()
  expect(close && close.x + close.width).toBeLessThanOrEqual(390)
  await thread(page, 'Nikola Žarković').click()
  await shown(page).getByText('Poruka broj 70', { exact: true }).waitFor()
  expect(await shown(page).getByText('Poruka broj 20', { exact: true }).count()).toBe(0)
  const list = page.getByRole('region', { name: 'Poruke' })
  const place = shown(page).getByText('Poruka broj 21', { exact: true })
  await list.evaluate((element) => {
    element.scrollTo({ top: 0 })
    element.dispatchEvent(new Event('scroll')) // a message that came before the browser's own would scroll to the end
  })
  await shown(page).getByText('Poruka broj 1', { exact: true }).waitFor({ state: 'attached' })
  await expect.poll(async () => ((await place.boundingBox())?.y ?? -1) > 0).toBe(true)
  expect(await shown(page).count()).toBe(70)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Nazad na konverzacije' }).click()
  await thread(page, 'Nikola Žarković').waitFor()
  expect(await field(page).count()).toBe(0)
})
