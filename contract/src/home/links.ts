// Links of the home page's figures: query strings of the lists that contain exactly the counted records.
import type { Source } from './day.ts'

/** The filter for active records, in any list that has it. */
export const active = { 'f.is_active': 'true' }
type Query = Readonly<Record<string, string>>

/** The query strings by screen. */
export const listLinks = {
  partners: active,
  campaigns: { 'f.is_shown': 'true' },
  cart: { 'f.is_delivered': '0' },
  products: { 'f.quantity': '0', ...active },
  sliders: { 'f.state': 'visible', ...active },
} as const satisfies Record<string, Query>

/** The catalogue's orders of a day that the chart counts: active ones. */
export const ordersOn = (day: string) => ({ from: day, to: day, ...active })

/** The links of a source's bar; sign-ups and orders of promotions are found by their slider. */
export const barLinks: Readonly<Record<Source, { to: string; search: (day: string) => Query }>> = {
  catalogue: { to: '/catalogue_orders', search: ordersOn },
  campaigns: { to: '/cart', search: (day) => ({ 'f.created_at': day }) },
  promotions: { to: '/sliders', search: (day) => ({ 'f.answered': day }) },
}
