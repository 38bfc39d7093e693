// Where the figures of home lead: what stands in the address of the list that holds exactly what was counted.
import type { Source } from './day.ts'

/** Whatever is active, in any list that knows of it. */
export const active = { 'f.is_active': 'true' }
type Query = Readonly<Record<string, string>>

/** What is in the address beside a screen's path. */
export const leads = {
  partners: active,
  campaigns: { 'f.is_shown': 'true' },
  cart: { 'f.is_delivered': '0' },
  products: { 'f.quantity': '0', ...active },
  sliders: { 'f.state': 'visible', ...active },
} as const satisfies Record<string, Query>

/** The orders that the catalogue's figures of a day count: those that were put aside are in none. */
export const ordersOn = (day: string) => ({ from: day, to: day, ...active })

/** What the bar of a source leads to; sign-ups and orders of promotions are found by their slider. */
export const barLeads: Readonly<Record<Source, { to: string; search: (day: string) => Query }>> = {
  catalogue: { to: '/catalogue_orders', search: ordersOn },
  campaigns: { to: '/cart', search: (day) => ({ 'f.created_at': day }) },
  promotions: { to: '/sliders', search: (day) => ({ 'f.answered': day }) },
}
