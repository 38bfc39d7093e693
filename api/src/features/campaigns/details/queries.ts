import { type CampaignDetails, campaignCategoryList } from '@kontor/contract/campaigns/details'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, invalid } from '../../../lib/http/http-error.ts'
import { requireUnlocked } from '../../../lib/imports/lock.ts'
import { column, listSource, sourcePer } from '../../../lib/lists/source.ts'
import { cashText, type GivenPartner, replacePartners, sharesCategory } from '../partners/queries.ts'
import { type GivenProduct, replaceProducts } from '../products/queries.ts'
import { activityOf, type LockedCampaign, lockCampaign, publishCampaign, requireCampaign } from '../table.ts'
import { differenceOf, namedTwice, wrongPlaces, wrongRecord } from './rules.ts'

/** The categories of a campaign. */
export const categoriesOf = sourcePer((campaignId: number) =>
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

/** One of a campaign's lists. Refuses with 404 when there is no such campaign. */
export async function panelOf<Source>(db: Kysely<Schema>, sourceOf: (id: number) => Source, id: number) {
  await requireCampaign(db, id)
  return sourceOf(id)
}

/** Nobody has gone with a category. */
const nobody: CampaignDetails['removed'] = { count: 0, partners: [] }

/** What is linked with a campaign, by ids. */
export async function getDetails(db: Kysely<Schema>, id: number) {
  const { details_version } = await requireCampaign(db, id)
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
    ...{ id, version: details_version, removed: nobody },
    categories: await categories.orderBy('category_id').execute(),
    partners: await partners.orderBy('partner_id').execute(),
    products: await products.orderBy('product_id').execute(),
  }
}

/** The sets of a campaign as they shall be; one that is left out stays as it is. */
interface DetailsInput {
  categories?: readonly { id: number }[] | undefined
  partners?: readonly GivenPartner[] | undefined
  products?: readonly GivenProduct[] | undefined
  version?: number | undefined
}

/** Where the history has the changes of these sets. */
const changes = {
  tables: ['campaigns', 'campaign_partners', 'campaign_products'],
  column: 'categories',
} as const

/**
 * Makes the sets of a campaign what was given, all or nothing; of two who save at once the second waits. Refuses with 409
 * and the details as they are now when they have changed since `version`, and with 422 naming the places that are wrong.
 */
export const saveDetails = (db: Kysely<Schema>, id: number, given: DetailsInput) =>
  inTransaction(db, async (tx) => {
    if (given.partners || given.categories) await requireUnlocked(tx, 'campaign_partners')
    const campaign = await lockCampaign(tx, id)
    if (given.version !== undefined && given.version !== campaign.details_version)
      throw new HttpError('error.conflict', { current: await getDetails(tx, id), of: { ...changes, id } })
    const removed = await replaceSets(tx, campaign, given)
    const saved = { ...(await getDetails(tx, id)), removed }
    if (saved.version !== campaign.details_version) await publishCampaign(tx, id)
    return saved
  })

async function replaceSets(tx: Transaction<Schema>, campaign: LockedCampaign, given: DetailsInput) {
  const removed = given.categories ? await replaceCategories(tx, campaign.id, given.categories) : []
  const gone = new Set(removed.map(({ id }) => id))
  const wrong: FieldErrors = {
    ...(given.partners && (await replacePartners(tx, campaign, given.partners, gone))),
    ...(given.products && (await replaceProducts(tx, campaign, given.products))),
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return { count: removed.length, partners: removed.slice(0, REMOVED) }
}

/** Most removed partners that are named. */
const REMOVED = 20

/** Answers the partners that went because they share none of the categories that are left. */
async function replaceCategories(
  tx: Transaction<Schema>,
  campaign_id: number,
  given: readonly { id: number }[],
) {
  const links = await tx
    .selectFrom('campaign_categories')
    .select('category_id as id')
    .where('campaign_id', '=', campaign_id)
    .execute()
  const { gone, added } = differenceOf(new Map(links.map((link) => [link.id, link])), given, [])
  const known = await activityOf(tx, 'categories', added)
  const isTwice = namedTwice(given)
  const wrong = wrongPlaces('categories', given, (row, place) => {
    if (isTwice(row, place)) return 'validation.twice'
    return added.includes(row) ? wrongRecord(known.get(row.id)) : undefined
  })
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  if (added.length > 0) {
    const values = added.map(({ id }) => ({ campaign_id, category_id: id }))
    await tx.insertInto('campaign_categories').values(values).execute()
  }
  if (gone.length === 0) return []
  const lost = tx.deleteFrom('campaign_categories').where('campaign_id', '=', campaign_id)
  await lost.where(sql<boolean>`category_id = ANY(${gone}::int[])`).execute()
  return removeApart(tx, campaign_id)
}

async function removeApart(tx: Transaction<Schema>, campaignId: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    WITH removed AS (DELETE FROM campaign_partners
      WHERE campaign_id = ${campaignId} AND NOT ${sharesCategory} RETURNING partner_id)
    SELECT id, name FROM partners WHERE id IN (SELECT partner_id FROM removed) ORDER BY name, id`.execute(tx)
  return rows
}
