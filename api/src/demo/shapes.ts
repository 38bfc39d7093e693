// Basic SVG shapes of the product pictures, on a square of 240 units.

export const INK = '#23262b'
export const DARK = '#15171a'
export const LINE = '#3a3f46'
export const STEEL = '#c9ced5'
export const EDGE = '#9aa1ab'
export const SHADE = '#8d949e'
export const DEEP = '#6d747e'
export const BLUE = '#1b5fb1'
export const WHITE = '#f7f8fa'
export const AMBER = '#d99a2b'
export const RED = '#b3261e'
/** The background colour; also visible through holes. */
export const GROUND = '#eceef1'

export const circle = (r: number, fill: string, more = '') =>
  `<circle cx="120" cy="120" r="${r}" fill="${fill}" ${more}/>`
export const dot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
export const ring = (r: number, stroke: string, width: number, more = '') =>
  circle(r, 'none', `stroke="${stroke}" stroke-width="${width}" ${more}`)
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
  fill: string,
  more = '',
) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}" ${more}/>`
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`
export const line = (d: string, stroke: string, width: number, more = '') =>
  path(
    d,
    'none',
    `stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}`,
  )
export const turned = (degrees: number, shapes: string) =>
  `<g transform="rotate(${degrees} 120 120)">${shapes}</g>`
export const moved = (x: number, y: number, shapes: string) =>
  `<g transform="translate(${x} ${y})">${shapes}</g>`
/** The shape `count` times around the middle. */
export const around = (count: number, shape: string, from = 0) =>
  Array.from({ length: count }, (_, i) => turned(from + (360 / count) * i, shape)).join('')
/** Shapes repeated in steps along a line. */
export const row = (count: number, shape: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => shape(i)).join('')
/** The shadow of an object on the ground. */
export const shadow = (width: number, y = 208) =>
  `<ellipse cx="120" cy="${y}" rx="${width / 2}" ry="6" fill="#d5d9de"/>`
/** Light from the left and shade on the right of an upright cylinder. */
export const rounded = (x: number, y: number, width: number, height: number, r = 0) =>
  box(x, y, width * 0.16, height, r, '#fff', 'opacity=".22"') +
  box(x + width * 0.74, y, width * 0.26, height, r, '#000', 'opacity=".14"')
