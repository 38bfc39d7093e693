import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import {
  accessibilityFaults,
  atRest,
  DEMO,
  DEMO_PARTNER,
  faultsInBothThemes,
  startKontor,
} from './harness.ts'
import { dialog, focused, snackbar, title } from './list.ts'
import { faultsOf, go, phone, press, pressTwice, tab } from './portal.ts'
import { delayRequests, loseResponses } from './responses.ts'

const { open, address } = await startKontor()

interface Made {
  id: number
}

/** A request of the office's app. */
const office = await callsOf(address, DEMO)
const now = Date.now()
const day = (after: number) => new Date(now + after * 86_400_000).toISOString().slice(0, 10)

/** A visible slider in the partner's category. */
async function slider(values: Record<string, unknown>): Promise<number> {
  const categories = await office<(Made & { name: string })[]>('GET', '/api/categories')
  const partnerCategories = categories.filter(({ name }) => name === 'Ulja i maziva').map(({ id }) => id)
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#1b5fb1' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of Object.entries({ categories: partnerCategories, ...values }))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  form.append('image', new Blob([new Uint8Array(bytes)]), 'slika.jpg')
  const { id } = await office<Made>('POST', '/api/sliders', form)
  await office('PUT', `/api/sliders/activate/${id}`, { is_visible: true })
  return id
}

const found = await office<{ result: (Made & { name: string })[] }>('POST', '/api/products/index', {
  show_only_active: true,
  filters: { quantity: '10..1000' },
})
const promotion = await slider({ name: 'Proba: akcija', type: 2, product_id: found.result[0]?.id })
const seminar = await slider({
  name: 'Proba: seminar',
  type: 3,
  dates: [day(3), day(4), day(10)],
  page_content: '<h2>Program</h2><p>Dva dana prakse.</p>',
})
const training = await slider({
  name: 'Proba: obuka',
  type: 4,
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  welcome_message: 'Dobro došli na obuku.',
})

test("a partner signs in on its own page, and each login page redirects the other's users", async () => {
  const page = await open('/app/stores', { ...phone, as: null })
  await page.getByText('Demo korisnik je servis').waitFor()
  await page.getByLabel('Korisničko ime').fill(DEMO.username)
  await page.getByLabel('Lozinka').first().fill(DEMO.password)
  await press(page, 'Prijavi se')
  await page.getByRole('alert').getByText('Ovaj nalog je za kancelariju').waitFor()
  expect(await page.getByRole('link', { name: 'Otvori kancelariju' }).getAttribute('href')).toBe('/')
  await press(page, 'Popuni')
  await title(page, 'Prodavnice').waitFor()
  expect(page.url()).toBe(`${address}/app/stores`)
  expect(
    await page
      .getByRole('link', { name: /^Pozovi / })
      .first()
      .getAttribute('href'),
  ).toMatch(/^tel:\d+$/)
  const there = await page.context().newPage()
  await there.goto(`${address}/products`)
  await title(there, 'Prijava').waitFor() // the portal's session is not valid in the office's app
  await there.getByLabel('Korisničko ime').fill(DEMO_PARTNER.username)
  await there.getByLabel('Lozinka').first().fill(DEMO_PARTNER.password)
  await press(there, 'Prijavi se')
  await there.getByRole('link', { name: 'Otvori aplikaciju za partnere' }).click()
  await title(there, 'Novosti').waitFor()
})

