import type { PictureKind } from './pictures.ts'
import type { Random } from './random.ts'

/** A product before it has stock and a date; without a code it gets one. */
export interface ProductDraft {
  brand: string
  name: string
  description: string | null
  /** Price in euro cents. */
  cents: number
  picture: PictureKind
  erp_code?: string
}

type Season = 'summer' | 'winter' | 'all'

// Load index and the summer speed index; the order is that of the suppliers' price lists.
const CAR_SIZES =
  `155/65 R14 75T, 165/65 R14 79T, 165/70 R14 81T, 175/65 R14 82T, 175/65 R15 84H, 185/60 R14 82H,
185/60 R15 84H, 185/65 R15 88H, 195/50 R15 82V, 195/55 R16 87V, 195/60 R15 88H, 195/65 R15 91H, 205/45 R17 88W,
205/50 R17 93W, 205/55 R16 91V, 205/55 R17 95V, 205/60 R16 96H, 215/45 R17 91W, 215/50 R17 95W, 215/55 R17 98W,
215/60 R16 99H, 215/65 R16 98H, 215/65 R17 99V, 225/40 R18 92Y, 225/45 R17 94W, 225/45 R18 95Y, 225/50 R17 98W,
225/55 R18 102V, 225/60 R17 99H, 225/65 R17 106V, 235/35 R19 91Y, 235/45 R18 98Y, 235/50 R19 103V, 235/55 R18 104V,
235/60 R18 107V, 235/65 R17 108V, 245/40 R18 97Y, 245/45 R18 100Y, 255/35 R19 96Y, 255/45 R20 105V, 255/55 R18 109V,
265/60 R18 110H, 275/40 R20 106Y, 285/40 R21 109Y`.split(/,\s/)
const VAN_SIZES = `175/65 R14C 90T, 185/75 R14C 102R, 195/60 R16C 99H, 195/65 R16C 104T, 195/75 R16C 107R,
205/75 R16C 110R, 215/70 R15C 109S, 215/75 R16C 116R, 225/65 R16C 112R, 225/75 R16C 121R`.split(/,\s/)
const TRUCK_SIZES =
  `215/75 R17.5 126/124M, 235/75 R17.5 132/130M, 265/70 R19.5 140/138M, 285/70 R19.5 146/144L,
295/80 R22.5 152/148M, 315/70 R22.5 156/150L, 315/80 R22.5 156/150L, 385/55 R22.5 160K, 385/65 R22.5 160K`.split(
    /,\s/,
  )
const MOTO_SIZES = '120/70 ZR17 58W, 150/70 R17 69V, 160/60 ZR17 69W, 180/55 ZR17 73W, 190/55 ZR17 75W'.split(
  ', ',
)

