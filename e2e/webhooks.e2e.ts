import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes, startKontor } from './journey.ts'
import { dialog, field, press, rowOf, said } from './list.ts'

const { open } = await startKontor({ WEBHOOK_PRIVATE: '1' })

const came: { body: string; headers: Record<string, string> }[] = []
let status = 200
const receiver = createServer(async (request, response) => {
  came.push({ body: await text(request), headers: request.headers as Record<string, string> })
  response.writeHead(status).end('primljeno')
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => void receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/kontor`

test('a webhook is added, its secret shown once, tried, read in its log, sent again, paused and removed', async () => {
  const page = await open('/webhooks', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByText('Još nema webhookova').waitFor()
  await page.getByRole('button', { name: 'Dodaj webhook' }).first().press('Enter')
  const form = dialog(page, 'Novi webhook')
  await field(form, 'Naziv').fill('ERP Pantheon')
  await field(form, 'Adresa').fill('nije adresa')
  await field(form, 'Naziv').press('Enter')
  await form.getByText('Upišite adresu koja počinje sa https://').waitFor()
  await field(form, 'Adresa').fill(url)
  expect(await faultsInBothThemes(page)).toEqual([])
  await field(form, 'Naziv').press('Enter')

  const made = page.getByRole('dialog', { name: 'Tajna webhooka' })
  const copies = made.getByRole('button', { name: 'Kopiraj: Tajna' })
  await expect.poll(() => copies.evaluate((one) => one === document.activeElement)).toBe(true)
  await copies.press('Enter')
  await made.getByRole('button', { name: 'Kopirano: Tajna' }).waitFor()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^whsec_/)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await made.waitFor({ state: 'hidden' })

  await press(page, 'ERP Pantheon', 'Pošalji probu')
  await said(page, 'Proba je poslata: ishod je u dnevniku')
  await press(page, 'ERP Pantheon', 'Dnevnik')
  const log = page.getByRole('dialog', { name: 'Dnevnik: ERP Pantheon' })
  await log.getByRole('row').filter({ hasText: 'ping' }).getByText('Isporučeno').waitFor()
  expect(new Webhook(secret).verify(came[0]?.body ?? '', came[0]?.headers ?? {})).toMatchObject({
    type: 'ping',
  })
  expect(await faultsInBothThemes(page)).toEqual([])
  await press(log, 'ping', 'Otvori')
  const post = page.getByRole('dialog', { name: 'ping' })
  await post.getByText('primljeno').waitFor()
  await post.getByText('webhook-signature').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await post.waitFor({ state: 'hidden' })
  await press(log, 'ping', 'Pošalji ponovo')
  await expect.poll(() => came.length, { timeout: 10_000 }).toBe(2)
  expect(came[1]?.headers['webhook-id']).toBe(came[0]?.headers['webhook-id'])
  await page.keyboard.press('Escape')
  await log.waitFor({ state: 'hidden' })

  status = 500
  await press(page, 'ERP Pantheon', 'Pošalji probu')
  await rowOf(page, 'ERP Pantheon')
    .getByText(/^Ne uspijeva od .* \(500\)$/)
    .waitFor()
  await rowOf(page, 'ERP Pantheon')
    .getByText(/sljedeći pokušaj/)
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await press(page, 'ERP Pantheon', 'Pauziraj')
  await rowOf(page, 'ERP Pantheon').getByText('Pauziran').waitFor()
  await press(page, 'ERP Pantheon', 'Ukloni')
  await dialog(page, 'Ukloniti webhook „ERP Pantheon“?')
    .getByRole('button', { name: 'Ukloni' })
    .press('Enter')
  await page.getByText('Još nema webhookova').waitFor()
})