test("a partner sees news with the office's formatting, opens a seminar, signs up for days, changes them and withdraws", async () => {
  const page = await open('/app', phone)
  await page.getByRole('link', { name: /Proba: seminar/ }).waitFor()
  await slider({ name: 'Proba: upravo objavljeno', type: 4, url: 'https://youtu.be/dQw4w9WgXcQ' })
  await page.getByRole('link', { name: /Proba: upravo objavljeno/ }).waitFor()
  await page.getByRole('link', { name: /Proba: seminar/ }).click()
  await page.getByRole('heading', { name: 'Program' }).waitFor()
  const days = page.getByRole('checkbox')
  await days.nth(0).check()
  await days.nth(2).check()
  await press(page, 'Prijavi se za 2 dana')
  await snackbar(page, 'Prijavljeni ste na seminar')
  const registered = () => office<{ all_dates: string[] }[]>('GET', `/api/checkIn/${seminar}`)
  expect((await registered()).map(({ all_dates }) => all_dates)).toEqual([[day(3), day(10)]])
  await days.nth(2).uncheck()
  await press(page, 'Sačuvaj izmjene')
  await snackbar(page, 'Prijava je izmijenjena')
  expect((await registered())[0]?.all_dates).toEqual([day(3)])
  // A colleague takes a day while another one is ticked here: both are chosen, and both are saved.
  await days.nth(2).check()
  const colleague = await callsOf(address, DEMO_PARTNER)
  await colleague('POST', `/api/app/sliders/${seminar}/check-in`, { dates: [day(3), day(4)] })
  await page.locator('input[type=checkbox]:checked').nth(2).waitFor()
  const saved = page.waitForResponse((one) => one.url().endsWith('check-in') && one.status() !== 503)
  await press(page, 'Sačuvaj izmjene')
  expect((await saved).status()).toBe(200)
  // Until the page has the saved days, leaving it asks.
  await page.locator('button:disabled:not([data-loading])', { hasText: 'Sačuvaj izmjene' }).waitFor()
  expect((await registered())[0]?.all_dates).toEqual([day(3), day(4), day(10)])
  await page.goBack()
  await page.getByRole('link', { name: /Proba: seminar.*Prijavljeni ste: / }).waitFor()
  await page.goForward()
  await press(page, 'Odjavi se sa seminara')
  await dialog(page, 'Odjaviti se sa seminara?')
    .getByRole('button', { name: 'Odjavi se sa seminara' })
    .click()
  await snackbar(page, 'Odjavljeni ste sa seminara')
  expect(await registered()).toEqual([])
})

test('an order pressed twice, and one whose response was lost, happen once each', async () => {
  const page = await open(`/app/sliders/${promotion}`, phone)
  const ordered = async () => {
    const orders = await office<{ quantity: number }[]>('GET', `/api/partnerSliders/${promotion}`)
    return orders.map(({ quantity }) => quantity).sort()
  }
  await page.getByRole('button', { name: 'Poruči', exact: true }).waitFor()
  await office('PATCH', `/api/products/${found.result[0]?.id}`, { price: '77.77' })
  await page.getByText('77,77').first().waitFor() // the page follows the price of the product
  await press(page, 'Povećaj količinu')
  await press(page, 'Poruči')
  await pressTwice(dialog(page, 'Poručiti 2 kom.?').getByRole('button', { name: 'Poruči' }))
  await snackbar(page, 'Poručeno: 2 kom.')
  expect(await ordered()).toEqual([2])
  await page.getByRole('heading', { name: 'Vaše narudžbe' }).waitFor()
  const [order] = await office<Made[]>('GET', `/api/partnerSliders/${promotion}`)
  await office('PUT', `/api/partnerSliders/handled/${order?.id}`, { is_handled: true })
  await page.getByText('Obrađena', { exact: true }).waitFor()

  await loseResponses(page, '**/orders')
  await page.getByRole('textbox', { name: 'Količina' }).fill('2')
  await page.keyboard.press('Enter')
  await dialog(page, 'Poručiti 2 kom.?').getByRole('button', { name: 'Poruči' }).click()
  await page.getByText('Narudžba za 2 kom. čeka odgovor servera').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByText('čeka odgovor servera').waitFor({ state: 'hidden' }) // sent again by itself

  await page.getByRole('textbox', { name: 'Količina' }).fill('1.250')
  await page.keyboard.press('Enter')
  await dialog(page, 'Poručiti 1.250 kom.?').getByRole('button', { name: 'Poruči' }).click()
  await page.getByRole('alert').filter({ hasText: 'Poručiti ipak i sačekati nabavku?' }).waitFor()
  expect(await ordered()).toEqual([2, 2])
  await press(page, 'Poruči ipak')
  await snackbar(page, 'Poručeno: 1.250 kom.')
  await page.getByRole('button', { name: 'Poruči', exact: true }).waitFor() // the next one must be confirmed again
  expect(await ordered()).toEqual([1250, 2, 2])
  await tab(page, 'Profil')
  await page.getByRole('link', { name: 'Moje narudžbe' }).click()
  await page.getByRole('link', { name: 'Promocije' }).click()
  await page.getByText('1.250 kom.', { exact: true }).waitFor()
})

