import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PHONE, startKontor } from './harness.ts'
import { cutIn, dialog, snackbar } from './list.ts'

const { open, address } = await startKontor()

const row = (page: Page, at: number) => page.locator('tbody tr[data-id]').nth(at)
const styleOf = (one: Locator, name: 'backgroundColor' | 'opacity' | 'color' | 'position') =>
  one.evaluate((element, name) => getComputedStyle(element)[name], name)
const hasFocus = (one: Locator) =>
  expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true)

test('in forced colours the chosen tab, segment, screen and page differ from their neighbours', async () => {
  const page = await open('/cart', { forcedColors: 'active' })
  await row(page, 0).waitFor()
  const segments = page.locator('label:has(> input[type=radio])')
  const menu = page.getByRole('navigation', { name: 'Meni' })
  const pager = page.getByRole('navigation', { name: /[Ss]tran/ })
  const pairs: [name: string, chosen: Locator, other: Locator][] = [
    ['segment', segments.nth(0), segments.nth(1)],
    ['screen', menu.getByRole('link', { name: 'Korpa' }), menu.getByRole('link', { name: 'Kampanje' })],
    ['page', pager.locator('[aria-current]'), pager.locator('button:not([aria-current], [title])').first()],
  ]
  for (const [name, chosen, other] of pairs)
    expect([name, await styleOf(chosen, 'backgroundColor')]).not.toEqual([
      name,
      await styleOf(other, 'backgroundColor'),
    ])
  await page.goto(`${address}/campaigns/1`)
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  const chosen = tabs.and(page.locator('[aria-selected=true]'))
  const other = tabs.first()
  expect(await styleOf(chosen, 'backgroundColor')).not.toBe(await styleOf(other, 'backgroundColor'))
  const dot = page.getByRole('main').locator('span > i').first()
  await dot.waitFor()
  expect(await styleOf(dot, 'backgroundColor')).not.toBe(await styleOf(dot.locator('..'), 'backgroundColor'))
})

