import { randomUUID } from 'node:crypto'
import { type CampaignType, QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { BasketLine, PortalOrderLine } from '@kontor/contract/catalogueOrders/portal'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { sql } from 'kysely'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import {
  addLine,
  getLine,
  lockCampaigns,
  lockOffers,
  type Offered,
  readOffers,
} from '../../campaigns/orders/scope.ts'
import { publishOwnCart } from '../../campaigns/scope.ts'
import '../../catalogue/scope.ts'
import { available, checkStock, lockProducts, Stock, stockInWords } from '../../products/scope.ts'
import { linesOfOrders } from '../portal/queries.ts'
import { currentMoment, publishOwn } from '../scope.ts'
import { type Offer, requireOffered } from './rules.ts'

type Line = Pick<BasketLine, 'product_id' | 'campaign_id'>
interface CampaignLine {
  product_id: number
  campaign_id: number
}
/** The offer of a line, of a campaign's line also with the campaign's. */
type LineOffer = Offer & { campaign?: Offered }
const isOfCampaign = (line: Line): line is CampaignLine => typeof line.campaign_id === 'number'

/** The current offers of lines; undefined for a product that the partner cannot order. */
async function readLineOffers(scoped: ScopedDb, lines: readonly Line[]) {
  const ids = lines.filter((line) => !isOfCampaign(line)).map(({ product_id }) => product_id)
  const products = await scoped
    .selectFrom('products')
    .select(['products.id', 'products.price', 'products.is_active', available.as('available')])
    .where(sql<boolean>`products.id = ANY(${ids})`)
    .execute()
  const ofCampaigns = lines.filter(isOfCampaign)
  const inCampaigns = ofCampaigns.length > 0 ? await readOffers(scoped, ofCampaigns) : []
  return lines.map((line): LineOffer | undefined => {
    const stock = `product ${line.product_id}`
    if (!isOfCampaign(line)) {
      const product = products.find(({ id }) => id === line.product_id)
      return product && { ...product, stock, isCounted: false }
    }
    const campaign = inCampaigns.find(
      (offer) => offer.campaign_id === line.campaign_id && offer.product_id === line.product_id,
    )
    const isCounted = campaign?.campaign_type_id === QUANTITY
    return (
      campaign && {
        ...campaign,
        campaign,
        isCounted,
        stock: isCounted ? `${line.campaign_id} ${stock}` : stock,
      }
    )
  })
}

/**
 * Locks the offers of lines until the end of the transaction, then reads them as {@link readLineOffers} does: campaigns,
 * then products, then campaigns' products, each in the order of their ids.
 */
async function lockLineOffers(tx: ScopedDb, lines: readonly Line[]) {
  const inCampaigns = lines.filter(isOfCampaign)
  const ids = inCampaigns.map(({ campaign_id }) => campaign_id)
  const types = ids.length > 0 ? await lockCampaigns(tx, ids) : new Map<number, CampaignType>()
  const fromStock = lines.filter((line) => !isOfCampaign(line) || types.get(line.campaign_id) !== QUANTITY)
  if (fromStock.length > 0)
    await lockProducts(
      tx,
      fromStock.map(({ product_id }) => product_id),
    )
  if (inCampaigns.length > 0) await lockOffers(tx, inCampaigns)
  return readLineOffers(tx, lines)
}

/**
 * Orders all lines or none, at the current prices: those of campaigns by the campaigns' rules, the others from the
 * catalogue. The catalogue's lines are inserted last, because they lock the sums of the day; then events are published.
 */
export async function placeBasket(tx: ScopedDb, lines: readonly BasketLine[]) {
  const placed = checkStock(requireOffered(lines, await lockLineOffers(tx, lines)))
  const orderedByIndex: [index: number, line: PortalOrderLine][] = []
  for (const { index, quantity, isShort, offer } of placed) {
    if (!offer.campaign) continue
    const pieces = { quantity, ignore_quantity: isShort }
    const line = await getLine(tx, await addLine(tx, offer.campaign, pieces))
    orderedByIndex.push([index, { ...line, is_active: true }])
  }
  const fromCatalogue = placed.filter(({ offer }) => !offer.campaign)
  const basket = fromCatalogue.length > 0 ? randomUUID() : null
  if (basket) {
    const rows = fromCatalogue.map(({ product_id, quantity, offer: { price }, isShort }) => ({
      basket,
      product_id,
      price,
      quantity,
      ignore_quantity: isShort,
    }))
    const ordered = await addOrders(tx, rows)
    orderedByIndex.push(...fromCatalogue.flatMap(({ index }, i) => pair(index, ordered[i])))
  }
  await publishOwnCart(
    tx,
    placed.flatMap(({ offer }) => offer.campaign ?? []),
  )
  const orderedLines = orderedByIndex.toSorted(([a], [b]) => a - b).map(([, line]) => line)
  return { basket, lines: orderedLines, total: sumOf(orderedLines.map(({ total }) => total)) }
}

const pair = (index: number, line: PortalOrderLine | undefined): [number, PortalOrderLine][] =>
  line ? [[index, line]] : []

interface OrderRow {
  basket: string
  product_id: number
  price: string
  quantity: number
  ignore_quantity: boolean
}

/** Inserts orders from the catalogue in one statement and publishes them; returns them in the same order. */
async function addOrders(tx: ScopedDb, rows: OrderRow[]): Promise<PortalOrderLine[]> {
  const created_at = await currentMoment(tx)
  const added = await tx
    .insertInto(
      'catalogue_orders',
      rows.map((row) => ({ ...row, created_at })),
    )
    .returning('id')
    .execute()
  const lines = await linesOfOrders(tx)
    .where(
      'catalogue_orders.id',
      'in',
      added.map(({ id }) => id),
    )
    .execute()
  await publishOwn(
    tx,
    added.map(({ id }) => id),
  )
  const byId = new Map(lines.map((line) => [line.id, line]))
  return added.flatMap(({ id }) => byId.get(id) ?? [])
}

/**
 * The current state of a basket's lines: price, stock and the pieces available after the lines before, or null where
 * they cannot be ordered.
 */
export async function checkBasket(
  scoped: ScopedDb,
  lines: readonly (Line & Partial<Pick<BasketLine, 'quantity'>>)[],
) {
  const offers = await readLineOffers(scoped, lines)
  const stock = new Stock()
  return lines.map(({ product_id, campaign_id = null, quantity = 0 }, index) => {
    const offer = offers[index]
    const named = { product_id, campaign_id }
    if (!offer?.is_active) return { ...named, price: null, stock: null, pieces: null, available: null }
    const availableForLine = stock.of(offer)
    stock.take(offer, quantity)
    const isShown = quantity > availableForLine || stockInWords(availableForLine).stock !== 'in_stock'
    return {
      ...named,
      price: offer.price,
      ...stockInWords(offer.available),
      available: isShown ? availableForLine : null,
    }
  })
}
