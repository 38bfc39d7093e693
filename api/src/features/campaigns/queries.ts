import { type Campaign, campaignFields, campaignList, type campaigns } from '@kontor/contract/campaigns'
import { type CampaignType, campaignTypes, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import type { Upload } from '../../lib/http/multipart.ts'
import type { HandlerCall } from '../../lib/http/register-route.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { column, listSource } from '../../lib/lists/source.ts'
import {
  columnSources,
  inputColumns,
  referredTables,
  selectRecords,
} from '../../lib/resources/field-columns.ts'
import { labelCase, namesOf, recordRefsOf } from '../../lib/resources/record-refs.ts'
import { createRecord, getRow, toggleRecord, updateDiffering } from '../../lib/resources/records.ts'
import { storePicture } from '../../lib/storage/images.ts'
import { namesIn } from '../../lib/storage/in-use.ts'
import { type FileStore, withFiles } from '../../lib/storage/storage.ts'
import { picturesInTexts } from '../sliders/table.ts'
import { isShown, lockCampaign, publishCampaign, sharesCategory } from './table.ts'

const inCategories = sql`FROM campaign_categories JOIN categories ON categories.id = category_id
  WHERE campaign_id = campaigns.id`
const categoryNames = namesOf('categories', inCategories)
const type = sql<Campaign['campaign_type']>`json_build_object('id', campaign_type_id,
  'name', ${labelCase('campaign_type_id', campaignTypes)})`
// SQL: counts rows by the index that begins with the campaign, and only for the rows of a page. The ORDER BY makes
// PostgreSQL use it: where one campaign has most of the lines it would otherwise scan the whole table for each of the
// others.
const countOf = (table: string, indexed: string, more = sql``) => sql`(SELECT count(*) FROM (
  SELECT FROM ${sql.table(table)} WHERE campaign_id = campaigns.id ${more} ORDER BY campaign_id, ${sql.ref(indexed)}) AS own)`
const partnerCount = countOf('campaign_partners', 'partner_id')
const undeliveredCount = countOf('campaign_cart_items', 'partner_id', sql`AND NOT is_delivered`)
const counts = sql<Campaign['counts']>`json_build_object(
  'categories', ${countOf('campaign_categories', 'category_id')},
  'partners', ${partnerCount},
  'products', ${countOf('campaign_products', 'product_id')},
  'cart', ${countOf('campaign_cart_items', 'product_id')},
  'undelivered', ${undeliveredCount},
  'notifications', (SELECT count(*) FROM notifications WHERE campaign_id = campaigns.id AND NOT is_cancelled))`

export const campaignSource = listSource({
  definition: campaignList,
  id: sql.ref('campaigns.id'),
  columns: {
    updated_at: column('campaigns', 'updated_at'),
    ...columnSources('campaigns', campaignFields, ['name']),
    campaign_type_id: column('campaigns', 'campaign_type_id'),
    // A deactivated campaign is neither visible nor hidden in filters.
    is_visible: {
      value: sql`CASE WHEN campaigns.is_active THEN is_visible END`,
      exported: sql.ref('campaigns.is_visible'),
    },
    is_active: column('campaigns', 'is_active'),
    partners: { value: partnerCount },
    undelivered: { value: undeliveredCount },
  },
  filters: { is_shown: { value: isShown } },
  tables: ['campaigns', 'campaign_partners', 'campaign_cart_items', ...referredTables(campaignFields)],
  rows: (db) =>
    selectRecords(db, 'campaigns', campaignFields)
      .select([sql.ref<string>('campaigns.image').as('image'), type.as('campaign_type')])
      .select(sql.ref<CampaignType>('campaigns.campaign_type_id').as('campaign_type_id'))
      .select([sql.ref<boolean>('campaigns.is_visible').as('is_visible'), isShown.as('is_shown')])
      .select(sql.ref<number>('campaigns.details_version').as('details_version'))
      .select([
        recordRefsOf('categories', inCategories).as('categories'),
        categoryNames.as('category_names'),
        counts.as('counts'),
      ]),
})

export const getCampaign = (db: Kysely<Schema>, id: number) => getRow(db, campaignSource, id)

export const createCampaign = (
  db: Kysely<Schema>,
  pictures: FileStore,
  fields: HandlerCall<typeof campaigns.create>['form'],
  upload: Upload,
) =>
  withFiles(pictures, async (files) => {
    const image = await storePicture(files, upload, 'image')
    return inTransaction(db, async (tx) => {
      const campaign = await createRecord(tx, 'campaigns', campaignSource, { ...fields, image })
      await publishCampaign(tx, campaign.id)
      return campaign
    })
  })

type Fields = HandlerCall<typeof campaigns.update>['form'] | HandlerCall<typeof campaigns.updateJson>['body']

/**
 * Without a picture the stored one is not changed; neither are omitted days. A Cjenovna that becomes a Količinska loses its
 * prices, which the office would no longer see there.
 */
export const updateCampaign = (
  db: Kysely<Schema>,
  pictures: FileStore,
  id: number,
  fields: Fields,
  upload?: Upload,
) =>
  withFiles(pictures, async (files) => {
    const picture = upload ? { image: await storePicture(files, upload, 'image') } : {}
    return inTransaction(db, async (tx) => {
      const before = await lockCampaign(tx, id)
      const { visible_until = before.visible_until } = fields
      if (visible_until !== before.visible_until) await requireFree(tx, id)
      const campaign = await updateDiffering(tx, 'campaigns', campaignSource, id, { ...fields, ...picture })
      if (campaign.version === before.version) return campaign
      if (campaign.campaign_type_id === QUANTITY && before.campaign_type_id !== QUANTITY)
        await removePrices(tx, id)
      await publishCampaign(tx, id)
      return getCampaign(tx, id)
    })
  })

const removePrices = (tx: Transaction<Schema>, campaign_id: number) =>
  tx
    .updateTable('campaign_products')
    .set({ price: null })
    .where('campaign_id', '=', campaign_id)
    .where('price', 'is not', null)
    .execute()

/** Throws 423 while products are imported, because the campaign would reference some. */
async function requireFree(tx: Transaction<Schema>, campaign_id: number) {
  const lines = tx.selectFrom('campaign_products').select('id').where('campaign_id', '=', campaign_id)
  if (await lines.limit(1).executeTakeFirst()) await requireUnlocked(tx, 'products')
}

export const toggleCampaign = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    const before = await lockCampaign(tx, id)
    if (target ?? !before.is_active) await requireFree(tx, id)
    const campaign = await toggleRecord(tx, 'campaigns', id, target)
    if (campaign.isChanged) await publishCampaign(tx, id)
    return campaign
  })

