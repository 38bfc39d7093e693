import { type CampaignType, hasCash, PRICE, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import type { Transaction } from 'kysely'
import '../features/campaigns/table.ts'
import type { Schema } from '../lib/database/schema.ts'
import type { BannerKind } from './banners.ts'
import { demoCategories, type demoProducts } from './catalogue.ts'
import type { PictureKind } from './pictures.ts'
import { officeMoment, type Random, seeded } from './random.ts'
import { type PartnerUser, partnerUsersOf } from './seed-sliders.ts'

const DAY_MS = 86_400_000

interface Draft {
  name: string
  description: string
  campaign_type_id: CampaignType
  banner: BannerKind
  categories: string
  /** Number of listed partners; 0 means all that share a category. */
  partners: number
  /** Number of products, and their kinds. */
  goods: [count: number, PictureKind[]]
  /** First and last day, relative to today. */
  from?: number
  until?: number
  /** Approximate number of ordered lines. */
  lines: number
  is_visible?: boolean
}

const DRAFTS: Draft[] = [
  {
    name: 'Zimski cash 2026',
    description:
      'Zimske gume po kampanjskim cijenama. Svaki partner ima svoj cash, koji se odobrava po isporuci.',
    campaign_type_id: PRICE,
    banner: 'winter',
    categories: 'Gume, Ulja i maziva, Auto djelovi',
    partners: 34,
    goods: [24, ['winter_tyre']],
    from: -12,
    until: 38,
    lines: 46,
  },
  {
    name: 'Akumulatori: 300 komada',
    description: 'Ograničena količina po fabričkoj cijeni. Kad se proda, kampanja je gotova.',
    campaign_type_id: QUANTITY,
    banner: 'battery',
    categories: 'Akumulatori, Ulja i maziva, Auto djelovi',
    partners: 18,
    goods: [8, ['battery']],
    until: 20,
    lines: 22,
  },
  {
    name: 'Ulja i filteri za servise',
    description: 'Za sve partnere koji rade servis: ulje i filteri po cijeni za paket.',
    campaign_type_id: PRICE,
    banner: 'oil',
    categories: 'Ulja i maziva, Filteri',
    partners: 0,
    goods: [16, ['oil', 'filter']],
    lines: 14,
  },
  {
    name: 'Felne, proljeće 2027',
    description: 'U pripremi: aluminijumske felne uz komplet ljetnjih guma.',
    campaign_type_id: QUANTITY,
    banner: 'rims',
    categories: 'Gume, Felne',
    partners: 12,
    goods: [10, ['rim']],
    from: 100,
    until: 150,
    lines: 0,
    is_visible: false,
  },
]

/** The banners of campaigns. */
export const campaignBanners = new Set(DRAFTS.map(({ banner }) => banner))

type Goods = Pick<
  ReturnType<typeof demoProducts>[number],
  'id' | 'price' | 'quantity' | 'picture' | 'is_active'
>
interface Line {
  product_id: number
  /** The values in the campaign. */
  price: string
  quantity: number
}

/** Four campaigns of both types, with orders of partners in three of them. */
export async function seedCampaigns(
  tx: Transaction<Schema>,
  files: ReadonlyMap<BannerKind, string>,
  products: readonly Goods[],
  demoUsername: string,
  now: Date,
) {
  const random = seeded(2026)
  const ids = new Map(demoCategories().map(({ id, name }) => [name, id]))
  const partnerUsers = await partnerUsersOf(tx, demoUsername)
  for (const [i, draft] of DRAFTS.entries()) {
    const campaign_id = i + 1
    await tx
      .insertInto('campaigns')
      .values(columnsOf(draft, campaign_id, files, random, now))
      .execute()
    // An unknown category gives 0, which violates the foreign key.
    const category_ids = draft.categories.split(', ').map((name) => ids.get(name) ?? 0)
    const links = category_ids.map((category_id) => ({ campaign_id, category_id }))
    await tx.insertInto('campaign_categories').values(links).execute()
    const invited = partnerUsers.filter((partnerUser) =>
      partnerUser.category_ids.some((id) => category_ids.includes(id)),
    )
    const named = draft.partners > 0 ? withDemoPartner(random, invited, draft.partners) : invited
    if (draft.partners > 0)
      await tx
        .insertInto('campaign_partners')
        .values(partnersOf(draft, campaign_id, named, random))
        .execute()
    const lines = await seedLines(tx, draft, campaign_id, products, random)
    await seedCart(tx, { campaign_id, draft, named, lines, random, now })
  }
}

function columnsOf(
  { from, until, banner, name, description, campaign_type_id, is_visible = true }: Draft,
  id: number,
  files: ReadonlyMap<BannerKind, string>,
  random: Random,
  now: Date,
) {
  const day = (days: number | undefined) =>
    days === undefined ? null : new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  return {
    id,
    name,
    description,
    campaign_type_id,
    is_visible,
    image: files.get(banner) ?? '',
    visible_from: day(from),
    visible_until: day(until),
    updated_at: officeMoment(random, now, 14).toISOString(),
  }
}

/** Some of the partners, including the demo partner if it is one of them. */
const withDemoPartner = (random: Random, partnerUsers: readonly PartnerUser[], count: number) => [
  ...partnerUsers.filter(({ isDemoPartner }) => isDemoPartner),
  ...random.some(
    partnerUsers.filter(({ isDemoPartner }) => !isDemoPartner),
    count,
  ),
]

function partnersOf(
  { campaign_type_id }: Draft,
  campaign_id: number,
  named: readonly PartnerUser[],
  random: Random,
) {
  return named.map(({ partner_id, isDemoPartner }) => {
    const cash = isDemoPartner
      ? '500'
      : random.pick(['150', '250', '250', '500', '500', '1000', '1500', '3%', '5%', '7.5%'])
    const { value, percent } = moneyOrPercentOf(hasCash(campaign_type_id) ? cash : '0')
    return { campaign_id, partner_id, cash: value, cash_percent: percent }
  })
}

/** The products: a Cjenovna has own prices for most, a Količinska limits for all. */
async function seedLines(
  tx: Transaction<Schema>,
  { campaign_type_id, goods: [count, pictures] }: Draft,
  campaign_id: number,
  products: readonly Goods[],
  random: Random,
) {
  const fitting = products.filter(({ is_active, picture, price, quantity }) => {
    return is_active && Number(price) > 0 && quantity > 8 && pictures.includes(picture)
  })
  const campaignProducts = random.some(fitting, count).map((product) => {
    const cheaper = random.chance(0.8)
      ? (Number(product.price) * (random.int(84, 95) / 100)).toFixed(1)
      : null
    return {
      product,
      price: hasCash(campaign_type_id) ? cheaper : null,
      quantity: hasCash(campaign_type_id) ? null : random.pick([24, 36, 40, 48, 60]),
    }
  })
  const rows = campaignProducts.map(({ product, ...line }) => ({
    campaign_id,
    product_id: product.id,
    ...line,
  }))
  await tx.insertInto('campaign_products').values(rows).execute()
  return campaignProducts.map(({ product, price, quantity }): Line => {
    return { product_id: product.id, price: price ?? product.price, quantity: quantity ?? product.quantity }
  })
}

interface Cart {
  campaign_id: number
  draft: Draft
  named: readonly PartnerUser[]
  lines: readonly Line[]
  random: Random
  now: Date
}

/** The orders of partners, the older lines delivered; never more of a product than its limit. */
async function seedCart(tx: Transaction<Schema>, { campaign_id, draft, named, lines, random, now }: Cart) {
  if (draft.lines === 0) return
  const left = new Map(lines.map(({ product_id, quantity }) => [product_id, quantity]))
  const demoPartners = named.filter(({ isDemoPartner }) => isDemoPartner)
  const rows = Array.from({ length: draft.lines }, (_, i) => {
    const { partner_id, user_id } = random.pick(i < 3 && demoPartners.length > 0 ? demoPartners : named)
    const { product_id, price } = random.pick(lines)
    const stock = left.get(product_id) ?? 0
    const quantity = Math.min(random.pick([2, 4, 4, 4, 8, 8, 12]), stock)
    left.set(product_id, stock - quantity)
    const at = officeMoment(random, now, 12)
    const is_delivered = i > 0 && now.getTime() - at.getTime() > 4 * DAY_MS
    const moment = at.toISOString()
    return {
      campaign_id,
      partner_id,
      user_id,
      product_id,
      price,
      quantity,
      is_delivered,
      created_at: moment,
      updated_at: moment,
    }
  })
  const ordered = rows.filter(({ quantity }) => quantity > 0)
  ordered.sort((a, b) => a.created_at.localeCompare(b.created_at)) // so that ids follow the dates
  await tx.insertInto('campaign_cart_items').values(ordered).execute()
}
