import { type CampaignType, QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { portalCampaigns } from '@kontor/contract/campaigns/portal'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { HttpError, invalidField, orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { checkLine, lockProducts, requireShownPrice } from '../../products/scope.ts'
import { publishOwnCart } from '../scope.ts'
import { addLine, getLine, lockCampaigns, lockOffers, type Offer, type Offered, readOffers } from './scope.ts'

/** Throws for more pieces of a line whose product is no longer offered, or has another price. */
function requireSame(line: { price: string }, offer: { price: string; is_active: boolean } | undefined) {
  if (!offer?.is_active) throw asksForMore('validation.not_offered')
  if (offer.price !== line.price) throw asksForMore('validation.price_changed')
}

const asksForMore = (code: 'validation.not_offered' | 'validation.price_changed') =>
  new HttpError(code, { errors: { quantity: [code] } })

/** Orders pieces at the current price. The server sets the partner and the price. */
export async function order(
  tx: ScopedDb,
  campaign_id: number,
  {
    product_id,
    quantity,
    price: shownPrice,
    ignore_quantity,
  }: HandlerCall<typeof portalCampaigns.add>['body'],
) {
  const type = orNotFound((await lockCampaigns(tx, [campaign_id])).get(campaign_id))
  const offer = await lockOffer(tx, type, { campaign_id, product_id })
  if (!offer) throw invalidField('product_id', 'validation.not_found')
  if (!offer.is_active) throw invalidField('product_id', 'validation.inactive')
  requireShownPrice(shownPrice, offer.price)
  const isShort = isBeyond(offer, { quantity, ignore_quantity })
  const line = await getLine(tx, await addLine(tx, offer, { quantity, ignore_quantity: isShort }))
  await publishOwnCart(tx, [offer])
  return line
}

/**
 * Whether the undelivered lines of the product in the partner's cart, including this one, exceed the stock. Throws 422
 * when they do without `ignore_quantity`. Limits of a quantity campaign are checked elsewhere.
 */
const isBeyond = (
  { campaign_type_id, product_id, available }: Offered,
  wanted: { quantity: number; ignore_quantity: boolean | undefined },
) => campaign_type_id !== QUANTITY && checkLine({ product_id, ...wanted }, available)

/** Locks the stock of a product while it is checked, as baskets do. A line of a campaign does not reduce the stock. */
async function lockOffer(tx: ScopedDb, type: CampaignType, offer: Offer, exceptLine?: number) {
  if (type !== QUANTITY) await lockProducts(tx, [offer.product_id])
  if ((await lockOffers(tx, [offer])).length === 0) return
  return (await readOffers(tx, [offer], exceptLine))[0]
}

/** Locks an undelivered line of the partner. Throws 404 and 422. */
async function lockLine(tx: ScopedDb, id: number) {
  const line = await tx
    .selectFrom('campaign_cart_items')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_cart_items.campaign_id')
    .select(['campaign_cart_items.id', 'campaign_id', 'campaign_type_id', 'product_id', 'partner_id'])
    .select(['price', 'quantity'])
    .select(['ignore_quantity', 'is_delivered', 'campaign_cart_items.version'])
    .where('campaign_cart_items.id', '=', id)
    .forUpdate('campaign_cart_items')
    .executeTakeFirst()
  if (orNotFound(line).is_delivered) throw new HttpError('validation.delivered')
  return orNotFound(line)
}

/** The campaign and product of a line, which never change. Throws 404. */
export const offerOfLine = async (scoped: ScopedDb, id: number): Promise<Offer> =>
  orNotFound(
    await scoped
      .selectFrom('campaign_cart_items')
      .select(['campaign_id', 'product_id'])
      .where('campaign_cart_items.id', '=', id)
      .executeTakeFirst(),
  )

/**
 * The current offer of a line's product, not counting the line itself; undefined when the campaign or the product is
 * no longer available to the partner.
 */
async function offerOf(tx: ScopedDb, line: Offer & { id: number }) {
  const type = (await lockCampaigns(tx, [line.campaign_id])).get(line.campaign_id)
  return type && lockOffer(tx, type, line, line.id)
}

/** Changes the pieces of a line: fewer always, more only while the product is offered at the line's price. */
export const changeLine = (
  scoped: ScopedDb,
  id: number,
  { quantity, version, ignore_quantity }: HandlerCall<typeof portalCampaigns.change>['body'],
) =>
  scoped.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    // A repeated change whose response was lost is no conflict: the line has that quantity already.
    if (version !== undefined && version !== line.version && quantity !== line.quantity)
      throw new HttpError('error.conflict', { current: await getLine(tx, id) })
    if (quantity !== line.quantity) {
      const isShort = await checkChange(tx, line, { quantity, ignore_quantity })
      const pieces = { quantity, ignore_quantity: isShort }
      await tx.updateTable('campaign_cart_items').set(pieces).where('id', '=', id).execute()
    }
    const changed = await getLine(tx, id)
    if (quantity !== line.quantity) await publishOwnCart(tx, [line])
    return changed
  })

/** Whether the pieces exceed the stock. Throws when more pieces are not available. */
async function checkChange(
  tx: ScopedDb,
  line: Awaited<ReturnType<typeof lockLine>>,
  pieces: { quantity: number; ignore_quantity: boolean | undefined },
) {
  const isMore = pieces.quantity > line.quantity
  if (!isMore && !line.ignore_quantity) return false
  const offer = await offerOf(tx, line)
  if (isMore) requireSame(line, offer)
  return offer ? isBeyond(offer, isMore ? pieces : { ...pieces, ignore_quantity: true }) : true
}

/** Deletes a line; the history records it. */
export const removeLine = (scoped: ScopedDb, id: number, version?: number) =>
  scoped.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    if (version !== undefined && version !== line.version)
      throw new HttpError('error.conflict', { current: await getLine(tx, id) })
    await tx.deleteFrom('campaign_cart_items').where('id', '=', id).execute()
    await publishOwnCart(tx, [line])
    return { id }
  })
