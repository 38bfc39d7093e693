import { hasCash } from '@kontor/contract/campaigns/kinds'
import {
  campaignPartnerList,
  type campaignPartners,
  partnerCandidateList,
} from '@kontor/contract/campaigns/partners'
import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { moneyOrPercent } from '@kontor/contract/lib/numbers/decimal-field'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, invalidField } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { requireUnlocked } from '../../../lib/imports/lock.ts'
import { column, listSource, sourcePer } from '../../../lib/lists/source.ts'
import { recordRefOrNull } from '../../../lib/resources/record-refs.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { partnerCategoryNames } from '../../partners/table.ts'
import { differenceOf, wrongPlaces } from '../details/rules.ts'
import { wrongRecords } from '../details/wrong-records.ts'
import { cashText, type LockedCampaign, lockCampaign, publishCampaign } from '../table.ts'

/** SQL: the cash as forms send it: `12.5`. */
export const cashSent = sql<string>`trim_scale(cash)::text || CASE WHEN cash_percent THEN '%' ELSE '' END`

const plainColumns = {
  name: column('partners', 'name', 'name_folded'),
  phone: column('partners', 'phone'),
  category_names: { value: partnerCategoryNames },
  city: column('cities', 'name', 'name_folded'),
}

const linesOfPartner = sql`campaign_cart_items AS items
  WHERE items.campaign_id = campaign_partners.campaign_id AND items.partner_id = campaign_partners.partner_id`
const ordered = sql<
  string | null
>`(SELECT coalesce(sum(items.price * items.quantity), 0.000) FROM ${linesOfPartner})`

/** The partners of a campaign, without what they have ordered. */
export const campaignPartnerSource = sourcePer((campaignId: number) =>
  partnersWith(campaignId, sql`NULL::numeric`),
)
/** The partners of a campaign with the sum of what they have ordered. */
export const campaignPartnerSourceWithSpent = sourcePer((campaignId: number) =>
  partnersWith(campaignId, ordered),
)

const partnersWith = (campaignId: number, spent: typeof ordered) =>
  listSource({
    definition: campaignPartnerList,
    id: sql.ref('campaign_partners.partner_id'),
    columns: {
      id: { value: sql.ref('campaign_partners.partner_id'), folded: sql`partner_id::text` },
      ...plainColumns,
      cash: { ...column('campaign_partners', 'cash'), exported: cashText },
      spent: { value: spent },
    },
    tables: [
      ...(['campaign_partners', 'partners', 'partner_categories', 'categories', 'cities'] as const),
      'campaign_cart_items',
    ],
    rows: (db) =>
      shownPartners(db)
        .innerJoin('campaign_partners', 'partner_id', 'partners.id')
        .select(['campaign_partners.version', cashText.as('cash'), spent.as('spent')])
        .select(pivot.as('pivot'))
        .where('campaign_id', '=', campaignId),
  })

const pivot = sql<{ campaign_id: number; partner_id: number; cash: string }>`json_build_object(
  'campaign_id', campaign_id, 'partner_id', partner_id, 'cash', ${cashText})`

/** The active partners with one of these categories, whose ids are separated by commas. */
export const partnerCandidateSource = sourcePer((categories: string) =>
  listSource({
    definition: partnerCandidateList,
    id: sql.ref('partners.id'),
    columns: { id: { value: sql.ref('partners.id'), folded: sql`partners.id::text` }, ...plainColumns },
    tables: ['partners', 'partner_categories', 'categories', 'cities'],
    rows: (db) =>
      shownPartners(db)
        .where('partners.is_active', '=', true)
        .where(hasCategory(categories === '' ? [] : categories.split(',').map(Number))),
  }),
)

const hasCategory = (ids: readonly number[]) => sql<boolean>`EXISTS (SELECT FROM partner_categories
  WHERE partner_id = partners.id AND category_id = ANY(${ids}::int[]))`

/** The partners without any of the categories, by name. */
export const listWithoutSharedCategory = (
  db: Kysely<Schema>,
  partners: readonly number[],
  categories: readonly number[],
) =>
  db
    .selectFrom('partners')
    .select(['id', 'name'])
    .where(sql<boolean>`id = ANY(${partners}::int[])`)
    .where(sql<boolean>`NOT ${hasCategory(categories)}`)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Partners in the columns of a campaign, without the cash. */
export const shownPartners = (db: Kysely<Schema>) =>
  db
    .selectFrom('partners')
    .leftJoin('cities', 'cities.id', 'partners.city_id')
    .select([
      'partners.id',
      'partners.name',
      'phone',
      'partners.is_active',
      recordRefOrNull('cities').as('city'),
    ])
    .select(partnerCategoryNames.as('category_names'))

export interface PartnerInput {
  id: number
  /** Decimals as forms send them: `12.5`, `5%`. */
  cash?: string | null | undefined
}

/**
 * Replaces the partners of a campaign, without those in `gone`, who were just removed with a category; writes only
 * differences. Returns errors by index; then nothing is written.
 */
