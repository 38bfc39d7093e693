import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, DEMO_PARTNER, faultsInBothThemes, startKontor } from './harness.ts'
import { column, cutIn, dialog, menu, plain, rowOf, snackbar, title } from './list.ts'
import { delayRequests } from './responses.ts'

const { open, address } = await startKontor()

/** Orders pieces of a campaign's first product as the demo partner in the portal. */
async function order(quantity: number) {
  const ask = await callsOf(address, DEMO_PARTNER)
  const [campaign] = await ask<{ id: number }[]>('GET', '/api/app/campaigns')
  const path = `/api/app/campaigns/${campaign?.id}`
  const { result } = await ask<{ result: { id: number; name: string }[] }>('GET', `${path}/products`)
  const [product] = result
  await ask('POST', `${path}/cart`, { product_id: product?.id, quantity, ignore_quantity: true })
  return product?.name ?? ''
}

const line = (page: Page, at: number) => page.locator('tbody tr[data-id]').nth(at)
/** The number of undelivered lines in the menu. */
async function waiting(page: Page) {
  const badge = page
    .getByRole('navigation')
    .getByTitle(/neisporučen/)
    .first()
  return (await badge.count()) ? Number.parseInt(String(await badge.getAttribute('title')), 10) : 0
}
/** Waits until the lines are grouped by partner. */
async function byPartner(page: Page) {
  await page.getByRole('radio', { name: 'Po partneru', checked: true }).waitFor()
  await page.locator('table[aria-busy=false]').waitFor()
}
/** Checks that a cart is not truncated in any view, on a desk. */
async function expectNothingCut(page: Page) {
  for (const view of ['Po datumu', 'Po partneru', 'Po proizvodu']) {
    await page.getByText(view, { exact: true }).click()
    await page.getByRole('radio', { name: view, checked: true }).waitFor()
    await page.locator('table[aria-busy=false]').waitFor()
    await line(page, 0).waitFor()
    await expect.poll(async () => [view, await cutIn(page)]).toEqual([view, []])
  }
}

/** Confirms the open question with Enter; its button is focused. */
async function answer(page: Page, title: string) {
  await dialog(page, title).waitFor()
  await page.keyboard.press('Enter')
  await dialog(page, title).waitFor({ state: 'hidden' })
}

test('delivers and undelivers a line by keyboard without moving it, also when a partner orders', async () => {
  const page = await open('/cart')
  await line(page, 0).getByText('Neisporučeno').waitFor()
  await expect.poll(() => waiting(page)).toBeGreaterThan(0)
  const before = await waiting(page)
  const names = await column(page, 'Naziv')
  await line(page, 0).focus()
  await page.keyboard.press('d')
  await dialog(page, 'Označiti kao isporučeno?').getByText(String(names[0])).waitFor()
  await page.keyboard.press('Escape')
  await line(page, 0).getByText('Neisporučeno').waitFor()
  // A colleague delivers it while the question is open: it is not reported as one's own, which could be undone.
  const colleague = await callsOf(address, DEMO)
  const path = `/api/changeDeliveryCampaignItemCart/${await line(page, 0).getAttribute('data-id')}`
  await page.keyboard.press('d')
  await dialog(page, 'Označiti kao isporučeno?').waitFor()
  await colleague('PUT', path, { is_delivered: 1 })
  await page.keyboard.press('Enter')
  await dialog(page, 'Rezultat').getByText('Stavka je već isporučena.').waitFor()
  await page.keyboard.press('Enter')
  await colleague('PUT', path, { is_delivered: 0 })
  await line(page, 0).getByText('Neisporučeno').waitFor()
  await line(page, 0).focus()
  await page.keyboard.press('d')
  await answer(page, 'Označiti kao isporučeno?')
  await snackbar(page, 'Isporučena 1 stavka')
  await line(page, 0).getByText('Isporučeno', { exact: true }).waitFor()
  expect(await column(page, 'Naziv')).toEqual(names)
  await expect.poll(() => waiting(page)).toBe(before - 1)
  await line(page, 0).focus()
  await page.keyboard.press('d')
  await answer(page, 'Označiti kao neisporučeno?')
  await snackbar(page, '1 stavka je ponovo neisporučena')
  await expect.poll(() => waiting(page)).toBe(before)
  expect(await faultsInBothThemes(page)).toEqual([])

  // A new order of a partner is marked and does not move the row under the pointer. Within five seconds of a key press
  // rows may move, so the page is reloaded.
  await page.reload()
  await expect.poll(() => waiting(page)).toBe(before)
  const pointed = line(page, 5)
  const id = await pointed.getAttribute('data-id')
  await pointed.hover()
  await page.getByText('ukupno u korpi').waitFor() // the sums above come later than the lines
  const place = (await pointed.boundingBox())?.y
  const marked = line(page, 0).and(page.locator('[data-fresh=true]')).waitFor() // for six seconds
  const product = await order(3)
  await marked
  expect((await column(page, 'Naziv'))[0]).toBe(product)
  expect((await page.locator(`tr[data-id="${id}"]`).boundingBox())?.y).toBe(place)
  await expect.poll(() => waiting(page)).toBe(before + 1)
})

