// Vitest runs this before the browser journeys, and only when some of them were asked for.
import { findBrowser } from './browser.cjs'
import { buildWeb } from './build.cjs'

export async function setup() {
  process.env.KONTOR_CHROMIUM = findBrowser()
  await buildWeb(process.execPath)
}
