import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, faultsInBothThemes, PHONE, startKontor } from './harness.ts'
import {
  choose,
  dialog,
  field,
  go,
  node as item,
  keepSnackbarsOpen,
  plain,
  pressUndo,
  save,
  snackbar,
  typeAtOnce,
} from './list.ts'
import { loseResponses } from './responses.ts'

const { open, address } = await startKontor()
const SCREEN = '/technical_support'

const office = await callsOf(address, DEMO)
/** Calls from outside the page, as another window makes them. */
const send = (method: string, path: string, body?: object) =>
  office<{ id: number; version: number }>(method, `/api${SCREEN}${path}`, body)

/** Adds a node: a folder, a file when it has bytes, or a link. */
async function make(name: string, parent?: number, item: { link?: string; file?: string } = {}) {
  const form = new FormData()
  form.set('name', name)
  form.set('is_item', String(item.link !== undefined || item.file !== undefined))
  if (parent) form.set('technical_support_id', String(parent))
  if (item.link) form.set('link', item.link)
  if (item.file) form.set('file', new Blob([item.file]), `${name}.pdf`)
  return (await send('POST', '', form)).id
}

/** A folder at the root with two folders, a file and a link; `Z` makes their names unique to a test. */
async function branch(z: string) {
  const top = await make(`${z} Radionica`)
  const first = await make(`${z} Hidraulika`, top)
  const second = await make(`${z} Motor`, top)
  const file = await make(`${z} Uputstvo`, first, { file: '%PDF-1.4 uputstvo' })
  const link = await make(`${z} Video`, first, { link: 'https://kontor.me/video' })
  return { top, first, second, file, link }
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Tehnička podrška' })
const names = (page: Page) =>
  tree(page)
    .getByRole('treeitem')
    .evaluateAll((lines) => lines.map((line) => line.querySelector('[id^=node]')?.textContent ?? ''))
/** The name of the focused tree item. */
const focusedLine = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('[id^=node]')?.textContent)
const panel = (page: Page) => page.getByRole('complementary', { name: 'Izabrana stavka' })
const opened = (...ids: number[]) => `${SCREEN}?open=${ids.join('-')}`

