import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PARTNER, startKontor } from './harness.ts'
import { dialog, field, focused, menu, press, title } from './list.ts'
import { delayRequests } from './responses.ts'

const { open } = await startKontor()

const question = (page: Page) => dialog(page, 'Odbaciti izmjene?')

/** Types into the command palette at once, and takes the first result. */
async function jump(page: Page, typed: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
}

/** Tries to leave, cancels, and expects the form unchanged. */
async function stay(page: Page, leave: () => Promise<unknown>, typed: { path: string; value: string }) {
  await leave()
  await question(page).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(typed.path) // which going back had changed
  await page.keyboard.press('Enter') // Enter cancels
  await question(page).waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(typed.path)
  const value = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value)
  await expect.poll(value).toBe(typed.value)
}

/** Tries to leave the document, where the browser itself asks, and cancels. */
async function stayInDocument(page: Page, leave: () => Promise<unknown>) {
  const dialogEvent = page.waitForEvent('dialog')
  const gone = leave().catch(() => undefined) // Playwright treats a cancelled reload as an error
  const native = await dialogEvent
  expect(native.type()).toBe('beforeunload')
  await native.dismiss()
  void gone
}

const reload = (page: Page) => page.evaluate(() => setTimeout(() => location.reload()))

test('leaving a changed form asks once, and cancelling keeps everything; another URL of its list opens it empty', async () => {
  const page = await open('/')
  await menu(page).getByRole('link', { name: 'Države' }).click()
  await title(page, 'Države').waitFor()
  await press(page, 'Crna Gora', 'Uredi')
  const form = dialog(page, 'Uredi državu')
  const name = field(form, 'Naziv')
  await name.fill('Crna Gora bez kraja')
  const typed = { path: '/countries', value: 'Crna Gora bez kraja' }

  await stay(page, () => jump(page, 'gradovi'), typed)
  await stay(page, () => jump(page, 'dodaj partnera'), typed)
  await stay(page, () => jump(page, 'odjava'), typed)
  await stay(page, () => page.evaluate(() => history.back()), typed)
  await stay(page, () => page.evaluate(() => history.go(-1)), typed) // the URL was restored
  await stay(page, () => page.keyboard.press('Escape'), typed)
  await stayInDocument(page, () => reload(page))
  await stayInDocument(page, () => page.close({ runBeforeUnload: true }))
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()

  await jump(page, 'engleski')
  await dialog(page, 'Edit country').waitFor()
  await jump(page, 'montenegrin')
  await form.waitFor()
  await expect.poll(() => name.inputValue()).toBe(typed.value)
  await expect.poll(() => focused(page)).toBe('name')

  await page.evaluate(() => history.back())
  await question(page).getByRole('button', { name: 'Odbaci' }).click()
  await title(page, 'Početna').waitFor()
  await page.goForward()
  await title(page, 'Države').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await press(page, 'Crna Gora', 'Uredi')
  await dialog(page, 'Uredi državu').waitFor()
  await jump(page, 'qqqq')
  await page.getByText('Nema rezultata za „qqqq“').waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('combobox', { name: 'Traži partnera, proizvod ili ekran' })
    .waitFor({ state: 'hidden' })
  await dialog(page, 'Uredi državu').waitFor() // Escape closed the palette only
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Dodaj državu' }).click()
  await field(dialog(page, 'Nova država'), 'Naziv').fill('Nedovršena')
  await jump(page, 'dodaj državu')
  await question(page).getByRole('button', { name: 'Odbaci' }).click()
  await expect.poll(() => field(dialog(page, 'Nova država'), 'Naziv').inputValue()).toBe('')
})