const small = [
  { screen: 'at 200 %: cart', path: '/cart', viewport: { width: 720, height: 450 } },
  { screen: 'at 200 %: campaign', path: '/campaigns/1?tab=cart', viewport: { width: 720, height: 450 } },
  { screen: 'on a phone held sideways: cart', path: '/cart', viewport: { width: 844, height: 390 } },
  {
    screen: 'on a phone held sideways: campaign',
    path: '/campaigns/1',
    viewport: { width: 844, height: 390 },
  },
]
test.for(small)('the page scrolls to whole rows, $screen', async ({ path, viewport }) => {
  const page = await open(path, { viewport })
  const rows = page.getByRole('main').locator('tbody tr[data-id], li > button[class*=row]')
  await rows.nth(2).waitFor()
  if (path === '/cart') expect((await rows.first().boundingBox())?.y).toBeLessThan(viewport.height)
  const main = page.getByRole('main')
  expect(await main.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  // No area of its own hides them: once the first is at the top, the next ones are seen as well.
  const seen = () =>
    rows.evaluateAll((all) => {
      all[0]?.scrollIntoView({ block: 'start' })
      return all.slice(0, 3).map((one) => {
        const { left, top, bottom, width } = one.getBoundingClientRect()
        const at = (y: number) => document.elementFromPoint(left + Math.min(width, 400) / 2, y)
        return one.contains(at(top + 2)) && one.contains(at(bottom - 3))
      })
    })
  await expect.poll(seen).toEqual([true, true, true])
})

/** The number of pages of a PDF. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test('a list is printed whole, in the light theme, without what is pressed', async () => {
  const page = await open('/cart?size=100', { colorScheme: 'dark' })
  await row(page, 60).waitFor()
  const rows = await page.locator('tbody tr[data-id]').count()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const one of [
    page.getByRole('navigation', { name: 'Meni' }),
    page.getByRole('banner'),
    page.getByRole('searchbox'),
    page.getByRole('textbox', { name: /^Filter: / }),
    page.getByRole('button', { name: 'Osvježi' }),
    page.getByRole('checkbox'),
    page.getByRole('combobox', { name: /na strani/ }),
  ])
    expect(await one.filter({ visible: true }).count(), String(one)).toBe(0)
  const clipped = await page
    .locator('tbody tr[data-id]')
    .last()
    .evaluate((last) => {
      const { bottom } = last.getBoundingClientRect()
      for (let around = last.parentElement; around && around !== document.body; around = around.parentElement)
        if (
          getComputedStyle(around).overflowY !== 'visible' &&
          around.getBoundingClientRect().bottom < bottom
        )
          return around.outerHTML.slice(0, 80)
      return null
    })
  expect(clipped).toBeNull()
  expect(await styleOf(page.locator('td[data-main]').first(), 'color')).toBe('rgb(22, 24, 28)')
  const pages = pagesOf(await page.pdf({ format: 'A4' }))
  expect(pages).toBeGreaterThan(1)
  expect(pages).toBeLessThan(rows / 8)

  // Columns and sums that stay on the screen stand in their places on paper.
  await page.emulateMedia({ media: 'screen' })
  for (const [path, place] of [
    ['/partners', 'tbody td[data-fixed]'],
    ['/catalogue_orders', 'tfoot'],
  ] as const) {
    await page.goto(address + path)
    const position = async () => [path, await styleOf(page.locator(place).first(), 'position')]
    await expect.poll(position).toEqual([path, 'sticky'])
    await page.emulateMedia({ media: 'print' })
    await expect.poll(position).toEqual([path, 'static'])
    await page.emulateMedia({ media: 'screen' })
  }

  // Amounts that are edited in their cells, and sums, are whole.
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => history.pushState(null, '', '/campaigns/1'))
  await page
    .getByText(/ostaje|preko/)
    .first()
    .waitFor()
  await page.setViewportSize({ width: 800, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => cutIn(page)).toEqual([])
})

test('by keys into the preview and back, to the record’s page, and to deactivating it', async () => {
  const page = await open('/partners')
  await row(page, 1).focus()
  await page.keyboard.press('Space')
  const panel = page.getByRole('complementary', { name: /^Pregled: / })
  await panel.waitFor()
  await page.keyboard.press('F6')
  await expect.poll(() => panel.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('F6')
  await hasFocus(row(page, 1))
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: /^Deaktivirati / })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const sheet = dialog(page, 'Prečice na tastaturi')
  for (const text of ['Iz reda u pregled i nazad', 'Otvori zapis', 'Deaktiviraj / Vrati', 'Prodavnice'])
    await sheet.getByText(text, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  const id = await row(page, 1).getAttribute('data-id')
  await row(page, 1).focus()
  await page.keyboard.press('o')
  await page.waitForURL(`**/partners/${id}`)

  // A record without a page of its own is opened beside its list.
  for (const path of ['/cart', '/stores', '/users']) {
    await page.goto(`${address}${path}`)
    await row(page, 1).waitFor()
    await row(page, 1).focus()
    await page.keyboard.press('o')
    await page.waitForURL(/row=/)
    await panel.waitFor()
  }
})

test('in the stepper of a campaign a key goes to the next step, and another saves from a field', async () => {
  const page = await open('/campaigns/1?tab=cart')
  await page.getByRole('button', { name: 'Dodaj detalje' }).click()
  const stepper = page.getByRole('dialog', { name: 'Dodaj partnere u kampanju' })
  await stepper.locator('tbody tr[data-id]').first().waitFor()
  await stepper.locator('tbody input[type=checkbox]:not(:checked)').first().check()
  const values = stepper.locator('tbody [data-value]')
  const empty = await values.evaluateAll((all) =>
    all.findIndex((one) => one instanceof HTMLInputElement && one.value === ''),
  )
  await values.nth(empty).fill('25')
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('dialog', { name: 'Dodaj proizvode u kampanju' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await snackbar(page, 'Uspješno ažurirani partneri kampanje')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('in the stepper Ctrl+A on a row selects the page, as in lists, and F6 goes to the field for all of them', async () => {
  const page = await open('/campaigns/1?tab=cart')
  await page.getByRole('button', { name: 'Dodaj detalje' }).click()
  const stepper = page.getByRole('dialog', { name: 'Dodaj partnere u kampanju' })
  const row = stepper.locator('tbody tr[data-id]').first()
  const unchecked = stepper.locator('tbody input[type=checkbox]:not(:checked)')
  await row.waitFor()
  expect(await unchecked.count()).toBeGreaterThan(1)
  await row.focus()
  await page.keyboard.press('Control+a')
  await expect.poll(() => unchecked.count()).toBe(0)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.keyboard.press('F6')
  await page.keyboard.type('200')
  expect(await stepper.getByRole('textbox', { name: 'Upiši izabranima bez iznosa' }).inputValue()).toBe('200')
  await page.keyboard.press('F6')
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('on a phone undelivered lines are delivered one after the other, each with one press', async () => {
  const page = await open('/cart?f.is_delivered=0', PHONE)
  const lines = page.getByRole('main').getByRole('listitem').getByRole('button')
  await lines.nth(4).waitFor()
  // The first line is in the upper half of the screen.
  expect((await lines.first().boundingBox())?.y).toBeLessThan(350)
  await lines.nth(1).tap()
  const view = page.getByRole('dialog').first()
  await view.getByText(/^2 od /).waitFor()
  await view.getByRole('link', { name: /^\+?[\d /-]+$/ }).waitFor()
  await view.getByRole('button', { name: 'Označi kao isporučeno' }).tap()
  const question = dialog(page, 'Označiti kao isporučeno?')
  const asked: (string | null)[] = []
  for (let press = 0; press < 3; press += 1) {
    asked.push(await question.locator('p').last().textContent())
    await question.getByRole('button', { name: 'Označi i nastavi' }).tap()
    await expect.poll(() => question.locator('p').last().textContent()).not.toBe(asked.at(-1))
  }
  expect(new Set(asked).size).toBe(3)
  await snackbar(page, 'Isporučena 1 stavka') // of all three
  await question.getByRole('button', { name: 'Odustani' }).tap()
  await question.waitFor({ state: 'detached' })
  // The line before them was left out; the preview is at the next one.
  await view.getByText(/^2 od /).waitFor()
  await view.getByRole('button', { name: 'Označi kao isporučeno' }).tap()
  await question.getByRole('button', { name: 'Označi kao isporučeno' }).tap()
  await snackbar(page, 'Isporučena 1 stavka')
  await view.getByRole('button', { name: 'Označi kao isporučeno' }).waitFor()
  expect(await question.count()).toBe(0)
})

test('deliveries go on with the next page, also when the delivered lines stay in the list', async () => {
  const page = await open('/cart?size=10')
  await row(page, 9).getByRole('cell').nth(1).click()
  const panel = page.getByRole('complementary', { name: /^Pregled: / })
  await panel.getByText(/^10 od /).waitFor()
  await panel.getByRole('button', { name: 'Označi kao isporučeno' }).click()
  const question = dialog(page, 'Označiti kao isporučeno?')
  const asked = await question.locator('p').last().textContent()
  await question.getByRole('button', { name: 'Označi i nastavi' }).click()
  await page.waitForURL(/page=2/)
  await expect.poll(() => question.locator('p').last().textContent()).not.toBe(asked)
  await question.getByRole('button', { name: 'Odustani' }).click()
  await panel.getByText(/^11 od /).waitFor()
})

test('a row’s buttons are seen when it is pointed at or has the focus; a required picture is announced', async () => {
  const page = await open('/products')
  await row(page, 2).waitFor()
  const buttons = (at: number) => row(page, at).locator('[data-actions]')
  await page.mouse.move(5, 5)
  await expect.poll(() => styleOf(buttons(0), 'opacity')).toBe('0')
  await row(page, 0).hover()
  await expect.poll(() => styleOf(buttons(0), 'opacity')).toBe('1')
  await row(page, 2).focus()
  await expect.poll(() => styleOf(buttons(2), 'opacity')).toBe('1')
  expect(await styleOf(buttons(1), 'opacity')).toBe('0')
  await row(page, 1).getByRole('button', { name: 'Uredi' }).press('Enter')
  await dialog(page, 'Uredi proizvod').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Dodaj proizvod' }).click()
  const choose = dialog(page, 'Novi proizvod').getByRole('button', { name: 'Izaberi sliku' })
  const described = await choose.evaluate((button) =>
    (button.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  )
  expect(described[0]).toBe('Obavezno polje.')
})

test('under a finger every button of a row is whole, and the folded menu keeps its arrow', async () => {
  const page = await open('/products', { viewport: { width: 1280, height: 800 }, hasTouch: true })
  const from = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 10) // the month may have no orders yet
  for (const path of ['/products', '/campaigns', '/stores', `/catalogue_orders?from=${from}`]) {
    await page.goto(address + path)
    await row(page, 0).waitFor()
    const cell = row(page, 0).locator('td').last()
    const cut = () =>
      cell.evaluate((place) => {
        const { left, right } = place.getBoundingClientRect()
        const isCut = (button: Element) =>
          button.getBoundingClientRect().left < left || button.getBoundingClientRect().right > right
        return [...place.querySelectorAll('button, a')].filter(isCut).length
      })
    await expect.poll(async () => [path, await cut()]).toEqual([path, 0])
  }
  const menu = page.getByRole('navigation', { name: 'Glavni meni' })
  await menu.getByRole('button', { name: 'Skupi meni' }).click()
  const outside = () =>
    menu.evaluate((place) => {
      const { right } = place.getBoundingClientRect()
      return [...place.querySelectorAll('svg')].filter((one) => one.getBoundingClientRect().right > right)
        .length
    })
  await expect.poll(outside).toBe(0)
  const group = menu.getByRole('button', { name: 'Evidencije' })
  const apart = () =>
    group.evaluate((button) => {
      const [icon, arrow] = [...button.querySelectorAll('svg')].map((one) => one.getBoundingClientRect())
      return (icon?.right ?? 0) <= (arrow?.left ?? 0)
    })
  await expect.poll(apart).toBe(true)

  // The keyboard's focus shows the name, as the pointer does.
  await menu.getByRole('link', { name: 'Početna' }).focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.locator('[data-tooltip]').getAttribute('data-tooltip'))
    .toBe(await page.locator(':focus').getAttribute('title'))
})
