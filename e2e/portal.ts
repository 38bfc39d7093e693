import type { Locator, Page } from 'playwright-core'
import { DEMO_PARTNER, faultsInBothThemes, PHONE } from './harness.ts'

/** The portal on a phone, as the demo partner. */
export const phone = { ...PHONE, as: DEMO_PARTNER }

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Both presses reach the button: the second of a double click could land on what the closed sheet had covered. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name }).click()

/** Navigates within the app, without a reload. */
export const go = (page: Page, path: string) =>
  page.evaluate((target) => history.pushState(null, '', target), `/app${path}`)

/** By how many pixels the page is wider than the screen. */
export const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Opens screens, each known by a text that only it shows; the faults of all, one that is wider than the phone included. */
export async function faultsOf(
  page: Page,
  screens: Iterable<readonly [path: string, shows: string | RegExp]>,
) {
  const faults: unknown[][] = []
  for (const [path, shows] of screens) {
    await go(page, path)
    await page.getByRole('main').getByText(shows).first().waitFor()
    for (const fault of await faultsInBothThemes(page)) faults.push([path, fault])
    if ((await wider(page)) > 0) faults.push([path, 'wider than the screen'])
  }
  return faults
}
