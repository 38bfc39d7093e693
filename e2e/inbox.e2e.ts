import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, faultsInBothThemes, PHONE, startKontor } from './harness.ts'
import { column, columns, dialog, filter, keepSnackbarsOpen, press, pressUndo, snackbar } from './list.ts'

const { address, open } = await startKontor()

describe('inbox', () => {
  /** A partner's user with a message to the office. */
  async function partner(username: string, message_content: string, type = 3) {
    const ask = await callsOf(address, { ...DEMO, username })
    const { id } = await ask<{ id: number }>('POST', '/api/app/customerSupport', { type, message_content })
    return {
      id,
      writes: (message: string) => ask('POST', `/api/app/customerSupport/${id}/reply`, { message }),
      reads: async () => {
        const path = `/api/app/customerSupport/${id}/messages`
        const { messages } = await ask<{ messages: { message: string }[] }>('POST', path, {})
        return messages.map(({ message }) => message)
      },
    }
  }

  const rows = (page: Page) => page.getByRole('navigation', { name: 'Poruke partnera' }).getByRole('link')
  const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
  const field = (page: Page) => page.getByRole('textbox', { name: 'Poruka', exact: true })
  const shown = (page: Page) =>
    page.getByRole('region', { name: 'Poruke', exact: true }).getByRole('article').locator('p:first-child')

  test('the office answers a complaint with a saved reply and a mention, resolves it and undoes that', async () => {
    const text = 'Dvije gume su stigle sa oštećenim bokom.'
    const jelena = await partner('jelena.djurisic', text)
    const page = await open('/customerService')
    await row(page, text).getByLabel('nepročitana').waitFor()
    await row(page, text).click()
    await shown(page).getByText(text).waitFor()
    await row(page, text).getByLabel('nepročitana').waitFor({ state: 'hidden' })

    // The shortcut of a saved reply inserts its text, with values filled in.
    await field(page).pressSequentially('/zamjena')
    await page.getByRole('option', { name: /^Zamjena oštećene robe/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page).inputValue()).toMatch(/^Žao nam je .* Ana Vukčević $/s)
    await page.keyboard.type('@malisor')
    await page.getByRole('option', { name: /^Malisor Gume/, selected: true }).waitFor()
    await field(page).fill('Zamjena je kod ')
    await field(page).pressSequentially('@malisor gume')
    await page.getByRole('option', { name: /^Malisor Gume/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page).inputValue()).toBe('Zamjena je kod @Malisor Gume ')
    await page.keyboard.press('Enter')
    const link = shown(page).getByRole('link', { name: 'Malisor Gume' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toMatch(/\/partners\/\d+$/)
    await expect.poll(jelena.reads).toEqual([text, 'Zamjena je kod Malisor Gume'])
    await page.getByText(/Dodijeljeno: Ana Vukčević ·/).waitFor()

    // A draft is stored while another conversation is open; new messages appear at once.
    await field(page).fill('Vozač stiže u 11.')
    await page.getByRole('main').getByRole('heading', { level: 2 }).click()
    await page.keyboard.press('j')
    await expect.poll(() => field(page).inputValue()).toBe('')
    await page.getByRole('main').getByRole('heading', { level: 2 }).click()
    await page.keyboard.press('k')
    await expect.poll(() => field(page).inputValue()).toBe('Vozač stiže u 11.')
    await jelena.writes('Može i drugi DOT.')
    await shown(page).getByText('Može i drugi DOT.').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])

    // Ctrl+Enter sends and resolves: the conversation leaves the list, and is back after an undo.
    await keepSnackbarsOpen(page)
    await field(page).press('Control+Enter')
    await row(page, text).waitFor({ state: 'hidden' })
    await expect.poll(async () => (await jelena.reads()).at(-1)).toBe('Vozač stiže u 11.')
    await pressUndo(page)
    await row(page, text).waitFor()
    await shown(page).getByText(text).waitFor()
    await page.getByRole('button', { name: 'Označi kao riješeno', exact: true }).click()
    await row(page, text).waitFor({ state: 'hidden' })
    await page.getByRole('radio', { name: 'Riješene' }).click()
    await row(page, text).waitFor()

    // The same rows as the documented table.
    await page.getByRole('radio', { name: 'Tabela' }).click()
    await page.getByRole('cell', { name: text, exact: true }).waitFor()

    // A message is deactivated there after a confirmation.
    await page.getByRole('combobox', { name: 'Filter: Vrsta' }).selectOption('Pritužba')
    await filter(page, 'Poruka', 'rabat')
    await expect.poll(async () => new Set(await column(page, 'Vrsta'))).toEqual(new Set(['Pritužba']))
    await expect
      .poll(async () => (await column(page, 'Poruka')).every((text) => /rabat/.test(text)))
      .toBe(true)
    expect(await accessibilityFaults(page)).toEqual([])
    const other = 'Na fakturi je pogrešno obračunat rabat za akumulatore.'
    await press(page, other, 'Detalji')
    await dialog(page, 'Poruka partnera').getByText(other).waitFor()
    await page.keyboard.press('Escape')
    const was = (await column(page, 'Aktivna'))[0]
    const [action, then] = was === 'Aktivna' ? ['Deaktiviraj', 'Neaktivna'] : ['Vrati', 'Aktivna']
    await press(page, other, action ?? '')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: action ?? '' })
      .click()
    await expect.poll(async () => (await column(page, 'Aktivna'))[0]).toBe(then)

    // Users of the portal are listed by first sign-in, with an optional column for the last one, and exported to Excel.
    await page.evaluate(() => history.pushState(null, '', '/signedInPartners?f.partner=vulkanizer'))
    await page
      .getByRole('cell', { name: /^Vulkanizer/ })
      .first()
      .waitFor()
    expect(await columns(page)).not.toContain('Posljednja prijava')
    await page.getByRole('button', { name: 'Kolone' }).click()
    await page.getByRole('checkbox', { name: 'Posljednja prijava' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => columns(page)).toContain('Posljednja prijava')
    expect(await accessibilityFaults(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Preuzmi Excel' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('prijavljeni_partneri.xlsx')
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  })

  test('on a phone a message is a page, and the partner reads the reply and writes again', async () => {
    const text = 'Kad stižu zimske gume za kombi?'
    const { id } = await partner('servis', text, 1)
    const page = await open('/customerService', PHONE)
    await row(page, text).click()
    await shown(page).getByText(text).waitFor()
    expect(await page.getByRole('link', { name: 'Pozovi' }).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
    await field(page).fill('U četvrtak.')
    await page.getByRole('button', { name: 'Pošalji', exact: true }).click()
    await shown(page).getByText('U četvrtak.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Nazad na poruke' }).click()
    await row(page, text).waitFor()

    const app = await open('/app/support', { ...PHONE, as: { ...DEMO, username: 'servis' } })
    await app.getByText('1 novi odgovor').first().click()
    await shown(app).getByText('U četvrtak.').waitFor()
    expect(new URL(app.url()).pathname).toBe(`/app/support/${id}`)
    expect(await accessibilityFaults(app)).toEqual([])
    await field(app).fill('Hvala!')
    await field(app).press('Enter') // on a touch screen a new line
    expect(await field(app).inputValue()).toBe('Hvala!\n')
    await app.getByRole('button', { name: 'Pošalji', exact: true }).click()
    await row(page, text).getByLabel('nepročitana').waitFor()
    await row(page, text).click()
    await shown(page).getByText('Hvala!').waitFor()
  })

  test('shows a last-moment message of the partner before resolving, and keeps the draft', async () => {
    const jelena = await partner('jelena.djurisic', 'Kad stižu felne?', 1)
    const page = await open('/customerService')
    await row(page, 'Kad stižu felne?').click()
    await shown(page).getByText('Kad stižu felne?').waitFor()
    const late = 'Ne treba više, hvala.'
    const writesFirst = async (route: Route) => {
      await jelena.writes(late)
      await route.continue()
    }
    await page.route('**/api/customerSupport/*/reply', writesFirst, { times: 1 })
    await field(page).fill('Stižu sjutra.')
    await field(page).press('Control+Enter')
    const question = page.getByRole('dialog', { name: 'Partner je u međuvremenu pisao' })
    await question.getByText(late).waitFor()
    await question.getByRole('button', { name: 'Nazad na poruku' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('Stižu sjutra.')
    await expect.poll(() => shown(page).allTextContents()).toEqual(['Kad stižu felne?', late])
    await question.waitFor({ state: 'hidden' })
    await field(page).press('Control+Enter')
    await snackbar(page, 'Poruka je riješena')
    await expect.poll(jelena.reads).toEqual(['Kad stižu felne?', late, 'Stižu sjutra.'])

    // A conversation that opened automatically is marked as read only after an action in it.
    await partner('jelena.djurisic', 'Prva koja čeka', 3)
    await partner('servis', 'Druga koja čeka', 3)
    await row(page, 'Druga koja čeka').click()
    await shown(page).getByText('Druga koja čeka').waitFor()
    await page.getByRole('button', { name: 'Označi kao riješeno', exact: true }).click()
    await shown(page).getByText('Prva koja čeka').waitFor()
    await partner('servis', 'Treća koja čeka', 1)
    await row(page, 'Treća koja čeka').waitFor() // it would have been marked as read by now
    const unread = row(page, 'Prva koja čeka').getByLabel('nepročitana')
    expect(await unread.count()).toBe(1)
    await page.getByRole('main').getByRole('heading', { level: 2 }).click()
    await unread.waitFor({ state: 'detached' })
  })
})
