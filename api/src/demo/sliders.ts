import type { SliderType } from '@kontor/contract/sliders/kinds'
import type { BannerKind } from './banners.ts'
import { demoCategories } from './catalogue.ts'
import type { PictureKind } from './pictures.ts'
import { officeMoment, type Random, seeded } from './random.ts'

const DAY_MS = 86_400_000
const FILM = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

interface Draft {
  name: string
  type: SliderType
  banner: BannerKind
  categories: string
  url?: string
  welcome_message?: string
  page_content?: string
  notification_text?: string
  /** The product to order: the first active one with this picture. */
  product?: PictureKind
  /** Days of a Seminar, relative to today. */
  days?: number[]
  /** Its place in the partners' app. */
  position?: number
  is_visible?: false
  is_active?: false
}

const DRAFTS: Draft[] = [
  {
    name: 'Zimska oprema je obavezna od 15. novembra',
    type: 1,
    banner: 'winter',
    categories: 'Gume, Ulja i maziva, Auto djelovi',
    url: 'https://www.example.com/zimska-oprema',
    position: 2,
  },
  { name: 'Novo u ponudi: aluminijumske felne', type: 1, banner: 'rims', categories: 'Gume, Felne' },
  {
    name: 'Radno vrijeme za praznike',
    type: 1,
    banner: 'tools',
    categories: 'Gume, Ulja i maziva, Auto djelovi, Akumulatori, Alati',
    is_visible: false,
  },
  {
    name: 'Zimske gume: 4 komada po cijeni 3',
    type: 2,
    banner: 'winter',
    categories: 'Gume, Ulja i maziva, Teretne gume',
    product: 'winter_tyre',
    position: 1,
    notification_text: 'Akcija na zimske gume do kraja mjeseca.',
    page_content:
      '<h2>Uz tri gume, četvrta je naša</h2><p>Akcija važi za sve dimenzije <strong>iz magacina u Podgorici</strong>, do isteka zaliha.</p><ul><li><p>Isporuka u roku od 48 sati</p></li><li><p>Povrat nemontiranih guma do 31. januara</p></li></ul>',
  },
  {
    name: 'Akumulatori s garancijom tri godine',
    type: 2,
    banner: 'battery',
    categories: 'Akumulatori, Ulja i maziva, Auto djelovi',
    product: 'battery',
    notification_text: 'Stigli su akumulatori s produženom garancijom.',
    page_content:
      '<p>Za svaku narudžbu od <strong>10 i više komada</strong> stariji akumulatori se preuzimaju bez naknade.</p>',
  },
  {
    name: 'Motorno ulje: uz 12 bokala poklon filter',
    type: 2,
    banner: 'oil',
    categories: 'Ulja i maziva, Filteri',
    product: 'oil',
    page_content:
      '<p>Poklon se šalje uz prvu narednu isporuku.</p><p><em>Ne sabira se s drugim akcijama.</em></p>',
  },
  {
    name: 'Kočioni diskovi: rasprodaja prošle serije',
    type: 2,
    banner: 'brakes',
    categories: 'Kočioni sistem, Auto djelovi',
    product: 'brake_disc',
    page_content: '<p>Rasprodaja je završena.</p>',
    is_active: false,
  },
  {
    name: 'Seminar: dijagnostika hibridnih vozila',
    type: 3,
    banner: 'seminar',
    categories: 'Ulja i maziva, Dijagnostika, Auto djelovi',
    notification_text: 'Otvorene su prijave za seminar o hibridnim vozilima.',
    page_content:
      '<h2>Program</h2><ol><li><p>Bezbjedan rad pod visokim naponom</p></li><li><p>Čitanje grešaka i najčešći kvarovi</p></li><li><p>Praktični dio u radionici</p></li></ol><p>Trening centar, Podgorica, od 9 do 15 časova. Ručak je obezbijeđen.</p>',
    days: [12, 13, 26],
  },
  {
    name: 'Seminar: montaža i balansiranje run-flat guma',
    type: 3,
    banner: 'seminar',
    categories: 'Gume, Ulja i maziva, Alati',
    page_content: '<p>Broj mjesta je ograničen na <u>16 polaznika</u> po terminu.</p>',
    days: [-9, 6, 20],
  },
  {
    name: 'Seminar: novi propisi o otpadnim uljima',
    type: 3,
    banner: 'oil',
    categories: 'Ulja i maziva',
    page_content: '<p>Predavač iz Agencije za zaštitu životne sredine. Učešće je besplatno.</p>',
    days: [-30, -29],
  },
  {
    name: 'Obuka: zamjena zupčastog kaiša korak po korak',
    type: 4,
    banner: 'film',
    categories: 'Auto djelovi, Kaiševi i lančanici, Ulja i maziva',
    url: FILM,
    welcome_message: 'Dobro došli! Pogledajte film, pa nam ovdje postavite pitanja.',
  },
  {
    name: 'Obuka: ispravno skladištenje guma',
    type: 4,
    banner: 'film',
    categories: 'Gume, Teretne gume, Ulja i maziva',
    url: FILM,
    welcome_message: 'Zdravo! Naš inženjer odgovara svakog radnog dana do 16 časova.',
  },
]

/** Twelve sliders of all types, last touched within the 30 days before `now`. */
export function demoSliders(now: Date) {
  const random = seeded(12)
  const ids = new Map(demoCategories().map(({ id, name }) => [name, id]))
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  return DRAFTS.map(({ categories, days = [], ...draft }, i) => ({
    ...draft,
    id: i + 1,
    // An unknown category gives 0, which violates the foreign key.
    category_ids: categories.split(', ').map((name) => ids.get(name) ?? 0),
    days: days.map(day),
    updated_at: officeMoment(random, now, 30),
  }))
}
export type DemoSlider = ReturnType<typeof demoSliders>[number]

/** A partner that sees sliders, and its user. */
interface DemoPartnerUser {
  partner_id: number
  user_id: number
  category_ids: number[]
  /** The demo partner, which has signed up and ordered wherever it can. */
  isDemoPartner: boolean
}

/** Sign-ups and orders of partners: days of seminars, pieces of promotions. */
export function demoResponses(
  sliders: readonly DemoSlider[],
  partnerUsers: readonly DemoPartnerUser[],
  now: Date,
) {
  const random = seeded(77)
  return sliders.flatMap((slider) => {
    const invited = partnerUsers.filter(({ category_ids }) =>
      category_ids.some((id) => slider.category_ids.includes(id)),
    )
    const chosen = new Set([
      ...random.some(invited, random.int(9, 16)),
      ...invited.filter(({ isDemoPartner }) => isDemoPartner),
    ])
    return [...chosen].map(({ partner_id, user_id }) => ({
      slider_id: slider.id,
      type: slider.type,
      partner_id,
      user_id,
      days: someDays(random, slider.days),
      quantity: random.pick([2, 4, 4, 8, 8, 12, 16, 24, 40]),
      at: officeMoment(random, now, 21).toISOString(),
    }))
  })
}

const someDays = (random: Random, days: readonly string[]) =>
  days.length > 0 ? random.some(days, random.int(1, 2)) : []
