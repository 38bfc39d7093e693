import { hasCash } from '@kontor/contract/campaigns/kinds'
import { campaignPartnerSheet } from '@kontor/contract/campaigns/partners'
import { foldHeader, sheetHeaders } from '@kontor/contract/lib/imports/columns'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { invalidField } from '../../../lib/http/http-error.ts'
import type { ImportDefinition, Written } from '../../../lib/imports/import-definition.ts'
import type { ExistingRecord, RowValues } from '../../../lib/imports/plan/plan-rules.ts'
import { batchesById } from '../../../lib/lists/list.ts'
import { wrongRecord } from '../details/rules.ts'
import { cashText, lockCampaign, publishCampaign, requireCampaign, sharesCategory } from '../table.ts'
import { campaignPartnerSource, cashSent, cashValues, shownPartners } from './queries.ts'

/** The columns of the layout that are read; the others are informative. */
const sheet = { id: campaignPartnerSheet.id, cash: campaignPartnerSheet.cash }

/**
 * One import of the cash of a campaign's partners; missing partners are added. Without a campaign, any partner can be
 * read, an empty cash stays empty, and nothing can be written.
 */
export function cashImport(campaignId?: number): ImportDefinition<typeof sheet> {
  const known = new Map<number, KnownPartner>()
  return {
    list: 'campaign_partners',
    ...(campaignId !== undefined && { owner: campaignId }),
    sheet,
    nameSql: sql`(SELECT name FROM partners WHERE partners.id = record.partner_id)`,
    rules: {
      key: 'id',
      requiredToCreate: [],
      unknown: 'import.unknown_partner',
      exists: (key) => known.has(Number(key)),
      ...(campaignId !== undefined && { confirmIfMissing: ['cash'] }),
      defaults: { cash: campaignId === undefined ? '' : '0' },
      converters: {
        id(typed, before) {
          const isNew = campaignId !== undefined && before === undefined
          const partner = isNew ? known.get(Number(typed)) : undefined
          const reason = partner && whyNot(partner)
          return reason ? { reason } : { value: typed }
        },
      },
    },
    async begin(db, lock) {
      known.clear()
      if (campaignId !== undefined) await requireCash(db, campaignId, lock)
    },
    // The name is shown next to the number; it is not a change.
    shown: (values) =>
      'id' in values ? { ...values, name: known.get(Number(values.id))?.name ?? null } : values,
    async load(db, keys, lock) {
      for (const partner of await knownPartners(db, keys, campaignId)) known.set(partner.id, partner)
      return campaignId === undefined ? new Map() : loadLines(db, keys, campaignId, lock)
    },
    insert: (tx, rows) => insertLines(tx, campaignId ?? 0, rows),
    update: updateLines,
    async remove(tx, ids) {
      await tx.deleteFrom('campaign_partners').where('id', 'in', ids).execute()
    },
    ...(campaignId !== undefined && { finish: (tx) => publishCampaign(tx, campaignId) }),
  }
}

interface KnownPartner {
  id: number
  name: string
  is_active: boolean
  shares: boolean
}

const whyNot = (partner: KnownPartner) =>
  wrongRecord(partner) ?? (partner.shares ? undefined : 'validation.campaign_partner_apart')

/** Throws 404 when the campaign does not exist, and 422 when its partners have no cash. */
export async function requireCash(db: Kysely<Schema>, campaignId: number, lock = false) {
  // Locked only in the import's transaction.
  const campaign = await (lock ? lockCampaign : requireCampaign)(db, campaignId)
  if (!hasCash(campaign.campaign_type_id)) throw invalidField('campaign_id', 'validation.campaign_no_cash')
}

async function knownPartners(db: Kysely<Schema>, keys: readonly string[], campaignId: number | undefined) {
  const shares =
    campaignId === undefined ? sql<boolean>`true` : sharesCategory(campaignId, sql.ref('partners.id'))
  return db
    .selectFrom('partners')
    .select(['id', 'name', 'is_active', shares.as('shares')])
    .where(sql<boolean>`id = ANY(${keys}::int[])`)
    .execute()
}

async function loadLines(db: Kysely<Schema>, keys: readonly string[], campaignId: number, lock: boolean) {
  const lines = db
    .selectFrom('campaign_partners')
    .select(['id', 'partner_id', cashSent.as('cash')])
    .where('campaign_id', '=', campaignId)
    .where(sql<boolean>`partner_id = ANY(${keys}::int[])`)
    .orderBy('id')
  const rows = await (lock ? lines.forUpdate() : lines).execute()
  return new Map(
    rows.map(({ id, partner_id, cash }): [string, ExistingRecord] => [
      String(partner_id),
      { id, values: { id: partner_id, cash } },
    ]),
  )
}

/** The partner and the cash of a row. */
const lineOf = ({ id, cash }: RowValues) => ({ id: Number(id), cash: String(cash) })

async function insertLines(tx: Transaction<Schema>, campaignId: number, rows: readonly RowValues[]) {
  const { rows: written } = await sql<Written & { key: string }>`
    INSERT INTO campaign_partners (campaign_id, partner_id, cash, cash_percent)
    SELECT ${campaignId}::int, id, cash, cash_percent FROM ${cashValues(rows.map(lineOf))}
    RETURNING id, version, partner_id::text AS key`.execute(tx)
  return written
}

async function updateLines(tx: Transaction<Schema>, rows: readonly { id: number; values: RowValues }[]) {
  const lines = rows.map(({ id, values }) => ({ id, cash: String(values.cash) }))
  const { rows: written } = await sql<Written>`
    UPDATE campaign_partners SET cash = given.cash, cash_percent = given.cash_percent FROM ${cashValues(lines)}
    WHERE campaign_partners.id = given.id RETURNING campaign_partners.id, version`.execute(tx)
  return written
}

/** The partners of a sheet, as if they were in a campaign with the sheet's cash; an empty cell is an empty text. */
export async function listRead(db: Kysely<Schema>, rows: readonly RowValues[]) {
  const lines = rows.map(lineOf)
  const read = await sql<{
    id: number
    cash: string
  }>`SELECT id, ${cashText} AS cash FROM ${cashValues(lines.filter((line) => line.cash !== ''))}`.execute(db)
  const cash = new Map(read.rows.map((row) => [row.id, row.cash]))
  const named = shownPartners(db).where(sql<boolean>`partners.id = ANY(${lines.map(({ id }) => id)}::int[])`)
  const partners = await named.orderBy('partners.id').execute()
  return partners.map((partner) => {
    const cashOfPartner = cash.get(partner.id) ?? ''
    const pivot = { campaign_id: 0, partner_id: partner.id, cash: cashOfPartner }
    return { ...partner, cash: cashOfPartner, spent: null, pivot, version: 1 }
  })
}

/** The result of an import, without the informative columns of the layout. */
export function withoutOwnColumns<Result extends { unknown_columns: string[] }>(result: Result): Result {
  const layoutHeaders = sheetHeaders(campaignPartnerSheet)
  return {
    ...result,
    unknown_columns: result.unknown_columns.filter((header) => !layoutHeaders.has(foldHeader(header))),
  }
}

/** The partners of a campaign in the layout of the sheet, by number. */
export const cashRows = (db: Kysely<Schema>, campaignId: number) =>
  batchesById(db, campaignPartnerSource(campaignId))
