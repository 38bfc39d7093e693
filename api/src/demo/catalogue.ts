import { fold } from '@kontor/contract/lib/text/fold'
import { parts } from './parts.ts'
import { officeMoment, type Random, seeded } from './random.ts'
import { type ProductDraft, tyres } from './tyres.ts'

const CATEGORIES = `Gume, Akumulatori, Ulja i maziva, Auto djelovi, Alati, Kozmetika, Filteri, Kočioni sistem,
Amortizeri i ogibljenje, Kaiševi i lančanici, Kvačila, Izduvni sistem, Hlađenje, Sijalice i elektrika, Brisači, Felne,
Teretne gume, Moto gume, Dijagnostika, -Dodatna oprema, -Ratkapne i tepisi`

/** The categories; the last two are inactive. */
export function demoCategories() {
  return CATEGORIES.split(/,\s/).map((entry, i) => {
    return { id: i + 1, name: entry.replace(/^-/, ''), is_active: !entry.startsWith('-') }
  })
}

/** Some 3,000 products, last touched within the 60 days before `now`. */
export function demoProducts(now: Date) {
  const random = seeded(3185)
  const codes = codeMaker(random)
  return [...tyres(random), ...parts(random)].map((draft, i) => {
    const is_active = !random.chance(0.03)
    return {
      id: i + 1,
      erp_code: draft.erp_code ?? codes(draft.brand),
      name: draft.name,
      description: is_active || random.chance(0.5) ? draft.description : 'Povučeno iz ponude',
      price: price(random, draft),
      quantity: quantity(random, draft),
      is_active,
      picture: draft.picture,
      updated_at: officeMoment(random, now, 60),
    }
  })
}

/** Product codes as the ERP creates them: three letters of the brand and five unique digits. */
function codeMaker(random: Random): (brand: string) => string {
  const taken = new Set<number>()
  return (brand) => {
    let number = random.int(10_000, 99_999)
    while (taken.has(number)) number = random.int(10_000, 99_999)
    taken.add(number)
    const letters = fold(brand)
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 3)
      .toUpperCase()
    return `${letters}-${number}`
  }
}

/** Mostly multiples of ten cents; some prices with a tenth of a cent. */
function price(random: Random, { cents }: ProductDraft): string {
  if (random.chance(0.02)) return ((cents * 10 + random.int(1, 99)) / 1000).toFixed(3)
  return (cents / 100).toFixed(2)
}

/** Cheap products have larger quantities; about one product in twelve is sold out. */
function quantity(random: Random, { cents }: ProductDraft): number {
  if (random.chance(0.08)) return 0
  return random.int(1, cents < 2000 ? 420 : cents < 15_000 ? 180 : 36)
}
