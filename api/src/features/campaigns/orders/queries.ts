import { type CampaignType, QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { appCampaigns } from '@kontor/contract/campaigns/portal'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { found, HttpError, invalidField } from '../../../lib/http/http-error.ts'
import type { Call } from '../../../lib/http/register-route.ts'
import { checkLine, lockProducts } from '../../products/scope.ts'
import { requireRead, requireSame } from '../portal/rules.ts'
import { publishOrder } from '../scope.ts'
import {
  addLine,
  getLine,
  lockCampaigns,
  lockOffers,
  type Offer,
  type Offered,
  publishOrderLines,
  readOffers,
  waitingOf,
} from './scope.ts'

/** Orders pieces at the current price. The server sets the partner and the price. */
export async function order(
  tx: ScopedDb,
  campaign_id: number,
  { product_id, quantity, price: seen, ignore_quantity }: Call<typeof appCampaigns.add>['body'],
) {
  const type = found((await lockCampaigns(tx, [campaign_id])).get(campaign_id))
  const offer = await lockOffer(tx, type, { campaign_id, product_id })
  if (!offer) throw invalidField('product_id', 'validation.not_found')
  if (!offer.is_active) throw invalidField('product_id', 'validation.inactive')
  requireRead(seen, offer)
  const isShort = await isBeyond(tx, offer, { quantity, ignore_quantity })
  const line = await getLine(tx, await addLine(tx, offer, { quantity, ignore_quantity: isShort }))
  await publishOrderLines(tx, [offer])
  return line
}

/**
 * Whether the lines that wait for the product in the partner's cart, this one the last of them, are more than there are in
 * stock. Refuses that with 422 where it is not said that it is known. What a campaign counts itself is judged elsewhere.
 */
async function isBeyond(
  tx: ScopedDb,
  { campaign_id, campaign_type_id, product_id, pieces }: Offered,
  wanted: { quantity: number; ignore_quantity: boolean | undefined },
  own?: number,
) {
  if (campaign_type_id === QUANTITY) return false
  const waiting = await waitingOf(tx, { campaign_id, product_id }, own)
  return checkLine({ product_id, ...wanted }, Math.max(pieces - waiting, 0))
}

/** Holds the stock of a product while it is judged, as baskets do. A line of a campaign takes nothing from it. */
async function lockOffer(tx: ScopedDb, type: CampaignType, offer: Offer) {
  if (type !== QUANTITY) await lockProducts(tx, [offer.product_id])
  if ((await lockOffers(tx, [offer])).length === 0) return
  return (await readOffers(tx, [offer]))[0]
}

/** A line of the partner’s own that is not delivered; nobody else changes it meanwhile. Refuses with 404 and 422. */
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
  if (found(line).is_delivered) throw new HttpError('validation.delivered')
  return found(line)
}

/** What a line is of, which never changes. Refuses with 404. */
export const offerOfLine = async (scoped: ScopedDb, id: number): Promise<Offer> =>
  found(
    await scoped
      .selectFrom('campaign_cart_items')
      .select(['campaign_id', 'product_id'])
      .where('campaign_cart_items.id', '=', id)
      .executeTakeFirst(),
  )

/** What a line's product is offered at now; nothing when the campaign is over for the partner or has it no longer. */
async function offerOf(tx: ScopedDb, offer: Offer) {
  const type = (await lockCampaigns(tx, [offer.campaign_id])).get(offer.campaign_id)
  return type && lockOffer(tx, type, offer)
}

/** Changes the pieces of a line: fewer always, more while the product is offered at the price of the line. */
export const changeLine = (
  scoped: ScopedDb,
  id: number,
  { quantity, version, ignore_quantity }: Call<typeof appCampaigns.change>['body'],
) =>
  scoped.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    // As many as there are already is what was asked for: a change whose answer was lost is no conflict with itself.
    if (version !== undefined && version !== line.version && quantity !== line.quantity)
      throw new HttpError('error.conflict', { current: await getLine(tx, id) })
    if (quantity !== line.quantity) {
      const isShort = await judgeChange(tx, line, { quantity, ignore_quantity })
      const pieces = { quantity, ignore_quantity: isShort }
      await tx.updateTable('campaign_cart_items').set(pieces).where('id', '=', id).execute()
    }
    const changed = await getLine(tx, id)
    if (quantity !== line.quantity) await publishOrder(tx, line)
    return changed
  })

/** Whether so many pieces are more than there are in stock. Refuses more that are not to be had so. */
async function judgeChange(
  tx: ScopedDb,
  line: Awaited<ReturnType<typeof lockLine>>,
  pieces: { quantity: number; ignore_quantity: boolean | undefined },
) {
  const isMore = pieces.quantity > line.quantity
  if (!isMore && !line.ignore_quantity) return false
  const offer = await offerOf(tx, line)
  if (isMore) requireSame(line, offer)
  return offer ? isBeyond(tx, offer, isMore ? pieces : { ...pieces, ignore_quantity: true }, line.id) : true
}

/** Takes a line back: it is gone, and the history keeps it. */
export const removeLine = (scoped: ScopedDb, id: number) =>
  scoped.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    await tx.deleteFrom('campaign_cart_items').where('id', '=', id).execute()
    await publishOrder(tx, line)
    return { id }
  })