/** Shows or hides a campaign: the requested state, or the opposite of the current one. */
export const setCampaignVisibility = (db: Kysely<Schema>, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    const before = await lockCampaign(tx, id)
    const is_visible = target ?? !before.is_visible
    if (is_visible !== before.is_visible) {
      if (is_visible) await requireFree(tx, id)
      await tx.updateTable('campaigns').set({ is_visible }).where('id', '=', id).execute()
      await publishCampaign(tx, id)
    }
    return getCampaign(tx, id)
  })

const { name: _name, visible_from: _from, visible_until: _until, ...copied } = campaignFields

/**
 * Adds a hidden campaign with the same details, without days and cart, and without inactive categories, products and
 * partners, and partners that share none of the categories. When none of its partners is left, neither are categories.
 */
export const duplicateCampaign = (db: Kysely<Schema>, id: number, name: string) =>
  inTransaction(db, async (tx) => {
    for (const list of ['campaign_partners', 'partners', 'products'] as const) await requireUnlocked(tx, list)
    await lockCampaign(tx, id)
    const campaign = await getCampaign(tx, id)
    const { image, campaign_type_id } = campaign
    const copy = await tx
      .insertInto('campaigns')
      .values({ name, ...inputColumns(copied, campaign), image, campaign_type_id, is_visible: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    await copyDetails(tx, id, copy.id)
    await publishCampaign(tx, copy.id)
    return getCampaign(tx, copy.id)
  })

async function copyDetails(tx: Transaction<Schema>, from: number, to: number) {
  await sql`INSERT INTO campaign_categories (campaign_id, category_id)
    SELECT ${to}, category_id FROM campaign_categories JOIN categories ON categories.id = category_id
    WHERE campaign_id = ${from} AND is_active`.execute(tx)
  await sql`INSERT INTO campaign_partners (campaign_id, partner_id, cash, cash_percent)
    SELECT ${to}, partner_id, cash, cash_percent FROM campaign_partners JOIN partners ON partners.id = partner_id
    WHERE campaign_id = ${from} AND is_active AND ${sharesCategory(to, sql.ref('campaign_partners.partner_id'))}
    ORDER BY campaign_partners.id`.execute(tx)
  // Without any of the chosen partners it would be open to all of its categories.
  await sql`DELETE FROM campaign_categories WHERE campaign_id = ${to}
    AND EXISTS (SELECT FROM campaign_partners WHERE campaign_id = ${from})
    AND NOT EXISTS (SELECT FROM campaign_partners WHERE campaign_id = ${to})`.execute(tx)
  await sql`INSERT INTO campaign_products (campaign_id, product_id, price, quantity)
    SELECT ${to}, product_id, campaign_products.price, campaign_products.quantity
    FROM campaign_products JOIN products ON products.id = product_id
    WHERE campaign_id = ${from} AND is_active ORDER BY campaign_products.id`.execute(tx)
}

/** Returns those of the names that a campaign uses. */
export const picturesInUse = async (db: Kysely<Schema>, names: string[]) =>
  new Set([...(await namesIn(db, ['campaigns.image'], names)), ...(await picturesInTexts(db, 'campaigns'))])

/**
 * Publishes the campaigns that have begun or ended today. Visibility is computed by day in every query; the first node
 * that notices it updates the row and publishes.
 */
export async function publishCampaignDays(db: Kysely<Schema>) {
  // An UPDATE that changes no row would still increment the change counter, every minute.
  const late = await db
    .selectFrom('campaigns')
    .select('id')
    .where('is_shown', '!=', isShown)
    .limit(1)
    .execute()
  return late.length === 0 ? 0 : inTransaction(db, storeIsShown)
}

async function storeIsShown(tx: Transaction<Schema>) {
  const turned = await tx
    .updateTable('campaigns')
    .set({ is_shown: isShown })
    .where('is_shown', '!=', isShown)
    .returning('id')
    .execute()
  for (const { id } of turned) await publishCampaign(tx, id)
  return turned.length
}
