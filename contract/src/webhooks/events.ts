import * as z from 'zod/mini'
import { supportTypes } from '../customerSupport.ts'
import { moment } from '../lib/fields/fields.ts'
import type { Permission } from '../lib/http/permissions.ts'
import { keysOf } from '../lib/lists/keys.ts'
import { choice } from '../lib/lists/list.ts'
import type { Locale } from '../lib/text/locales.ts'
import { partner } from '../partners.ts'

const product = z.object({ id: z.int(), erp_code: z.string(), name: z.string() })
/** Euros at the time of the order, as exact decimals: per piece and in total. */
const paid = { price: z.string(), total: z.string() }

const order = z.object({
  id: z.int(),
  created_at: moment,
  /** Lines that were ordered together share it. */
  basket: z.string(),
  partner: choice,
  product,
  quantity: z.int(),
  ...paid,
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
  /** False when the office has deactivated it. */
  is_active: z.boolean(),
})
const promotionOrder = z.object({
  id: z.int(),
  created_at: moment,
  slider: choice,
  partner: choice,
  product,
  quantity: z.int(),
})
const cartItem = z.object({
  id: z.int(),
  created_at: moment,
  campaign: choice,
  partner: choice,
  product,
  quantity: z.int(),
  ...paid,
  /** Ordered although there was not enough in stock. */
  ignore_quantity: z.boolean(),
  is_delivered: z.boolean(),
})
const signUp = z.object({
  id: z.int(),
  created_at: moment,
  slider: choice,
  partner: choice,
  dates: z.array(z.iso.date()),
  /** Those of them that are full, for which the partner waits. */
  waiting_dates: z.array(z.iso.date()),
})
const deletedRecord = { id: z.int(), partner_id: z.int() }
const supportMessage = z.object({
  id: z.int(),
  created_at: moment,
  type: z.literal([1, 2, 3]),
  type_name: z.enum(Object.values(supportTypes)),
  message_content: z.string(),
  partner: choice,
  user: z.string(),
})

interface EventKind {
  label: Record<Locale, string>
  /** One line for the OpenAPI document. */
  summary: string
  /** The schema of its data. */
  data: z.ZodMiniType
  /** The permissions that a user needs to read it here, or to choose where it is sent. */
  permission: readonly Permission[]
}

/** The events of webhooks, each with the schema of its `data`. */
export const webhookEvents = {
  'order.created': {
    label: { cnr: 'Nova narudžba iz kataloga', en: 'New catalogue order' },
    summary: 'A partner has ordered from the catalogue, one event for each line',
    data: order,
    permission: ['catalogueOrders.see'],
  },
  'order.changed': {
    label: { cnr: 'Izmijenjena narudžba iz kataloga', en: 'Catalogue order changed' },
    summary: 'The office has put an order from the catalogue aside, or brought it back',
    data: order,
    permission: ['catalogueOrders.see'],
  },
  'promotion_order.created': {
    label: { cnr: 'Nova narudžba iz promocije', en: 'New promotion order' },
    summary: 'A partner has ordered from a slider of the type Promocija',
    data: promotionOrder,
    permission: ['sliders.see'],
  },
  'cart_item.created': {
    label: { cnr: 'Nova stavka u korpi', en: 'New cart line' },
    summary: 'A partner has ordered in a campaign',
    data: cartItem,
    permission: ['cart.see'],
  },
  'cart_item.changed': {
    label: { cnr: 'Izmijenjena stavka u korpi', en: 'Cart line changed' },
    summary: 'A partner has changed the pieces of a line, or it is no longer delivered',
    data: cartItem,
    permission: ['cart.see'],
  },
  'cart_item.delivered': {
    label: { cnr: 'Isporučena stavka iz korpe', en: 'Cart line delivered' },
    summary: 'The office has delivered a line of a campaign',
    data: cartItem,
    permission: ['cart.see'],
  },
  'cart_item.removed': {
    label: { cnr: 'Povučena stavka iz korpe', en: 'Cart line withdrawn' },
    summary: 'A partner has taken a line of a campaign back',
    data: z.object({ ...deletedRecord, campaign_id: z.int(), product_id: z.int(), quantity: z.int() }),
    permission: ['cart.see'],
  },
  'sign_up.created': {
    label: { cnr: 'Nova prijava za seminar', en: 'New seminar sign-up' },
    summary: 'A partner has signed up for days of a slider of the type Seminar',
    data: signUp,
    permission: ['sliders.see'],
  },
  'sign_up.changed': {
    label: { cnr: 'Izmijenjena prijava za seminar', en: 'Seminar sign-up changed' },
    summary: 'A partner has chosen other days',
    data: signUp,
    permission: ['sliders.see'],
  },
  'sign_up.removed': {
    label: { cnr: 'Povučena prijava za seminar', en: 'Seminar sign-up cancelled' },
    summary: 'A partner comes on no day any more',
    data: z.object({ ...deletedRecord, slider_id: z.int() }),
    permission: ['sliders.see'],
  },
  'support_message.created': {
    label: { cnr: 'Nova poruka korisničke podrške', en: 'New support message' },
    summary: 'A partner has written to customer support',
    data: supportMessage,
    permission: ['customerSupport.see'],
  },
  'partner.changed': {
    label: { cnr: 'Dodat ili izmijenjen partner', en: 'Partner added or changed' },
    summary: 'A partner was added or changed, by a person, a program or an import; once for each partner',
    data: partner,
    permission: ['partners.see', 'figures.see'],
  },
} as const satisfies Record<string, EventKind>

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = keysOf(webhookEvents)
/** The event of a test; it cannot be subscribed to. */
export const PING = 'ping'

/** The posted body, for the OpenAPI document. */
export const webhookBody = (type: WebhookEvent) =>
  z.object({ type: z.literal(type), timestamp: moment, data: webhookEvents[type].data })
