import { tableName } from '@kontor/contract/lib/resources/fields'
import { figureFields } from '@kontor/contract/partners/fields'
import { sql } from 'kysely'
import { linkSet, moneyOrPercentSet } from '../../../lib/resources/bulk-fields.ts'
import { partnerSource } from '../queries.ts'

const ofFigure = (name: 'debt' | 'debitLimit' | 'outOfCurrency') =>
  moneyOrPercentSet(name, tableName(name, figureFields[name]))

/** The categories of a partner, by their ids in the form of an import: `3,7`. */
const categorySet = linkSet('categories', {
  links: sql`SELECT category_id FROM partner_categories WHERE partner_id = record.id`,
  column: 'category_id',
  wrong: ({ how }) =>
    how === 'remove'
      ? sql`CASE WHEN after = '' AND before <> '' THEN 'validation.categoryCountException' END`
      : sql`NULL`,
  async link(tx, { values: given }) {
    const wanted = sql`SELECT given.id AS partner_id, unnest(string_to_array(nullif(given.after, ''), ','))::int AS category_id
      FROM jsonb_to_recordset(${given}::jsonb) AS given(id int, after text)`
    await sql`WITH wanted AS (${wanted}) DELETE FROM partner_categories AS link
      WHERE partner_id IN (SELECT id FROM jsonb_to_recordset(${given}::jsonb) AS given(id int))
        AND NOT EXISTS (SELECT FROM wanted WHERE wanted.partner_id = link.partner_id
          AND wanted.category_id = link.category_id)`.execute(tx)
    await sql`INSERT INTO partner_categories (partner_id, category_id) ${wanted}
      ON CONFLICT DO NOTHING`.execute(tx)
    return undefined
  },
})

/** The bulk edits of partners. */
export const partnerBulkDefinition = {
  list: 'partners',
  source: partnerSource,
  sets: {
    debt: ofFigure('debt'),
    debitLimit: ofFigure('debitLimit'),
    outOfCurrency: ofFigure('outOfCurrency'),
    categories: categorySet,
  },
} as const
