import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type DEMO, DEMO_PARTNER, startKontor } from './journey.ts'

const dist = resolve(import.meta.dirname, '../web/dist')
const KiB = 1024
const { open, address } = await startKontor()

/** The files of a kind that a page loads from nothing until it shows its title, with their sizes as gzip. */
async function loaded(path: string, kind: 'js' | 'css', as?: typeof DEMO | null) {
  const files = new Map<string, number>()
  const page = await open('/health', { fresh: true, ...(as !== undefined && { as }) })
  page.on('response', (response) => {
    const file = new URL(response.url()).pathname
    if (file.endsWith(`.${kind}`)) files.set(file, statSync(join(dist, `${file}.gz`)).size)
  })
  await page.goto(address + path)
  await page.locator('h1').first().waitFor()
  await page.context().close()
  return files
}

const sum = (files: Map<string, number>) => [...files.values()].reduce((total, size) => total + size, 0) / KiB

test('the login page loads at most 150 KiB of script and 12 KiB of style', async () => {
  expect(sum(await loaded('/login', 'js', null))).toBeLessThanOrEqual(150)
  expect(sum(await loaded('/login', 'css', null))).toBeLessThanOrEqual(12)
})

test('the partners’ app loads at most 165 KiB of script until it can be used, signed in or not', async () => {
  expect(sum(await loaded('/app/login', 'js', null))).toBeLessThanOrEqual(165)
  expect(sum(await loaded('/app', 'js', DEMO_PARTNER))).toBeLessThanOrEqual(165)
  expect(sum(await loaded('/app/login', 'css', null))).toBeLessThanOrEqual(13)
})

test('home loads at most 200 KiB of script, the first list 52 KiB more, and each further screen at most 40', async () => {
  const home = await loaded('/', 'js')
  expect(sum(home)).toBeLessThanOrEqual(200)
  const seen = new Map(home)
  const limitOf = (path: string) => (path === '/countries' ? 52 : 40) // the first list brings what all lists have
  for (const path of [
    '/countries',
    '/cities',
    '/stores',
    '/categories',
    '/users',
    '/products',
    '/campaigns',
    '/campaigns/1?tab=partners',
    '/cart',
    '/catalogue',
    '/catalogue_orders',
    '/technical_support',
    '/sliders',
    '/user-profile',
  ]) {
    const own = new Map([...(await loaded(path, 'js'))].filter(([file]) => !seen.has(file)))
    expect([path, Math.ceil(sum(own))]).toEqual([
      path,
      expect.toSatisfy((size: number) => size <= limitOf(path)),
    ])
    for (const [file, size] of own) seen.set(file, size)
  }
})

test('the text editor and the calendar come only when a form has them', async () => {
  const page = await open('/sliders?add=1', { fresh: true })
  const form = page.getByRole('dialog')
  const files = new Map<string, number>()
  await form.waitFor()
  page.on('response', (response) => {
    const file = new URL(response.url()).pathname
    if (file.endsWith('.js')) files.set(file, statSync(join(dist, `${file}.gz`)).size)
  })
  await form.getByRole('combobox', { name: 'Tip' }).selectOption('2')
  await form.getByRole('textbox', { name: 'Sadržaj' }).waitFor()
  expect(sum(files)).toBeLessThanOrEqual(160)
  files.clear()
  await form.getByRole('combobox', { name: 'Tip' }).selectOption('3')
  await form.getByRole('button', { name: 'Sljedeći mjesec' }).waitFor()
  expect(sum(files)).toBeLessThanOrEqual(24)
})

/** The scripts that an app can ever load in a language: those of its page, and what they name. */
function scriptsOf(page: string, otherLanguage: string) {
  const waiting = namesIn(readFileSync(join(dist, page), 'utf8'))
  const found = new Map<string, number>()
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const file = join(dist, 'assets', name)
    if (found.has(name) || name.startsWith(otherLanguage) || !existsSync(file)) continue
    found.set(name, statSync(`${file}.gz`).size)
    waiting.push(...namesIn(readFileSync(file, 'utf8')))
  }
  return found
}
const namesIn = (text: string) => [...text.matchAll(/([\w$-]+\.js)["'`]/g)].map(([, name]) => name ?? '')

test('all script in a language is at most 820 KiB for the office and 330 for the partners’ app', () => {
  for (const other of ['cnr-', 'en-']) {
    expect(sum(scriptsOf('index.html', other))).toBeLessThanOrEqual(820)
    expect(sum(scriptsOf('portal.html', other))).toBeLessThanOrEqual(330)
  }
})