test('adds a folder, a file and a link in the current folder; downloads, replaces and restores files', async () => {
  const page = await open(SCREEN)
  await page.getByRole('button', { name: 'Dodaj', exact: true }).first().click()
  const form = dialog(page, 'Nova stavka')
  expect(await form.getByRole('radio', { name: 'Folder' }).isChecked()).toBe(true)
  await field(form, 'Naziv').fill('D')
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Naziv mora imati najmanje 2 znaka.').waitFor()
  await field(form, 'Naziv').fill('A Dodato')
  await save(form)
  await snackbar(page, 'Uspješno dodavanje')
  await expect.poll(() => focusedLine(page)).toBe('A Dodato')
  await expect.poll(() => item(page, 'A Dodato').getAttribute('aria-selected')).toBe('true')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => form.getByRole('combobox', { name: 'Mjesto' }).textContent()).toContain('A Dodato')
  await form.getByRole('radio', { name: 'Stavka' }).check({ force: true })
  expect(await form.getByRole('radio', { name: 'Fajl' }).isChecked()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Sačuvaj' }).click()
  await form.getByText('Izaberite fajl.').waitFor()
  await choose(page, form, 'Izaberi fajl', 'prazan.pdf', Buffer.alloc(0))
  await snackbar(page, 'Fajl „prazan.pdf“ je prazan.')
  await choose(page, form, 'Izaberi fajl', 'Šema kočnica.pdf', Buffer.from('%PDF-1.4'))
  await expect.poll(() => field(form, 'Naziv').inputValue()).toBe('Šema kočnica')
  await save(form)
  await expect.poll(() => focusedLine(page)).toBe('Šema kočnica')
  expect(await item(page, 'Šema kočnica').getAttribute('aria-level')).toBe('2')

  await item(page, 'A Dodato').click()
  await panel(page).getByRole('button', { name: 'Dodaj u folder' }).click()
  await form.getByRole('radio', { name: 'Stavka' }).check({ force: true })
  await form.getByRole('radio', { name: 'Link' }).check({ force: true })
  await field(form, 'Naziv').fill('Forum')
  await field(form, 'Adresa').fill('javascript:alert(1)')
  await field(form, 'Adresa').press('Enter')
  await form.getByText('Upišite adresu, npr. https://kontor.me/uputstvo.').waitFor()
  await field(form, 'Adresa').fill('https://kontor.me/forum')
  await save(form)
  await expect.poll(() => focusedLine(page)).toBe('Forum')
  await panel(page).getByRole('link', { name: 'https://kontor.me/forum' }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])

  // The file is downloaded under its own name, replaced, and restored; the folder is downloaded as a zip.
  await item(page, 'Šema kočnica').click()
  const side = panel(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    side.getByRole('button', { name: 'Preuzmi', exact: true }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('Šema kočnica.pdf')
  await choose(page, side as never, 'Zamijeni fajl', 'novo.pdf', Buffer.from('%PDF-1.7 novo uputstvo'))
  await side.getByText('Zamijenjeni fajlovi').waitFor()
  await side.getByRole('button', { name: /^Vrati: / }).click()
  await snackbar(page, 'Uspješna izmjena')
  // A retry replaces the file of a node that somebody else has renamed meanwhile, and leaves its name.
  const sent = page.getByRole('region', { name: 'Otpremanje fajlova' }).getByRole('listitem')
  const retry = (name: string) => page.getByRole('button', { name: `Pokušaj ponovo: ${name}` })
  const url = /\/api\/technical_support\/\d+$/
  let isRenamed = false
  await page.route(url, async (route) => {
    if (route.request().method() === 'POST' && !isRenamed) {
      isRenamed = true
      const id = new URL(route.request().url()).pathname.split('/').at(-1)
      await send('PATCH', `/${id}`, { name: 'Šema novih kočnica' })
    }
    await route.continue()
  })
  await choose(page, side as never, 'Zamijeni fajl', 'treći.pdf', Buffer.from('%PDF-1.7 treće uputstvo'))
  await retry('treći.pdf').click()
  await sent.filter({ hasText: 'treći.pdf' }).getByText('otpremljeno').waitFor()
  await item(page, 'Šema novih kočnica').click()
  // Nor is it a conflict when only the response was lost.
  await page.unroute(url)
  await loseResponses(page, url, 'POST')
  await choose(page, side as never, 'Zamijeni fajl', 'četvrti.pdf', Buffer.from('%PDF-1.7 četvrto uputstvo'))
  await retry('četvrti.pdf').waitFor()
  await page.unroute(url)
  await retry('četvrti.pdf').click()
  await sent.filter({ hasText: 'četvrti.pdf' }).getByText('otpremljeno').waitFor()
  await item(page, 'A Dodato').click()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    side.getByRole('button', { name: 'Preuzmi sve (.zip)' }).click(),
  ])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
})

