/** Degrees north and east. */
export type Point = readonly [latitude: number, longitude: number]

/** Two decimals with a dot or a comma, with a separator between them. */
const PAIR = /(-?\d{1,3}[.,]\d+)\s*[,;/ ]\s*(-?\d{1,3}[.,]\d+)/
/** How the links of Google, OpenStreetMap and Apple write a place, the marked one before the middle of the map. */
const LINKS = [
  /!3d(-?[\d.]+)!4d(-?[\d.]+)/,
  /[?&]mlat=(-?[\d.]+)&mlon=(-?[\d.]+)/,
  /[?&](?:q|ll|query|destination|center)=(?:loc:)?(-?[\d.]+)(?:,|%2C)\s*(-?[\d.]+)/i,
  /@(-?[\d.]+),(-?[\d.]+)/,
  /#map=\d+\/(-?[\d.]+)\/(-?[\d.]+)/,
]

/** The place in a pasted text: `42.44, 19.26`, `geo:42.44,19.26`, or the link of a map; null when it has none. */
export function pointIn(text: string): Point | null {
  const isLink = /^(?:https?:|www\.)/i.test(text.trim())
  const match = isLink ? LINKS.map((pattern) => pattern.exec(text)).find(Boolean) : PAIR.exec(text)
  const [latitude, longitude] = [match?.[1], match?.[2]].map((part) => Number(part?.replace(',', '.')))
  const isPlace = Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
  return isPlace && latitude !== undefined && longitude !== undefined ? [latitude, longitude] : null
}
