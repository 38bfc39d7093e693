import sharp from 'sharp'
import { DRAWINGS } from './drawings.ts'
import { drawn } from './pictures.ts'
import { AMBER, BLUE, box, DARK, dot, line, moved, path, RED, row } from './shapes.ts'

const WIDTH = 1200
const HEIGHT = 600
const SNOW = '#dfe9f5'
const SAND = '#f3e7d2'
const GRASS = '#e1eedd'
const NIGHT = '#1c2530'

/** A banner of 480 × 240 units: background colour, shapes behind, and a product on the right. */
const banner = (ground: string, accent: string, behind: string, product: string) =>
  box(0, 0, 480, 240, 0, ground) +
  path('M250 0H480V240H190Z', accent, 'opacity=".18"') +
  path('M330 0H480V240H270Z', accent, 'opacity=".3"') +
  behind +
  `<g transform="translate(235 0)">${product}</g>`

const flake = (x: number, y: number, r: number) =>
  moved(
    x,
    y,
    [0, 60, 120]
      .map((turn) => line(`M0 ${-r}V${r}`, '#fff', 4).replace('<path', `<path transform="rotate(${turn})"`))
      .join(''),
  )
const stripes = (fill: string) => row(4, (i) => box(36, 70 + i * 28, 150 - i * 26, 12, 6, fill))
const screen = box(40, 66, 176, 108, 12, DARK) + path('M112 96L152 120L112 144Z', AMBER)
const chairs = row(3, (i) => row(4, (j) => dot(54 + j * 42, 92 + i * 34, 12, i === 0 ? BLUE : '#7f93ad')))
const coins = row(
  3,
  (i) => dot(70 + i * 44, 150 - i * 22, 26, AMBER) + dot(70 + i * 44, 150 - i * 22, 17, '#f1c25b'),
)

const BANNERS = {
  winter: banner(
    SNOW,
    BLUE,
    flake(70, 70, 30) + flake(150, 150, 22) + flake(190, 60, 16),
    DRAWINGS.winter_tyre,
  ),
  battery: banner(
    NIGHT,
    AMBER,
    path('M120 44L70 132H112L96 200L160 104H116L140 44Z', AMBER),
    DRAWINGS.battery,
  ),
  oil: banner(SAND, AMBER, coins, DRAWINGS.oil),
  brakes: banner('#f6e3e1', RED, stripes(RED), DRAWINGS.brake_disc),
  rims: banner('#e4e7ec', DARK, stripes('#59636f'), DRAWINGS.rim),
  tools: banner(GRASS, '#3f7d3a', stripes('#3f7d3a'), DRAWINGS.tool),
  seminar: banner('#e7ebf3', BLUE, chairs, DRAWINGS.filter),
  film: banner('#ece8f2', '#6a4c93', screen, DRAWINGS.belt),
} as const
export type BannerKind = keyof typeof BANNERS

/** The main pictures of the demo's sliders: 1200 × 600, drawn here. */
export const demoBanners = (): Promise<Map<BannerKind, Buffer>> =>
  drawn(BANNERS, (drawing) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 480 240">${drawing}</svg>`,
      ),
    )
      .jpeg({ quality: 84 })
      .toBuffer(),
  )