test('the tree is usable by keyboard alone, and a letter always searches a name', async () => {
  const { top } = await branch('B')
  const page = await open(SCREEN)
  await item(page, 'B Radionica').focus()
  await page.keyboard.press('ArrowRight')
  await item(page, 'B Hidraulika').waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedLine(page)).toBe('B Hidraulika')
  const line = item(page, 'B Hidraulika')
  const ariaOf = (name: string) => line.getAttribute(`aria-${name}`)
  expect(await Promise.all(['level', 'posinset', 'setsize', 'expanded', 'selected'].map(ariaOf))).toEqual([
    '2',
    '1',
    '2',
    'false',
    'false',
  ])
  await page.keyboard.press('*')
  await item(page, 'B Video').waitFor()
  await typeAtOnce(page, 'b mo')
  await expect.poll(() => focusedLine(page)).toBe('B Motor')
  await page.keyboard.press('Home')
  const first = (await names(page))[0]
  await expect.poll(() => focusedLine(page)).toBe(first)
  await page.keyboard.press('End')
  await expect.poll(async () => (await focusedLine(page)) === (await names(page)).at(-1)).toBe(true)
  await item(page, 'B Video').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focusedLine(page)).toBe('B Hidraulika')
  await page.keyboard.press('ArrowLeft')
  await item(page, 'B Video').waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await panel(page).getByRole('heading', { name: 'B Hidraulika' }).waitFor()
  expect(page.url()).toContain(`open=${top}`)

  await page.keyboard.press('F2')
  const form = dialog(page, 'Uredi')
  await field(form, 'Naziv').fill('B Hidraulika 2')
  await field(form, 'Naziv').press('Enter')
  await expect.poll(() => focusedLine(page)).toBe('B Hidraulika 2')

  await page.keyboard.press('Control+X')
  await page.getByRole('status').getByText('Isječeno: B Hidraulika 2').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Isječeno: B Hidraulika 2').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+X')
  await page.keyboard.press('Control+V')
  await snackbar(page, 'Folder se ne može premjestiti u sebe')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedLine(page)).toBe('B Motor')
  await page.keyboard.press('Control+V')
  await snackbar(page, 'Premješteno: B Hidraulika 2 → B Motor')
  await expect.poll(() => focusedLine(page)).toBe('B Hidraulika 2')
  await expect.poll(() => item(page, 'B Hidraulika 2').getAttribute('aria-level')).toBe('3')

  await page.keyboard.press('Delete')
  const question = dialog(page, 'Deaktivacija: „B Hidraulika 2“')
  await question.getByText('Iz stabla se za sve uklanjaju 3 stavke').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedLine(page)).toBe('B Hidraulika 2')
  await page.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Obriši' }).press('Enter')
  await expect.poll(() => focusedLine(page)).toBe('B Motor')
  await item(page, 'B Hidraulika 2').waitFor({ state: 'hidden' })
})

test('moving, hiding and deleting can each be undone', async () => {
  const { top, first, file } = await branch('C')
  const page = await open(`${opened(top, first)}&node=${first}`)
  await keepSnackbarsOpen(page)
  await panel(page).getByRole('button', { name: 'Premjesti u…' }).click()
  const move = dialog(page, 'Premjesti u…')
  await item(move, 'C Radionica').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await move.getByRole('searchbox', { name: 'Traži folder' }).fill('c motor')
  await page.keyboard.press('Enter')
  await item(move, 'C Motor').click()
  await move.getByRole('button', { name: 'Premjesti', exact: true }).click()
  await snackbar(page, 'Premješteno: C Hidraulika → C Motor')
  await expect.poll(() => item(page, 'C Hidraulika').getAttribute('aria-level')).toBe('3')
  await pressUndo(page)
  await expect.poll(() => item(page, 'C Hidraulika').getAttribute('aria-level')).toBe('2')

  await item(page, 'C Hidraulika').hover()
  await item(page, 'C Hidraulika').getByRole('button', { name: 'Sakrij od partnera' }).click()
  await dialog(page, 'Sakriti „C Hidraulika“?').getByRole('button', { name: 'Sakrij od partnera' }).click()
  await snackbar(page, 'Skriveno: C Hidraulika')
  await item(page, 'C Hidraulika').getByText('Skriveno').waitFor()
  await item(page, 'C Uputstvo').getByText('Skriveno iznad').waitFor()
  await pressUndo(page, 'Skriveno')
  await item(page, 'C Hidraulika').getByText('Skriveno').waitFor({ state: 'hidden' })

  await item(page, 'C Uputstvo').click()
  await panel(page).getByRole('button', { name: 'Obriši' }).press('Delete')
  await dialog(page, 'Deaktivacija: „C Uputstvo“').getByRole('button', { name: 'Obriši' }).click()
  await item(page, 'C Uputstvo').waitFor({ state: 'hidden' })
  await expect.poll(() => focusedLine(page)).toBe('C Video')
  await page.getByRole('button', { name: 'Nedavno obrisano' }).click()
  const gone = dialog(page, 'Nedavno obrisano')
  await gone.getByText('C Radionica › C Hidraulika').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await gone.getByRole('button', { name: 'Vrati: C Uputstvo' }).click()
  await gone.waitFor({ state: 'hidden' })
  await expect.poll(() => focusedLine(page)).toBe('C Uputstvo')

  await page.keyboard.press('Delete')
  await dialog(page, 'Deaktivacija: „C Uputstvo“').getByRole('button', { name: 'Obriši' }).click()
  await item(page, 'C Uputstvo').waitFor({ state: 'hidden' })
  await send('PUT', `/restore/${file}`) // restored from elsewhere first
  await pressUndo(page, 'Obrisano')
  await snackbar(page, 'Već je vraćeno: C Uputstvo')
  await expect.poll(() => focusedLine(page)).toBe('C Uputstvo')
})

