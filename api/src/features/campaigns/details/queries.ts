import { type CampaignDetails, campaignCategoryList } from '@kontor/contract/campaigns/details'
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, invalid } from '../../../lib/http/http-error.ts'
import { requireUnlocked } from '../../../lib/imports/lock.ts'
import { column, listSource, sourcePer } from '../../../lib/lists/source.ts'
import { type PartnerInput, replacePartners } from '../partners/queries.ts'
import { type ProductInput, replaceProducts } from '../products/queries.ts'
import {
  cashText,
  deliveredBefore,
  type LockedCampaign,
  lockCampaign,
  publishCampaign,
  requireCampaign,
  sharesCategory,
} from '../table.ts'
import { differenceOf } from './rules.ts'
import { wrongRecords } from './wrong-records.ts'

/** The categories of a campaign. */
export const campaignCategorySource = sourcePer((campaignId: number) =>
  listSource({
    definition: campaignCategoryList,
    id: sql.ref('categories.id'),
    columns: { name: column('categories', 'name', 'name_folded') },
    tables: ['campaign_categories', 'categories'],
    rows: (db) =>
      db
        .selectFrom('campaign_categories')
        .innerJoin('categories', 'categories.id', 'category_id')
        .select(['categories.id', 'name', 'is_active'])
        .where('campaign_id', '=', campaignId),
  }),
)

/** One of a campaign's lists. Throws 404 when the campaign does not exist. */
export async function listOfCampaign<Source>(
  db: Kysely<Schema>,
  sourceOf: (id: number) => Source,
  id: number,
) {
  await requireCampaign(db, id)
  return sourceOf(id)
}

/** The answer when no partner was removed with a category. */
const nobody: CampaignDetails['removed'] = { count: 0, partners: [] }

/** The details of a campaign, by ids. */
export async function getDetails(db: Kysely<Schema>, id: number) {
  const { details_version, campaign_type_id } = await requireCampaign(db, id)
  const categories = db.selectFrom('campaign_categories').select('category_id').where('campaign_id', '=', id)
  const partners = db
    .selectFrom('campaign_partners')
    .select(['partner_id', cashText.as('cash')])
    .where('campaign_id', '=', id)
  const products = db
    .selectFrom('campaign_products')
    .select(['product_id', 'price', 'quantity'])
    .where('campaign_id', '=', id)
  return {
    id,
    version: details_version,
    removed: nobody,
    categories: await categories.orderBy('category_id').execute(),
    partners: await partners.orderBy('partner_id').execute(),
    products: await products.orderBy('product_id').execute(),
    delivered: campaign_type_id === QUANTITY ? await readDelivered(db, id) : [],
  }
}

const readDelivered = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('products')
    .select(['id as product_id', deliveredBefore(sql`${id}`).as('pieces')])
    .where('id', 'in', (lines) =>
      lines
        .selectFrom('campaign_cart_items')
        .select('product_id')
        .where('campaign_id', '=', id)
        .where('is_delivered', '=', true),
    )
    .orderBy('id')
    .execute()

/** The new sets of a campaign; an omitted set is not changed. */
interface DetailsInput {
  categories?: readonly { id: number }[] | undefined
  partners?: readonly PartnerInput[] | undefined
  products?: readonly ProductInput[] | undefined
  version?: number | undefined
}

/** The tables in whose history the changes of these sets are. */
const changes = {
  tables: ['campaigns', 'campaign_partners', 'campaign_products'],
  column: 'categories',
} as const

/**
 * Replaces the given sets of a campaign, all or nothing; simultaneous saves wait for each other. Throws 409 with the
 * current details when they have changed since `version`, and 422 with the indexes of invalid entries.
 */
export const saveDetails = (db: Kysely<Schema>, id: number, input: DetailsInput) =>
  inTransaction(db, async (tx) => {
    if (input.partners || input.categories) await requireUnlocked(tx, 'campaign_partners')
    const campaign = await lockCampaign(tx, id)
    if (input.version !== undefined && input.version !== campaign.details_version)
      throw new HttpError('error.conflict', {
        current: await getDetails(tx, id),
        changedRecord: { ...changes, id },
      })
    const removed = await replaceSets(tx, campaign, input)
    const saved = { ...(await getDetails(tx, id)), removed }
    if (saved.version !== campaign.details_version) await publishCampaign(tx, id)
    return saved
  })

async function replaceSets(tx: Transaction<Schema>, campaign: LockedCampaign, input: DetailsInput) {
  const removed = input.categories ? await replaceCategories(tx, campaign.id, input.categories) : []
  const gone = new Set(removed.map(({ id }) => id))
  const wrong: FieldErrors = {
    ...(input.partners && (await replacePartners(tx, campaign, input.partners, gone))),
    ...(input.products && (await replaceProducts(tx, campaign, input.products))),
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return { count: removed.length, partners: removed.slice(0, REMOVED) }
}

/** Removed partners that are named at most. */
const REMOVED = 20

/** Returns the partners that were removed because they share none of the remaining categories. */
async function replaceCategories(
  tx: Transaction<Schema>,
  campaign_id: number,
  categories: readonly { id: number }[],
) {
  const links = await tx
    .selectFrom('campaign_categories')
    .select('category_id as id')
    .where('campaign_id', '=', campaign_id)
    .execute()
  const { gone, added } = differenceOf(new Map(links.map((link) => [link.id, link])), categories, [])
  const wrong = await wrongRecords(tx, 'categories', categories, added)
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  if (added.length > 0) {
    const values = added.map(({ id }) => ({ campaign_id, category_id: id }))
    await tx.insertInto('campaign_categories').values(values).execute()
  }
  if (gone.length === 0) return []
  const lost = tx.deleteFrom('campaign_categories').where('campaign_id', '=', campaign_id)
  await lost.where(sql<boolean>`category_id = ANY(${gone}::int[])`).execute()
  return removeWithoutSharedCategory(tx, campaign_id)
}

async function removeWithoutSharedCategory(tx: Transaction<Schema>, campaignId: number) {
  const isSharing = sharesCategory(campaignId, sql.ref('campaign_partners.partner_id'))
  const { rows } = await sql<{ id: number; name: string }>`
    WITH removed AS (DELETE FROM campaign_partners
      WHERE campaign_id = ${campaignId} AND NOT ${isSharing} RETURNING partner_id)
    SELECT id, name FROM partners WHERE id IN (SELECT partner_id FROM removed) ORDER BY name, id`.execute(tx)
  return rows
}
