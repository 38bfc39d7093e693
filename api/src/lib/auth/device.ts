import type { Device } from '@kontor/contract/lib/http/device'

type Words<Word> = readonly (readonly [word: NonNullable<Word>, mark: RegExp])[]

// In this order: nearly every browser also calls itself by those after it.
const BROWSERS: Words<Device['browser']> = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
]
const SYSTEMS: Words<Device['system']> = [
  ['iphone', /\biPhone\b/],
  ['ipad', /\biPad\b/],
  ['android', /\bAndroid\b/],
  ['windows', /\bWindows\b/],
  ['mac', /\bMacintosh\b/],
  ['chromebook', /\bCrOS\b/],
  ['linux', /\bLinux\b/],
]

/** The browser and the system that a `User-Agent` header names; null for what is not known. */
export function deviceOf(userAgent: string): Device {
  const named = <Word>(words: Words<Word>) => words.find(([, mark]) => mark.test(userAgent))?.[0] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}