test('an order of a promotion takes no input while it is sent, and its quantity and answers are of this promotion alone', async () => {
  const [first, other] = found.result
  await slider({ name: 'Proba: druga akcija', type: 2, product_id: other?.id })
  const price = (next: string) => office('PATCH', `/api/products/${first?.id}`, { price: next })
  const page = await open('/app', phone)
  await page.getByRole('link', { name: /Proba: druga akcija/ }).click()
  await page.getByRole('heading', { name: 'Narudžba' }).waitFor()
  await page.getByRole('link', { name: 'Nazad', exact: true }).click()
  await page.getByRole('link', { name: /Proba: akcija/ }).click()
  const quantity = page.getByRole('textbox', { name: 'Količina' })
  const confirmed = (pieces: string) => dialog(page, `Poručiti ${pieces} kom.?`)
  await quantity.fill('1.250')
  await press(page, 'Poruči')
  const answer = Promise.withResolvers<void>()
  await delayRequests(page, '**/orders', answer.promise)
  await confirmed('1.250').getByRole('button', { name: 'Poruči' }).click()
  await page.locator('button[data-loading]').waitFor()
  await press(page, 'Smanji količinu') // it would not be ordered
  expect(await quantity.inputValue()).toBe('1.250')
  answer.resolve()
  const anyway = page.getByRole('button', { name: 'Poruči ipak' })
  await anyway.waitFor()

  // What is ordered in spite of missing stock is the price that the question was about.
  await price('88.80')
  await anyway.waitFor({ state: 'hidden' })
  await press(page, 'Poruči')
  await confirmed('1.250')
    .getByText(/ukupno 111\.000,00\s€/)
    .waitFor()
  await confirmed('1.250').getByRole('button', { name: 'Odustani' }).click()
  await press(page, 'Poruči')
  await confirmed('1.250').getByRole('button', { name: 'Poruči' }).click()
  await anyway.waitFor()

  await page.evaluate(() => history.go(-2))
  await dialog(page, 'Odbaciti izmjene?').getByRole('button', { name: 'Odbaci' }).click()
  await page.getByRole('heading', { level: 2, name: 'Proba: druga akcija' }).waitFor()
  expect([await quantity.inputValue(), await anyway.count()]).toEqual(['1', 0])
})

test('an order that waits is shown although its promotion has ended, and its refusal says what was ordered', async () => {
  const [product] = found.result
  const ended = await slider({ name: 'Proba: kratka akcija', type: 2, product_id: product?.id })
  const page = await open(`/app/sliders/${ended}`, phone)
  await page.route('**/orders', (route) => route.abort())
  await press(page, 'Poruči')
  await dialog(page, 'Poručiti 1 kom.?').getByRole('button', { name: 'Poruči' }).click()
  const waits = page.getByText('Narudžba za 1 kom. čeka odgovor servera')
  await waits.waitFor()
  await office('PUT', `/api/sliders/activate/${ended}`, { is_visible: false })
  await page.getByText('Ovoga više nema').waitFor()
  await waits.waitFor()
  await page.getByText(product?.name ?? '').waitFor()
  await tab(page, 'Profil')
  await page
    .getByRole('link', { name: `Narudžba za 1 kom. čeka odgovor servera – ${product?.name}` })
    .waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByText(`Nije poručeno: 1 kom. – ${product?.name}.`).waitFor()
})

