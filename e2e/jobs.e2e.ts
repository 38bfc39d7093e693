import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '../api/test/mail-server.ts'
import { callsOf } from './calls.ts'
import { accessibilityFaults, DEMO, faultsInBothThemes, PHONE, startKontor } from './harness.ts'
import { rowOf, snackbar } from './list.ts'

const mail = await startMailServer()
const { open, address } = await startKontor(mail.env)
afterAll(() => mail.close())

const FAILED = '/users?tab=jobs&f.state=failed'

test('a mail that no server accepts is a failed job, and is sent after a retry', async () => {
  const call = await callsOf(address, DEMO)
  const filters = { username: 'luka' }
  const { result } = await call<{ result: { id: number }[] }>('POST', '/api/users/index', { filters })
  await call('PATCH', `/api/users/${result[0]?.id}`, { email: 'luka@firma.me' })
  mail.state.refuse = 550
  await call('POST', '/api/password_links', { who: 'luka' })
  await mail.until(() => mail.state.tries > 0)

  const page = await open(FAILED)
  const row = rowOf(page, 'Slanje e-maila')
  await row.getByText('Neuspio').waitFor()
  await row.getByText('password_link: EENVELOPE 550').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await row.click()
  await page.getByRole('complementary').getByRole('heading', { name: 'Slanje e-maila' }).waitFor()
  const phone = await open(FAILED, PHONE)
  await phone.getByText('password_link: EENVELOPE 550').click()
  expect(await accessibilityFaults(phone)).toEqual([])

  mail.state.refuse = 0
  await phone.getByRole('button', { name: 'Pokušaj ponovo' }).click()
  await snackbar(phone, 'Posao je ponovo na čekanju')
  await mail.until(() => mail.received.length > 0)
  await row.waitFor({ state: 'hidden' })
  await page.goto(`${address}/users?tab=jobs`)
  await row.getByText('Završen').first().waitFor()
})