/** The position of a tree item in the window. */
async function place(page: Page, name: string) {
  const box = await item(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not in sight`)
  return { x: box.x + 240, y: box.y + box.height / 2 }
}

test('the mouse drags a node into a folder, invalid targets are marked, and Escape cancels', async () => {
  const { top, first } = await branch('D')
  const page = await open(opened(top, first))
  await item(page, 'D Video').waitFor()
  const drag = async (from: string, to: string) => {
    await item(page, from).hover({ position: { x: 240, y: 10 } })
    await page.mouse.down()
    const over = async () => {
      const { x, y } = await place(page, to) // where it is now: other items may have moved it
      await page.mouse.move(x, y, { steps: 4 })
      return item(page, to).getAttribute('data-over')
    }
    await expect.poll(over).toMatch(/allowed|refused/)
  }
  await drag('D Radionica', 'D Hidraulika')
  await page.getByText('Folder se ne može premjestiti u sebe').waitFor()
  await page.mouse.up()
  expect(await item(page, 'D Radionica').getAttribute('aria-level')).toBe('1')
  await drag('D Video', 'D Motor')
  expect(await item(page, 'D Motor').getAttribute('data-over')).toBe('allowed')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await item(page, 'D Motor').getAttribute('data-over')).toBeNull()
  await drag('D Video', 'D Motor')
  await page.mouse.up()
  await snackbar(page, 'Premješteno: D Video → D Motor')
  await expect.poll(() => focusedLine(page)).toBe('D Video')

  // Dragged over a closed folder it opens; dropped on the header it moves to the root.
  await item(page, 'D Hidraulika').click()
  await page.keyboard.press('ArrowLeft')
  await item(page, 'D Uputstvo').waitFor({ state: 'hidden' })
  await drag('D Video', 'D Hidraulika')
  await item(page, 'D Uputstvo').waitFor()
  const overTop = async () => {
    const box = await page.getByText('Premjesti na vrh stabla').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8)
    return page.locator('[data-drop=""][data-over=allowed]').count()
  }
  await expect.poll(overTop).toBe(1)
  await page.mouse.up()
  await snackbar(page, 'Premješteno: D Video → Na vrhu stabla')
  await expect.poll(() => item(page, 'D Video').getAttribute('aria-level')).toBe('1')
})

test('a long press drags, a swipe scrolls, and a second finger changes nothing', async () => {
  const { top, first } = await branch('E')
  const page = await open('/favicon.svg', { hasTouch: true, fresh: true })
  await page.clock.install()
  await page.goto(address + opened(top, first))
  await item(page, 'E Video').waitFor()
  const touch = await page.context().newCDPSession(page)
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((one, id) => ({ ...one, id })) })
  const from = await place(page, 'E Video')
  const to = await place(page, 'E Motor')
  // The finger moves before it has rested; a rest afterwards is no long press.
  await page.clock.pauseAt(Date.now() + 20_000)
  await fingers('touchStart', from)
  await fingers('touchMove', { x: from.x, y: from.y + 30 })
  await fingers('touchMove', to)
  await page.clock.runFor(1_000)
  expect(await page.locator('[data-over]').count()).toBe(0)
  await fingers('touchEnd')
  await page.clock.resume()
  const now = await place(page, 'E Video')
  const target = await place(page, 'E Motor')
  await fingers('touchStart', now)
  await expect.poll(() => item(page, 'E Video').getAttribute('data-over')).toBe('dragged')
  await fingers('touchMove', { x: now.x, y: now.y + 20 })
  await fingers('touchStart', { x: now.x, y: now.y + 20 }, { x: 900, y: 700 })
  await fingers('touchMove', target, { x: 900, y: 600 })
  await expect.poll(() => item(page, 'E Motor').getAttribute('data-over')).toBe('allowed')
  await fingers('touchEnd')
  await snackbar(page, 'Premješteno: E Video → E Motor')
  await expect.poll(() => item(page, 'E Video').getAttribute('aria-level')).toBe('3')
})

/** Drops files that were created in the page on a tree item. */
const drop = (page: Page, on: string, files: { name: string; bytes: number }[]) =>
  page.evaluate(
    ({ on, files }) => {
      const transfer = new DataTransfer()
      for (const { name, bytes } of files) transfer.items.add(new File([new Uint8Array(bytes)], name))
      const line = [...document.querySelectorAll('[role=treeitem]')].find(
        (one) => one.querySelector('[id^=node]')?.textContent === on,
      )
      const { x = 0, y = 0 } = line?.getBoundingClientRect() ?? {}
      for (const type of ['dragenter', 'dragover', 'drop'])
        line?.dispatchEvent(
          new DragEvent(type, {
            bubbles: true,
            cancelable: true,
            dataTransfer: transfer,
            clientX: x + 240,
            clientY: y + 10,
          }),
        )
    },
    { on, files },
  )

test('dropped files upload two at a time with progress, on any screen, and none twice', async () => {
  const { top, first } = await branch('F')
  const page = await open(opened(top, first))
  await item(page, 'F Motor').waitFor()
  const keys: string[] = []
  let answer: 'wait' | 'break' | 'go' = 'wait'
  const pending: (() => void)[] = []
  await page.route('**/api/technical_support', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (answer === 'wait') await new Promise<void>((go) => pending.push(go))
    if (answer === 'break') {
      await route.fetch() // it arrives, but the response is lost
      await route.abort()
    } else await route.continue()
  })
  await drop(page, 'F Motor', [
    { name: 'Prvi.pdf', bytes: 4000 },
    { name: 'Drugi.pdf', bytes: 5000 },
    { name: 'Treći.pdf', bytes: 6000 },
    { name: 'Prazan.pdf', bytes: 0 },
    { name: 'Prevelik.zip', bytes: 50 * 1024 * 1024 + 1 },
  ])
  const tray = page.getByRole('region', { name: 'Otpremanje fajlova' })
  await tray.getByText('Otpremanje, 3 fajla').waitFor()
  await tray.getByText('Fajl „Prazan.pdf“ je prazan.').waitFor()
  await tray.getByText('Fajl „Prevelik.zip“ je veći od 50 MB.').waitFor()
  await expect.poll(() => keys.length).toBe(2)
  await tree(page).getByRole('progressbar', { name: 'Prvi.pdf' }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])

  await page.getByRole('link', { name: 'Proizvodi' }).click()
  await page.getByRole('heading', { name: 'Proizvodi', level: 1 }).waitFor()
  expect(await tray.getByText('Otpremanje, 3 fajla').count()).toBe(1)
  await tray.getByRole('button', { name: 'Prekini otpremanje: Treći.pdf' }).click()
  answer = 'break'
  for (const go of pending) go()
  await tray.getByRole('button', { name: 'Pokušaj ponovo: Prvi.pdf' }).waitFor()
  await tray.getByRole('button', { name: 'Pokušaj ponovo: Drugi.pdf' }).waitFor()
  answer = 'go'
  await tray.getByRole('button', { name: 'Pokušaj ponovo: Prvi.pdf' }).click()
  await tray.getByText('otpremljeno').waitFor()
  await tray.getByRole('button', { name: 'Pokušaj ponovo: Drugi.pdf' }).click()
  await expect.poll(() => tray.getByText('otpremljeno').count()).toBe(2)
  expect(new Set(keys).size).toBe(2)
  await tray.getByRole('button', { name: 'Zatvori' }).click()
  await page.goBack()
  await item(page, 'F Motor').waitFor()
  await expect
    .poll(async () => (await names(page)).filter((name) => /^(Prvi|Drugi|Treći)/.test(name)).sort())
    .toEqual(['Drugi', 'Prvi'])

  // They end with the session, so that none goes on for the next user.
  answer = 'wait'
  await drop(page, 'F Motor', [{ name: 'Četvrti.pdf', bytes: 4000 }])
  await expect.poll(() => new Set(keys).size).toBe(3)
  const aborted = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/technical_support'))
  await page.getByRole('button', { name: 'Ana Vukčević' }).click()
  await page.getByRole('menuitem', { name: 'Odjavi se' }).click()
  await page.getByRole('button', { name: 'Ipak izađi' }).click()
  await page.waitForURL(/\/login/)
  await aborted
})

test('a search expands the path to matches, marks its words, and is undone by clearing it; changes by others appear', async () => {
  const { top, link } = await branch('Šž')
  const page = await open(SCREEN)
  const search = page.getByRole('searchbox', { name: 'Traži naziv ili opis' })
  await search.fill('sz video')
  await search.press('Enter')
  await page.getByRole('status').getByText('1 rezultat').waitFor()
  await expect
    .poll(async () => (await names(page)).filter((name) => name.startsWith('Šž')))
    .toEqual(['Šž Radionica', 'Šž Hidraulika', 'Šž Video'])
  await expect.poll(() => item(page, 'Šž Video').locator('mark').allInnerTexts()).toEqual(['Šž', 'Video'])
  expect(await accessibilityFaults(page)).toEqual([])
  await search.fill('nema toga nigdje')
  await search.press('Enter')
  await page.getByRole('heading', { name: 'Nema rezultata za „nema toga nigdje“' }).waitFor()
  expect(await page.getByRole('tree').count()).toBe(0)
  await page.goBack()
  await item(page, 'Šž Video').click()
  await page.reload()
  await item(page, 'Šž Video').waitFor()
  await expect.poll(() => item(page, 'Šž Video').getAttribute('aria-selected')).toBe('true')
  await search.press('Escape')
  await expect.poll(() => search.inputValue()).toBe('')
  await item(page, 'Šž Video').waitFor()

  await go(page, `${SCREEN}?node=${link}`)
  await expect.poll(() => page.url()).toContain(`open=${top}`)
  await item(page, 'Šž Video').waitFor()
  await go(page, `${SCREEN}?node=999999`)
  await snackbar(page, 'Ta stavka više ne postoji.')

  // Changes by others appear without losing the scroll position or the focused node.
  const { top: above, first, second } = await branch('I')
  await go(page, `${opened(above, first)}&node=${first}`)
  await item(page, 'I Video').waitFor()
  await item(page, 'I Hidraulika').focus()
  await make('I Novo', first, { link: 'https://kontor.me/novo' })
  await item(page, 'I Novo').waitFor()
  await expect.poll(() => focusedLine(page)).toBe('I Hidraulika')
  const { version } = await send('PUT', `/activate/${second}`, { is_visible: false })
  await item(page, 'I Motor').getByText('Skriveno').waitFor()
  await send('PUT', `/move/${second}`, { parent_id: first, version })
  await expect.poll(() => item(page, 'I Motor').getAttribute('aria-level')).toBe('3')
  await expect.poll(() => focusedLine(page)).toBe('I Hidraulika')
  await send('DELETE', `/${first}`)
  await item(page, 'I Hidraulika').waitFor({ state: 'hidden' })
  await expect.poll(() => focusedLine(page)).toBeTruthy()
})

test('reports and retries a failed request, and renders only the visible ones of 20,000 nodes', async () => {
  await make('A Prvi')
  const page = await open('/health')
  const broken = { message: 'error.internal' }
  let answer: object | null = broken
  await page.route('**/api/technical_support/levels', (route) =>
    answer ? route.fulfill({ status: answer === broken ? 500 : 200, json: answer }) : route.continue(),
  )
  await page.goto(address + SCREEN)
  await page.getByRole('heading', { name: 'Greška pri učitavanju podataka' }).waitFor()
  expect(await page.getByRole('tree').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  answer = null
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click()
  await item(page, 'A Prvi').waitFor()

  const none = { levels: [{ parent_id: null, nodes: [] }], counts: { folders: 0, items: 0, hidden: 0 } }
  answer = none
  await page.reload()
  await page.getByRole('heading', { name: 'Nema podataka' }).waitFor()
  expect(await page.getByRole('tree').count()).toBe(0)

  // Only visible nodes are rendered, and the keys reach the last one.
  const node = (id: number) => ({
    id,
    parent_id: null,
    technical_support_id: null,
    name: `Stavka ${id}`,
    description: null,
    is_item: true,
    is_file: false,
    link: 'https://kontor.me',
    file: null,
    is_visible: true,
    is_shown: true,
    children: 0,
    items: 0,
    folders: 0,
    categories: [],
    version: 1,
    updated_at: '2026-11-20T08:00:00.000Z',
  })
  const nodes = Array.from({ length: 20_000 }, (_, index) => node(index + 1))
  const many = { levels: [{ parent_id: null, nodes }], counts: { folders: 0, items: 20_000, hidden: 0 } }
  answer = many
  await page.reload()
  await item(page, 'Stavka 1').focus()
  expect(await page.getByRole('treeitem').count()).toBeLessThan(80)
  await page.keyboard.press('End')
  await expect.poll(() => focusedLine(page)).toBe('Stavka 20000')
  expect(await item(page, 'Stavka 20000').getAttribute('aria-posinset')).toBe('20000')
  await typeAtOnce(page, 'stavka 777')
  await expect.poll(() => focusedLine(page)).toBe('Stavka 777')
  expect(await page.getByRole('treeitem').count()).toBeLessThan(80)
})

test('on a phone one folder is one page, with a back link and every action in a menu', async () => {
  await branch('J')
  const page = await open(SCREEN, PHONE)
  await item(page, 'J Radionica').tap()
  await item(page, 'J Hidraulika').tap()
  await expect.poll(async () => (await names(page)).map(plain)).toEqual(['J Uputstvo', 'J Video'])
  await page.getByRole('navigation', { name: 'Gdje ste' }).getByText('J Hidraulika').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Radnje: J Video' }).tap()
  const menu = page.getByRole('dialog', { name: 'J Video' })
  await menu.getByRole('button', { name: 'Premjesti u…' }).tap()
  const move = dialog(page, 'Premjesti u…')
  await move.getByRole('button', { name: 'Na vrhu stabla' }).tap()
  await move.getByRole('button', { name: 'Premjesti', exact: true }).tap()
  await snackbar(page, 'Premješteno: J Video → Na vrhu stabla')
  await item(page, 'J Video').tap()
  const details = page.getByRole('dialog', { name: 'J Video' })
  await details.getByText('Svi partneri').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goBack()
  await details.waitFor({ state: 'hidden' })
  await item(page, 'J Radionica').tap()
  await page.goBack()
  await item(page, 'J Radionica').waitFor()
})
