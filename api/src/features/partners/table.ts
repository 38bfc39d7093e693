import type { Generated } from 'kysely'
import { explainConstraints } from '../../kit/constraints.ts'
import type { RecordTableColumns } from '../../kit/schema.ts'

/** The partners' financial figures: exact decimals, each with a flag that says that it is a percentage. */
export const figures = [
  'debt',
  'money_circulation',
  'annual_plan',
  'payment',
  'bonus',
  'tool_cash',
  'debit_limit',
  'out_of_currency',
  'payment_tires',
  'bonus_tires',
  'tool_cash_tires',
  'annual_plan_tires',
  'money_circulation_tires',
] as const
type Figure = (typeof figures)[number]

type PartnerTable = Omit<RecordTableColumns, 'id'> & {
  id: number
  name: string
  name_folded: Generated<string>
  city_id: number | null
  phone: string | null
  haynes_pro_username: string | null
} & Record<Figure, Generated<string>> &
  Record<`${Figure}_percent`, Generated<boolean>>

declare module '../../kit/schema.ts' {
  interface Schema {
    partners: PartnerTable
    partner_categories: { partner_id: number; category_id: number }
  }
}

explainConstraints({
  partners_id_taken: {
    field: 'id',
    key: 'validation.unique_id',
    unique: { table: 'partners', columns: ['id'] },
  },
  partners_city_missing: { field: 'city_id', key: 'validation.not_found' },
  partner_categories_category_missing: { field: 'categories', key: 'validation.not_found' },
})