test('the palette gets every key over a dialog, while its code loads and while the dialog takes the focus', async () => {
  const page = await open('/countries')
  await title(page, 'Države').waitFor()
  const typed = Promise.withResolvers<void>()
  await delayRequests(page, /\/Palette-[^/]*\.js$/, typed.promise)
  await page.getByRole('button', { name: 'Dodaj državu' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gradx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ovi')
  await dialog(page, 'Nova država').waitFor()
  await page.keyboard.press('Enter')
  typed.resolve()
  await title(page, 'Gradovi').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test("the user's own data and a message to everybody are protected too", async () => {
  const page = await open('/user-profile')
  await page.getByRole('button', { name: 'Uredi podatke' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Ana Druga')
  await stay(page, () => page.keyboard.press('Escape'), { path: '/user-profile', value: 'Ana Druga' })
  await stay(page, () => jump(page, 'države'), { path: '/user-profile', value: 'Ana Druga' })
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Odbaci' }).click()

  await menu(page).getByRole('link', { name: 'Slajderi' }).click()
  await press(page, 'Obuka: zamjena zupčastog kaiša korak po korak', 'Konverzacije')
  await page.getByRole('button', { name: 'Poruka svima' }).click()
  const message = dialog(page, 'Poruka svima')
  await field(message, 'Poruka').fill('Vidimo se u petak!')
  const typed = { path: new URL(page.url()).pathname, value: 'Vidimo se u petak!' }
  await stay(page, () => page.keyboard.press('Escape'), typed)
  await stay(page, () => jump(page, 'države'), typed)
  await stayInDocument(page, () => reload(page))
  const sent = Promise.withResolvers<void>()
  await delayRequests(page, '**/sendMessageToEveryone', sent.promise, 'POST')
  await message.getByRole('button', { name: 'Pošalji' }).click()
  await page
    .getByRole('dialog', { name: /^Poslati poruku / })
    .getByRole('button', { name: 'Pošalji' })
    .click()
  await page.locator('button[data-loading]').first().waitFor()
  await field(message, 'Poruka').pressSequentially(' Ponesite račun.') // it would not be sent
  expect(await field(message, 'Poruka').inputValue()).toBe(typed.value)
  sent.resolve()
  await message.waitFor({ state: 'hidden' })
})

test("the portal's forms are protected too: by tabs, back and reload", async () => {
  const page = await open('/app/chats', { as: DEMO_PARTNER, viewport: { width: 390, height: 844 } })
  await page.getByRole('link', { name: /Pišite nam/ }).click()
  const message = page.getByRole('textbox', { name: 'Poruka' })
  await message.fill('Kad stiže roba?')
  const typed = { path: '/app/support', value: 'Kad stiže roba?' }
  await stay(page, () => page.evaluate(() => history.back()), typed)
  await stayInDocument(page, () => reload(page))
  await page.getByRole('navigation').getByRole('link', { name: 'Profil' }).click()
  await question(page).getByRole('button', { name: 'Odbaci' }).click()
  await title(page, 'Profil').waitFor()
})

test('a note about a partner is not lost by another tab, Esc, cancelling or a slow save', async () => {
  const page = await open('/partners/10001?tab=notes')
  const main = page.getByRole('main')
  const note = field(main, 'Nova bilješka')
  const goOn = () => question(page).getByRole('button', { name: 'Nastavi uređivanje' }).click()
  await note.fill('Zove sutra')
  await main.getByRole('tab', { name: /^Kampanje/ }).click()
  await goOn()
  expect(await note.inputValue()).toBe('Zove sutra')
  const saved = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/partners/*/notes', saved.promise, 'POST')
  await note.press('Control+Enter')
  await expect.poll(() => note.isEditable()).toBe(false) // it is emptied when saved
  // The question goes when there is nothing left to lose.
  await main.getByRole('tab', { name: /^Kampanje/ }).click()
  await question(page).waitFor()
  saved.resolve()
  await question(page).waitFor({ state: 'hidden' })
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('campaigns')
  await main.getByRole('tab', { name: /^Bilješke/ }).click()
  await main.getByRole('listitem').getByText('Zove sutra').waitFor()

  await main.getByRole('button', { name: 'Uredi bilješku', exact: true }).click()
  const edited = field(main, 'Uredi bilješku')
  await main.locator('textarea:focus').press('Escape')
  await main
    .locator('button:focus')
    .and(main.getByRole('button', { name: 'Uredi bilješku' }))
    .press('Enter')
  await page.keyboard.type(' ujutro')
  expect(await edited.inputValue()).toBe('Zove sutra ujutro')
  await edited.fill('Zove prekosutra')
  await edited.press('Escape')
  await goOn()
  await main.getByRole('button', { name: 'Odustani' }).click()
  await goOn()
  expect(await edited.inputValue()).toBe('Zove prekosutra')
  await main.getByRole('tab', { name: /^Kampanje/ }).click()
  await question(page).getByRole('button', { name: 'Odbaci' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('campaigns')
  await edited.waitFor({ state: 'hidden' })

  await main.getByRole('tab', { name: /^Bilješke/ }).click()
  await note.fill('Ipak ne')
  await note.press('Escape')
  await question(page).getByRole('button', { name: 'Odbaci' }).click()
  await expect.poll(() => note.inputValue()).toBe('')
})

test('what is typed while a form is being saved is not taken, because the form closes with the answer', async () => {
  const page = await open('/cities')
  await page.locator('tbody tr[data-id]').first().focus()
  await page.keyboard.press('e')
  const form = dialog(page, 'Uredi grad')
  const name = form.getByRole('textbox').first()
  await name.fill('Novi grad')
  const saved = Promise.withResolvers<void>()
  await delayRequests(page, '**/api/cities/**', saved.promise)
  await name.press('Control+Enter')
  await form.locator('button[aria-busy=true]').waitFor()
  await name.pressSequentially('!')
  expect([await name.inputValue(), await name.evaluate((one) => one === document.activeElement)]).toEqual([
    'Novi grad',
    true,
  ])
  saved.resolve()
  await form.waitFor({ state: 'hidden' })
})