test('a delivery that ends after its panel was closed or its screen left opens no other line', async () => {
  const page = await open('/cart?f.is_delivered=0')
  const panel = page.getByRole('complementary', { name: /^Pregled: / })
  /** Confirms the delivery of a line in the panel, and leaves while it is being sent. */
  const deliver = async (leave: () => Promise<unknown>) => {
    await line(page, 0).focus()
    await page.keyboard.press('Space')
    await panel.waitFor()
    const sending = Promise.withResolvers<void>()
    await delayRequests(page, '**/api/changeDeliveryCampaignItemCart/*', sending.promise, 'PUT')
    await panel.getByRole('button', { name: 'Označi kao isporučeno' }).click()
    const question = dialog(page, 'Označiti kao isporučeno?')
    await question.getByRole('button', { name: 'Označi kao isporučeno', exact: true }).click()
    await question.waitFor({ state: 'hidden' })
    await leave()
    sending.resolve()
    await snackbar(page, 'Isporučena 1 stavka')
    await page.unrouteAll()
  }
  const first = await line(page, 0).getAttribute('data-id')
  await deliver(async () => {
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })
  await page.locator(`tr[data-id="${first}"]`).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?f.is_delivered=0')
  await deliver(async () => {
    await menu(page).getByRole('link', { name: 'Partneri', exact: true }).click()
    await title(page, 'Partneri').waitFor()
  })
  await line(page, 0).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('the sum and the home page link to undelivered lines, the URL keeps that, and a partner’s lines are delivered together', async () => {
  const page = await open('/')
  await page.getByRole('main').getByRole('link', { name: 'Isporuči' }).click()
  await page.waitForURL(/f\.is_delivered=0/)
  await expect.poll(async () => new Set(await column(page, 'Isporuka'))).toEqual(new Set(['Neisporučeno']))
  const view = page.getByRole('navigation', { name: 'Prikazi: Korpa' }).locator('[aria-current=true]')
  await expect.poll(() => view.textContent()).toMatch(/^Neisporučeno/)
  const sum = page.getByRole('button', { name: /za isporuku/ })
  await expect.poll(() => sum.getAttribute('aria-pressed')).toBe('true')
  await sum.press('Enter')
  await page.waitForURL(({ search }) => !search.includes('is_delivered'))
  await expect.poll(() => sum.getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => view.textContent()).toMatch(/^Sve/)
  await page.getByRole('radio', { name: 'Po partneru' }).press('Space')
  await page.waitForURL(/sort=partner/)
  const heads = page.getByText(/^\d+ od \d+ isporučeno$/)
  await byPartner(page)
  /** A partner with delivered and undelivered lines. */
  const begunOf = async () =>
    (await heads.allInnerTexts()).find((text) => {
      const [delivered, of] = text.match(/\d+/g) ?? []
      return delivered !== '0' && delivered !== of
    })
  await expect.poll(begunOf).toBeDefined()
  const partner = await begunOf()
  await sum.press('Enter')
  await page.waitForURL(/f\.is_delivered=0/)
  await expect.poll(async () => new Set(await column(page, 'Isporuka'))).not.toContain('Isporučeno')
  await page.getByText(String(partner), { exact: true }).first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1536, height: 864 })
  await expectNothingCut(page)
  await page.getByText('Po datumu', { exact: true }).click()
  await page.locator('tbody td[data-main]').first().waitFor()
  const lines = () =>
    page.locator('tbody td[data-main]').evaluateAll((names) =>
      names.map((name) => {
        const text = document.createRange()
        text.selectNodeContents(name)
        return text.getClientRects().length
      }),
    )
  await expect.poll(async () => [...new Set(await lines())]).toEqual([1])
  await page.setViewportSize({ width: 1440, height: 900 })

  // A partner’s lines are selected by the group's header and delivered, each with its result.
  await page.evaluate(() => history.pushState(null, '', '/cart?sort=partner&size=100'))
  await byPartner(page)
  const groups = page.locator('tbody tr:has(button[aria-expanded])')
  const begun = page.getByText(/^[1-9]\d* od \d+ isporučeno$/)
  const mixed = groups.filter({ has: begun }).filter({ hasText: 'ostaje' }).first()
  const name = String(await mixed.locator('button').textContent())
  const head = groups.filter({ has: page.getByRole('button', { name, exact: true }) })
  await head.focus()
  await page.keyboard.press('Enter')
  expect(await head.locator('button').getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  const bar = page.getByRole('toolbar')
  expect(plain(String(await bar.getByRole('status').textContent()))).toMatch(
    /^\d+ stavk[aei], [\d.]+,\d\d €$/,
  )
  await bar.getByRole('button', { name: 'Označi isporučeno' }).press('Enter')
  await page.getByRole('dialog', { name: /^Označiti \d+ stavk/ }).waitFor()
  await page.keyboard.press('Enter')
  const result = dialog(page, 'Rezultat')
  await result.getByText('Stavka je već isporučena.').first().waitFor()
  await head.getByText('sve isporučeno').waitFor()
  await result.getByRole('button', { name: 'Poništi' }).press('Enter')
  await bar.waitFor({ state: 'hidden' })
  await head.filter({ has: begun }).waitFor()
})

test('the totals are those of the view, and their link clears the filter', async () => {
  const page = await open('/cart?view=undelivered')
  const sums = page.getByText(/^isporučeno, /)
  await expect.poll(() => sums.textContent()).toBe('isporučeno, 0 stavki')
  // Of undelivered lines none can be marked as undelivered.
  await page.getByRole('checkbox', { name: 'Izaberi sve na strani' }).check()
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'Označi isporučeno' }).waitFor()
  expect(await bar.getByRole('button', { name: 'Označi neisporučeno' }).count()).toBe(0)
  const sum = page.getByRole('button', { name: /za isporuku/ })
  expect(await sum.getAttribute('aria-pressed')).toBe('true')
  await sum.press('Enter')
  await expect.poll(() => sums.textContent()).not.toBe('isporučeno, 0 stavki')
  expect(await sum.getAttribute('aria-pressed')).toBe('false')
})

