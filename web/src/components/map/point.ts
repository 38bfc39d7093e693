/** Degrees north and east. */
export type Point = readonly [latitude: number, longitude: number]

/** Two decimals with a dot or a comma, with a separator between them: `42.44, 19.26`, `42.44° N, 19.26° E`. */
const PAIR = /(-?\d{1,3}[.,]\d+)\s*°?\s*N?\s*[,;/ ]\s*(-?\d{1,3}[.,]\d+)/
/** Degrees, minutes and seconds: `42°26'27"N 19°15'46"E`. */
const SEXAGESIMAL = /(\d{1,3})°\s*(\d{1,2})[′']\s*([\d.]+)[″"]\s*([NSEW])/gi
/** How the links of Google, OpenStreetMap and Apple write a place, the marked one before the middle of the map. */
const LINKS = [
  /!3d(-?[\d.]+)!4d(-?[\d.]+)/,
  /[?&]mlat=(-?[\d.]+)&mlon=(-?[\d.]+)/,
  /[?&](?:q|ll|query|destination|center)=(?:loc:)?(-?[\d.]+)(?:,|%2C)\s*(-?[\d.]+)/i,
  /@(-?[\d.]+),(-?[\d.]+)/,
  /#map=\d+\/(-?[\d.]+)\/(-?[\d.]+)/,
]

/** Whether a text is a link, also without its scheme: `maps.app.goo.gl/abc`. */
export const isLink = (text: string) => /^\s*(?:https?:|www\.|maps\.|goo\.gl\/)/i.test(text)

/** The place in a text: `42.44, 19.26`, `geo:42.44,19.26`, or the link of a map; null when it has none. */
export function pointIn(text: string): Point | null {
  const sexagesimal = [...text.matchAll(SEXAGESIMAL)].map(degreesOf)
  if (sexagesimal.length === 2) return placeOf(sexagesimal)
  const match = isLink(text) ? LINKS.map((pattern) => pattern.exec(text)).find(Boolean) : PAIR.exec(text)
  return placeOf([match?.[1], match?.[2]].map((part) => Number(part?.replace(',', '.'))))
}

function placeOf([latitude = Number.NaN, longitude = Number.NaN]: readonly number[]): Point | null {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : null
}

function degreesOf([, degrees, minutes, seconds, side = '']: RegExpExecArray): number {
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return Number((/[SW]/i.test(side) ? -value : value).toFixed(6))
}

/** Possible distances between two lines, in degrees. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45]
const LINES = 6

/** About six round degrees between the edges of a view. */
export function roundDegrees(from: number, to: number): number[] {
  const step = STEPS.find((one) => (to - from) / one <= LINES) ?? 45
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(3)))
}