test('the office and a partner chat live, also through an interrupted network', async () => {
  const page = await open(`/app/sliders/${training}`, phone)
  expect(await page.getByRole('link', { name: 'Gledaj na YouTube' }).getAttribute('href')).toMatch(/youtube/)
  await page.getByRole('link', { name: 'Pitaj kancelariju' }).click()
  const log = page.getByRole('log')
  await log.getByText('Dobro došli na obuku.').waitFor()
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'Poruka' }).fill(text)
    await press(page, 'Pošalji')
  }
  const threads = await office<Made[]>('POST', '/api/message_threads', { slider_id: training })
  const message_thread_id = threads[0]?.id
  const there = async () => {
    const path = '/api/getMessagesByMessageThread'
    const page = await office<{ messages: { message: string }[] }>('POST', path, { message_thread_id })
    return page.messages.map(({ message }) => message)
  }
  const send = page.getByRole('button', { name: 'Pošalji' }).locator('svg')
  expect(await send.evaluate((svg) => getComputedStyle(svg).strokeWidth)).toBe('2px') // bolder than other icons
  await write('Da li obuka obuhvata radar?')
  await expect.poll(there).toContain('Da li obuka obuhvata radar?')
  await office('POST', '/api/messages/admin', { message_thread_id, message: 'Da, drugi dan.' })
  await log.getByText('Da, drugi dan.').waitFor()

  await tab(page, 'Novosti') // its code is loaded while there is a network
  await title(page, 'Novosti').waitFor()
  await page.evaluate(() => history.back())
  await log.getByText('Da, drugi dan.').waitFor()
  await page.context().setOffline(true)
  await page.getByText('Nema veze.').waitFor()
  await write('Prva bez mreže')
  await write('Druga bez mreže')
  await expect.poll(() => log.getByText('Čeka vezu').count()).toBe(2)
  // They are sent from any tab, and the browser asks before they are lost.
  await tab(page, 'Novosti')
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await question).dismiss()
  await page.evaluate(() => history.back())
  await log.waitFor()
  await office('POST', '/api/messages/admin', { message_thread_id, message: 'Jeste li tu?' })
  await page.context().setOffline(false)
  await log.getByText('Jeste li tu?').waitFor()
  await expect.poll(() => log.getByText('Čeka vezu').count()).toBe(0)
  // The last request may still be in progress when the queue is empty.
  await expect
    .poll(async () => (await there()).slice(-3).sort())
    .toEqual(['Druga bez mreže', 'Jeste li tu?', 'Prva bez mreže'])

  await tab(page, 'Novosti')
  await office('POST', '/api/messages/admin', { message_thread_id, message: 'Vidimo se.' })
  await page.getByRole('link', { name: '1 nepročitano Poruke' }).click()
  await page.getByRole('link', { name: /Proba: obuka/ }).click()
  await log.getByText('Vidimo se.').waitFor()
  await expect.poll(() => page.getByRole('img', { name: '1 nepročitano' }).count()).toBe(0)

  const me = await office<{ result: { partner_id: number }[] }>('POST', '/api/users/index', {
    filters: { username: DEMO_PARTNER.username },
  })
  const notify = (subject: string) =>
    office('POST', '/api/notifications', {
      subject,
      notification_text: 'U subotu radimo do 14 h.',
      send_by_category: false,
      partners: [me.result[0]?.partner_id],
    })
  await notify('Radno vrijeme')
  await page.getByRole('link', { name: /\d+ nepročitan[aoe]? ?.*Notifikacije/ }).click()
  await page.getByRole('button', { name: /Radno vrijeme/ }).waitFor()
  await notify('Novi katalog')
  const catalogue = page.getByRole('button', { name: /Novi katalog/ })
  // One that cannot be marked as read stays unread, and no error covers what it has opened.
  await page.route('**/api/app/notifications/read/*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/notifications/read/'))
  await Promise.all([failed, catalogue.click()])
  await atRest(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await catalogue.click()
  await page.getByRole('button', { name: /Radno vrijeme/ }).click()
  await expect.poll(() => page.getByRole('img', { name: 'Nepročitano' }).count()).toBe(0)
  // Unread ones that are too old for the list are marked as read too.
  await page.route('**/api/app/notifications', (route) => route.fulfill({ json: [] }))
  await notify('Van liste')
  await press(page, 'Označi sve kao pročitano')
  await page.getByRole('button', { name: 'Označi sve kao pročitano' }).waitFor({ state: 'hidden' })
  await page.unrouteAll({ behavior: 'wait' })
  // The service worker names a push that was opened.
  await notify('Otvorena na telefonu')
  const app = await callsOf(address, DEMO_PARTNER)
  const [pushed] = await app<Made[]>('GET', '/api/app/notifications')
  const unread = page.getByRole('img', { name: 'Nepročitano', exact: true })
  await unread.waitFor()
  await page.evaluate((push_id) => {
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { push_id } }))
  }, pushed?.id)
  await unread.waitFor({ state: 'hidden' })

  await tab(page, 'Poruke')
  await page.getByRole('link', { name: /Pišite nam/ }).click()
  await press(page, 'Pošalji')
  await page.getByText('Morate unijeti poruku').waitFor()
  await page.getByText('Pritužba', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Poruka' }).fill('Pošiljka kasni dva dana.')
  await press(page, 'Pošalji')
  await snackbar(page, 'Poruka uspješno poslata')
  await page.getByText('Pošiljka kasni dva dana.').waitFor()
  const messages = await office<{ message_content: string; type_name: string }[]>(
    'GET',
    '/api/customerSupport',
  )
  expect(messages[0]).toMatchObject({ message_content: 'Pošiljka kasni dva dana.', type_name: 'Pritužba' })
})

/** The screens, each with a text that is shown once it has loaded. */
const screens: [path: string, shows: string | RegExp][] = [
  ['', 'Proba: obuka'],
  [`/sliders/${promotion}`, 'Narudžba'],
  [`/sliders/${seminar}`, 'Termini'],
  [`/sliders/${training}`, 'Pitaj kancelariju'],
  ['/orders', /narudžb/],
  ['/chats', 'Pišite nam'],
  [`/chats/${training}`, 'Dobro došli na obuku.'],
  ['/support', 'Šta nam šaljete?'],
  ['/notifications', /notifikacija|Radno vrijeme/],
  ['/stores', 'Mapa'],
  ['/profile', 'Autoservis Žarković'],
]