/** Brand, price level in percent of the market's median, then its patterns by season, separated by `;`. */
const CAR_TYRES: [brand: string, level: number, summer: string, winter: string, all: string][] = [
  ['Michelin', 142, 'e.Primacy; Pilot Sport 4 S', 'Pilot Alpin 5', 'CrossClimate 2 SUV'],
  ['Continental', 134, 'UltraContact', 'WinterContact TS 860 S', 'AllSeasonContact'],
  ['Goodyear', 128, 'Eagle Sport 2', 'UltraGrip Performance 3', 'Vector 4Seasons Gen-2'],
  ['Bridgestone', 130, 'Turanza T005', 'Blizzak 6', 'Turanza All Season 6'],
  ['Pirelli', 130, 'Cinturato P1 Verde', 'Cinturato Winter 2; P Zero Winter', 'Cinturato All Season SF3'],
  ['Dunlop', 114, 'Sport Maxx RT 2', 'Winter Sport 5', 'All Season 2'],
  ['Nokian', 112, 'Powerproof', 'WR D4', 'Seasonproof'],
  ['Yokohama', 110, 'BluEarth-GT AE51', 'BluEarth Winter V906', ''],
  ['Vredestein', 108, 'Ultrac', 'Wintrac', 'Quatrac Pro+'],
  ['Hankook', 105, 'Ventus Evo', 'Winter i*cept RS2', 'Kinergy 4S2 X'],
  ['Toyo', 98, 'Proxes Comfort', 'Observe S944', 'Celsius AS2'],
  ['Falken', 95, 'Azenis FK520', 'Eurowinter HS01', ''],
  ['Uniroyal', 93, 'RainSport 5', 'WinterExpert', 'AllSeasonExpert 2'],
  ['Kumho', 92, 'Ecsta PS71', 'WinterCraft WP71', 'Solus 4S HA31'],
  ['Kleber', 90, 'Dynaxer HP5', 'Krisalp HP3', 'Quadraxer 3'],
  ['Semperit', 90, 'Speed-Life 3', 'Speed-Grip 5', 'AllSeason-Grip'],
  ['Nexen', 85, "N'Fera Sport", 'Winguard Sport 2', "N'Blue 4 Season 2"],
  ['Barum', 78, 'Bravuris 6', 'Polaris 6', ''],
  ['Matador', 77, 'MP48 Hectorra 4', 'MP92 Sibir Snow', ''],
  ['Sava', 76, 'Perfecta', 'Eskimo S3+', ''],
  ['Tigar', 72, 'Ultra High Performance', 'Ice', ''],
  ['Debica', 70, 'Presto UHP 2', 'Frigo 2', ''],
  ['Riken', 70, 'UHP', '', ''],
]
const VAN_TYRES: [brand: string, level: number, patterns: string][] = [
  ['Michelin', 142, 'Agilis CrossClimate; Agilis Alpin'],
  ['Continental', 134, 'VanContact Winter; VanContact A/S Ultra'],
  ['Hankook', 105, 'Vantra ST AS2'],
  ['Kumho', 92, 'PorTran KC53; WinterCraft CW51'],
  ['Nexen', 85, 'Roadian CT8'],
  ['Sava', 76, 'Trenta M+S'],
]
const TRUCK_TYRES: [brand: string, level: number, patterns: string][] = [
  ['Michelin', 142, 'X Multi D; X Multi Z'],
  ['Continental', 134, 'Conti Hybrid HS3'],
  ['Bridgestone', 130, 'R-Steer 002; R-Drive 002'],
  ['Goodyear', 128, 'KMAX S Gen-2'],
  ['Hankook', 100, 'SmartFlex DH35'],
  ['Sava', 82, 'Cargo 5'],
]
const MOTO_TYRES: [brand: string, level: number, patterns: string][] = [
  ['Michelin', 120, 'Road 6; Pilot Power 5'],
  ['Pirelli', 124, 'Diablo Rosso IV; Angel GT II'],
  ['Metzeler', 118, 'Roadtec 01'],
  ['Continental', 106, 'ContiRoadAttack 4'],
]

/**
 * Patterns with the codes of the suppliers' price list, so that its import matches rows. The list has 49 sizes per
 * pattern, the first 44 of them as in CAR_SIZES.
 */
const PRICE_LIST: [place: number, brand: string, pattern: string, level: number, season: Season][] = [
  [0, 'Michelin', 'Primacy 4+', 142, 'summer'],
  [3, 'Michelin', 'CrossClimate 2', 142, 'all'],
  [8, 'Continental', 'WinterContact TS 870', 134, 'winter'],
  [14, 'Goodyear', 'UltraGrip 9+', 128, 'winter'],
  [29, 'Hankook', 'Winter i*cept RS3', 105, 'winter'],
  [42, 'Tigar', 'Winter', 72, 'winter'],
  [46, 'Sava', 'Eskimo HP2', 76, 'winter'],
]
const PRICE_LIST_SIZES = 49

const DESCRIPTIONS: Record<Season, readonly string[]> = {
  summer: ['Ljetnja guma', 'Ljetnja guma', 'Ljetnja guma, XL', 'Ljetnja guma, A prijanjanje na mokrom'],
  winter: [
    'Zimska guma, M+S, 3PMSF',
    'Zimska guma, M+S, 3PMSF',
    'Zimska guma, 3PMSF',
    'Zimska guma, M+S, ojačana',
  ],
  all: ['Cjelogodišnja guma', 'Cjelogodišnja guma, M+S, 3PMSF'],
}
const SEASON_PERCENT: Record<Season, number> = { summer: 100, winter: 106, all: 109 }