export async function replacePartners(
  tx: Transaction<Schema>,
  campaign: LockedCampaign,
  input: readonly PartnerInput[],
  gone: ReadonlySet<number>,
): Promise<FieldErrors> {
  const withCash = hasCash(campaign.campaign_type_id)
  const before = await cashById(tx, campaign.id)
  const wanted = input.map(({ id, cash }) => ({
    id,
    // A campaign without cash may become one that has it, so the stored cash is retained.
    cash: withCash ? (cash ?? null) : (before.get(id)?.cash ?? '0'),
  }))
  const stay = wanted.filter(({ id }) => !gone.has(id))
  const { added, changed, gone: dropped } = differenceOf(before, stay, ['cash'])
  const wrong = await wrongPartners(tx, campaign.id, wanted, added)
  if (Object.keys(wrong).length > 0) return wrong
  if (dropped.length > 0) await removePartners(tx, campaign.id, dropped)
  if (changed.length > 0) await changePartners(tx, campaign.id, changed)
  if (added.length > 0) await addPartners(tx, campaign.id, added)
  return {}
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

interface Line {
  id: number
  cash: string | null
}

async function cashById(tx: Transaction<Schema>, campaignId: number): Promise<Map<number, Line>> {
  const rows = await tx
    .selectFrom('campaign_partners')
    .select(['partner_id as id', cashSent.as('cash')])
    .where('campaign_id', '=', campaignId)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function wrongPartners(
  tx: Transaction<Schema>,
  campaignId: number,
  input: readonly Line[],
  added: readonly Line[],
): Promise<FieldErrors> {
  const categories = tx
    .selectFrom('campaign_categories')
    .select('category_id as id')
    .where('campaign_id', '=', campaignId)
  const withoutShared = await listWithoutSharedCategory(tx, idsOf(added), idsOf(await categories.execute()))
  const withoutSharedIds = new Set(idsOf(withoutShared))
  const records = await wrongRecords(tx, 'partners', input, added, ({ id }) =>
    withoutSharedIds.has(id) ? 'validation.campaign_partner_apart' : undefined,
  )
  const cash = wrongPlaces('partners', input, (row) =>
    row.cash === null ? 'validation.valid_price' : undefined,
  )
  return { ...records, ...Object.fromEntries(Object.entries(cash).map(([at, why]) => [`${at}.cash`, why])) }
}

const removePartners = (tx: Transaction<Schema>, campaignId: number, ids: readonly number[]) =>
  sql`DELETE FROM campaign_partners WHERE campaign_id = ${campaignId} AND partner_id = ANY(${ids}::int[])`.execute(
    tx,
  )

const changePartners = (tx: Transaction<Schema>, campaignId: number, lines: readonly Line[]) =>
  sql`UPDATE campaign_partners SET cash = given.cash, cash_percent = given.cash_percent FROM ${cashValues(lines)}
    WHERE campaign_id = ${campaignId} AND campaign_partners.partner_id = given.id`.execute(tx)

async function addPartners(tx: Transaction<Schema>, campaignId: number, lines: readonly Line[]) {
  await requireUnlocked(tx, 'partners')
  await sql`INSERT INTO campaign_partners (campaign_id, partner_id, cash, cash_percent)
    SELECT ${campaignId}, id, cash, cash_percent FROM ${cashValues(lines)}`.execute(tx)
}

/** SQL: typed cash as the table `given` to join: `id` is the one of the partner, or of the line. */
export function cashValues(lines: readonly Line[]) {
  const figures = lines.map(({ cash }) => moneyOrPercentOf(cash ?? '0'))
  const cash = figures.map(({ value }) => value)
  const percent = figures.map((figure) => figure.percent)
  return sql`unnest(${idsOf(lines)}::int[], ${cash}::numeric(13,3)[], ${percent}::boolean[])
    AS given(id, cash, cash_percent)`
}

/** Changes the cash of one partner. Throws 404 when it is not in the campaign. */
export const changeCash = (
  db: Kysely<Schema>,
  campaignId: number,
  { partner_id, cash, version }: HandlerCall<typeof campaignPartners.changeCash>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'campaign_partners')
    const { campaign_type_id } = await lockCampaign(tx, campaignId)
    if (!hasCash(campaign_type_id)) throw invalidField('cash', 'validation.campaign_no_cash')
    const source = campaignPartnerSource(campaignId)
    const before = await getRow(tx, source, partner_id)
    if (version !== undefined && version !== before.version)
      throw new HttpError('error.conflict', { current: before })
    if (moneyOrPercent.parse(before.cash) === cash)
      return { id: before.id, cash: before.cash, version: before.version }
    await changePartners(tx, campaignId, [{ id: partner_id, cash }])
    const after = await getRow(tx, source, partner_id)
    await publishCampaign(tx, campaignId)
    return { id: after.id, cash: after.cash, version: after.version }
  })

/** Takes a partner out of a campaign. Throws 404 when it is not in it. */
export const removePartner = (
  db: Kysely<Schema>,
  { campaign_id, partner_id }: HandlerCall<typeof campaignPartners.remove>['params'],
) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'campaign_partners')
    await lockCampaign(tx, campaign_id)
    await getRow(tx, campaignPartnerSource(campaign_id), partner_id)
    await removePartners(tx, campaign_id, [partner_id])
    await publishCampaign(tx, campaign_id)
    return { id: partner_id }
  })