test('a campaign has its cart and progress in tabs', async () => {
  const page = await open('/campaigns/2?tab=cart')
  await page.getByRole('button', { name: /za isporuku/ }).press('Enter')
  await page.waitForURL(/tab=cart&f\.is_delivered=0/)
  await expect.poll(async () => new Set(await column(page, 'Isporuka'))).toEqual(new Set(['Neisporučeno']))
  expect(await page.getByRole('columnheader', { name: 'Kampanja' }).count()).toBe(0)
  // As many lines as fit.
  const sizes = page.getByRole('main').getByRole('combobox', { name: 'Redova po strani' })
  expect(await sizes.locator('option:checked').textContent()).toMatch(/^Automatski/)
  await expect.poll(() => line(page, 0).locator('..').locator('tr[data-id]').count()).toBe(10)
  await expectNothingCut(page)
  await page.getByRole('tab', { name: 'Napredak' }).click()
  const chart = page.getByRole('img', {
    name: /^Po proizvodu, u komadima\. .*: poručeno \d+ od \d+, isporučeno/,
  })
  await chart.waitFor()
  await page.getByText('Kao tabela').first().press('Enter')
  await page.getByRole('columnheader', { name: 'Količina' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('users without permission see lines and sums without actions', async () => {
  const page = await open('/cart', { as: { ...DEMO, username: 'nikola' } })
  const [name] = await expect
    .poll(() => column(page, 'Naziv'))
    .not.toEqual([])
    .then(() => column(page, 'Naziv'))
  await page.getByText('ukupno u korpi').waitFor()
  expect(await page.getByRole('button', { name: /^Označi kao/ }).count()).toBe(0)
  await rowOf(page, String(name)).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: /^Pregled: / }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