/** All tyres, ordered by brand and pattern. */
export function tyres(random: Random): ProductDraft[] {
  return [...priceListTyres(random), ...carTyres(random), ...otherTyres(random)]
}

function priceListTyres(random: Random): ProductDraft[] {
  return PRICE_LIST.flatMap(([place, brand, pattern, level, season]) =>
    CAR_SIZES.map((size, i) => ({
      ...carTyre(random, brand, level, pattern, season, size),
      erp_code: `${brand.slice(0, 3).toUpperCase()}-${String(place * PRICE_LIST_SIZES + i + 1).padStart(5, '0')}`,
    })),
  )
}

function carTyres(random: Random): ProductDraft[] {
  return CAR_TYRES.flatMap(([brand, level, summer, winter, all]) =>
    Object.entries({ summer, winter, all } satisfies Record<Season, string>).flatMap(([key, patterns]) => {
      const season = key === 'summer' || key === 'winter' ? key : 'all'
      return names(patterns).flatMap((pattern) =>
        random
          .some(CAR_SIZES, random.int(19, 31))
          .map((size) => carTyre(random, brand, level, pattern, season, ratedFor(season, size))),
      )
    }),
  )
}

function carTyre(
  random: Random,
  brand: string,
  level: number,
  pattern: string,
  season: Season,
  size: string,
): ProductDraft {
  return {
    brand,
    name: `${brand} ${pattern} ${size}`,
    description: random.chance(0.06) ? null : random.pick(DESCRIPTIONS[season]),
    cents: tyreCents(6800, level * SEASON_PERCENT[season], size),
    picture: season === 'winter' ? 'winter_tyre' : 'tyre',
  }
}

function otherTyres(random: Random): ProductDraft[] {
  const rest = [
    {
      lines: VAN_TYRES,
      sizes: VAN_SIZES,
      description: 'Guma za dostavna vozila',
      base: 9200,
      picture: 'tyre',
    },
    {
      lines: TRUCK_TYRES,
      sizes: TRUCK_SIZES,
      description: 'Teretna guma',
      base: 13800,
      picture: 'truck_tyre',
    },
    { lines: MOTO_TYRES, sizes: MOTO_SIZES, description: 'Moto guma', base: 9900, picture: 'tyre' },
  ] as const
  return rest.flatMap(({ lines, sizes, description, base, picture }) =>
    lines.flatMap(([brand, level, patterns]) =>
      names(patterns).flatMap((pattern) =>
        random.some(sizes, random.int(4, sizes.length)).map((size) => {
          const cents = tyreCents(base, level * 100, size)
          return { brand, name: `${brand} ${pattern} ${size}`, description, cents, picture }
        }),
      ),
    ),
  )
}

const names = (patterns: string) => patterns.split('; ').filter(Boolean)

/** Winter and all-season tyres of a size have lower speed indexes than summer tyres. */
function ratedFor(season: Season, size: string): string {
  if (season === 'summer') return size
  const rim = Number(/R(\d+)/.exec(size)?.[1])
  const speed =
    season === 'winter' ? (rim < 16 ? 'T' : rim < 17 ? 'H' : 'V') : rim < 15 ? 'T' : rim < 16 ? 'H' : 'V'
  return size.slice(0, -1) + speed
}

/** `base` is the median price of 205/55 R16; the price grows with rim and width, and with a lower profile. */
function tyreCents(base: number, level: number, size: string): number {
  const [, width, ratio, rim] = /^(\d+)\/(\d+) Z?R([\d.]+)/.exec(size) ?? []
  const growth = (Number(rim) / 16) ** 2.1 * (Number(width) / 205) ** 0.6 * (55 / Number(ratio)) ** 0.3
  return Math.round((base * growth * level) / 100_000) * 10
}
