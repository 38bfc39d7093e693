import type { FigureName } from '@kontor/contract/partners'
import { type Generated, sql } from 'kysely'
import { explainConstraints } from '../../kit/db/constraints.ts'
import type { RecordTableColumns } from '../../kit/db/schema.ts'

/** The columns of the figures: an exact decimal each, with a flag `<name>_percent` beside it. */
export const figureColumns = {
  debt: 'debt',
  moneyCirculation: 'money_circulation',
  annualPlan: 'annual_plan',
  payment: 'payment',
  bonus: 'bonus',
  toolCash: 'tool_cash',
  debitLimit: 'debit_limit',
  outOfCurrency: 'out_of_currency',
  paymentTires: 'payment_tires',
  bonusTires: 'bonus_tires',
  toolCashTires: 'tool_cash_tires',
  annualPlanTires: 'annual_plan_tires',
  moneyCirculationTires: 'money_circulation_tires',
} as const satisfies Record<FigureName, string>
type FigureColumn = (typeof figureColumns)[FigureName]

type PartnerTable = Omit<RecordTableColumns, 'id'> & {
  id: number
  name: string
  name_folded: Generated<string>
  city_id: number | null
  phone: string | null
  haynes_pro_username: string | null
} & Record<FigureColumn, Generated<string>> &
  Record<`${FigureColumn}_percent`, Generated<boolean>>

declare module '../../kit/db/schema.ts' {
  interface Schema {
    partners: PartnerTable
    partner_categories: { partner_id: number; category_id: number }
  }
}

explainConstraints({
  partners_city_inactive: { field: 'city_id', key: 'validation.inactive_city' },
  partner_categories_category_inactive: { field: 'categories', key: 'validation.inactive' },
  partners_categories_inactive: { field: 'categories', key: 'validation.inactive_categories' },
  partners_id_taken: {
    field: 'id',
    key: 'validation.unique_id',
    unique: { table: 'partners', columns: ['id'] },
  },
  partners_city_missing: { field: 'city_id', key: 'validation.not_found' },
  partner_categories_category_missing: { field: 'categories', key: 'validation.not_found' },
})

/** The names of the categories of the `partners` row of a query. */
export const partnerCategoryNames = sql<string>`coalesce((
  SELECT string_agg(categories.name, '; ' ORDER BY categories.name)
  FROM partner_categories JOIN categories ON categories.id = category_id WHERE partner_id = partners.id), '')`
