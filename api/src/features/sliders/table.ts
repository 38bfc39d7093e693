import type { SliderType } from '@kontor/contract/sliderForm'
import type { Generated } from 'kysely'
import { explainConstraints } from '../../kit/constraints.ts'
import type { RecordTableColumns } from '../../kit/schema.ts'

interface SliderTable extends RecordTableColumns {
  name: string
  name_folded: Generated<string>
  type: SliderType
  image: string
  wyswygimg: string | null
  page_content: string | null
  notification_text: string | null
  url: string | null
  welcome_message: string | null
  product_id: number | null
  is_visible: Generated<boolean>
}

declare module '../../kit/schema.ts' {
  interface Schema {
    sliders: SliderTable
    slider_categories: { slider_id: number; category_id: number }
    slider_dates: { slider_id: number; day: string }
    slider_registrations: {
      id: Generated<number>
      slider_id: number
      partner_id: number
      user_id: number
      created_at: Generated<string>
      updated_at: Generated<string>
    }
    slider_registration_days: { slider_registration_id: number; day: string }
    slider_orders: {
      id: Generated<number>
      slider_id: number
      partner_id: number
      user_id: number
      product_id: number
      quantity: number
      created_at: Generated<string>
      updated_at: Generated<string>
    }
  }
}

explainConstraints({
  sliders_product_missing: { field: 'product_id', key: 'validation.not_found' },
  slider_categories_category_missing: { field: 'categories', key: 'validation.not_found' },
})
