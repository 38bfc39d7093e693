import type { Device } from '@kontor/contract/lib/http/device'

type Patterns<Name> = readonly (readonly [name: NonNullable<Name>, mark: RegExp])[]

// The order matters: nearly every browser also names those that come after it here.
const BROWSERS: Patterns<Device['browser']> = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
]
const SYSTEMS: Patterns<Device['system']> = [
  ['iphone', /\biPhone\b/],
  ['ipad', /\biPad\b/],
  ['android', /\bAndroid\b/],
  ['windows', /\bWindows\b/],
  ['mac', /\bMacintosh\b/],
  ['chromebook', /\bCrOS\b/],
  ['linux', /\bLinux\b/],
]

/** The browser and the operating system of a `User-Agent` header; null when unknown. */
export function deviceOf(userAgent: string): Device {
  const named = <Name>(patterns: Patterns<Name>) =>
    patterns.find(([, mark]) => mark.test(userAgent))?.[0] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}
