/** What a browser may call itself; whatever else signs in is null. */
export const browsers = ['Edge', 'Opera', 'Samsung Internet', 'Firefox', 'Chrome', 'Safari'] as const
export const systems = ['iphone', 'ipad', 'android', 'windows', 'mac', 'chromebook', 'linux'] as const

/** The browser or program of a sign-in, as far as its user agent names it. */
export interface Device {
  browser: (typeof browsers)[number] | null
  system: (typeof systems)[number] | null
}