test('every screen of the portal is accessible and fits a phone, and the app starts offline', async () => {
  const faults: unknown[][] = []
  const page = await open('/app/login', { ...phone, as: null })
  await page.getByRole('button', { name: 'Popuni' }).waitFor()
  for (const fault of await faultsInBothThemes(page)) faults.push(['login', fault])
  await press(page, 'Popuni')
  await title(page, 'Novosti').waitFor()
  faults.push(...(await faultsOf(page, screens)))
  expect(faults).toEqual([])

  await page.evaluate(() => navigator.serviceWorker.ready)
  // A proxy answers for a server that restarts; the request is the service worker's.
  await page.context().route(`${address}/app/stores`, (route) => route.fulfill({ status: 502, body: '502' }))
  await page.goto(`${address}/app/stores`)
  await page.getByRole('main').getByText('Mapa').first().waitFor()
  await page.context().unrouteAll()
  await page.context().setOffline(true)
  await page.goto(`${address}/app/stores`)
  await page.getByRole('main').getByText('Mapa').first().waitFor() // with the phone numbers
  await page.goto(`${address}/app/profile`)
  await title(page, 'Profil').waitFor()
  await page.getByRole('heading', { name: 'Nema veze' }).waitFor()
  const storedData = await page.evaluate(async () => {
    const caches = await globalThis.caches.keys()
    const requests = await Promise.all(
      caches.map(async (name) => (await globalThis.caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(storedData.length).toBeGreaterThan(20)
  expect(storedData.filter((path) => path.startsWith('/api'))).toEqual([])
  const seen = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('seen:')))
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((name) => /message|thread|customer|notification|profile/i.test(name))).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Autoservis Žarković' }).waitFor()
  await press(page, 'Odjavi se')
  await dialog(page, 'Odjaviti se na ovom uređaju?').getByRole('button', { name: 'Odjavi se' }).click()
  await title(page, 'Prijava').waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/.test(key)))).toEqual([])
})

test('signing out does not wait for a server that does not answer', async () => {
  const page = await open('/favicon.svg', { ...phone, fresh: true })
  await page.clock.install()
  await page.goto(`${address}/app/profile`)
  await page.route('**/api/app/logout', () => {})
  await press(page, 'Odjavi se')
  const question = dialog(page, 'Odjaviti se na ovom uređaju?')
  await Promise.all([
    page.waitForRequest('**/api/app/logout'),
    question.getByRole('button', { name: 'Odjavi se' }).click(),
  ])
  await page.getByRole('button', { name: 'Odjavi se', disabled: true }).waitFor()
  await page.clock.fastForward(3_100)
  await title(page, 'Prijava').waitFor()
})

test('on a desktop, from the login to a seminar by keyboard alone, without accessibility violations', async () => {
  const page = await open('/app/login', { as: null })
  await page.getByRole('button', { name: 'Popuni' }).waitFor()
  expect(await focused(page)).toBe('username')
  await page.keyboard.type(DEMO_PARTNER.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PARTNER.password)
  await page.keyboard.press('Enter')
  await title(page, 'Novosti').waitFor()
  const tabTo = async (part: string) => {
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      const text = await page.evaluate(() => {
        const element = document.activeElement
        return `${element?.getAttribute('aria-label') ?? ''} ${element?.closest('label, a, button')?.textContent ?? ''}`
      })
      if (text.includes(part)) return
    }
    throw new Error(`Tab does not reach ${part}`)
  }
  await page.getByRole('link', { name: /Proba: seminar/ }).waitFor()
  await tabTo('Pređi na sadržaj')
  await tabTo('Proba: seminar')
  await page.keyboard.press('Enter')
  await page.locator('h1:focus', { hasText: 'Seminar' }).waitFor()
  await page.getByRole('checkbox').first().waitFor()
  await tabTo(', ')
  await page.keyboard.press('Space')
  await tabTo('Prijavi se za 1 dan')
  await page.keyboard.press('Enter')
  await snackbar(page, 'Prijavljeni ste na seminar')
  // These have another layout on a desktop.
  for (const [path, shows] of screens.filter(([path]) => /^$|chats\/|profile/.test(path))) {
    await go(page, path)
    await page.getByRole('main').getByText(shows).first().waitFor()
    expect([path, await accessibilityFaults(page)]).toEqual([path, []])
  }
})
