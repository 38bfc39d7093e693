/** Browsers that are recognised; anything else is null. */
export const browsers = ['Edge', 'Opera', 'Samsung Internet', 'Firefox', 'Chrome', 'Safari'] as const
export const systems = ['iphone', 'ipad', 'android', 'windows', 'mac', 'chromebook', 'linux'] as const

/** The browser and operating system of a sign-in, from its User-Agent. */
export interface Device {
  browser: (typeof browsers)[number] | null
  system: (typeof systems)[number] | null
}
